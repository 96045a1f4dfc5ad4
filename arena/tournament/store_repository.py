"""Tournaments in the store: what the runner keeps there, and how it comes back."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arena.errors import StoreError, UnknownNameError
from arena.store import Store, StoredResult, StoredTournament
from arena.tournament.plan import read_plan
from arena.tournament.repository import Kept, State
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey


class StoreRepository:
    """The tournaments of an open store; results are written while the next are played."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tournaments = store.tournaments
        self._failed: StoreError | None = None

    def create(self, new: Kept) -> None:
        """Keep a tournament before its first match."""
        plan = new.plan
        spec = json.loads(json.dumps(plan.as_json()))
        self._tournaments.create(StoredTournament(new.id, plan.name or new.id, spec, new.hash))

    def add(self, tournament_id: str, results: Sequence[Played]) -> None:
        """Hand results to the writer; if an earlier write has failed, that is told now."""
        if self._failed is not None:
            raise self._failed
        if results:
            self._tournaments.add(tournament_id, [stored(each) for each in results], self._written)

    def _written(self, error: StoreError | None) -> None:
        self._failed = self._failed or error

    def results(self, tournament_id: str) -> dict[MatchKey, Played]:
        """Every result so far."""
        self._store.flush()
        found = map(restored, self._tournaments.results(tournament_id))
        return {played.key: played for played in found}

    def extend(self, changed: Kept) -> None:
        """Keep a league's longer plan."""
        spec = json.loads(json.dumps(changed.plan.as_json()))
        self._tournaments.extend(changed.id, spec, changed.hash)

    def close(self, tournament_id: str, state: State, report: Mapping[str, Any] | None) -> None:
        """A tournament is finished or cancelled, or runs again."""
        self._store.flush()
        if self._failed is not None:
            raise self._failed
        self._tournaments.close(tournament_id, state, dict(report) if report else None)

    def find(self, tournament_id: str) -> Kept:
        """A tournament by its id; UnknownNameError names the nearest."""
        found = self._tournaments.tournament(tournament_id)
        if found is None:
            known = [each.id for each in self._tournaments.all()]
            raise UnknownNameError("tournament", tournament_id, known)
        return kept(found)

    def all(self) -> list[Kept]:
        """Every tournament, the newest first."""
        return [kept(each) for each in self._tournaments.all()]

    def count(self, tournament_id: str) -> int:
        """How many matches of a tournament are kept."""
        return self._tournaments.count(tournament_id)


def kept(found: StoredTournament) -> Kept:
    """A tournament as it came out of the store."""
    plan = read_plan(found.spec)
    return Kept(found.id, plan, found.schedule_hash, found.state, found.report)


def stored(played: Played) -> StoredResult:
    """A result as it goes into the store."""
    data = played.as_json()
    rows = [
        {"points": points, "rank": rank}
        for points, rank in zip(played.points, played.ranks, strict=True)
    ]
    block, rotation = played.key
    timing = {"decisions": data["decisions"], "micros": data["micros"]}
    return StoredResult(f"{block}.{rotation}", block, rotation, rows, data["faults"], timing)


def restored(found: StoredResult) -> Played:
    """A result as it came out of the store."""
    timing = found.timing or {}
    return Played(
        (found.block, found.rotation),
        tuple(row["points"] for row in found.rows),
        tuple(row["rank"] for row in found.rows),
        tuple((seat, kind, reason, many) for seat, kind, reason, many in found.faults or ()),
        tuple(timing.get("decisions", ())),
        tuple(timing.get("micros", ())),
    )
