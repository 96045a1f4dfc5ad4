"""Variants that serve every mahjong."""

from collections.abc import Mapping
from typing import Final

from engine.variants import Offers, Variant, changing

CALLS: Final = ("chi:", "pon:", "pong:", "minkan:", "kong:")
"""How the choices begin that take another's discard into an open meld."""


def no_calls(_state: object, offers: Offers) -> Offers:
    """Nobody melds a discard; winning on one and hidden kongs stay."""
    return {
        seat: tuple(move for move in offer if not move.choice.startswith(CALLS))
        for seat, offer in offers.items()
    }


VARIANTS: Final[Mapping[str, Variant]] = {
    "no-calls": Variant("no-calls", "filter", changing(no_calls), "nobody melds a discard"),
}
