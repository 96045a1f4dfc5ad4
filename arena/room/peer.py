"""Somebody at the other end of a wire: a WebSocket or a child's pipes, all the same to a room."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from arena.table.participant import Participant
from protocol.codec import encode
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from arena.room.mailbox import Mailbox
    from arena.room.room import Room


class Peer(Participant, ABC):
    """One connection. A player's frames are handed to the transport at once; a spectator's
    go through its mailbox, so that they stay in order and never hold anybody up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.room: Room | None = None
        self.mailbox: Mailbox | None = None
        self.closing = False
        """Whether this side has begun to end the connection."""

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
