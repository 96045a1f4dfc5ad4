"""An event as an organiser asks for it: the keys of an event file and of POST /api/events."""

from datetime import UTC, datetime
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from arena.hosting.room_request import MOST, Time
from arena.hosting.variant_models import VariantName
from arena.table.spec import OnAbsent
from arena.tournament.plan import MOST_ENTRANTS
from protocol.messages import Identifier

EventFormat = Literal["swiss", "round-robin", "league", "knock-out"]
NoShow = Literal["bye", "bot", "forfeit"]
MOST_ROUNDS: Final = 100
MOST_DEALS: Final = 64
"""Deals per table and round: beyond that, a tournament of submitted bots is what is wanted."""
DAY_MINUTES: Final = 24 * 60


class Break(BaseModel):
    """A pause between two rounds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    after: int = Field(ge=1, le=MOST_ROUNDS)
    minutes: float = Field(gt=0, le=DAY_MINUTES)


class NewEvent(BaseModel):
    """The body of POST /api/events, and the keys of an event file."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    game: str = Field(max_length=64)
    """The game."""
    id: str = Field(default="", pattern=r"^[A-Za-z0-9._@-]{0,40}$")
    """The id: clients join `event:ID`. Made from the game's name if left out."""
    name: str = Field(default="", max_length=100)
    """The name that pages show."""
    format: EventFormat = "swiss"
    """`swiss`, `round-robin`, `league` (which may be extended) or `knock-out`."""
    rounds: int = Field(default=4, ge=1, le=MOST_ROUNDS)
    """The number of rounds; a knock-out has as many as it needs."""
    deals: int = Field(default=1, ge=1, le=MOST_DEALS)
    """The number of deals, one match each, that every table plays in a round."""
    duplicate: bool = True
    """Whether all tables of a round play the same deals."""
    advance: int | None = Field(default=None, ge=1, le=MOST)
    """How many of each table of a knock-out stay in; half of them if left out."""
    seats: int | None = Field(default=None, ge=1, le=MOST)
    """Seats per table; the game's usual number if left out."""
    config: dict[str, Any] = Field(default_factory=dict)
    """The game's options."""
    variants: list[VariantName] = Field(default_factory=list, max_length=MOST)
    """The game's variants, each a name or `{"type": NAME, "config": {...}}`."""
    time: Time | None = None
    """The clock, in milliseconds: `decision_ms`, `bank_ms`, `round_bonus_ms`, ..."""
    seed: str = Field(default="", max_length=100)
    """The seed of all deals and draws; a fresh one, which nobody knows, if left out; unrated."""
    entrants: list[Identifier] = Field(default_factory=list, max_length=MOST_ENTRANTS)
    """Accounts that take part, by name."""
    bots: list[str] = Field(default_factory=list, max_length=MOST_ENTRANTS)
    """Submitted bots and house bots that take part, by name."""
    open: bool = False
    """Whether any account may enter itself, by joining `event:ID` or on the event's page."""
    late_entry: bool = True
    """Whether accounts may still enter once the event has begun, from the next round on."""
    start: datetime | None = None
    """When the first round begins; if left out, when a director starts the event."""
    breaks: list[Break] = Field(default_factory=list, max_length=MOST_ROUNDS)
    """Pauses, each `{"after": ROUND, "minutes": M}`."""
    no_show: NoShow = "bye"
    """What happens to who is not connected when a round begins: sits out (`bye`), is played for by
    a house bot (`bot`), or loses the round's matches (`forfeit`)."""
    no_show_minutes: float = Field(default=5, ge=0, le=DAY_MINUTES)
    """Minutes that a round waits for entrants who are not connected."""
    on_absent: OnAbsent = "bot"
    """What a player gets for whom a house bot had to move: the bot's result, or the last place."""
    takeover_ms: int = Field(default=30_000, ge=0, le=3_600_000)
    """Milliseconds between a lost connection and the takeover of its seat by a house bot."""
    fill: str = Field(default="", max_length=64)
    """A house bot for seats that are left over; without one, surplus entrants sit out in turn."""
    rated: bool = False
    """Whether the matches count on the leaderboard of their rules."""
    spectators: Literal["public", "none"] | None = None
    """Who may watch a table while its round is played; nobody, if deals are shared."""

    @field_validator("start")
    @classmethod
    def in_utc(cls, value: datetime | None) -> datetime | None:
        """Take a time without a zone as UTC."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
