"""Goita, installed from its folder and played through every door."""

import json
import re
from pathlib import Path

import pytest

from arena.cli.remote import ask
from tests.arena.boxes import needs_box
from tests.arena.ladder.ladder_servers import wait_until
from tests.outside.environments import Environment, make_environment

GOITA = Path(__file__).parents[2] / "examples" / "goita"
BOT = """
from goita.bots import GoitaGreedy
class Mine(GoitaGreedy):
    name = "mine"
"""
SERVER = """
db = "sqlite:///arena.db"
port = 0
ladder_games = "goita"
ladder_pause = 0
ladder_share = 1
ladder_config = { goita = { target = 1 } }
"""
PAIRS = """
game = "goita"
format = "round-robin"
bots = ["goita-greedy", "random", "first"]
deals = 4
seed = "pairs"
config = { target = 1 }
"""


@pytest.fixture(scope="module", params=["installed", "editable"])
def here(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = make_environment(tmp_path_factory.mktemp("goita"))
    environment.install(GOITA, *(["--editable"] if request.param == "editable" else []))
    (environment.folder / "mine.py").write_text(BOT, encoding="utf-8")
    return environment


def test_the_game_and_its_bots_are_listed(here: Environment) -> None:
    assert "goita" in here.arena("games")
    assert "goita-search" in here.arena("bots")


def test_the_game_conforms_with_its_specimens(here: Environment) -> None:
    assert "18 checks, 0 failed" in here.arena("conformance", "goita", "--seed", "test")


@needs_box
def test_a_bot_plays_as_a_child_and_in_the_sandbox(here: Environment) -> None:
    child = f"cmd:{here.python} -m bots.stdio mine.py"
    out = here.arena("play", "goita", child, "random", "box:./mine.py", "random", "--seed", "1")
    assert "0 faults" in out


def test_a_match_becomes_a_log_a_link_and_rows(here: Environment) -> None:
    seats = ["goita-greedy", "random", "goita-greedy", "random"]
    here.arena("play", "goita", *seats, "--seed", "1", "--log", "match.jsonl")
    here.arena("replay", "verify", "match.jsonl")
    link = here.arena("replay", "link", "match.jsonl").split()[-1]
    assert "goes out on" in here.arena("replay", "show", link)
    rows = here.arena("dataset", "match.jsonl").splitlines()
    assert json.loads(rows[0])["game"] == "goita"


def test_pairs_play_a_tournament(here: Environment) -> None:
    (here.folder / "pairs.toml").write_text(PAIRS, encoding="utf-8")
    out = here.arena("tournament", "run", "pairs.toml")
    assert re.search(r"1 +goita-greedy", out)


@needs_box
def test_a_submitted_bot_plays_rated_matches(here: Environment) -> None:
    (here.folder / "arena.toml").write_text(SERVER, encoding="utf-8")
    with here.serve() as url:
        token = here.arena("token", "create", "ann").split()[-1]
        here.arena("submit", "mine.py", "--game", "goita", "--server", url, "--token", token)
        wait_until(lambda: rated_games(url) > 0)


def rated_games(url: str) -> int:
    rows = ask(url, "GET", "/api/leaderboard?game=goita")["rows"]
    return max((int(row["games"]) for row in rows if row["name"] == "mine"), default=0)
