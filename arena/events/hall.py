"""The hall of an event: where clients wait, over one connection, to be led to their tables."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from arena.hosting.room_request import EVENT
from arena.match.match import Match
from arena.match.visibility import Account, Exhibit
from arena.room.peer import Peer
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import Phase
from protocol.errors import GAME_NOT_STARTED, NOT_ALLOWED, ProtocolError
from protocol.messages import Join

WAIT = "your next table is not open yet"


@dataclass(frozen=True, slots=True)
class Visitor:
    """How somebody joined."""

    join: Join
    account: Account


class Hall:
    """Clients of one event who sit at no table; to a connection it is a room without a match."""

    def __init__(self, event_id: str, changed: Callable[[], None]) -> None:
        self.room_id = EVENT + event_id
        self.state: Phase = "waiting"
        self.exhibit = Exhibit(spectators="none")
        self.waiting: dict[int, Peer] = {}
        """By account."""
        self.visitors: WeakKeyDictionary[Peer, Visitor] = WeakKeyDictionary()
        """Everybody who came by the hall, at a table or not."""
        self._changed = changed

    def welcome(self, peer: Peer, visitor: Visitor) -> None:
        """Let somebody wait here; an older connection of the same account goes."""
        account_id = visitor.account.id
        older = self.waiting.get(account_id)
        if older is not None and older is not peer:
            older.room = None
            older.close(1008, "another connection of this account has joined")
        self.visitors[peer] = visitor
        self.waiting[account_id] = peer
        peer.room = self
        peer.seat = -1
        peer.detail = visitor.join.detail
        peer.player_id = visitor.account.name
        peer.bot = visitor.join.bot or ""
        self._changed()

    def take(self, account_id: int) -> tuple[Peer, Visitor] | None:
        """Take a client out of the hall to bring it to a table; None if it is not here."""
        peer = self.waiting.pop(account_id, None)
        if peer is None or peer.closing:
            return None
        peer.room = None
        return peer, self.visitors[peer]

    def tell(self, frame: bytes) -> None:
        """Send a frame to everybody here who reads the full level."""
        for peer in self.waiting.values():
            if peer.full:
                peer.send(frame)

    def close(self, reason: str) -> None:
        """Send everybody away: the event is over."""
        for peer in list(self.waiting.values()):
            peer.room = None
            peer.close(1000, reason)
        self.waiting.clear()

    # -- what a connection asks of its room

    @property
    def match(self) -> Match:
        """There is none."""
        raise ProtocolError(GAME_NOT_STARTED, WAIT)

    @property
    def seats(self) -> Seats:
        """There are none."""
        raise ProtocolError(GAME_NOT_STARTED, WAIT)

    def act(self, peer: Peer, data: dict[str, Any]) -> None:  # noqa: ARG002
        """Nothing is asked here."""
        raise ProtocolError(GAME_NOT_STARTED, WAIT)

    def note_unreadable(self, peer: Peer, error: ProtocolError, received: str) -> None:
        """Nobody is hurt by it here."""

    def set_ready(self, seat: TableSeat, *, ready: bool = True) -> None:
        """Who waits is ready."""

    def confirm(self, peer: Peer) -> None:
        """There is no round to confirm."""

    def undo(self, peer: Peer) -> None:  # noqa: ARG002
        """There is nothing to take back."""
        raise ProtocolError(NOT_ALLOWED, WAIT)

    def redo(self, peer: Peer) -> None:  # noqa: ARG002
        """There is nothing to make again."""
        raise ProtocolError(NOT_ALLOWED, WAIT)

    def chat(self, peer: Peer, text: str) -> None:  # noqa: ARG002
        """Players of an event do not talk to each other."""
        raise ProtocolError(NOT_ALLOWED, "no chat in the hall of an event")

    def discards(self, peer: Peer) -> bytes:  # noqa: ARG002
        """There is no table."""
        raise ProtocolError(GAME_NOT_STARTED, WAIT)

    def leave(self, peer: Peer, *, said: bool = False) -> None:  # noqa: ARG002
        """Somebody has gone."""
        peer.room = None
        for account_id, other in list(self.waiting.items()):
            if other is peer:
                del self.waiting[account_id]
        self._changed()
