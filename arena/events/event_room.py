"""A table of an event: a room whose seats are given by the draw."""

from typing import Any

from arena.errors import ArenaError
from arena.hosting.store_journal import StoreJournal, kept_room, seated
from arena.room.peer import Peer, peer_of
from arena.room.room import Room
from arena.store import NewMatch, Seated
from engine.game import Seat


class EventRoom(Room):
    """A table whose players come from the hall of their event and go back there."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.table.held = True
        self.event_id = ""
        self.bots: dict[Seat, Seated] = {}
        """The submitted bots, by seat."""

    def begin(self) -> None:
        """Start: everybody has a seat, here or not."""
        self.table.held = False
        self.start_if_full()

    def reserve(
        self, seat: Seat, name: str, owner: int | None, *, no_show: bool, forfeited: bool
    ) -> None:
        """Keep a seat for an entrant who is not here; for a no-show a house bot plays at once."""
        own = self.seats[seat]
        own.reserve(name, owner)
        own.no_show = no_show
        own.forfeited = forfeited

    def leave(self, peer: Peer, *, said: bool = False) -> None:  # noqa: ARG002
        """Somebody is gone; the seat stays theirs, whatever they said."""
        super().leave(peer)

    def release(self) -> list[Peer]:
        """Let all players go back to the hall, without a word to those who stay."""
        released = []
        for seat in self.seats:
            if seat.peer is not None:
                peer = peer_of(seat.peer)
                seat.peer = None
                peer.seat = -1
                peer.room = None
                released.append(peer)
        return released


class EventJournal(StoreJournal):
    """Keeps the matches of an event: whose they are, and what is needed to resume them."""

    def new_match(self, room: Room) -> NewMatch:
        """A table's match as the store will have it."""
        if not isinstance(room, EventRoom):
            raise ArenaError(f"{room.room_id} is no table of an event")
        return NewMatch.of(
            room.match,
            room_id=room.room_id,
            seats=[room.bots.get(seat.seat) or seated(seat) for seat in room.seats],
            rated=room.spec.rated,
            room=kept_room(room),
            kind="event",
            tournament_id=room.event_id,
        )
