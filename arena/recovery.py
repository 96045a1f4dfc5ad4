"""After a stop or a crash: every running match stands up where it was."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog

from arena.chair import Chair
from arena.errors import SpecError, StoreError, UnknownNameError
from arena.lobby import Lobby, RoomError
from arena.log import read_record
from arena.match import Match
from arena.room import Room
from arena.room_spec import RoomSpec
from arena.specs import Player, find_player
from arena.store import RunningMatch, Store
from arena.store_ledger import StoreLedger
from engine.replay import find_moves
from engine.variants import Position

log = structlog.get_logger()
NOT_NOW: Final = (UnknownNameError, SpecError, RoomError, StoreError)
"""What is missing here, not in the row: the next start may have it."""


def resume_all(lobby: Lobby, store: Store, ledger: StoreLedger, seconds: float) -> int:
    """Open the rooms of all matches that were not over; how many stand again.

    One that cannot be rebuilt here, for want of its plugin say, stays in the store as it is; one
    whose row cannot be read is marked as broken.
    """
    return sum(
        resume_one(lobby, store, ledger, match_id, seconds)
        for match_id in store.matches.running_ids()
    )


def resume_one(
    lobby: Lobby, store: Store, ledger: StoreLedger, match_id: str, seconds: float
) -> bool:
    """Open the room of one match; whether it stands again."""
    try:
        kept = store.matches.running_match(match_id)
        if kept.room is None:
            return False  # a match of a tournament: its run plays it again
        resume(lobby, kept, ledger, seconds)
    except NOT_NOW as error:
        log.warning("match_not_resumed", match=match_id, reason=str(error))
        return False
    except Exception as error:  # whatever one row holds, all others must stand up again
        reason = f"{type(error).__name__}: {error}"
        log.warning("match_not_resumed", match=match_id, reason=reason, marked="broken")
        store.matches.set_aside(match_id, reason)
        return False
    return True


def resume(lobby: Lobby, kept: RunningMatch, ledger: StoreLedger, seconds: float) -> None:
    """Open the room of a kept match, its players away and their clocks standing still."""
    assert kept.room is not None
    spec = RoomSpec.from_json(kept.room["spec"])
    chairs = kept.room["chairs"]
    players = [find_player(row["bot"], lobby.plugins) if row["house"] else None for row in chairs]
    room = lobby.reopen(spec, len(chairs))
    try:
        for chair, row, player in zip(room.chairs, chairs, players, strict=True):
            reseat(chair, row, player)
        room.restore(kept.match.header["players"])
        repeat(room, [json.loads(line) for line in kept.lines])
    except Exception:
        lobby.close(room)  # nobody could ever play in it
        raise
    ledger.adopt(room)
    room.pause(seconds)


def reseat(chair: Chair, row: Mapping[str, Any], player: Player | None) -> None:
    """Put a seat back into the hands it was in."""
    if player is not None and player.bot is not None:
        chair.seat_bot(player.bot, row["name"], player.kind)
    chair.player_id = row["name"]
    chair.bot = row["bot"]
    chair.token_hash = row["token_hash"]
    chair.owner = row["owner"]
    chair.ready = True


def repeat(room: Room, rows: Sequence[Mapping[str, Any]]) -> None:
    """Play the kept steps again, and take what they cost off the clocks."""
    match = room.match
    for row in rows:
        if not row["n"]:
            continue  # what the rules moved before anybody has been moved again
        record = read_record(row, moves_of(match, row))
        advance = match.repeat(record)
        for seat, ms in record.ms.items():
            if seat not in record.house:
                room.chairs[seat].clock.charge(ms)
        if advance.results:
            room.results += advance.results
            for chair in room.chairs:
                chair.clock.round_over()


def moves_of(match: Match, row: Mapping[str, Any]) -> dict[int, Any]:
    """The actions behind a step's choices."""
    position = Position(match.state, match.offers, ())
    choices = {int(seat): choice for seat, choice in row["moves"].items()}
    return find_moves(match.rules, position, choices, row["n"])
