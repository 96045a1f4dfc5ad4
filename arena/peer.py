"""Somebody at the other end of a wire: a WebSocket or a child's pipes, all the same to a room."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from arena.access import VISITOR
from arena.match import FaultKind
from engine.game import Seat
from protocol.codec import encode
from protocol.errors import ProtocolError
from protocol.messages import Detail

if TYPE_CHECKING:
    from arena.room import Room
    from arena.spectators import Mailbox


class Peer(ABC):
    """One connection. A player's frames are handed to the transport at once; a spectator's
    go through its mailbox, so that they stay in order and never hold anybody up.
    """

    def __init__(self) -> None:
        self.detail: Detail = "flat"
        self.player_id = ""
        self.bot = ""
        self.seat: Seat = -1
        self.room: Room | None = None
        self.mailbox: Mailbox | None = None
        self.account = VISITOR
        """Who this is by its browser's session, or nobody in particular."""
        self.only_plays = False
        """Whether chat and undo are refused: the bots of one server must not talk to each other."""
        self.closing = False
        """Whether this side has begun to end the connection."""
        self.lost: tuple[FaultKind, str] = ("disconnect", "the connection is gone")
        """What to say of this peer once it has gone."""

    @property
    def full(self) -> bool:
        """Whether this peer reads the full level."""
        return self.detail == "full"

    def send(self, frame: bytes) -> None:
        """Give this peer a frame and return at once."""
        if self.mailbox is not None:
            self.mailbox.put(frame)
        else:
            self.push(frame)

    @abstractmethod
    def push(self, frame: bytes) -> None:
        """Hand a frame to the transport and return at once."""

    @abstractmethod
    async def write(self, frame: bytes) -> None:
        """Hand a frame to the transport and wait until it can take more."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection soon."""

    def refuse(self, error: ProtocolError) -> None:
        """Tell this peer what was wrong, in the words of its level."""
        self.send(encode(error.as_full() if self.full else error.as_flat()))
