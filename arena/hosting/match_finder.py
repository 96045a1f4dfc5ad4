"""Matches of a server: from its store if it has one, else those its rooms still know."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from arena.errors import ArenaError
from arena.hosting.lobby import Lobby
from arena.match.forfeits import house_moves
from arena.match.log import header_line, log_lines, parse_log, split_lines
from arena.match.match import Match
from arena.match.playback import log_history, match_history
from arena.match.result import MatchResult
from arena.match.visibility import Account, Exhibit
from arena.room.room import Room
from arena.store import Filter, Store, StoredMatch
from arena.table.spec import Phase
from engine.game import AnyGame, Seat, Viewer

Row = dict[str, Any]
STATUS: Final = {"over": "finished", "void": "void"}
HEADER: Final = ("config", "variants", "seed_hash", "clock")
AT_ONCE: Final = 2
"""Histories put together at the same time: each is a whole match played again."""
KEPT: Final = 8
"""Histories of finished matches that are kept at hand."""


@dataclass(frozen=True, slots=True)
class Found:
    """A match: its facts, what the gate must know, and its room while there is one."""

    row: Row
    exhibit: Exhibit
    room: Room | None
    versions: Mapping[Seat, int] = field(default_factory=dict)
    """The versions of the submitted bots at the table."""

    def row_for(self, account: Account) -> Row:
        """The facts; whoever plays in it knows of its end before those who see it late."""
        if self.room is None or self.exhibit.told or not account.plays(self.exhibit):
            return self.row
        match = self.room.match
        forfeits = self.room.table.forfeits
        return self.row | ending(match, match.header.players, self.room.state, forfeits)


class MatchFinder:
    """Finds matches, running or over."""

    def __init__(self, lobby: Lobby, store: Store | None = None) -> None:
        self._lobby = lobby
        self._store = store
        self._busy = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[tuple[str, str], Row] = OrderedDict()
        self.sealed: Callable[[str], bool] = lambda _match_id: False
        """Whether a match may not be looked at yet: an event still plays its deal elsewhere."""

    def game(self, name: str) -> AnyGame:
        """The game of this name."""
        return self._lobby.plugins.game(name)

    async def find(self, wanted: Filter, limit: int, before: str | None) -> tuple[list[Row], str]:
        """Matches from the newest on, and where the list goes on (nothing: nowhere)."""
        if self._store is None:
            return self._among_rooms(wanted, limit, before)
        found = await asyncio.to_thread(
            self._store.matches.find, wanted, limit=limit + 1, before=before
        )
        more = found[limit - 1].cursor if len(found) > limit else ""
        return [stored_row(match) for match in found[:limit]], more

    def _among_rooms(self, wanted: Filter, limit: int, before: str | None) -> tuple[list[Row], str]:
        rows = [row for row in map(room_row, self._begun()) if fits(row, wanted)][::-1]
        if before is not None:
            rows = after(rows, before)
        more = rows[limit - 1]["match_id"] if len(rows) > limit else ""
        return rows[:limit], more

    def _begun(self) -> list[Room]:
        """Rooms whose match is there to be seen: from the moment its players are given."""
        return [room for room in self._lobby.rooms.values() if room.state != "waiting"]

    async def match(self, match_id: str) -> Found | None:
        """One match."""
        room = next((room for room in self._begun() if room.match_id == match_id), None)
        kept = None
        if self._store is not None:
            kept = await asyncio.to_thread(self._store.matches.match, match_id)
        if kept is not None:
            exhibit = room.exhibit if room else stored_exhibit(kept)
            exhibit = replace(exhibit, sealed=self.sealed(match_id))
            versions = await asyncio.to_thread(self._versions, kept)
            return Found(stored_row(kept), exhibit, room, versions)
        return Found(room_row(room), room.exhibit, room) if room else None

    def _versions(self, kept: StoredMatch) -> dict[Seat, int]:
        assert self._store is not None
        found = {
            player.seat: self._store.bots.version(player.bot_version)
            for player in kept.players
            if player.bot_version is not None
        }
        return {seat: version.number for seat, version in found.items() if version is not None}

    async def log(self, found: Found) -> str | None:
        """The log of a match that is over, as its file would be."""
        if found.room is not None:
            room = found.room
            return "".join(f"{line}\n" for line in log_lines(room.match, room.table.forfeits))
        assert self._store is not None
        return await asyncio.to_thread(self._store.matches.replay, found.row["match_id"])

    async def history_so_far(self, match: Match, viewer: Viewer) -> Row:
        """All frames of a match that has a room."""
        async with self._busy:
            return await asyncio.to_thread(match_history, match, viewer)

    async def history(self, found: Found, viewer: Viewer) -> Row | None:
        """All frames of a match that is over; LogError if its log does not hold.

        None if it cannot be shown, as its log or its game is missing.
        """
        key = (found.row["match_id"], str(viewer))
        if key not in self._kept:
            text = await self.log(found)
            game = self._lobby.plugins.games.get(found.row["game"])
            if text is None or game is None or found.row["status"] != "finished":
                return None
            log = parse_log(split_lines(text))
            async with self._busy:
                self._kept[key] = await asyncio.to_thread(log_history, log, game, viewer)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def after(rows: list[Row], match_id: str) -> list[Row]:
    """The rest of a list."""
    for place, row in enumerate(rows, 1):
        if row["match_id"] == match_id:
            return rows[place:]
    raise ArenaError(f"before: {match_id!r} is no place in a list of matches")


def fits(row: Row, wanted: Filter) -> bool:
    """Return whether a match of a room is among those that are wanted."""
    plain = ("game", "status", "rated", "kind", "room_id", "tournament_id")
    same = all(getattr(wanted, name) in (None, row.get(name)) for name in plain)
    return same and (wanted.player is None or wanted.player in [p["name"] for p in row["players"]])


def room_row(room: Room) -> Row:
    """A match of a room as lists show it."""
    header, match = room.match.header, room.table.shown_to(late=True)
    return {
        "match_id": room.match_id,
        "room_id": room.room_id,
        "kind": "room",
        "game": header.game,
        "game_version": header.game_version,
        "rated": room.spec.rated,
        "created": None,
        "finished": None,
        **ending(match, header.players, room.shown_state, room.table.forfeits),
        **{key: header_line(room.match)[key] for key in HEADER},
    }


def ending(
    match: Match | None, names: Sequence[str], state: Phase, forfeits: Sequence[Seat] = ()
) -> Row:
    """Return how far a match has come and how it ended, as far as it is known."""
    over = match is not None and match.over
    outcome = MatchResult(match, (), tuple(forfeits)).outcome if match and over else None
    moved = house_moves(match.records if match else ())
    players = [
        {
            "seat": seat,
            "name": name,
            "points": outcome.points[seat] if outcome else None,
            "rank": outcome.ranks[seat] if outcome else None,
            "house_moves": moved[seat] if outcome else None,
            "forfeit": seat in forfeits if outcome else None,
        }
        for seat, name in enumerate(names)
    ]
    return {
        "status": STATUS.get(state, "running"),
        "players": players,
        "steps": match.n if match is not None else 0,
    }


def stored_row(kept: StoredMatch) -> Row:
    """A match of the store as lists show it."""
    names = (
        "match_id", "room_id", "kind", "game", "game_version", "status", "rated", "created",
        "finished",
    )  # fmt: skip
    players = [
        {"seat": p.seat, "name": p.name, "points": p.points, "rank": p.rank,
         "house_moves": p.house_moves, "forfeit": p.forfeit}
        for p in kept.players
    ]  # fmt: skip
    return {
        **{name: getattr(kept, name) for name in names},
        "players": players,
        "steps": kept.result["steps"] if kept.result else None,
        **{key: kept.header.get(key) for key in HEADER},
    }


def stored_exhibit(kept: StoredMatch) -> Exhibit:
    """Return what the gate must know of a match whose room is gone."""
    owners = {player.seat: player.owner for player in kept.players if player.owner is not None}
    return Exhibit(kept.rated, kept.status == "finished", owners=owners)
