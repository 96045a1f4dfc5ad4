"""Races at games that are alike but not the same: rlcard's mahjong, and bridge of OpenSpiel.

Neither library has a game of ours. Both sides decide at random, and count decisions with a choice.
"""

from functools import partial
from random import Random
from types import ModuleType
from typing import Any

from arena.bench.rivals import Batch
from arena.local.tables import Tables, tables
from engine.rng import stream

TABLES = 64
STEPS = 100
"""Tables of ours that are stepped together, and steps of one batch."""
BRIDGE = "bridge(use_double_dummy_result=false)"
"""Bidding and thirteen tricks that are played out; by default a solver ends the hand instead."""


def encoded_mahjong(rlcard: ModuleType) -> tuple[Batch, Batch]:
    """Return riichi of ours and mahjong of rlcard, observation and mask for each decision."""
    ours = tables("riichi", TABLES, seed="bench")
    return partial(our_encoded, ours), partial(their_mahjong, rlcard.make("mahjong"))


def tricks(pyspiel: ModuleType) -> tuple[Batch, Batch]:
    """Return Texas 42 of ours and bridge of OpenSpiel: bids, then tricks, in partnerships."""
    ours = tables("texas42", TABLES, seed="bench")
    return partial(our_steps, ours), partial(their_bridge, pyspiel.load_game(BRIDGE))


def our_encoded(many: Tables, number: int) -> int:
    """Step many tables a hundred times, observations and masks written for each decision."""
    rng = stream(f"bench:{number}", "bot")
    decisions = 0
    for _ in range(STEPS):
        many.encoded()
        many.masks()
        decisions += _step(many, rng)
    return decisions


def our_steps(many: Tables, number: int) -> int:
    """Step many tables a hundred times."""
    rng = stream(f"bench:{number}", "bot")
    return sum(_step(many, rng) for _ in range(STEPS))


def _step(many: Tables, rng: Random) -> int:
    places = many.places
    decisions = sum([len(legal) > 1 for legal in places])
    many.step([rng.choice(legal) for legal in places])
    return decisions


def their_mahjong(env: Any, number: int) -> int:
    """Play one hand by rlcard; each step returns the next observation with its legal actions."""
    rng, decisions = Random(number), 0
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        decisions += len(legal) > 1
        state, _ = env.step(rng.choice(legal))
    return decisions


def their_bridge(game: Any, number: int) -> int:
    """Deal, bid and play one hand by OpenSpiel."""
    rng, decisions = Random(number), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        decisions += len(legal) > 1 and not state.is_chance_node()
        state.apply_action(rng.choice(legal))
    return decisions
