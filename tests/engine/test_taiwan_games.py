"""Whole games of greedy players: tiles, hand sizes, the live wall and payments at every step."""

from collections.abc import Callable

import pytest

from engine.game import Event
from engine.taiwan.events import RoundEnded
from engine.taiwan.model import State
from tests import soak_taiwan
from tests.engine.taiwan_table import table
from tests.soak_taiwan import Soak

GAMES, PARTS = 300, 4


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_every_step_of_a_short_game_keeps_the_invariants(
    part: int, tries: Callable[[int], int]
) -> None:
    soak = Soak()
    for number in range(part, tries(GAMES), PARTS):
        soak.play(number, circles=1, preset=("assoc", "gamesofa", "plan")[number // PARTS % 3])
    assert soak.violations == 0
    assert soak.games == tries(GAMES) // PARTS
    assert soak.hands == soak.wins + soak.draws


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {"draws": "streams"},
        {"replacement_pool": "reserve"},
        {"multi_win": True, "passed_win": "none"},
        {"flower_win": "bonus", "migi": True},
        {"flower_win": "combined", "seat_wind": "kaimen"},
        {"flower_win": "optional", "passed_win": "until_non_wait_discard"},
        {"min_tai": 2, "passed_win": "ron_only", "reserve_plus_per_kong": 1},
    ],
    ids=str,
)
def test_the_options_keep_the_invariants(options: dict[str, object]) -> None:
    soak = Soak()
    for number in range(4):
        soak.play(number, circles=1, **options)
    assert soak.violations == 0


def test_the_soak_sums_up_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_taiwan.main(2) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("taiwan: 2 games, ")
    assert last.endswith(" draws, 0 violations")


def test_the_soak_names_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    soak = Soak()
    state = State(table())
    state.head += 1
    soak.look(5, state, ())
    unfair: tuple[Event, ...] = (RoundEnded(1, "discard", (3, -2, 0, 0), (3, -2, 0, 0)),)
    soak.look(6, table(), unfair)
    state = State(table())
    state.scores = (1, 0, 0, 0)
    soak.look(7, state, ())
    out = capsys.readouterr().out
    assert soak.violations == 3
    assert "game 5: hand 1 turn 1: not as often there as they exist" in out
    assert "game 6: RoundEnded" in out
    assert "scores add up to 1" in out
