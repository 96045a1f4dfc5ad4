"""Request and response models of the event API."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from arena.api.endpoint import Body
from arena.events.request import MOST_ROUNDS, EventFormat
from arena.events.state import EventPhase, Kind
from arena.tournament.plan import MOST_ENTRANTS


class EventAct(Body):
    """The body of POST /api/events/ID/acts: what a director does."""

    act: Literal["start", "pause", "resume", "cancel", "extend", "void-table"]
    """`start`, `pause`, `resume`, `cancel`, `extend` (a league), or `void-table`."""
    round: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    """Of `void-table`: the round, from 1."""
    table: int = Field(default=1, ge=1, le=MOST_ENTRANTS)
    """Of `void-table`: the table, from 1."""
    fresh: bool = False
    """Of `void-table`: whether it is played again with fresh deals."""
    reason: str = Field(default="", max_length=200)
    """Of `void-table`: why, for the event's page."""
    rounds: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    """Of `extend`: how many rounds more."""


class NewEntrant(Body):
    """The body of POST /api/events/ID/entrants."""

    name: str = Field(min_length=1, max_length=64)
    """An account, a submitted bot or a house bot, by name."""


class EntrantRow(BaseModel):
    """An entrant: whether it has checked in, is connected now, has withdrawn, or only fills in."""

    name: str
    kind: Kind
    seen: bool
    here: bool
    withdrawn: bool
    filler: bool


class DealRow(BaseModel):
    """A deal at a table: its match, and how it ended, by seat."""

    match_id: str
    room_id: str
    seats: list[str]
    points: list[int] | None
    ranks: list[int] | None


class TableRow(BaseModel):
    """A table of a round."""

    table: int
    entrants: list[str]
    attempt: int
    state: Literal["waiting", "playing", "played", "stopped"]
    stopped: str
    deals: list[DealRow]


class RoundRow(BaseModel):
    """A round; times are milliseconds UTC."""

    round: int
    began: int
    ended: int | None
    byes: list[str]
    absent: list[str]
    tables: list[TableRow]


class HistoryRow(BaseModel):
    """A decision: when, who (nobody: the server) and what."""

    at: int
    who: str
    what: str


class EventListRow(BaseModel):
    """An event as it is listed."""

    id: str
    name: str
    game: str
    format: EventFormat
    state: EventPhase
    round: int
    rounds: int
    entrants: int
    open: bool
    created: int
    start: str | None


class EventDetails(EventListRow):
    """An event; its standings are those of GET /api/tournaments/ID."""

    due: int | None
    waits: str
    """Why no new table opens at present, such as maintenance; it goes on by itself."""
    now: int
    settings: dict[str, Any]
    members: list[EntrantRow]
    played: list[RoundRow]
    ranking: list[str]
    history: list[HistoryRow]
    directs: bool


class EventList(BaseModel):
    """Events, newest first."""

    events: list[EventListRow]
