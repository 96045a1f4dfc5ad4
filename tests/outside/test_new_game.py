"""A game from nothing: written, installed, checked, played, and a bot of it on a ladder."""

import subprocess
from pathlib import Path

import pytest

from arena.cli.remote import ask
from arena.errors import ArenaError
from arena.sdk.new_game import new_game
from tests.arena.boxes import needs_box
from tests.arena.ladder.ladder_servers import wait_until
from tests.outside.environments import Environment, make_environment

SERVER = """
db = "sqlite:///arena.db"
port = 0
ladder_games = "hello"
ladder_pause = 0
ladder_share = 1
ladder_config = { hello = { rounds = 1 } }
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = make_environment(tmp_path_factory.mktemp("hello"))
    assert "hello/hello/game.py" in environment.arena("new-game", "hello")
    environment.install(environment.folder / "hello")
    return environment


@needs_box
def test_from_nothing_to_the_ladder(here: Environment) -> None:
    assert "18 checks, 0 failed" in here.arena("conformance", "hello", "--seed", "test")
    assert "0 faults" in here.arena("play", "hello", "hello-search", "hello-greedy", "random")
    here.arena("new-bot", "mine", "--game", "hello")
    (here.folder / "arena.toml").write_text(SERVER, encoding="utf-8")
    with here.serve() as url:
        token = here.arena("token", "create", "ann").split()[-1]
        here.arena("submit", "mine/bot.py", "--game", "hello", "--server", url, "--token", token)
        wait_until(lambda: rated_games(url) > 0)


def rated_games(url: str) -> int:
    rows = ask(url, "GET", "/api/leaderboard?game=hello")["rows"]
    return max((int(row["games"]) for row in rows if row["name"] == "mine"), default=0)


def test_its_own_tests_pass(here: Environment) -> None:
    command = [here.python, "-m", "unittest", "-q", "test_hello"]
    done = subprocess.run(
        command, cwd=here.folder / "hello", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["Hello", "../up", "json", "class", "engine", "a-b", ""])
def test_a_name_that_is_no_package_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="name"):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "hello").mkdir()
    with pytest.raises(ArenaError, match="exists already"):
        new_game("hello", tmp_path)
    assert list((tmp_path / "hello").iterdir()) == []
