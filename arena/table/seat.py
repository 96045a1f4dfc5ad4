"""One seat of a table: whose it is, who plays it, and its time."""

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from secrets import token_hex
from typing import Any

from arena.match.clock import SeatClock
from arena.match.match import FaultKind
from arena.table.effects import HouseBot
from arena.table.participant import Participant
from bots import Bot
from engine.game import Seat


def hash_of(token: str) -> str:
    """Return what is compared and saved in a token's place."""
    return sha256(token.encode()).hexdigest()


class TableSeat:
    """A seat: a house bot's, a connected player's, or one whose player has gone."""

    def __init__(self, seat: Seat, clock: SeatClock) -> None:
        self.seat = seat
        self.clock = clock
        self.peer: Participant | None = None
        self.house: HouseBot | None = None
        """The house bot whose seat this is."""
        self.substitute: HouseBot | None = None
        """The house bot that plays while the seat's player does not."""
        self.player_id = ""
        self.display = ""
        """The name that pages show instead, in any script; never in rated rooms."""
        self.entrant = ""
        """The account for whom the seat is reserved."""
        self.bot = ""
        self.token = ""
        """What takes the seat back; flat clients are given none."""
        self.token_hash = ""
        """What is saved of the token when the server stops."""
        self.owner: int | None = None
        """The account whose token took the seat."""
        self.bot_owner: int | None = None
        """The account that submitted the bot at this seat: it may look over its shoulder."""
        self.resting: tuple[str, Callable[[], Bot]] | None = None
        """The house bot whose seat a guest plays: its name, and what makes it anew."""
        self.ready = False
        self.strikes = 0
        """Timeouts and crashes in a row."""
        self.late = False
        """Whether the answer to a request that was played by default may still come."""
        self.unwanted = 0
        """How many answers to claims that others have decided may still come."""
        self.outranked: int | None = None
        """The last request that others' claims closed: an answer to it is no fault."""
        self.lost: tuple[FaultKind, str] = ("disconnect", "not connected")
        """How the connection of a player who has gone ended."""
        self.no_show = False
        """Whether its player was not there when the match began: a house bot plays at once."""
        self.forfeited = False
        """Whether it comes last because of that."""
        self.gone_for_good = False
        """Whether its player has ended and cannot come back."""

    @property
    def free(self) -> bool:
        """Whether the seat is free."""
        return not self.player_id

    @property
    def guarded(self) -> bool:
        """Whether a token, not the name alone, takes this seat back."""
        return self.token_hash != "" or self.owner is not None

    def was_outranked(self, request_id: object) -> bool:
        """Return whether others' claims closed this request before it was answered."""
        return self.outranked is not None and request_id == self.outranked

    def has_token(self, token: str) -> bool:
        """Return whether this is the token that the seat was given."""
        return self.token_hash != "" and compare_digest(self.token_hash, hash_of(token))

    @property
    def decides(self) -> HouseBot | None:
        """The bot of this process that decides for this seat now."""
        return self.substitute or self.house

    @property
    def remote(self) -> bool:
        """Whether the seat belongs to a connected player, not to a house bot."""
        return self.house is None

    @property
    def waits(self) -> bool:
        """Whether an absent player's clock runs on, because the player may come back."""
        return self.clock.rules is not None and not self.gone_for_good

    def seat_bot(self, bot: Bot, name: str, make: Callable[[], Bot] | None = None) -> None:
        """Give the seat to a bot of this process."""
        self.house = HouseBot(bot, make)
        self.player_id = self.bot = name

    def seat_peer(self, peer: Participant) -> None:
        """Give the seat to a player who sits down or comes back."""
        if self.free and peer.full:
            self.token = token_hex(16)
            self.token_hash = hash_of(self.token)
        if self.free:
            self.player_id = self.entrant or peer.player_id
            self.display = peer.display
        self.peer = peer
        self.bot = peer.bot
        peer.player_id = self.player_id  # a token may come with another name
        self.ready = not peer.full
        peer.seat = self.seat

    def reserve(self, name: str, owner: int | None) -> None:
        """Keep the seat for a player who is not here, as if it had sat down and gone."""
        self.player_id = self.bot = name
        self.owner = owner
        self.ready = True

    def lock_out(self) -> None:
        """Let whoever holds this seat never come back to it."""
        self.token_hash = hash_of(token_hex(16))
        self.owner = None
        self.entrant = self.display = ""

    def renew_token(self) -> None:
        """Let only the account that holds this seat take it back, not the seat's own token."""
        self.token_hash = hash_of(token_hex(16))

    def give_to(self, name: str, *, free: bool) -> None:
        """Reserve the seat for another account: free before the match, played on in it."""
        self.lock_out()
        if free:
            self.house = None
            self.empty()
        self.entrant = name

    def rest_bot(self) -> HouseBot:
        """Free the seat of a house bot for a guest; return the bot that leaves."""
        house = self.house
        assert house is not None
        assert house.make is not None
        self.resting = (self.player_id, house.make)
        self.house = None
        self.player_id = ""
        return house

    def wake_bot(self) -> HouseBot:
        """Give the seat of a guest back to a house bot; return the bot that comes."""
        assert self.resting is not None
        name, make = self.resting
        self.resting = None
        self.empty()
        self.seat_bot(make(), name, make)
        self.ready = True
        assert self.house is not None
        return self.house

    def empty(self) -> None:
        """Free the seat of a player who leaves before the match."""
        self.peer = None
        self.player_id = self.display = self.bot = self.token = self.token_hash = ""
        self.owner = None
        self.ready = False

    def as_json(self) -> dict[str, Any]:
        """Return what everybody may know of this seat."""
        return {
            "seat": self.seat,
            "name": self.player_id,
            "display": self.display,
            "bot": self.bot,
            "house": self.decides is not None,
            "ready": self.ready,
            "connected": self.house is not None or self.peer is not None,
        }
