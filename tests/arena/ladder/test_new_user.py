"""The whole way of a new user: from nothing to a place on a real server's leaderboard."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.cli import main
from arena.cli.remote import ask
from tests.arena.golden import assert_golden
from tests.arena.ladder.ladder_servers import wait_until

QUICK = """
db = "sqlite:///arena.db"
port = 0
ladder_games = "tigerdragon"
ladder_pause = 0
ladder_share = 1
ladder_config = { tigerdragon = { target = 1 } }
"""


@contextmanager
def arena_serve(folder: Path) -> Iterator[str]:
    """`arena serve` in a process of its own; where it listens."""
    command = [sys.executable, "-m", "arena.cli", "serve"]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=null, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found.group()
        finally:
            process.terminate()


def arena(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(words)
    out, err = capsys.readouterr()
    assert ended.value.code == 0, err
    return out


def next_step(out: str, word: str) -> list[str]:
    """The command that an output says to run next, without `arena`."""
    line = next(line for line in out.splitlines() if line.startswith(f"  arena {word}"))
    return shlex.split(line)[1:]


def test_from_nothing_to_the_leaderboard(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arena.toml").write_text(QUICK, encoding="utf-8")
    with arena_serve(tmp_path) as url:
        token = arena(capsys, "token", "create", "ann").split()[-1]
        told = arena(capsys, "new-bot", "tiger-fan")
        bot = tmp_path / "tiger-fan" / "bot.py"
        text = bot.read_text(encoding="utf-8").replace('"D T"', '"T D"')
        bot.write_text(text.replace('"last"', '"first"'), encoding="utf-8")
        told += (checked := arena(capsys, *next_step(told, "check")))
        step = [url if word == "URL" else word for word in next_step(checked, "submit")]
        told += (submitted := arena(capsys, *step, "--token", token))
        step = next_step(submitted, "leaderboard")
        wait_until(lambda: rated_games(url, "tiger-fan") > 0)
        board = arena(capsys, *step)
    head, *rows = board.splitlines()
    remarks = "\n".join(rows[-3:])
    assert [row for row in rows if re.match(r"\d  +tiger-fan  +ann ", row)]
    assert_golden(
        plain(f"{told}{' '.join(head.split())}\n{remarks}\n", url), "ladder/new-user.txt", request
    )


def rated_games(url: str, name: str) -> int:
    rows = ask(url, "GET", "/api/leaderboard")["rows"]
    return next(int(row["games"]) for row in rows if row["name"] == name)


def plain(text: str, url: str) -> str:
    """An output without what is different every time."""
    return re.sub(r"[\d.]+ ms", "N ms", text.replace(url, "URL"))
