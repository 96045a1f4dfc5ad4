"""Frames to objects and back: one JSON object a frame, no spaces, keys in the order given."""

from typing import Any, Final, TypeVar

import orjson
from pydantic import ValidationError

from protocol.errors import (
    BAD_FIELD,
    BAD_ID,
    MISSING_JOIN_FIELDS,
    MISSING_TYPE,
    UNKNOWN_TYPE,
    ProtocolError,
)
from protocol.messages import CLIENT, Join, Message

M = TypeVar("M", bound=Message)
SHOWN: Final = 80
"""Characters of a bad frame that are quoted back."""

encode = orjson.dumps


def decode(frame: bytes | str) -> dict[str, Any]:
    """The object in a client's frame, its `type` known; a ProtocolError says what is wrong."""
    try:
        data = orjson.loads(frame)
    except orjson.JSONDecodeError as error:
        raise ProtocolError(MISSING_TYPE, f"not JSON ({error}): {quoted(frame)}") from None
    if not isinstance(data, dict):
        raise ProtocolError(MISSING_TYPE, f"expected a JSON object, got {quoted(frame)}")
    kind = data.get("type")
    if not isinstance(kind, str):
        raise ProtocolError(MISSING_TYPE, f"expected a string `type`, got {quoted(frame)}")
    if kind not in CLIENT:
        raise ProtocolError(UNKNOWN_TYPE, f"{kind[:SHOWN]!r}; known: {', '.join(CLIENT)}")
    return data


def quoted(frame: bytes | str) -> str:
    """The beginning of a frame, fit to be shown."""
    text = frame.decode("utf-8", "replace") if isinstance(frame, bytes) else frame
    return repr(text[:SHOWN]) + ("..." if len(text) > SHOWN else "")


def read(model: type[M], data: dict[str, Any]) -> M:
    """A message of this kind; a ProtocolError names the first field that does not fit."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ProtocolError(BAD_FIELD, first_problem(error)) from None


def read_join(data: dict[str, Any]) -> Join:
    """Return a join; a missing field and a malformed one are different errors."""
    for name in ("room_id", "player_id", "role"):
        if not isinstance(data.get(name), str):
            raise ProtocolError(MISSING_JOIN_FIELDS, f"{name}: expected a string")
    try:
        return Join.model_validate(data)
    except ValidationError as error:
        bad_id = error.errors()[0]["loc"][0] in ("room_id", "player_id")
        sentence = BAD_ID if bad_id else BAD_FIELD
        raise ProtocolError(sentence, first_problem(error)) from None


def first_problem(error: ValidationError) -> str:
    """The first complaint of a failed validation, as `field: what was expected`."""
    problem = error.errors()[0]
    where = ".".join(map(str, problem["loc"]))
    return f"{where}: {problem['msg'].removeprefix('Value error, ')}"
