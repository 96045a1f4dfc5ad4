"""Request and response models of moderation."""

from typing import Any

from pydantic import BaseModel, Field

from arena.api.endpoint import Body
from arena.table.spec import Phase


class Reason(Body):
    """The body of a ban, of a void match and of maintenance."""

    reason: str = Field(min_length=1, max_length=500)
    """Why; those whom it concerns may read it."""


class NewMessage(Body):
    """The body of POST /api/admin/accounts/NAME/messages."""

    text: str = Field(min_length=1, max_length=2000)


class NewAnnouncement(Body):
    """The body of POST /api/admin/announcement."""

    text: str = Field(min_length=1, max_length=500)
    until: int | None = Field(default=None, ge=0)
    """When it ends, in milliseconds UTC; if left out, when it is withdrawn."""


class AuditQuery(Body):
    """Which part of the audit table."""

    limit: int = Field(default=50, ge=1, le=200)
    before: str | None = Field(default=None, max_length=64)
    """The id of the last line seen."""


class AuditRow(BaseModel):
    """An act of moderation."""

    id: str
    created: int
    actor: str
    act: str
    target: str
    detail: dict[str, Any]


class AuditPage(BaseModel):
    """Acts of moderation, newest first; `next` is the next `before`, null at the end."""

    acts: list[AuditRow]
    next: str | None


class ConnectionRow(BaseModel):
    """A connected WebSocket; `seat` is null for a spectator, `room` empty before the join."""

    account: str
    name: str
    """The name at the table."""
    address: str | None
    room: str
    seat: int | None


class AdminRoom(BaseModel):
    """A room as moderators see it."""

    room_id: str
    game: str
    state: Phase
    players: list[str]
    spectators: int
    rated: bool
    match_id: str
    opener: str
    """The account that opened it, else an address; nothing for rooms of the server itself."""


class QueueRow(BaseModel):
    """A queue; `limit` 0 means that it has none."""

    name: str
    waiting: int
    limit: int


class BotFaults(BaseModel):
    """The faults of a player of the ladder."""

    name: str
    owner: str
    game: str
    games: int
    faults: int


class Storage(BaseModel):
    """The size of the store."""

    bytes: int
    matches: dict[str, int]
    """Matches by status."""
    archives: dict[str, int]
    """Bytes of submitted bots by owner, the largest first."""


class AccountRow(BaseModel):
    """An account; times are milliseconds UTC."""

    name: str
    role: str
    created: int
    revoked: int | None
    banned: int | None
    ban_reason: str


class Notices(BaseModel):
    """What everybody is told: an announcement, and why no new matches begin; empty if nothing."""

    announcement: str
    maintenance: str


class Overview(BaseModel):
    """The state of the server, for moderators."""

    problems: list[str]
    """What /health reports."""
    warnings: list[str]
    notices: Notices
    drained: bool
    """Whether nothing is played any more, so that the server can be stopped without waiting."""
    connections: list[ConnectionRow]
    rooms: list[AdminRoom]
    queues: list[QueueRow]
    faults: list[BotFaults]
    storage: Storage | None
    accounts: list[AccountRow]
    retired: list[str]
    """Retired bots, which can be restored."""
