"""The players of a match and their results."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select, update

from arena.store.tables import players

AT_ONCE: Final = 500
"""Matches a query: a database takes only so many values in one."""
SHOWN: Final = [column for column in players.c if column.name != "created"]
"""The columns of a StoredPlayer; `created` is the match's, for the index alone."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player as it sits down."""

    name: str
    identity: str = ""
    """Who is rated, as `house:NAME`, `bot:ID` or `token:ID`; nothing: nobody is."""
    owner: int | None = None
    """The id of the token it plays by, or of the one that submitted it."""
    bot_version: int | None = None


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A player of a stored match; points and what follows are None until it is over."""

    seat: int
    name: str
    identity: str
    owner: int | None
    bot_version: int | None
    points: int | None
    rank: int | None
    faults: Mapping[str, int] | None
    """How many by cause: timeout, illegal, crash, disconnect."""
    timing: Mapping[str, int] | None
    """Of the timed decisions: `n`, and `p50`, `p99`, `max`, `total` in milliseconds."""
    house_moves: int | None = None
    """How often a house bot moved because the player was away."""
    forfeit: bool | None = None
    """Whether the player came last because of that."""

    @classmethod
    def by_match(
        cls, connection: Connection, match_ids: Sequence[str]
    ) -> dict[str, list["StoredPlayer"]]:
        """The players of these matches, by seat."""
        found: dict[str, list[StoredPlayer]] = {}
        for start in range(0, len(match_ids), AT_ONCE):
            some = players.c.match_id.in_(match_ids[start : start + AT_ONCE])
            query = select(*SHOWN).where(some).order_by(players.c.match_id, players.c.seat)
            for match_id, *values in connection.execute(query):
                found.setdefault(match_id, []).append(cls(*values))
        return found


def player_rows(match_id: str, created: int, seats: Sequence[Seated]) -> list[dict[str, Any]]:
    """The rows of players who have just sat down."""
    return [
        {
            "match_id": match_id, "seat": seat, "name": player.name, "identity": player.identity,
            "owner": player.owner, "bot_version": player.bot_version, "created": created,
        }
        for seat, player in enumerate(seats)
    ]  # fmt: skip


def finish_players(
    connection: Connection, match_id: str, lines: Sequence[str], end: Mapping[str, Any]
) -> None:
    """Give the players of a match their points and ranks, faults and times."""
    steps = [json.loads(line) for line in lines]
    result, forfeits = end.get("counted", end["result"]), end.get("forfeits", ())
    for seat, (points, rank) in enumerate(zip(result["points"], result["ranks"], strict=True)):
        place = (players.c.match_id == match_id) & (players.c.seat == seat)
        values = {
            "faults": faults(steps, seat),
            "timing": timing(steps, seat),
            "house_moves": sum(seat in step.get("house", ()) for step in steps),
            "forfeit": seat in forfeits,
        }
        connection.execute(update(players).where(place).values(points=points, rank=rank, **values))


def faults(steps: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int]:
    """Return how many faults of each kind a seat made."""
    kinds = (
        fault["kind"] for step in steps for fault in step.get("faults", ()) if fault["seat"] == seat
    )
    return dict(Counter(kinds))


def timing(steps: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int] | None:
    """Return how long a seat took for its decisions; None if nobody looked at a clock."""
    key = str(seat)
    times = sorted(step["ms"][key] for step in steps if key in step.get("ms", ()))
    if not times:
        return None
    last = len(times) - 1
    return {
        "n": len(times),
        "p50": times[last // 2],
        "p99": times[last * 99 // 100],
        "max": times[-1],
        "total": sum(times),
    }
