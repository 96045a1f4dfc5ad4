"""Request and response models of the tournament API."""

from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from arena.api.endpoint import Body
from arena.hosting.variant_models import VariantName
from arena.tournament.plan import COUNTS, MOST_ENTRANTS, Format

State = Literal["waiting", "running", "finished", "cancelled", "failed"]
PLACE: Final = r"^[0-9]{1,15}-[A-Za-z0-9._:@-]{1,64}$"
"""Where a list goes on: a moment and a tournament."""
MOST_VARIANTS: Final = 64


class NewTournament(Body):
    """The body of POST /api/tournaments: the keys of a tournament file, bots by name only."""

    game: str
    """The game."""
    bots: list[str] | dict[str, str] = Field(max_length=MOST_ENTRANTS)
    """House bots and submitted bots by name; `name=bot`, or a table, gives other names."""
    format: Format = "round-robin"
    """`round-robin`, `gauntlet`, `swiss`, `league`, or `compare` for A against B."""
    deals: int = Field(default=100, ge=1, le=COUNTS["deals"])
    """The number of deals; for `swiss`, per round."""
    rounds: int = Field(default=1, ge=1, le=COUNTS["rounds"])
    """The number of rounds of a `swiss`."""
    challengers: int = Field(default=1, ge=1, le=COUNTS["challengers"])
    """How many of the first bots play all others in a `gauntlet`."""
    seats: int | None = Field(default=None, ge=1, le=64)
    """Seats per table; the game's usual number if left out."""
    seed: str = Field(default="", max_length=100)
    """The seed of all deals; a fresh one if left out."""
    config: dict[str, Any] = Field(default_factory=dict)
    """The game's options."""
    variants: list[VariantName] = Field(default_factory=list, max_length=MOST_VARIANTS)
    """The game's variants, each a name or `{"type": NAME, "config": {...}}`."""
    sprt: list[float] | None = Field(default=None, min_length=2, max_length=4)
    """For `compare`: the differences of H0 and H1, optionally followed by the two error rates."""
    measure: Literal["places", "points"] | None = None
    """The measure of `compare`; by default the better one of the game."""
    name: str = Field(default="", max_length=100)
    """The name of the tournament."""


class TournamentQuery(Body):
    """Which tournaments to list."""

    limit: int = Field(default=50, ge=1, le=200)
    before: str | None = Field(default=None, pattern=PLACE)


class TournamentRow(BaseModel):
    """A tournament as it is listed; times are milliseconds UTC, `error` says why it failed.

    `seed_hash` is SHA-256 of `id:seed`; the seed is in `spec` once the tournament is over.
    """

    id: str
    name: str
    state: State
    game: str
    format: Format
    bots: list[str]
    done: int
    created: int
    finished: int | None
    hash: str
    seed_hash: str
    error: str


class TournamentPage(BaseModel):
    """Tournaments, newest first; pass `next` as `before` for the following page."""

    tournaments: list[TournamentRow]
    next: str | None


class Estimate(BaseModel):
    """A mean with its interval at 95 % and the number of deals; few deals have no interval."""

    mean: float
    low: float | None
    high: float | None
    n: int


class StandingRow(BaseModel):
    """A bot's row of the table; `superior`: how likely it is better than the next."""

    rank: int
    bot: str
    matches: int
    rating: Estimate | None
    place: Estimate | None
    points: Estimate | None
    places: list[float]
    superior: float | None
    ranks: tuple[int, int] | None = None
    """The first and last rank that are possible, 95 % for the whole table at once."""


class CrossRow(BaseModel):
    """The share of meetings in which `a` finished ahead of `b`, and their number."""

    a: str
    b: str
    mean: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    met: int


class SeatRow(BaseModel):
    """The results of a seat, whoever sat there."""

    seat: int
    place: Estimate | None
    points: Estimate | None


class FaultRow(BaseModel):
    """A bot's faults of one kind: their number, and the first reason given."""

    bot: str
    kind: str
    count: int
    reason: str


class TimeRow(BaseModel):
    """A bot's thinking time, in milliseconds per decision."""

    bot: str
    decisions: int
    ms: float


class Sequential(BaseModel):
    """A sequential test: it ends when `llr` leaves the bounds; H1 above, H0 below."""

    h0: float
    h1: float
    alpha: float
    beta: float
    lower: float
    upper: float
    llr: float
    deals: int
    decision: Literal["H0", "H1", ""]


class TournamentDetails(TournamentRow):
    """A tournament with its progress and its tables, over the deals that were played in full."""

    total: int
    matches_per_second: float | None
    seconds_left: float | None
    spec: dict[str, Any]
    matches: int
    deals: int
    standings: list[StandingRow]
    cross: list[CrossRow]
    seats: list[SeatRow]
    company: list[dict[str, Any]] = []
    saving: Estimate | None
    faults: list[FaultRow]
    times: list[TimeRow]
    remarks: list[str]
    verdict: str
    sequential: Sequential | None
