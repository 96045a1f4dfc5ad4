"""Tournaments as those see them who follow them at a server; costly tables are kept a while."""

from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from arena.store import Store, StoredTournament
from arena.tournament.export import seat_rows
from arena.tournament.lifecycle import checked_results, proven
from arena.tournament.report import as_json, compared, make_report
from arena.tournament.repository import Kept
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.store_repository import StoreRepository, kept

if TYPE_CHECKING:
    from arena.tournament.service import TournamentService

REST: Final = 10
"""Tables of a running tournament stay for so many times the time they took."""
LEAST_SECONDS: Final = 1.0
REMEMBERED: Final = 50
OPEN: Final = ("running", "waiting")


@dataclass(frozen=True, slots=True)
class Tables:
    """What was worked out, of which state, and until when that will do."""

    data: dict[str, Any]
    state: tuple[str, int, int]
    until: float


class Followed:
    """The tournaments of a store, some of which a hall is running; every call may take a while."""

    def __init__(self, store: Store, hall: "TournamentService") -> None:
        self._store = store
        self._hall = hall
        self._archive = StoreRepository(store)
        self._tables: dict[str, Tables] = {}

    def row(self, found: StoredTournament) -> dict[str, Any]:
        """A tournament as lists show it."""
        known = kept(found)
        plan = known.plan
        return {
            "id": found.id,
            "name": plan.name,
            "game": plan.game,
            "format": plan.format,
            "bots": list(plan.names),
            "created": found.created,
            "finished": found.finished,
            "hash": found.schedule_hash,
            "seed_hash": known.seed_hash,
            **self._state(found),
        }

    def _state(self, found: StoredTournament) -> dict[str, Any]:
        """Where it stands: a hall knows more than the store, of what is not over."""
        if found.id in self._hall and found.state == "running":
            known = self._hall.progress(found.id)
            return {key: known[key] for key in ("state", "done", "error")}
        return {"state": found.state, "done": self._archive.count(found.id), "error": ""}

    def whole(self, tournament_id: str) -> dict[str, Any] | None:
        """A tournament with its progress, its plan and its tables; None if there is none."""
        found = self._store.tournaments.tournament(tournament_id)
        if found is None:
            return None
        row = self.row(found)
        shown = {"total": None, "matches_per_second": None, "seconds_left": None, **row}
        if tournament_id in self._hall:
            known = self._hall.progress(tournament_id)
            shown |= {key: known[key] for key in ("total", "matches_per_second", "seconds_left")}
        # A table of an event that is played again leaves the number of results as it was.
        newest = self._store.tournaments.newest(tournament_id)
        tables = self._known(found, (row["state"], row["done"], newest))
        if shown["total"] is None:
            shown["total"] = tables["total"]
        return tables | shown | {"spec": spec_of(kept(found))}

    def seat_rows(self, tournament_id: str) -> list[dict[str, Any]] | None:
        """Every seat of every match, in the schedule's order; None if there is no tournament."""
        found = self._store.tournaments.tournament(tournament_id)
        if found is None:
            return None
        schedule, results = self._results(found)
        return list(seat_rows(kept(found), schedule, results))

    def _known(self, found: StoredTournament, state: tuple[str, int, int]) -> dict[str, Any]:
        known = self._tables.get(found.id)
        if known is not None and (
            known.state == state or (state[0] in OPEN and monotonic() < known.until)
        ):
            return known.data
        begin = monotonic()
        data = self._make(found)
        rest = max(LEAST_SECONDS, REST * (monotonic() - begin))
        while len(self._tables) >= REMEMBERED:
            del self._tables[next(iter(self._tables))]
        self._tables[found.id] = Tables(data, state, monotonic() + rest)
        return data

    def _make(self, found: StoredTournament) -> dict[str, Any]:
        if found.report is not None and kept(found).plan.sprt is None:
            return {**found.report, "total": found.report["matches"], "sequential": None}
        schedule, results = self._results(found)
        report = found.report or as_json(make_report(schedule, results))
        return {
            **report,
            "total": schedule.total,
            "sequential": sequential(schedule, results),
        }

    def _results(self, found: StoredTournament) -> tuple[Schedule, dict[MatchKey, Played]]:
        if found.id in self._hall:
            return self._hall.results(found.id)
        schedule = proven(kept(found))
        return schedule, checked_results(schedule, self._archive.results(found.id))


def sequential(schedule: Schedule, results: dict[MatchKey, Played]) -> dict[str, Any] | None:
    """Where the sequential test of a comparison stands; None where there is none."""
    comparison = compared(schedule, results)
    if comparison is None or comparison.test is None:
        return None
    claim = comparison.test.hypotheses
    bounds = {"lower": claim.lower, "upper": claim.upper}
    return asdict(claim) | bounds | asdict(comparison.test.verdict)


def spec_of(known: Kept) -> dict[str, Any]:
    """A plan in the words of a tournament file; of submitted bots, the file alone is named."""
    plan = known.plan
    bots = {
        entrant.name: f"box:{Path(entrant.spec).name}"
        if entrant.spec.startswith("box:")
        else entrant.spec
        for entrant in plan.entrants
    }
    keys = ("game", "format", "deals", "rounds", "challengers", "measure", "name")
    return {
        **{key: getattr(plan, key) for key in keys},
        "seed": known.told_seed,
        "bots": bots,
        "seats": len(plan.units),
        "config": dict(plan.config),
        "variants": list(plan.variants),
        "sprt": list(plan.sprt) if plan.sprt else None,
    }
