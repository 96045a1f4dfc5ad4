"""Every error: a code, one fixed sentence, and the frames that carry it."""

import pytest

from protocol.errors import (
    CODES,
    MISSING_JOIN_FIELDS,
    NOT_YOUR_TURN,
    SENTENCES,
    STALE_ACTION,
    ProtocolError,
)
from protocol.messages import Error, FullError

FIRST_SERVER = {
    "missing type": "invalid_message",
    "unknown type": "unknown_type",
    "missing join fields": "missing_field",
    "missing choice": "missing_field",
    "missing room_id": "missing_field",
    "room full": "room_full",
    "game not started": "game_not_started",
    "match over": "game_over",
    "spectator cannot act": "not_allowed",
    "not your turn": "not_your_turn",
    "invalid choice": "illegal_action",
    "illegal action": "illegal_action",
}
"""Clients compare these sentences, so they never change."""


def test_every_code_has_a_sentence_and_no_sentence_comes_twice() -> None:
    assert {sentence.code for sentence in SENTENCES} == set(CODES)
    messages = [sentence.message for sentence in SENTENCES]
    assert len(set(messages)) == len(messages)


@pytest.mark.parametrize(("message", "code"), FIRST_SERVER.items())
def test_the_first_servers_sentences_have_their_codes(message: str, code: str) -> None:
    assert (message, code) in {(sentence.message, sentence.code) for sentence in SENTENCES}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.message)
def test_error_frames_are_as_their_models(sentence: object) -> None:
    assert isinstance(sentence, type(NOT_YOUR_TURN))
    error = ProtocolError(sentence, "because")
    assert list(error.as_flat()) == list(Error.model_fields)
    assert list(error.as_full()) == list(FullError.model_fields)
    assert Error.model_validate(error.as_flat()).message == sentence.message
    assert FullError.model_validate(error.as_full()).code == sentence.code


def test_a_flat_client_is_told_the_first_servers_sentence() -> None:
    error = ProtocolError(STALE_ACTION, "request_id 3", flat=NOT_YOUR_TURN)
    assert error.as_flat()["message"] == "not your turn"
    assert error.as_full()["message"] == STALE_ACTION.message
    assert error.as_full()["detail"] == "request_id 3"


def test_an_error_reads_as_its_sentence_and_detail() -> None:
    assert str(ProtocolError(MISSING_JOIN_FIELDS)) == "missing join fields"
    assert str(ProtocolError(MISSING_JOIN_FIELDS, "role")) == "missing join fields: role"
