"""Every error a peer can be told: its code, its fixed sentence, and the exception that carries it.

The short sentences are those of the first server; clients compare them, so they never change.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

Code = Literal[
    "invalid_message",
    "unknown_type",
    "missing_field",
    "room_not_found",
    "room_full",
    "room_running",
    "name_taken",
    "already_joined",
    "not_joined",
    "game_not_started",
    "game_over",
    "not_your_turn",
    "illegal_action",
    "stale_action",
    "not_allowed",
    "unauthorized",
    "rate_limited",
    "too_large",
    "server_closing",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One fixed sentence and the code it belongs to."""

    code: Code
    message: str


MISSING_TYPE: Final = Sentence("invalid_message", "missing type")
BAD_ID: Final = Sentence("invalid_message", "ids are 1 to 64 characters of A-Za-z0-9._:@-")
BAD_FIELD: Final = Sentence("invalid_message", "a field has the wrong type or size")
UNKNOWN_TYPE: Final = Sentence("unknown_type", "unknown type")
MISSING_JOIN_FIELDS: Final = Sentence("missing_field", "missing join fields")
MISSING_CHOICE: Final = Sentence("missing_field", "missing choice")
MISSING_ROOM_ID: Final = Sentence("missing_field", "missing room_id")
ROOM_NOT_FOUND: Final = Sentence("room_not_found", "room not found")
ROOM_FULL: Final = Sentence("room_full", "room full")
ROOM_RUNNING: Final = Sentence("room_running", "the match in this room has begun")
NAME_TAKEN: Final = Sentence("name_taken", "this player_id belongs to another token")
ALREADY_JOINED: Final = Sentence("already_joined", "this connection has joined another room")
NOT_JOINED: Final = Sentence("not_joined", "join a room first")
GAME_NOT_STARTED: Final = Sentence("game_not_started", "game not started")
GAME_OVER: Final = Sentence("game_over", "match over")
MATCH_VOID: Final = Sentence("game_over", "the match ended without a result")
NOT_YOUR_TURN: Final = Sentence("not_your_turn", "not your turn")
INVALID_CHOICE: Final = Sentence("illegal_action", "invalid choice")
ILLEGAL_ACTION: Final = Sentence("illegal_action", "illegal action")
STALE_ACTION: Final = Sentence("stale_action", "this answer came after its request was closed")
TAKEN_OVER: Final = Sentence(
    "not_allowed", "a house bot plays your seat; send join again to take it back"
)
SPECTATOR_CANNOT_ACT: Final = Sentence("not_allowed", "spectator cannot act")
NOT_ALLOWED: Final = Sentence("not_allowed", "this is not allowed here")
NO_CAPACITY: Final = Sentence("not_allowed", "the server is full; try again later")
UNAUTHORIZED: Final = Sentence("unauthorized", "a valid token is needed")
RATE_LIMITED: Final = Sentence("rate_limited", "too many messages; slow down")
TOO_LARGE: Final = Sentence("too_large", "the frame is too large")
SERVER_CLOSING: Final = Sentence("server_closing", "the server is closing")

SENTENCES: Final = tuple(value for value in list(globals().values()) if isinstance(value, Sentence))


class ProtocolError(Exception):
    """Something a peer sent cannot be taken; it goes back to that peer alone."""

    def __init__(self, sentence: Sentence, detail: str = "", flat: Sentence | None = None) -> None:
        super().__init__(f"{sentence.message}: {detail}" if detail else sentence.message)
        self.sentence = sentence
        self.detail = detail
        self.flat = flat or sentence
        """What a flat client is told, where the first server had its own sentence for it."""

    def as_flat(self) -> dict[str, Any]:
        """The error frame of the flat level."""
        return {"type": "error", "message": self.flat.message}

    def as_full(self) -> dict[str, Any]:
        """The error frame of the full level."""
        return {
            "type": "error",
            "message": self.sentence.message,
            "code": self.sentence.code,
            "detail": self.detail,
        }
