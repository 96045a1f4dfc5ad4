"""A model for every message, client's and server's; their JSON Schemas are made from these.

Incoming messages are read through these models; outgoing frames are built as plain objects for
speed, and tests hold them to the models.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from protocol.display_name import display_name

VERSION: Final = 1
Detail = Literal["flat", "full", "events"]
Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:@-]{1,64}$")]
DisplayName = Annotated[str, AfterValidator(display_name)]


class Message(BaseModel):
    """Base of all messages."""

    model_config = ConfigDict(frozen=True, strict=True)


# -- client to server


class Join(Message):
    """Take a seat, or watch if `role` is exactly "spectator"."""

    type: Literal["join"] = "join"
    room_id: Identifier
    player_id: Identifier
    role: str
    detail: Detail = "flat"
    token: str | None = Field(default=None, max_length=256)
    game: str | None = None
    bot: str | None = Field(default=None, max_length=64)
    display: DisplayName | None = None
    takeover: bool = False
    seat: int | None = Field(default=None, ge=0, le=63)
    view: Literal["public", "all"] = "public"
    pace: Literal["batched", "live"] = "batched"


class Action(Message):
    """Answer a request with one of its legal choices."""

    type: Literal["action"] = "action"
    choice: str
    request_id: int | None = None
    info: dict[str, Any] | None = None
    fault: str | None = None


class Ready(Message):
    """Loaded, and ready to play."""

    type: Literal["ready"] = "ready"
    ready: bool = True


class DiscardsRequest(Message):
    """Ask for this round's discards."""

    type: Literal["discards_request"] = "discards_request"
    room_id: str


class ConfirmRound(Message):
    """Go on to the next round, in rooms that ask."""

    type: Literal["confirm_round"] = "confirm_round"


class ChatSaid(Message):
    """Say something to the room."""

    type: Literal["chat"] = "chat"
    text: Annotated[str, StringConstraints(min_length=1, max_length=500)]


class Leave(Message):
    """Leave the room; the connection stays open."""

    type: Literal["leave"] = "leave"


class Undo(Message):
    """Take back your last decision, at an unrated table of house bots."""

    type: Literal["undo"] = "undo"


class Redo(Message):
    """Repeat the decision that was taken back last."""

    type: Literal["redo"] = "redo"


class Ping(Message):
    """Ask for a pong."""

    type: Literal["ping"] = "ping"


# -- server to client, flat level


class JoinAck(Message):
    """You have joined; seat -1 is a spectator."""

    type: Literal["join_ack"] = "join_ack"
    room_id: str
    player_id: str
    seat: int
    players: int


class State(Message):
    """The table as the receiver may know it; a game adds its own flat keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")

    type: Literal["state"] = "state"
    room_id: str
    turn: int
    phase: str
    current_player: int
    hand: str
    hand_sizes: str
    legal: str
    scores: str


class Step(Message):
    """What happened and what is asked, for players at the level `events`."""

    type: Literal["step"] = "step"
    room_id: str
    match_id: str
    seq: int
    events: list[dict[str, Any]]
    legal: list[str]
    request_id: int | None
    deadline_ms: int | None
    bank_ms: int | None


class Discards(Message):
    """This round's discards, one key `playerN_discards` per seat."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")

    type: Literal["discards"] = "discards"
    room_id: str
    player0_discards: str


class RoundResult(Message):
    """A round is over; a game adds its own flat keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")

    type: Literal["round_result"] = "round_result"
    winner: int
    round_points: int
    scores: str
    round: int


class GameOver(Message):
    """The match is over; a game may add its own flat keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")

    type: Literal["game_over"] = "game_over"
    winner: int
    scores: str


class Left(Message):
    """You have left the room; join another, or close the connection."""

    type: Literal["left"] = "left"
    room_id: str


class Error(Message):
    """A refused message; it has changed nothing."""

    type: Literal["error"] = "error"
    message: str


# -- server to client, full level


class SeatInfo(Message):
    """A seat and its player."""

    seat: int
    name: str
    display: str
    bot: str
    house: bool
    ready: bool
    connected: bool


class FullJoinAck(JoinAck):
    """The same, with everything a serious client wants to know."""

    protocol: int
    game: str
    config: dict[str, Any]
    variants: list[str | dict[str, Any]]
    token: str | None
    seed_hash: str | None
    time: dict[str, int] | None
    seats: list[SeatInfo]


class FullState(State):
    """The same, with the game's typed view and the events since the last frame."""

    match_id: str
    seq: int
    events: list[dict[str, Any]]
    view: dict[str, Any]
    request_id: int | None
    deadline_ms: int | None
    bank_ms: int | None


class ActionAck(Message):
    """The result of an answer."""

    type: Literal["action_ack"] = "action_ack"
    request_id: int | None
    status: Literal["accepted", "stale", "defaulted", "rejected"]
    reason: str
    elapsed_ms: int
    lag_ms: int


class FullRoundResult(RoundResult):
    """The same, with all winners, points by seat, places and the game's own result."""

    winner_seats: list[int]
    deltas: list[int]
    placements: list[int]
    result: dict[str, Any]


class FullGameOver(GameOver):
    """The same, with places, the seed of the published hash (null in a series), and last events."""

    deltas: list[int]
    placements: list[int]
    seed: str | None
    events: list[dict[str, Any]]


class FullError(Error):
    """The same, with a code, what was received and what was expected."""

    code: str
    detail: str


class SeatsChanged(Message):
    """Somebody came, left, got ready, was replaced or came back."""

    type: Literal[
        "player_joined",
        "player_left",
        "ready_changed",
        "seat_taken_over",
        "seat_returned",
    ]
    seats: list[SeatInfo]


class GameStarting(Message):
    """The match is about to begin; the hash binds the server to its seed."""

    type: Literal["game_starting"] = "game_starting"
    seats: list[SeatInfo]
    seed_hash: str | None


class EventNews(Message):
    """News of an event; with a `table`, a new match begins there."""

    type: Literal["event"] = "event"
    event_id: str
    name: str
    state: str
    round: int
    rounds: int
    table: str | None
    next_round_at: int | None


class Pong(Message):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


class Chat(Message):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    player_id: str
    text: str


class Closing(Message):
    """The server is about to stop."""

    type: Literal["closing"] = "closing"
    reason: str


CLIENT: Final[dict[str, type[Message]]] = {
    "join": Join,
    "action": Action,
    "ready": Ready,
    "discards_request": DiscardsRequest,
    "confirm_round": ConfirmRound,
    "chat": ChatSaid,
    "leave": Leave,
    "undo": Undo,
    "redo": Redo,
    "ping": Ping,
}
FLAT_SERVER: Final[dict[str, type[Message]]] = {
    "join_ack": JoinAck,
    "state": State,
    "discards": Discards,
    "round_result": RoundResult,
    "game_over": GameOver,
    "left": Left,
    "error": Error,
}
SEATS_CHANGED: Final = (
    "player_joined", "player_left", "ready_changed", "seat_taken_over", "seat_returned",
)  # fmt: skip
FULL_SERVER: Final[dict[str, type[Message]]] = {
    "join_ack": FullJoinAck,
    "state": FullState,
    "discards": Discards,
    "round_result": FullRoundResult,
    "game_over": FullGameOver,
    "left": Left,
    "error": FullError,
    "step": Step,
    "action_ack": ActionAck,
    **dict.fromkeys(SEATS_CHANGED, SeatsChanged),
    "game_starting": GameStarting,
    "event": EventNews,
    "pong": Pong,
    "chat": Chat,
    "closing": Closing,
}
