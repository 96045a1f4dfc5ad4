"""Variants that serve every mahjong."""

from collections.abc import Mapping
from typing import Final

from engine.game import AnyGame
from engine.variants import LegalFn, Offers, Transform, Variant

CALLS: Final = ("chi:", "pon:", "pong:", "minkan:", "kong:")
"""How the choices begin that take another's discard into an open meld."""


def no_calls(game: AnyGame) -> Transform:  # noqa: ARG001
    """Nobody melds a discard; winning on one and hidden kongs stay."""

    def transform(legal: LegalFn) -> LegalFn:
        def offers(state: object) -> Offers:
            return {
                seat: tuple(move for move in offer if not move.choice.startswith(CALLS))
                for seat, offer in legal(state).items()
            }

        return offers

    return transform


VARIANTS: Final[Mapping[str, Variant]] = {
    "no-calls": Variant("no-calls", "filter", no_calls, "nobody melds a discard"),
}
