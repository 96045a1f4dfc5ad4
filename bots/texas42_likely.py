"""How well the hidden hands of an imagined deal of Texas 42 go with what was called."""

from functools import lru_cache
from typing import Final

from bots.texas42_play import best_declaration, tricks_with
from engine.game import Seat
from engine.texas42.model import State
from engine.texas42.moves import DECLARATIONS
from engine.texas42.tiles import INDEX, SEATS

REMEMBERED: Final = 50_000
OPENING: Final = 4.0
"""Tricks in sight from which on a hand is usually bid."""
POINTS_A_TRICK: Final = 5.0
"""How much higher a hand bids for every trick more."""
MOST_TRICKS: Final = 7.0


def surprise(world: State, seat: Seat) -> float:
    """By how many tricks the other hands differ from what their calls told; 0 is as expected."""
    dealt = dealt_hands(world)
    enough, bidder = OPENING, -1
    total = 0.0
    for token in world.history[: world.calls]:
        caller, call = int(token[0]), token[2:]
        if caller != seat:
            tricks = promised(dealt[caller])
            if call != "pass":
                total += max(0.0, OPENING - tricks)
            elif bidder != (caller + 2) % SEATS:  # who leaves it to his partner tells little
                total += max(0.0, tricks - enough)
        if call != "pass":
            bidder = caller
            points = int(call) - 29 if call.isdigit() else 13
            enough = min(MOST_TRICKS, OPENING + points / POINTS_A_TRICK)
    terms = world.contract
    if terms is not None and terms.declaration in DECLARATIONS and world.bidder != seat:
        hand = dealt[world.bidder]
        total += max(0.0, promised(hand) - tricks_with(hand, terms.declaration))
    return total


def dealt_hands(world: State) -> list[int]:
    """The hands before anything was played, as masks."""
    hands = list(world.hands)
    for token in world.history:
        tile = INDEX.get(token[2:])
        if tile is not None:
            hands[int(token[0])] |= 1 << tile
    return hands


@lru_cache(maxsize=REMEMBERED)
def promised(hand: int) -> float:
    """The tricks in sight with the best trumps."""
    return best_declaration(hand)[0]
