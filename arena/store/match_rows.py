"""A match on its way into a store, and as it comes out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from arena.match.ladder_name import ladder_name
from arena.match.log import dump, header_line
from arena.store.database import now_ms
from arena.store.players import Seated, StoredPlayer

if TYPE_CHECKING:
    from arena.match.match import Match

Status = Literal["running", "finished", "void", "broken"]
"""Where a match stands; a broken one cannot be resumed and is kept for its operator to look at."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match as it is kept before its first move is told."""

    match_id: str
    room_id: str
    game: str
    game_version: int
    header: str
    """The log's first line."""
    deals: dict[str, Any]
    """Secret until the match is over."""
    seats: Sequence[Seated]
    rated: bool = False
    room: dict[str, Any] | None = None
    """Whatever the room needs to stand up again after a crash; dropped when the match is over."""
    kind: str = "room"
    """What it belongs to: room, ladder, challenge or tournament."""
    tournament_id: str | None = None
    created: int = field(default_factory=now_ms)

    @property
    def ladder(self) -> str | None:
        """The ladder in which a rated match counts."""
        return ladder_name(json.loads(self.header)) if self.rated else None

    @classmethod
    def of(
        cls,
        match: "Match",
        *,
        room_id: str,
        seats: Sequence[Seated] = (),
        rated: bool = False,
        room: dict[str, Any] | None = None,
        kind: str = "room",
        tournament_id: str | None = None,
    ) -> "NewMatch":
        """A match about to begin; without `seats`, its players by name alone."""
        head = match.header
        seated = seats or [Seated(name) for name in head.players]
        return cls(
            head.match_id, room_id, head.game, head.game_version, dump(header_line(match)),
            match.deals.as_json(), seated, rated, room, kind, tournament_id,
        )  # fmt: skip

    @classmethod
    def of_log(
        cls, lines: Sequence[str], *, room_id: str, seats: Sequence[Seated], kind: str
    ) -> "NewMatch":
        """A match that is over, by its log."""
        head, result = json.loads(lines[0]), json.loads(lines[-1])
        return cls(
            head["match_id"], room_id, head["game"], head["game_version"], lines[0],
            result["deals"], seats, kind=kind,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as lists show it: everything but its moves and its secrets."""

    match_id: str
    room_id: str
    kind: str
    game: str
    game_version: int
    status: Status
    rated: bool
    created: int
    finished: int | None
    header: dict[str, Any]
    result: dict[str, Any] | None
    """The log's last line: `result`, `deals` and `steps`."""
    reason: str | None
    """Why it is void or broken."""
    tournament_id: str | None
    players: Sequence[StoredPlayer]

    @property
    def cursor(self) -> str:
        """Given as `before`, the list goes on after this match."""
        return f"{self.created}-{self.match_id}"


class Placed(NamedTuple):
    """A player of a finished match: who, and where it came in."""

    identity: str
    bot_version: int | None
    rank: int | None


class Finish(NamedTuple):
    """A finished match as ratings read it, by the thousand: who finished where, and when."""

    match_id: str
    finished: int
    players: list[Placed]


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match that was not over when the server stopped, with all it takes to go on."""

    match: StoredMatch
    deals: dict[str, Any]
    room: dict[str, Any] | None
    lines: Sequence[str]
    """The steps' lines in order; the first is step 0 if the rules moved before anybody."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches a list shows; what is None does not matter."""

    game: str | None = None
    status: Status | None = None
    rated: bool | None = None
    kind: str | None = None
    room_id: str | None = None
    tournament_id: str | None = None
    player: str | None = None
    """A name at the table."""
    owner: int | None = None
    identity: str | None = None
