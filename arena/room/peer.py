"""Somebody at the other end of a wire: a WebSocket or a child's pipes, all the same to a room."""

from abc import ABC, abstractmethod
from typing import Any, Protocol, cast

from arena.match.match import Match
from arena.match.visibility import VISITOR, Account, Exhibit
from arena.room.mailbox import Mailbox
from arena.table.participant import Participant
from arena.table.seat import TableSeat
from arena.table.seats import Seats
from arena.table.spec import Phase
from protocol.codec import encode
from protocol.errors import ProtocolError


class Frames(Protocol):
    """Frames that several peers are sent, and the bytes that their transports share."""

    packed: bytes | None

    @property
    def frames(self) -> list[bytes]:
        """The frames in their order."""


class PeersRoom(Protocol):
    """The part of a room that a connection uses."""

    @property
    def room_id(self) -> str:
        """The room's id."""

    @property
    def state(self) -> Phase:
        """The phase of the match."""

    @property
    def match(self) -> Match:
        """The match that is played here."""

    @property
    def seats(self) -> Seats:
        """The seats."""

    @property
    def exhibit(self) -> Exhibit:
        """The facts that decide who may see the match."""

    def act(self, peer: "Peer", data: dict[str, Any]) -> None:
        """Take an action frame; a ProtocolError says why not."""

    def note_unreadable(self, peer: "Peer", error: ProtocolError, received: str) -> None:
        """Note that a seated player sent what cannot be read."""

    def set_ready(self, seat: TableSeat, *, ready: bool = True) -> None:
        """A seat says whether it is loaded and willing."""

    def confirm(self, peer: "Peer") -> None:
        """A player is ready for the next round."""

    def undo(self, peer: "Peer") -> None:
        """Take a player's last decision back; a ProtocolError says why not."""

    def redo(self, peer: "Peer") -> None:
        """Make a decision again that was taken back; a ProtocolError says why not."""

    def chat(self, peer: "Peer", text: str) -> None:
        """Send a peer's text to the room."""

    def discards(self, peer: "Peer") -> bytes:
        """Return this round's discards, as far as this peer may know them."""

    def leave(self, peer: "Peer", *, said: bool = False) -> None:
        """Remove a peer: it said so, or its connection is gone."""


class Peer(Participant, ABC):
    """One connection. Frames are handed to the transport at once; those of a spectator who reads
    slowly go through its mailbox, so that they stay in order and never hold anybody up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.room: PeersRoom | None = None
        self.mailbox: Mailbox | None = None
        self.address: str | None = None
        """Where its connection comes from."""
        self.joined_as: Account = VISITOR
        """The account behind its last join, by the token it sent or by its browser's session."""
        self.only_plays = False
        """Whether chat and undo are refused: the bots of one server must not talk to each other."""
        self.closing = False
        """Whether this side has begun to end the connection."""

    def send(self, frame: bytes) -> None:
        """Give this peer a frame and return at once."""
        if self.mailbox is not None and not self.mailbox.idle:
            self.mailbox.put(frame)
        else:
            self.push(frame)

    @abstractmethod
    def push(self, frame: bytes) -> None:
        """Hand a frame to the transport and return at once."""

    def push_batch(self, batch: "Frames") -> bool:
        """Hand several frames to the transport at once; return False if it has too many unread."""
        for frame in batch.frames:
            self.push(frame)
        return True

    @abstractmethod
    async def write(self, frame: bytes) -> None:
        """Hand a frame to the transport and wait until it can take more."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection soon."""

    def refuse(self, error: ProtocolError) -> None:
        """Tell this peer what was wrong, in the words of its level."""
        self.send(encode(error.as_full() if self.full else error.as_flat()))


def peer_of(participant: Participant) -> Peer:
    """Return the connection of a participant: in a room every one of them has one."""
    return cast(Peer, participant)
