"""What was acknowledged outlives `kill -9`."""

from random import Random

import pytest

from tests.arena.store.killed_writer import FIRST_WORDS, kill_and_look

KILLS = 3


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_nothing_acknowledged_is_lost_by_a_kill(url: str) -> None:
    count, gone, wrong = kill_and_look(url, KILLS, Random(7))
    assert count >= FIRST_WORDS * KILLS
    assert gone == set()
    assert wrong == []
