"""Two variants from outside the arena: misdeals in Texas 42, closed hands in riichi."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.plugins.hookspecs import hookimpl
from engine.errors import ConfigError
from engine.game import SYSTEM
from engine.texas42.moves import REDEAL
from engine.texas42.tiles import DOUBLES
from engine.variants import Offers, Variant, changing_with

OPEN_MELDS = ("chi:", "pon:", "minkan:")


@dataclass(frozen=True, slots=True)
class MisdealOptions:
    """`doubles`: with so many in one hand the deal is thrown in."""

    doubles: int = 5

    def __post_init__(self) -> None:
        if not 3 <= self.doubles <= 7:
            raise ConfigError("doubles", f"expected 3 to 7, got {self.doubles}")


def misdeal(state: Any, offers: Offers, options: MisdealOptions) -> Offers:
    """Before the first call, throw in a deal that gives one hand too many doubles."""
    if state.phase != "Bidding" or state.calls:
        return offers
    most = max((hand & DOUBLES).bit_count() for hand in state.hands)
    return {SYSTEM: (REDEAL,)} if most >= options.doubles else offers


@dataclass(frozen=True, slots=True)
class ClosedHandsOptions:
    """`seats`: those that make no open melds."""

    seats: tuple[int, ...] = (0, 1, 2, 3)


def closed_hands(_state: Any, offers: Offers, options: ClosedHandsOptions) -> Offers:
    """These seats leave discards where they lie, unless they win."""
    return {
        seat: tuple(move for move in offer if not move.choice.startswith(OPEN_MELDS))
        if seat in options.seats
        else offer
        for seat, offer in offers.items()
    }


@hookimpl
def arena_register_variants() -> Mapping[str, Sequence[Variant]]:
    """One variant for each game."""
    again = Variant(
        "misdeal", "script", changing_with(misdeal), "too many doubles: deal again", MisdealOptions
    )
    closed = Variant(
        "closed-hands", "filter", changing_with(closed_hands), "no open melds", ClosedHandsOptions
    )
    return {"texas42": [again], "riichi": [closed]}
