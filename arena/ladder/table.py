"""A table of the ladder: a rated room whose free seats the ladder fills with bots."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from arena.access import VISITOR, Account, Exhibit
from arena.chair import Chair
from arena.child import ChildPeer
from arena.course import Course
from arena.errors import ArenaError
from arena.peer import Peer
from arena.room import Room
from arena.store import NewMatch, Seated
from arena.store_ledger import StoreLedger, seated
from engine.game import Seat
from protocol.errors import ROOM_RUNNING, ProtocolError
from protocol.messages import Join


class LadderRoom(Room):
    """Clients may wait here until the table is closed; nobody else plays for a submitted bot."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.bots: dict[Seat, Seated] = {}
        """The submitted bots, by seat."""
        self.children: dict[Seat, ChildPeer] = {}
        """Their processes, by seat."""
        self.closed = False
        """Whether the ladder has chosen the others: no more clients."""
        self.on_full: Callable[[LadderRoom], None] = lambda _room: None

    @property
    def exhibit(self) -> Exhibit:
        """What the gate must know of this table: submitted bots have owners too."""
        bots = {seat: bot.owner for seat, bot in self.bots.items() if bot.owner is not None}
        known = super().exhibit
        return replace(known, owners={**known.owners, **bots})

    def join(
        self,
        peer: Peer,
        join: Join,
        seat: Seat | None = None,
        account: Account = VISITOR,
    ) -> None:
        """Let somebody in; once the table is closed, spectators and its own players alone."""
        if seat is None and join.role != "spectator" and self.closed and peer.seat < 0:
            own = self.chair_of(account)
            if own is None or own.player_id != join.player_id:
                raise ProtocolError(ROOM_RUNNING, f"{self.room_id} is being played")
        super().join(peer, join, seat, account)

    def chair_of(self, account: Account) -> Chair | None:
        """The seat that somebody waits or plays at, as a client."""
        for chair in self.chairs:
            if account.id and chair.owner == account.id and chair.seat not in self.bots:
                return chair
        return None

    def start_if_full(self) -> None:
        """Begin once every seat is taken; a table that filled by itself leaves the queue first."""
        if self.state == "waiting" and self.chairs.full and not self.closed:
            self.on_full(self)
        super().start_if_full()


class LadderLedger(StoreLedger):
    """Keeps matches of the ladder: whose they are, and nothing to resume them by."""

    def new_match(self, room: Course) -> NewMatch:
        """A table's match as the store will have it."""
        if not isinstance(room, LadderRoom):
            raise ArenaError(f"{room.room_id} is no table of the ladder")
        return NewMatch.of(
            room.match,
            room_id=room.room_id,
            seats=[room.bots.get(chair.seat) or seated(chair) for chair in room.chairs],
            rated=True,
            kind="ladder",
        )
