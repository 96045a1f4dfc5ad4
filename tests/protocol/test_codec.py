"""Frames to objects and back, whatever a peer sends."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import SHOWN, decode, encode, quoted, read, read_join
from protocol.errors import ProtocolError
from protocol.messages import CLIENT, Action, ChatSaid, Join

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ids = st.from_regex(r"\A[A-Za-z0-9._:@-]{1,64}\Z")
JOIN: dict[str, Any] = {"type": "join", "room_id": "r", "player_id": "p", "role": "player"}


def refusal(data: object) -> ProtocolError:
    """Why an object is no join."""
    with pytest.raises(ProtocolError) as caught:
        read_join(data)  # type: ignore[arg-type]  # that is the point
    return caught.value


@given(st.sampled_from(sorted(CLIENT)), st.dictionaries(st.text(), values, max_size=4))
def test_an_object_survives_the_wire(kind: str, keys: dict[str, Any]) -> None:
    message = {**keys, "type": kind}
    frame = encode(message)
    assert decode(frame) == decode(frame.decode()) == message
    assert list(decode(frame)) == list(message)
    assert frame == json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_frame_is_an_object_of_a_known_type_or_refused(frame: bytes | str) -> None:
    refused: ProtocolError | None = None
    data: dict[str, Any] = {}
    try:
        data = decode(frame)
    except ProtocolError as error:
        refused = error
    if refused is None:
        assert data["type"] in CLIENT
    else:
        assert refused.sentence.code in ("invalid_message", "unknown_type")
        assert len(refused.detail) < 20 * SHOWN


@pytest.mark.parametrize(
    ("frame", "message", "detail"),
    [
        ("{", "missing type", "not JSON"),
        ("[]", "missing type", "expected a JSON object"),
        ("7", "missing type", "expected a JSON object"),
        ("{}", "missing type", "expected a string `type`"),
        ('{"type":7}', "missing type", "expected a string `type`"),
        ('{"type":"dance"}', "unknown type", "'dance'; known: join, action"),
        (b'\xff{"type":"join"}', "missing type", "not JSON"),
    ],
)
def test_a_bad_frame_is_told_what_is_wrong(frame: bytes | str, message: str, detail: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        decode(frame)
    assert caught.value.sentence.message == message
    assert detail in caught.value.detail


@given(st.text() | st.binary())
def test_what_is_quoted_is_short_and_printable(frame: bytes | str) -> None:
    shown = quoted(frame)
    assert shown.isprintable()
    assert len(shown) < 11 * SHOWN
    text = frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
    assert shown.endswith("...") == (len(text) > SHOWN)


@given(ids, ids, st.text())
def test_any_good_ids_and_role_make_a_join(room_id: str, player_id: str, role: str) -> None:
    join = read_join({**JOIN, "room_id": room_id, "player_id": player_id, "role": role, "x": 1})
    assert (join.room_id, join.player_id, join.role) == (room_id, player_id, role)
    assert (join.detail, join.token, join.game, join.takeover) == ("flat", None, None, False)


@pytest.mark.parametrize("missing", ["room_id", "player_id", "role"])
@pytest.mark.parametrize("value", [None, 7, ["p"]])
def test_a_join_without_its_fields_names_the_first_one(missing: str, value: Any) -> None:
    error = refusal({**JOIN, missing: value})
    assert error.sentence.message == error.flat.message == "missing join fields"
    assert error.detail == f"{missing}: expected a string"


@pytest.mark.parametrize("bad", ["", "a b", "ä", "x" * 65, "p\n"])
@pytest.mark.parametrize("name", ["room_id", "player_id"])
def test_a_bad_id_is_told_as_such(name: str, bad: str) -> None:
    error = refusal({**JOIN, name: bad})
    assert error.sentence.code == "invalid_message"
    assert error.sentence.message == "ids are 1 to 64 characters of A-Za-z0-9._:@-"
    assert error.flat is error.sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("detail", "much"),
        ("token", 7),
        ("token", "x" * 257),
        ("bot", "x" * 65),
        ("takeover", "yes"),
    ],
)
def test_a_bad_option_of_a_join_is_named(name: str, value: Any) -> None:
    error = refusal({**JOIN, name: value})
    assert error.sentence.message == "a field has the wrong type or size"
    assert error.detail.startswith(f"{name}: ")


def test_a_message_is_read_strictly() -> None:
    assert read(Action, {"type": "action", "choice": "7", "x": 1}) == Action(choice="7")
    with pytest.raises(ProtocolError, match=r"^a field has the wrong .*: choice: "):
        read(Action, {"type": "action", "choice": 7})
    with pytest.raises(ProtocolError, match="text: "):
        read(ChatSaid, {"type": "chat", "text": ""})


def test_messages_are_values() -> None:
    assert Join(**JOIN) == Join(**JOIN)
    assert hash(Join(**JOIN)) == hash(Join(**JOIN))
