"""Worlds of Tiger & Dragon: who passed hardly holds an answer."""

from collections import Counter
from random import Random

import pytest

from bots import tigerdragon_likely
from bots.tigerdragon_likely import believe_passes, lacked
from engine.game import Viewer
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.model import State
from engine.tigerdragon.tiles import COPIES
from engine.variants import Rules

GAME = TigerDragon()
CONFIG = GAME.config({})


def test_a_pass_denies_the_number_and_its_wild_tile() -> None:
    history = ("08A", "1pass", "2pass", "38D", "37A", "0pass")
    assert lacked(history, 4, wild_answerable=True) == ["7D", "8T", "8T", ""]


def test_who_lays_the_tile_later_had_passed_by_choice() -> None:
    history = ("08A", "1pass", "2pass", "3pass", "0B", "02A", "1TD", "18A")
    assert lacked(history, 4, wild_answerable=True) == ["", "", "8T", "8T"]


def passed_attack() -> State:
    """The first position of some deal after six passes of seats that had no answer."""
    for seed in range(100):
        position = Rules(GAME).start(CONFIG, Deals.seed(seed), 4)
        while not position.results:
            state: State = position.state
            if sum(token[1:] == "pass" for token in state.history) >= 6:
                return state
            ((seat, offer),) = position.offers.items()
            position = Rules(GAME).apply(state, {seat: offer[0]})  # passing is offered last
    raise AssertionError("nobody passes")


def test_imagined_hands_lack_what_was_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tigerdragon_likely, "TRUSTED", 1.0)
    state = passed_attack()
    seat = state.attacker
    view = GAME.view(state, Viewer.player(seat))
    lacking = lacked(state.history, 4, wild_answerable=True)
    surprised = 0
    for number in range(50):
        world = GAME.imagine(CONFIG, view, Random(number))
        surprised += any(tile in lacking[s] for s in range(4) for tile in world.hands[s])
        believe_passes(world, seat, Random(number), aside=True)
        assert not any(tile in lacking[s] for s in range(4) for tile in world.hands[s])
        assert world.hands[seat] == state.hands[seat]
        laid = [token[1] for token in world.history if len(token) == 3]
        tiles = Counter("".join([*world.hands, *world.face_down, world.set_aside, *laid]))
        assert tiles == COPIES
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
    assert surprised > 0  # else nothing was tested


def test_in_a_few_worlds_anybody_may_have_passed_by_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tigerdragon_likely, "TRUSTED", 0.0)
    state = passed_attack()
    view = GAME.view(state, Viewer.player(state.attacker))
    world, same = (GAME.imagine(CONFIG, view, Random(1)) for _ in range(2))
    believe_passes(world, state.attacker, Random(1), aside=True)
    assert (world.hands, world.set_aside) == (same.hands, same.set_aside)
