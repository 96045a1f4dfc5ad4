"""Moves that a variant makes by SYSTEM: in every phase of every game."""

from dataclasses import dataclass
from typing import Any

import pytest

from arena.plugins.manager import load_plugins
from engine.errors import VariantError
from engine.game import SYSTEM
from engine.testing import random_match
from engine.variants import Offers, Rules, Variant, changing, made_by

GAMES = load_plugins(entry_points=False).games


@dataclass(frozen=True, slots=True)
class Alien:
    """A move that no game knows."""

    choice: str = "alien"


def every_other(state: Any, offers: Offers) -> Offers:
    """At even turns the system makes the first move on offer, whoever would be asked."""
    if not offers or SYSTEM in offers or state.turn % 2:
        return offers
    return {SYSTEM: next(iter(offers.values()))[:1]}


def alien(state: Any, offers: Offers) -> Offers:  # noqa: ARG001
    return {SYSTEM: (Alien(),)} if offers else offers


def with_script(name: str, change: Any) -> Any:
    game = type(GAMES[name])()
    game.added_variants["script"] = Variant("script", "script", changing(change))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_the_system_makes_moves_of_seats_in_every_phase(name: str) -> None:
    game = with_script(name, every_other)
    phases: set[str] = set()
    for number in range(3):
        match = random_match(game, game.default_seats, f"s{number}", game.short, ["script"])
        for position, _ in match.play():
            for moves in position.auto:
                if made_by(moves):
                    assert made_by(moves) == {SYSTEM: "script"}
            phases.add(position.state.phase)
            assert all(seat != SYSTEM for seat in position.offers)
    assert len(phases) >= 2


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_the_game_does_not_know_names_the_variant(name: str) -> None:
    game = with_script(name, alien)
    match = random_match(game, game.default_seats, "s", game.short)
    rules = Rules(game, "script")
    asked = [position.state for position, _ in match.play() if position.offers][:60]
    assert asked
    for state in asked:
        offers = rules.legal(state)
        with pytest.raises(VariantError, match=f"script: {name} cannot make the system move"):
            rules._settle(state, offers, (), ())
