"""A table of the ladder: a rated room whose free seats the ladder fills with bots."""

from typing import Any

from arena.children.process import ChildPeer
from arena.errors import ArenaError
from arena.hosting.store_journal import StoreJournal, seated
from arena.match.visibility import VISITOR, Account
from arena.room.peer import Peer
from arena.room.room import Room
from arena.store import NewMatch, Seated
from arena.table.seat import TableSeat
from engine.game import Seat
from protocol.errors import ROOM_RUNNING, ProtocolError
from protocol.messages import Join


class LadderRoom(Room):
    """A table for one client at most; submitted bots are never played for by others."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.table.held = True
        self.bots: dict[Seat, Seated] = {}
        """The submitted bots, by seat."""
        self.children: dict[Seat, ChildPeer] = {}
        """Their processes, by seat."""
        self.client: int | None = None
        """The account that this table was opened for; nobody else may sit down."""

    @property
    def division(self) -> str:
        """The game, and the clock where it is not the usual one: what the room's id begins with."""
        return self.room_id.split(":")[1]

    @property
    def closed(self) -> bool:
        """Whether the ladder has drawn the other players."""
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
        """Let in the client whose table it is, and spectators; others get a ProtocolError."""
        if seat is None and join.role != "spectator" and peer.seat < 0:
            own = self.seat_of_client(account)
            returns = own is not None and own.player_id == join.player_id
            waits = own is None and not self.closed and account.id == self.client
            if not account.id or not (returns or waits):
                raise ProtocolError(ROOM_RUNNING, f"{self.room_id} is another player's table")
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


class LadderJournal(StoreJournal):
    """Keeps matches of the ladder: whose they are, and nothing to resume them by."""

    def reseat(self, room: Room) -> None:
        """Nothing of it is resumed."""

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
