"""The same seed gives the same match, step by step, interpreted and compiled."""

import json
from hashlib import sha256

import pytest

from arena.local.loop import play
from tests.arena.golden import assert_golden

GAMES = ("riichi", "sichuan", "taiwan", "texas42", "tigerdragon")
SEEDS = 4
HOUSE = {
    "riichi": ["riichi-greedy", "riichi-guard", "random", "riichi-greedy"],
    "sichuan": ["sichuan-greedy", "sichuan-value", "random", "sichuan-greedy"],
    "taiwan": ["taiwan-greedy", "taiwan-value", "random", "taiwan-greedy"],
    "texas42": ["texas42-count", "random", "texas42-count", "random"],
    "tigerdragon": ["counter", "defender", "random", "counter"],
}
"""Bots that reach riichi, wins and bids, which random play hardly does."""


def digest(game: str, bots: list[str], seed: int) -> dict[str, object]:
    result = play(game, bots, seed=f"same:{seed}", config=None)
    text = "\n".join(result.log).encode()
    return {
        "game": game,
        "bots": ",".join(bots),
        "seed": f"same:{seed}",
        "steps": result.steps,
        "decisions": result.decisions,
        "log_sha256": sha256(text).hexdigest(),
    }


@pytest.mark.parametrize("game", GAMES)
def test_seeded_matches_have_the_steps_and_the_log_that_they_always_had(
    game: str, request: pytest.FixtureRequest
) -> None:
    rows = [digest(game, ["random"] * 4, seed) for seed in range(SEEDS)]
    rows.append(digest(game, HOUSE[game], SEEDS))
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    assert_golden(lines, f"same_matches/{game}.json", request)
