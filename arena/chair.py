"""A seat at a table and whoever sits on it."""

from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex
from typing import Any

from arena.clock import ClockRules, LagMeter, SeatClock
from arena.match import FaultKind
from arena.peer import Peer
from arena.thinker import Thinker
from bots import Bot
from engine.game import Seat


def hash_of(token: str) -> str:
    """What is compared and kept in a token's place."""
    return sha256(token.encode()).hexdigest()


class Chair:
    """One seat: a house bot's, a connected player's, or one whose player has gone."""

    def __init__(self, seat: Seat, clock: ClockRules | None, lag: LagMeter) -> None:
        self.seat = seat
        self.clock = SeatClock(clock, lag)
        self.peer: Peer | None = None
        self.thinker: Thinker | None = None
        """The house bot whose seat this is."""
        self.fresh: Callable[[], Bot] | None = None
        """What makes such a bot anew."""
        self.substitute: Thinker | None = None
        """The house bot that plays while the seat's player does not."""
        self.player_id = ""
        self.bot = ""
        self.token = ""
        """What takes the seat back; flat clients are given none."""
        self.token_hash = ""
        """What is kept of the token when the server stops."""
        self.owner: int | None = None
        """The account whose token took the seat."""
        self.ready = False
        self.strikes = 0
        """Timeouts and crashes in a row."""
        self.late = False
        """Whether the answer to a request that was played by default may still come."""
        self.lost: tuple[FaultKind, str] = ("disconnect", "not connected")
        """How the connection of a player who has gone came to its end."""

    @property
    def free(self) -> bool:
        """Whether nobody has taken this seat."""
        return not self.player_id

    @property
    def guarded(self) -> bool:
        """Whether a token, not the name alone, takes this seat back."""
        return self.token_hash != "" or self.owner is not None

    @property
    def mind(self) -> Thinker | None:
        """The bot of this process that decides for this seat now."""
        return self.substitute or self.thinker

    @property
    def remote(self) -> bool:
        """Whether the seat belongs to somebody at the other end of a wire."""
        return self.thinker is None

    def seat_bot(self, bot: Bot, name: str, fresh: Callable[[], Bot] | None = None) -> None:
        """A bot of this process sits down."""
        self.thinker = Thinker(bot, self.seat)
        self.fresh = fresh
        self.player_id = self.bot = name

    def seat_peer(self, peer: Peer) -> None:
        """A player sits down, or comes back."""
        if self.free and peer.full:
            self.token = token_hex(16)
            self.token_hash = hash_of(self.token)
        self.peer = peer
        self.player_id = peer.player_id
        self.bot = peer.bot
        self.ready = not peer.full
        peer.seat = self.seat

    def empty(self) -> None:
        """The player leaves before the match and frees the seat."""
        self.peer = None
        self.player_id = self.bot = self.token = self.token_hash = ""
        self.owner = None
        self.ready = False

    def as_json(self) -> dict[str, Any]:
        """What everybody may know of this seat."""
        return {
            "seat": self.seat,
            "name": self.player_id,
            "bot": self.bot,
            "house": self.mind is not None,
            "ready": self.ready,
            "connected": self.thinker is not None or self.peer is not None,
        }
