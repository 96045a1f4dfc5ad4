"""Variants of Tiger & Dragon: changes of what is on offer."""

from collections.abc import Mapping
from typing import Final

from engine.tigerdragon.model import State
from engine.tigerdragon.moves import PASS
from engine.variants import Offers, Variant, changing


def must_defend(_state: State, offers: Offers) -> Offers:
    """Whoever can answer an attack has to."""
    return {
        seat: tuple(move for move in offer if move is not PASS) or offer
        for seat, offer in offers.items()
    }


VARIANTS: Final[Mapping[str, Variant]] = {
    "must-defend": Variant("must-defend", "filter", changing(must_defend), "answer if you can"),
}
