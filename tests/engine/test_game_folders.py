"""One skeleton for all games: a file name means the same thing in every folder."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
MAHJONGS = ("riichi", "sichuan", "taiwan")
EVERY_GAME = {
    "config", "model", "moves", "events", "deal", "rules", "ends", "match", "scoring", "views",
    "imagine",
}  # fmt: skip
EVERY_MAHJONG = EVERY_GAME | {"hand", "turns", "claims", "melding", "reading", "win"}
OF_ONE_GAME = {
    "riichi": {"fu", "yaku", "yakuman"},
    "sichuan": {"exchange", "settlement"},
    "taiwan": {"flowers", "items"},
    "texas42": {"contract", "hints", "suits"},
    "tigerdragon": set(),
}
"""What a single game has, so that no other can mean something else by the name."""


def files(game: str) -> set[str]:
    """The modules of a game's folder."""
    found = {path.stem for path in (ROOT / "engine" / game).glob("*.py")}
    return found - {"__init__"}


def skeleton() -> set[str]:
    """The file names that the page on adding a game explains."""
    table = PAGE.partition("share one skeleton")[2].partition("What the mahjongs share")[0]
    rows = re.findall(r"^\| (`[^|]*) \| ", table, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([a-z]+)`", row)}


@pytest.mark.parametrize("game", OF_ONE_GAME)
def test_a_game_has_the_files_of_the_skeleton_and_few_of_its_own(game: str) -> None:
    expected = EVERY_MAHJONG if game in MAHJONGS else EVERY_GAME
    assert expected <= files(game)
    assert files(game) - OF_ONE_GAME[game] <= skeleton()
    assert OF_ONE_GAME[game] <= files(game)


def test_the_list_of_games_is_complete() -> None:
    found = {path.parent.name for path in (ROOT / "engine").glob("*/config.py")}
    assert found == set(OF_ONE_GAME)
