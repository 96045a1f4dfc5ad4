"""After a stop or a crash: every running match stands up where it was."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import structlog

from arena.errors import SpecError, StoreError, UnknownNameError
from arena.hosting.lobby import Lobby, RoomError
from arena.hosting.store_journal import StoreJournal
from arena.match.log import read_record
from arena.match.match import Match
from arena.plugins.bot_specs import Player, house_player
from arena.room.room import Room
from arena.store import RunningMatch, Store
from arena.table.seat import TableSeat
from arena.table.spec import RoomSpec
from engine.replay import find_moves
from engine.variants import Position

log = structlog.get_logger()
R = TypeVar("R", bound=Room)
NOT_NOW: Final = (UnknownNameError, SpecError, RoomError, StoreError)
"""What is missing here, not in the row: the next start may have it."""


def resume_all(lobby: Lobby, store: Store, journal: StoreJournal, seconds: float) -> int:
    """Open the rooms of all matches that were not over; how many stand again.

    One that cannot be rebuilt here, for want of its plugin say, stays in the store as it is; one
    whose row cannot be read is marked as broken.
    """
    return sum(
        resume_one(lobby, store, journal, match_id, seconds)
        for match_id in store.matches.running_ids()
    )


def resume_one(
    lobby: Lobby, store: Store, journal: StoreJournal, match_id: str, seconds: float
) -> bool:
    """Open the room of one match; whether it stands again."""
    try:
        kept = store.matches.running_match(match_id)
        if kept.room is None or kept.match.kind == "event":
            return False  # its tournament plays it again, its event opens the table itself
        resume(lobby, kept, journal, seconds, Room)
    except NOT_NOW as error:
        log.warning("match_not_resumed", match=match_id, reason=str(error))
        return False
    except Exception as error:  # whatever one row holds, all others must stand up again
        reason = f"{type(error).__name__}: {error}"
        log.warning("match_not_resumed", match=match_id, reason=reason, marked="broken")
        store.matches.set_aside(match_id, reason)
        with suppress(StoreError):  # whoever lists matches next must not meet it any more
            store.flush()
        return False
    return True


def resume(
    lobby: Lobby, kept: RunningMatch, journal: StoreJournal, seconds: float, kind: type[R]
) -> R:
    """Open the room of a saved match, its players away and their clocks stopped."""
    assert kept.room is not None
    spec = RoomSpec.from_json(kept.room["spec"])
    seats = kept.room["chairs"]
    players = [house_player(row["bot"], lobby.plugins) if row["house"] else None for row in seats]
    room = lobby.reopen(spec, len(seats), kind, journal)
    try:
        for seat, row, player in zip(room.seats, seats, players, strict=True):
            reseat(seat, row, player)
        room.restore(kept.match.header["players"])
        repeat(room, [json.loads(line) for line in kept.lines])
    except Exception:
        lobby.close(room)  # nobody could ever play in it
        raise
    journal.adopt(room)
    room.pause(seconds)
    return room


def reseat(seat: TableSeat, row: Mapping[str, Any], player: Player | None) -> None:
    """Put a seat back into the hands it was in."""
    if player is not None and player.bot is not None:
        seat.seat_bot(player.bot, row["name"], player.kind)
    seat.player_id = row["name"]
    seat.display = row.get("display", "")
    seat.bot = row["bot"]
    seat.token_hash = row["token_hash"]
    seat.owner = row["owner"]
    seat.entrant = row.get("entrant", seat.entrant)
    seat.no_show = row.get("no_show", False)
    seat.forfeited = row.get("forfeited", False)
    seat.ready = True


def repeat(room: Room, rows: Sequence[Mapping[str, Any]]) -> None:
    """Play the saved steps again, and charge what they cost to the clocks."""
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
