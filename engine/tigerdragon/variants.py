"""Variants of Tiger & Dragon: changes of what is on offer."""

from collections.abc import Mapping
from typing import Final

from engine.game import AnyGame
from engine.tigerdragon.model import PASS, State
from engine.variants import LegalFn, Offers, Transform, Variant


def must_defend(game: AnyGame) -> Transform:  # noqa: ARG001
    """Whoever can answer an attack has to."""

    def transform(legal: LegalFn) -> LegalFn:
        def offers(state: State) -> Offers:
            return {
                seat: tuple(move for move in offer if move is not PASS) or offer
                for seat, offer in legal(state).items()
            }

        return offers

    return transform


VARIANTS: Final[Mapping[str, Variant]] = {
    "must-defend": Variant("must-defend", "filter", must_defend, "answer if you can"),
}
