"""The whole way of a new user, by the lines that the tool prints: it arrives.

The server has tokens, as operators run it; the script knows one address, and follows "next" lines.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from threading import Timer

import pytest

from arena.cli import main
from arena.cli.remote import ask
from tests.arena.golden import assert_golden
from tests.arena.ladder.ladder_servers import wait_until

QUICK = """
db = "sqlite:///arena.db"
port = 0
ladder_games = "tigerdragon"
ladder_pause = 0.5
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


def output_until(words: list[str], pattern: str) -> str:
    """What a command prints up to a line of this form; then Ctrl-C ends it."""
    command, out = [sys.executable, "-m", "arena.cli", *words], ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        patience = Timer(60, process.kill)  # ends the output, and with it the waiting
        patience.start()
        assert process.stdout is not None
        while not re.search(pattern, out, re.MULTILINE) and (line := process.stdout.readline()):
            out += line
        process.send_signal(SIGINT)
        process.communicate()
        patience.cancel()
    assert (process.returncode, bool(re.search(pattern, out, re.MULTILINE))) == (130, True), out
    return out


class Follower:
    """Runs only what the last output said to run next."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self._steps: list[str] = []
        self.outputs: dict[str, str] = {}

    def run(self, line: str) -> str:
        """Run a command line, and read the lines that it says to run next."""
        words = shlex.split(line)[1:]
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = self._capsys.readouterr()
        assert ended.value.code == 0, (line, err)
        self._steps = [row.strip() for row in out.splitlines() if row.startswith("  arena ")]
        self.outputs[" ".join(words[:2] if words[0] == "replay" else words[:1])] = out
        return str(out)

    def follow_until(self, command: str, pattern: str, prints: str) -> None:
        """Run a command that ends by Ctrl-C only, until it prints a line of this form."""
        out = output_until(shlex.split(self._next(command))[1:], pattern)
        assert prints in out

    def _next(self, command: str) -> str:
        found = [line for line in self._steps if line.startswith(f"arena {command} ")]
        assert found, (command, self._steps)
        return found[0]

    def follow(self, command: str, more: str = "") -> str:
        """Run the line of this command among those that were printed last, with more options."""
        steps = self._steps
        out = self.run(f"{self._next(command)} {more}")
        self._steps = [*self._steps, *steps]
        return out


def test_from_nothing_to_the_replay_of_a_loss(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "arena.toml").write_text(QUICK, encoding="utf-8")
    user = Follower(capsys)
    with arena_serve(tmp_path) as url:
        token = user.run("arena token create ann").split()[-1]
        user.run(f"arena login {url} --token {token}")
        user.follow("new-bot")
        user.follow("check")
        user.follow_until("dev", "^watching", " 10 lost, seed ")
        user.follow("submit")
        user.follow("watch")
        user.follow("leaderboard")
        wait_until(lambda: lost(url, "mine"))
        user.follow("bot")
        user.follow("replay show")
        user.follow("replay ask")
        user.follow_until("dev", "^watching", f"mine at {url}: the last ")
        user.follow("logs")
        user.follow("challenge")
    assert re.search(r"^\d+ +mine +ann ", user.outputs["leaderboard"], re.MULTILINE)
    assert user.outputs["replay ask"].endswith(" 0 different\n")
    told = "".join(user.outputs[name] for name in ("login", "new-bot", "check", "submit"))
    assert_golden(plain(told, url), "ladder/new-user.txt", request)


def test_from_a_check_to_a_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    user = Follower(capsys)
    user.run("arena new-bot mine --game sichuan")
    user.follow("check")
    out = user.follow("compare", "--deals 2 --jobs 1 --quiet")
    assert out.startswith("mine against sichuan-careless: sichuan, seed ")
    assert re.search("^(undecided after 2 deals|2 deals: too few|mine is )", out, re.MULTILINE)


def lost(url: str, name: str) -> bool:
    """Whether a bot has lost a match."""
    rows = ask(url, "GET", f"/api/matches?player={name}&status=finished")["matches"]
    ranks = [p["rank"] for row in rows for p in row["players"] if p["name"] == name]
    return any(rank > 1 for rank in ranks)


def plain(text: str, url: str) -> str:
    """An output without what is different every time."""
    text = re.sub(r"[\d.]+ ms", "N ms", text.replace(url, "URL"))
    return re.sub(r"arena challenge \S+", "arena challenge RIVAL", text)
