"""After a stop or a crash: every running match stands up where it was."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from arena.errors import ArenaError
from arena.lobby import Lobby
from arena.log import read_record
from arena.match import Match
from arena.room.room import Room
from arena.specs import Player, house_player
from arena.store import RunningMatch, Store
from arena.store_ledger import StoreLedger
from arena.table.seat import TableSeat
from arena.table.spec import RoomSpec
from engine.errors import GameError
from engine.replay import find_moves
from engine.variants import Position

log = structlog.get_logger()


def resume_all(lobby: Lobby, store: Store, ledger: StoreLedger, seconds: float) -> int:
    """Open the rooms of all matches that were not over; how many stand again.

    One that cannot be rebuilt, for want of its plugin say, stays in the store as it is.
    """
    resumed = 0
    for kept in store.matches.running():
        if kept.room is None:
            continue  # a match of a tournament: its run plays it again
        try:
            room = resume(lobby, kept)
        except (ArenaError, GameError, KeyError, TypeError) as error:
            log.warning("match_not_resumed", match=kept.match.match_id, reason=str(error))
            continue
        ledger.adopt(room)
        room.pause(seconds)
        resumed += 1
    return resumed


def resume(lobby: Lobby, kept: RunningMatch) -> Room:
    """The room of one kept match, its players away and their clocks standing still."""
    assert kept.room is not None
    spec = RoomSpec.from_json(kept.room["spec"])
    seats = kept.room["chairs"]
    players = [house_player(row["bot"], lobby.plugins) if row["house"] else None for row in seats]
    room = lobby.reopen(spec, len(seats))
    for seat, row, player in zip(room.seats, seats, players, strict=True):
        reseat(seat, row, player)
    room.restore(kept.match.header["players"])
    repeat(room, [json.loads(line) for line in kept.lines])
    return room


def reseat(seat: TableSeat, row: Mapping[str, Any], player: Player | None) -> None:
    """Put a seat back into the hands it was in."""
    if player is not None and player.bot is not None:
        seat.seat_bot(player.bot, row["name"], player.kind)
    seat.player_id = row["name"]
    seat.bot = row["bot"]
    seat.token_hash = row["token_hash"]
    seat.owner = row["owner"]
    seat.ready = True


def repeat(room: Room, rows: Sequence[Mapping[str, Any]]) -> None:
    """Play the kept steps again, and take what they cost off the clocks."""
    match = room.match
    for row in rows:
        if not row["n"]:
            continue  # what the rules moved before anybody has been moved again
        room.table.repeat(read_record(row, moves_of(match, row)))


def moves_of(match: Match, row: Mapping[str, Any]) -> dict[int, Any]:
    """The actions behind a step's choices."""
    position = Position(match.state, match.offers, ())
    choices = {int(seat): choice for seat, choice in row["moves"].items()}
    return find_moves(match.rules, position, choices, row["n"])
