"""The conformance kit every game is held to: plain functions on a Game.

`CHECKS` has them all by name, in the order in which failures are easiest to understand; each
takes a game and a seed and raises a ConformanceError that says where the contract is broken.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.game import AnyGame
from engine.testing.matches import (
    ConformanceError,
    RandomMatch,
    count_lines,
    fingerprint,
    matches,
    random_match,
)
from engine.testing.moves import (
    check_apply,
    check_config,
    check_default,
    check_ending,
    check_offers,
    check_replay,
    check_variants,
)
from engine.testing.numbers import check_numbers
from engine.testing.secrets import (
    check_hidden_moves,
    check_imagine,
    check_masks,
    check_no_leak,
    check_redeal,
    check_shown_hands,
)
from engine.testing.seen import check_events, check_flat, check_views, viewers

Check = Callable[[AnyGame, str], None]

CHECKS: Final[Mapping[str, Check]] = {
    "config": check_config,
    "offers": check_offers,
    "default": check_default,
    "ending": check_ending,
    "apply": check_apply,
    "replay": check_replay,
    "variants": check_variants,
    "events": check_events,
    "views": check_views,
    "flat": check_flat,
    "numbers": check_numbers,
    "imagine": check_imagine,
    "redeal": check_redeal,
    "masks": check_masks,
    "hidden_moves": check_hidden_moves,
    "shown_hands": check_shown_hands,
}

__all__ = [
    "CHECKS",
    "Check",
    "ConformanceError",
    "RandomMatch",
    "check_no_leak",
    "count_lines",
    "fingerprint",
    "matches",
    "random_match",
    "viewers",
]
