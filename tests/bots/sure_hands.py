"""Hands of Texas 42 that take every trick, whatever the others hold."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.rng import Deals
from engine.texas42 import Texas42
from engine.texas42.suits import Called, called_set
from engine.texas42.tiles import ALL, DOUBLES, HAND, HIGH, LOW, SEATS, WITH_PIP, members, names
from engine.variants import Rules

TEXAS42 = Texas42()


def sure_bids(count: int, seed: int) -> Iterator[tuple[Any, set[str]]]:
    """Calls with such a hand after one to three passes or none: two marks, the most on offer."""
    rules, rng = Rules(TEXAS42), Random(seed)
    for _ in range(count):
        seat = rng.randrange(SEATS)
        position = rules.start(TEXAS42.config({}), dealt(sure_hand(rng), seat, rng), SEATS)
        while position.state.current != seat:
            position = rules.apply(
                position.state, {position.state.current: position_pass(position)}
            )
        yield position.state, {"2m"}


def sure_trumps(count: int, seed: int) -> Iterator[tuple[Any, set[str]]]:
    """Declarations after two marks are bid, with those that take every trick for certain."""
    rules, rng, found = Rules(TEXAS42), Random(seed), 0
    while found < count:
        hand = sure_hand(rng)
        good = {f"t:{pip}" for pip in range(7) if takes_all(hand, pip)}
        good |= {"t:doubles"} if takes_all(hand, "doubles") else set()
        good |= {"t:no-trump"} if takes_all(hand, None) else set()
        if not good:
            continue
        position = rules.start(TEXAS42.config({}), dealt(hand, 0, rng), SEATS)
        while position.state.phase == "Bidding":
            seat = position.state.current
            offer = {move.choice: move for move in position.offers[seat]}
            position = rules.apply(position.state, {seat: offer["pass" if seat else "2m"]})
        found += 1
        yield position.state, good


def position_pass(position: Any) -> Any:
    """The pass that is on offer."""
    return position.offers[position.state.current][-1]


def dealt(hand: int, seat: int, rng: Random) -> Deals:
    """A deal in which a seat holds these dominoes."""
    rest = list(members(ALL & ~hand))
    rng.shuffle(rest)
    hands = [sum(1 << tile for tile in rest[HAND * n : HAND * n + HAND]) for n in range(SEATS - 1)]
    hands.insert(seat, hand)
    return Deals.given([{"hands": [names(one) for one in hands]}], then="repeat")


def sure_hand(rng: Random) -> int:
    """Many of the highest trumps of a suit, the rest mostly doubles, until it takes all tricks."""
    while True:
        pip = rng.randrange(7)
        trumps = sorted(members(WITH_PIP[pip]), key=lambda tile: -rank(tile, pip))
        hand = sum(1 << tile for tile in trumps[: rng.randint(4, 6)])
        likely = list(members(DOUBLES & ~hand)) * 3 + list(members(ALL & ~hand))
        while hand.bit_count() < HAND:
            hand |= 1 << rng.choice(likely)
        if takes_all(hand, pip):
            return hand


def takes_all(hand: int, called: Called) -> bool:
    """Whether a hand on lead takes every trick with these trumps, whoever holds the others.

    Its highest trumps must be as many as the others have in all: leading them draws those. Then
    a domino is safe to lead if whatever would beat it is in the same hand.
    """
    trumps = called_set(called)
    out = (trumps & ~hand).bit_count()
    ranked = sorted(members(trumps), key=lambda tile: -trump_rank(tile, called))
    top = next((n for n, tile in enumerate(ranked) if not hand >> tile & 1), len(ranked))
    if top < out:
        return False
    return all(safe_to_lead(tile, hand, trumps) for tile in members(hand & ~trumps))


def safe_to_lead(tile: int, hand: int, trumps: int) -> bool:
    """Whether a domino that is no trump cannot be beaten once the trumps are gone."""
    suit = HIGH[tile]
    above = [
        other
        for other in members(WITH_PIP[suit] & ~trumps & ~hand)
        if rank(other, suit) > rank(tile, suit)
    ]
    return not above


def rank(tile: int, pip: int) -> int:
    """The rank of a domino in the suit of one of its pips: the double, then by the other end."""
    return 7 if HIGH[tile] == LOW[tile] else HIGH[tile] + LOW[tile] - pip


def trump_rank(tile: int, called: Called) -> int:
    """The rank of a domino among the trumps."""
    return rank(tile, called) if isinstance(called, int) else HIGH[tile]
