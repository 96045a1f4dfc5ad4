"""Rounds played out to their end in imagination, many in one call; compiled with the rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.game import Seat
from engine.variants import Rules

Play = Callable[[Any, Seat, Sequence[Any]], Any]
"""A player of playouts: from a state, a seat and its offer to one of the moves."""
Beginning = tuple[Any, Mapping[Seat, Any]]
"""A state, and the moves to begin with."""
MOST_STEPS: Final = 1000
"""Steps after which a playout that has not come to the end of its round counts for nothing."""


def play_rounds(rules: Rules, beginnings: Sequence[Beginning], play: Play) -> list[Sequence[int]]:
    """Return the scores at the end of the round that each beginning leads to; empty if to none."""
    return [_scores(rules, state, moves, play) for state, moves in beginnings]


def _scores(rules: Rules, state: Any, moves: Mapping[Seat, Any], play: Play) -> Sequence[int]:
    for _ in range(MOST_STEPS):
        position = rules.apply(state, moves)
        if position.results:
            return position.results[0].scores
        state = position.state
        moves = answers(state, position.offers, play)
    return ()


def answers(state: Any, offers: Mapping[Seat, Sequence[Any]], play: Play) -> dict[Seat, Any]:
    """Return everybody's move."""
    found: dict[Seat, Any] = {}
    for seat, offer in offers.items():
        found[seat] = offer[0] if len(offer) == 1 else play(state, seat, offer)
    return found
