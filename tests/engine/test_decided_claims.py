"""A claim step is decided exactly when no awaited answer can change what comes of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from engine.game import FULL, AnyGame, Seat
from engine.riichi import Riichi
from engine.rng import Deals
from engine.sichuan import Sichuan
from engine.taiwan import Taiwan

Moves = Mapping[Seat, Any]
CASES = [
    (Riichi(), {"multi_ron": "double"}, 15),
    (Riichi(), {"multi_ron": "headbump"}, 15),
    (Taiwan(), {"multi_win": False}, 4),
    (Taiwan(), {"multi_win": True, "passed_pong": True}, 4),
    (Sichuan(), {}, 150),
]


def claims(game: AnyGame, options: Mapping[str, Any], matches: int) -> Iterator[tuple[Any, Any]]:
    """Yield the claim steps of random matches in which several seats can claim."""
    for number in range(matches):
        rng = Random(number)
        state = game.start(game.config(options), Deals.seed(number), 4).state
        while offers := game.choices(state):
            able = {seat: offer for seat, offer in offers.items() if len(offer) > 1}
            if game.asking(state) == "claim" and len(able) > 1:
                yield state, offers
            moves = {seat: rng.choice(offer) for seat, offer in offers.items()}
            state = game.apply(state, moves).state


def outcome(game: AnyGame, state: Any, moves: Moves) -> tuple[Any, ...]:
    """Return everything that can be told of the step these moves lead to."""
    step = game.apply(state, moves)
    return step.events, step.result, game.view(step.state, FULL), game.choices(step.state)


@pytest.mark.parametrize(("game", "options", "matches"), CASES)
def test_a_claim_step_is_decided_when_nothing_that_is_awaited_matters(
    game: AnyGame, options: Mapping[str, Any], matches: int
) -> None:
    found: Counter[bool] = Counter()
    for state, offers in claims(game, options, matches):
        able = [seat for seat, offer in offers.items() if len(offer) > 1]
        passes = {seat: game.default(state, seat) for seat in offers}
        for count in range(1, len(able)):
            for answered in combinations(able, count):
                awaited = [seat for seat in able if seat not in answered]
                for made in product(*(offers[seat] for seat in answered)):
                    moves = {**passes, **dict(zip(answered, made, strict=True))}
                    known = {seat: m for seat, m in moves.items() if seat not in awaited}
                    open_offers = {seat: offers[seat] for seat in awaited}
                    decided = game.decided(state, known, open_offers)
                    ends = [
                        outcome(game, state, {**moves, **dict(zip(awaited, rest, strict=True))})
                        for rest in product(*open_offers.values())
                    ]
                    assert decided == all(end == ends[0] for end in ends), (moves, awaited)
                    found[decided] += 1
    assert found[True] > 1
    assert found[False] > 1
