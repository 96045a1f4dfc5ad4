"""Reading a player's action frame: what it means, before anything has changed."""

from dataclasses import dataclass
from typing import Any

from arena.match.match import Match, Request
from arena.table.seat import TableSeat
from protocol.errors import (
    GAME_OVER,
    MISSING_CHOICE,
    NOT_YOUR_TURN,
    STALE_ACTION,
    ProtocolError,
)


@dataclass(slots=True)
class Choice:
    """A choice for the open request; whether it is legal, the match says."""

    request: Request
    choice: str
    info: Any


@dataclass(slots=True)
class Crash:
    """The player reports that its bot failed instead of choosing."""

    request: Request
    reason: str


@dataclass(slots=True)
class TooLate:
    """An answer to a request that was already played by default."""

    choice: Any


@dataclass(slots=True)
class Unwanted:
    """An answer to a claim that others have decided meanwhile."""

    choice: Any


@dataclass(slots=True)
class Stale:
    """An answer to another request than the open one."""

    choice: Any
    error: ProtocolError


@dataclass(slots=True)
class Refused:
    """No answer; `fault` is noted in the log, unless it is empty."""

    error: ProtocolError
    fault: str = ""
    choice: Any = None
    legal: tuple[str, ...] = ()


Answer = Choice | Crash | TooLate | Unwanted | Stale | Refused


def read_answer(match: Match, seat: TableSeat, data: dict[str, Any], *, announced: bool) -> Answer:
    """Return what a seat's action frame means; the checks stand in the wire's order."""
    if match.over:
        return Refused(ProtocolError(GAME_OVER))
    choice, request_id = data.get("choice"), data.get("request_id")
    if seat.unwanted and request_id is None:
        return Unwanted(choice)
    if seat.late and request_id is None:
        return TooLate(choice)
    if seat.substitute is not None:
        detail = "a house bot plays this seat; join again to take it back"
        return Refused(ProtocolError(NOT_YOUR_TURN, detail))
    request = match.pending.get(seat.seat) if announced else None
    if request is None:
        error = ProtocolError(NOT_YOUR_TURN, f"seat {seat.seat} has nothing to decide now")
        return Refused(error, f"answered {choice!r} out of turn", choice)
    if request_id is not None and request_id != request.id:
        detail = f"request_id {request_id!r}; the open one is {request.id}"
        return Stale(choice, ProtocolError(STALE_ACTION, detail, flat=NOT_YOUR_TURN))
    if isinstance(fault := data.get("fault"), str):
        return Crash(request, fault[:300])
    if not isinstance(choice, str):
        error = ProtocolError(MISSING_CHOICE, "choice: expected a string")
        return Refused(error, "answered without a choice", choice, request.legal)
    return Choice(request, choice, data.get("info"))
