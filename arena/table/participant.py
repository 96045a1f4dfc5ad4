"""Somebody at a table, as the table knows them."""

from arena.match.match import FaultKind
from arena.match.visibility import VISITOR
from engine.game import Seat
from protocol.messages import Detail


class Participant:
    """A player or a spectator: who it is, where it sits, and which level of detail it reads."""

    def __init__(self) -> None:
        self.detail: Detail = "flat"
        self.at_once = False
        """Whether, as a spectator, it wants every frame as soon as there is one."""
        self.player_id = ""
        self.display = ""
        """The name to show instead, in any script."""
        self.bot = ""
        self.seat: Seat = -1
        self.account = VISITOR
        """The account of this connection's browser session, or a visitor's."""
        self.can_return = True
        """Whether it may come back after its connection is gone; a child process may not."""
        self.lost: tuple[FaultKind, str] = ("disconnect", "the connection is gone")
        """The fault to report once it has gone."""

    @property
    def full(self) -> bool:
        """Whether this participant reads the full level; `events` is that without the views."""
        return self.detail != "flat"
