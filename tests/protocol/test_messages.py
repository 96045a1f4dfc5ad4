"""What a server really sends is what the models and schemas say, no more and no less."""

import functools
from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from protocol.errors import CODES, SENTENCES
from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER, Message
from protocol.schema import schemas
from tests.protocol.frames import whole_match

LEVELS: Mapping[str, Mapping[str, type[Message]]] = {"flat": FLAT_SERVER, "full": FULL_SERVER}
NOT_SEEN = {
    "flat": set[str](),
    "full": {"step", "event", "seat_taken_over", "seat_returned", "closing"},
}
"""Types that only the level `events`, an event, a takeover or a stopping server shows."""
GAMES_OWN = {
    "state": {"attack_tile", "bonus_discards"},
    "discards": {"player1_discards", "player2_discards", "player3_discards"},
    "round_result": {
        "last_tile", "bonus_discards", "winner_hand", "winner_hand_size", "winner_discards",
    },
}  # fmt: skip
"""The flat keys that Tiger & Dragon adds."""


@functools.cache
def schema_of(level: str, kind: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schemas()[f"server_{level}"][kind])


async def test_every_frame_of_a_match_is_as_its_model_and_schema_say() -> None:
    heard = await whole_match()
    for level, frames in heard.items():
        models = LEVELS[level]
        assert {frame["type"] for frame in frames} == set(models) - NOT_SEEN[level]
        for frame in frames:
            kind = frame["type"]
            models[kind].model_validate(frame)
            schema_of(level, kind).validate(frame)
            assert set(frame) == set(models[kind].model_fields) | GAMES_OWN.get(kind, set())
    statuses = {frame["status"] for frame in heard["full"] if frame["type"] == "action_ack"}
    assert statuses == {"accepted", "rejected", "stale", "defaulted"}
    told = {frame["code"] for frame in heard["full"] if frame["type"] == "error"}
    assert told <= set(CODES)
    sentences = {sentence.message for sentence in SENTENCES}
    assert {f["message"] for fs in heard.values() for f in fs if f["type"] == "error"} <= sentences


async def test_the_full_level_begins_with_the_flat_keys_in_the_same_order() -> None:
    heard = await whole_match()
    for kind in FLAT_SERVER:
        flat, full = (
            next(list(frame) for frame in heard[level] if frame["type"] == kind) for level in LEVELS
        )
        assert full[: len(flat)] == flat


@pytest.mark.parametrize("group", ["client", "server_flat", "server_full"])
def test_every_schema_is_a_schema(group: str) -> None:
    for schema in schemas()[group].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_there_is_a_schema_for_every_message() -> None:
    found = schemas()
    assert list(found["client"]) == list(CLIENT)
    assert list(found["server_flat"]) == list(FLAT_SERVER)
    assert list(found["server_full"]) == list(FULL_SERVER)


def test_a_schema_refuses_what_its_model_refuses() -> None:
    good: dict[str, Any] = {"type": "game_over", "winner": 2, "scores": "10,4,6,2"}
    schema_of("flat", "game_over").validate(good)
    for bad in ({**good, "winner": "2"}, {**good, "type": "over"}, {"type": "game_over"}):
        assert not schema_of("flat", "game_over").is_valid(bad)
