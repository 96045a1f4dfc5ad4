"""A few of the positions of `make tactics`."""

import pytest

from bots.texas42_endgame import can_make
from engine.variants import Rules
from tests.bots.sure_hands import TEXAS42, sure_trumps
from tests.tactics import KINDS

SOME = 12
MORE = {"ends, goita-search": 40}
"""Kinds of which a bot that solves nothing would find the first twelve."""


@pytest.mark.parametrize("what", KINDS)
def test_searches_find_what_is_known_to_be_best(what: str) -> None:
    count = MORE.get(what, SOME)
    assert KINDS[what](count) == (count, count)


def test_hands_that_are_called_sure_take_every_trick() -> None:
    rules = Rules(TEXAS42)
    for state, good in sure_trumps(SOME, seed=4):
        for move in rules.legal(state)[state.current]:
            if move.choice in good:
                assert can_make(rules.apply(state, {state.current: move}).state)
