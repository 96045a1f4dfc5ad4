"""A variant of every mahjong: no calls."""

import pytest

from arena.local.loop import play
from arena.plugins.manager import load_plugins
from engine.mahjong.variants import CALLS

BOTS = {"riichi": "riichi-greedy", "taiwan": "taiwan-greedy", "sichuan": "sichuan-greedy"}
PLUGINS = load_plugins(entry_points=False)


def calls(game: str, variants: tuple[str, ...]) -> int:
    """Open melds made in a short match of players who like to call."""
    short = PLUGINS.game(game).short
    result = play(game, [BOTS[game]] * 4, seed=5, config=short, variants=variants, plugins=PLUGINS)
    moves = [move.choice for record in result.match.records for move in record.moves.values()]
    return sum(choice.startswith(CALLS) for choice in moves)


@pytest.mark.parametrize("game", BOTS)
def test_no_calls_leaves_discards_where_they_lie(game: str) -> None:
    assert calls(game, ()) > 0
    assert calls(game, ("no-calls",)) == 0
