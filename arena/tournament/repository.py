"""Where a tournament's plan and results are kept; the store's own, or memory for a passing run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from arena.errors import UnknownNameError
from arena.tournament.plan import Plan
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey
from engine.rng import seed_hash

State = Literal["running", "finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament as it is kept."""

    id: str
    plan: Plan
    hash: str
    state: State = "running"
    report: Mapping[str, Any] | None = None

    @property
    def seed_hash(self) -> str:
        """What is published of the seed from the start: SHA-256 of `id:seed`."""
        return seed_hash(self.id, self.plan.seed)

    @property
    def told_seed(self) -> str:
        """The seed once no deal of it is left to be played, else nothing."""
        # A finished league may go on, with bots that were made after its end.
        over = self.state == "cancelled" or (
            self.state == "finished" and self.plan.format != "league"
        )
        return self.plan.seed if over else ""

    @property
    def told_plan(self) -> dict[str, Any]:
        """The plan as plain data, with as much of the seed as may be told."""
        return self.plan.as_json() | {"seed": self.told_seed}


class Repository(Protocol):
    """What the runner asks of a store."""

    def create(self, new: Kept) -> None:
        """Keep a tournament before its first match."""

    def add(self, tournament_id: str, results: Sequence[Played]) -> None:
        """Keep results, all or none; what is kept already is not changed."""

    def results(self, tournament_id: str) -> dict[MatchKey, Played]:
        """Every result so far."""

    def extend(self, changed: Kept) -> None:
        """Keep a league's longer plan."""

    def close(self, tournament_id: str, state: State, report: Mapping[str, Any] | None) -> None:
        """A tournament is finished or cancelled, or runs again."""

    def find(self, tournament_id: str) -> Kept:
        """A tournament by its id; UnknownNameError if there is none."""


class Memory:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self._results: dict[str, dict[MatchKey, Played]] = {}

    def create(self, new: Kept) -> None:
        """Keep a tournament before its first match."""
        self.kept[new.id] = new
        self._results.setdefault(new.id, {})

    def add(self, tournament_id: str, results: Sequence[Played]) -> None:
        """Keep results; what is kept already is not changed."""
        kept = self._results[tournament_id]
        for played in results:
            kept.setdefault(played.key, played)

    def results(self, tournament_id: str) -> dict[MatchKey, Played]:
        """Every result so far."""
        return dict(self._results[tournament_id])

    def extend(self, changed: Kept) -> None:
        """Keep a league's longer plan."""
        self.kept[changed.id] = changed

    def close(self, tournament_id: str, state: State, report: Mapping[str, Any] | None) -> None:
        """A tournament is finished or cancelled, or runs again."""
        self.kept[tournament_id] = replace(self.kept[tournament_id], state=state, report=report)

    def find(self, tournament_id: str) -> Kept:
        """A tournament by its id; UnknownNameError if there is none."""
        if tournament_id not in self.kept:
            raise UnknownNameError("tournament", tournament_id, self.kept)
        return self.kept[tournament_id]
