"""The teaching game: its few rules, and that it plugs in from outside."""

from pathlib import Path
from typing import Any

import pytest

import arena
from arena.plugins.manager import load_plugins
from engine.errors import ConfigError, DealError
from engine.game import FULL, PUBLIC, Event, Outcome, Step, Viewer
from engine.rng import Deals
from engine.testing import count_lines
from examples import higher_card
from examples.higher_card import FOLD, STAY, Dealt, HigherCard, Shown, State

GAME = HigherCard()
FILE = Path(higher_card.__file__)


def table(cards: str, **config: Any) -> State:
    return GAME.start(GAME.config(config), Deals.given([cards], "7"), len(cards)).state


def say(state: State, words: str) -> Step[State, Event]:
    """A round in which `s` stays and `f` folds, by seat."""
    moves = {seat: STAY if word == "s" else FOLD for seat, word in enumerate(words)}
    return GAME.apply(state, moves)


@pytest.mark.parametrize(
    ("words", "points", "winner"),
    [
        ("sss", (-1, 2, -1), 1),
        ("sfs", (1, 0, -1), 0),
        ("fsf", (0, 0, 0), 1),
        ("fff", (0, 0, 0), -1),
    ],
    ids=["all stay", "the best folds", "one stays", "nobody stays"],
)
def test_highest_of_those_who_stay_takes_a_point_from_each(
    words: str, points: tuple[int, ...], winner: int
) -> None:
    step = say(table("473"), words)
    assert step.state.scores == points
    assert step.result is not None
    assert step.result.winners == ((winner,) if winner >= 0 else ())


def test_only_cards_of_those_who_stay_are_shown() -> None:
    assert say(table("473"), "sfs").events[0] == Shown(("4", "", "3"), 0)


def test_everybody_is_asked_together_and_folds_by_default() -> None:
    state = table("473")
    assert GAME.asking(state) == "together"
    assert set(GAME.choices(state)) == {0, 1, 2}
    assert GAME.default(state, 1) is FOLD


def test_match_ends_after_its_rounds() -> None:
    state = say(table("473", rounds=1), "sss").state
    assert GAME.choices(state) == {}
    assert GAME.outcome(state) == Outcome((-1, 2, -1), (2, 1, 2))
    assert say(table("473", rounds=2), "sss").state.round == 2


def test_card_is_seen_by_its_owner_alone() -> None:
    state = table("473")
    assert GAME.view(state, Viewer.player(1))["cards"] == [None, "7", None]
    assert GAME.view(state, PUBLIC)["cards"] == [None, None, None]
    assert GAME.view(state, FULL)["cards"] == ["4", "7", "3"]
    assert Dealt(1, "7").seen_by(Viewer.player(0)) == Dealt(1, None)


@pytest.mark.parametrize("cards", ["47", "4733", "443", "47x"])
def test_deal_that_does_not_fit_is_refused(cards: str) -> None:
    with pytest.raises(DealError, match="expected one card a seat"):
        GAME.start(GAME.config(), Deals.given([cards]), 3)


def test_number_of_rounds_is_checked() -> None:
    with pytest.raises(ConfigError, match="rounds"):
        GAME.config({"rounds": 0})


def test_number_of_lines_counts_joint_moves() -> None:
    assert [count_lines(GAME, table("473", rounds=2), depth) for depth in range(4)] == [
        1,
        8,
        64,
        64,
    ]


def test_plugs_in_from_outside_and_is_played_by_any_bot() -> None:
    plugins = load_plugins([FILE], entry_points=False)
    assert plugins.game("higher_card").title == "Higher Card"
    result = arena.play(plugins.game("higher_card"), ["random", "first", "random"], seed=7)
    assert result.steps == 5
    assert sum(result.outcome.points) == 0
