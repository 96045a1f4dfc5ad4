"""A table of the ladder: a rated room whose free seats the ladder fills with bots."""

from collections.abc import Callable
from typing import Any

from arena.children.process import ChildPeer
from arena.errors import ArenaError
from arena.hosting.store_journal import StoreJournal, seated
from arena.match.visibility import VISITOR, Account
from arena.room.peer import Peer
from arena.room.room import Room
from arena.store import NewMatch, Seated
from arena.table.effects import Full
from arena.table.seat import TableSeat
from engine.game import Seat
from protocol.errors import ROOM_RUNNING, ProtocolError
from protocol.messages import Join


class LadderRoom(Room):
    """Clients may wait here until the table is closed; nobody else plays for a submitted bot."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.table.held = True
        self.bots: dict[Seat, Seated] = {}
        """The submitted bots, by seat."""
        self.children: dict[Seat, ChildPeer] = {}
        """Their processes, by seat."""
        self.on_full: Callable[[LadderRoom], None] = lambda _room: None

    @property
    def closed(self) -> bool:
        """Whether the ladder has chosen the others: no more clients."""
        return not self.table.held

    def close_to_clients(self) -> None:
        """Let no more clients in; from now on the match begins once every seat is taken."""
        self.table.held = False

    def seat_submitted(self, seat: Seat, bot: Seated) -> None:
        """Note whose bot will play a seat: its owner may look over its shoulder."""
        self.bots[seat] = bot
        self.seats[seat].bot_owner = bot.owner

    def join(
        self,
        peer: Peer,
        join: Join,
        seat: Seat | None = None,
        account: Account = VISITOR,
    ) -> None:
        """Let somebody in; once the table is closed, spectators and its own players alone."""
        if seat is None and join.role != "spectator" and self.closed and peer.seat < 0:
            own = self.seat_of_client(account)
            if own is None or own.player_id != join.player_id:
                raise ProtocolError(ROOM_RUNNING, f"{self.room_id} is being played")
        super().join(peer, join, seat, account)

    def leave(self, peer: Peer, *, said: bool = False) -> None:  # noqa: ARG002
        """Somebody is gone: once the table is closed, the seat stays theirs."""
        super().leave(peer, said=not self.closed)

    def seat_of_client(self, account: Account) -> TableSeat | None:
        """Return the seat that somebody waits or plays at, as a client."""
        for seat in self.seats:
            if account.id and seat.owner == account.id and seat.seat not in self.bots:
                return seat
        return None

    def _full(self, effect: Full) -> None:  # noqa: ARG002
        """Begin a table that filled by itself, after it has left the queue."""
        self.on_full(self)
        self.start_if_full()


class LadderJournal(StoreJournal):
    """Keeps matches of the ladder: whose they are, and nothing to resume them by."""

    def new_match(self, room: Room) -> NewMatch:
        """A table's match as the store will have it."""
        if not isinstance(room, LadderRoom):
            raise ArenaError(f"{room.room_id} is no table of the ladder")
        return NewMatch.of(
            room.match,
            room_id=room.room_id,
            seats=[room.bots.get(seat.seat) or seated(seat) for seat in room.seats],
            rated=True,
            kind="ladder",
        )
