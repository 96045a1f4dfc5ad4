"""Bots asked again, and what they wrote to stderr beside the events."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from arena.errors import LogError
from arena.local.loop import play
from arena.match.log import read_log, write_log
from arena.match.stderr_logs import read_bot_logs, write_bot_log
from arena.plugins.bot_specs import CommandLineSpec, find_player
from arena.plugins.manager import load_plugins
from arena.sdk.ask import Asked, ask
from tests.arena.conftest import Arena

ROOT = Path(__file__).parents[2]
PLUGINS = load_plugins(entry_points=False)
SHELL_BOT = f"flat:sh {shlex.quote(str(ROOT / 'examples' / 'flat_bot.sh'))}"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "match.jsonl"
    result = play("tigerdragon", ["counter", "random"], seed=3, plugins=PLUGINS)
    write_log(result.match, file)
    return file


def again(log: Path, bot: str, seat: int, last: int | None = None) -> list[Asked]:
    player = find_player(CommandLineSpec(bot), PLUGINS)
    return list(ask(read_log(log), PLUGINS.games["tigerdragon"], player, seat, last))


@pytest.mark.parametrize(("bot", "seat"), [("counter", 0), ("random", 1)])
def test_the_same_bot_with_the_same_knowledge_does_the_same(log: Path, bot: str, seat: int) -> None:
    asked = again(log, bot, seat)
    assert len(asked) > 10
    assert not any(row.differs for row in asked)
    assert all(row.ms is not None for row in asked)


def test_another_bot_is_told_what_was_played_then(log: Path) -> None:
    asked = again(log, "first", 0)
    assert any(row.differs for row in asked)
    assert all(row.now == row.legal[0] and row.then in row.legal for row in asked)
    assert [row.then for row in asked] == [row.then for row in again(log, "counter", 0)]


def test_a_child_is_asked_the_same(log: Path) -> None:
    asked = again(log, SHELL_BOT, 0)
    assert [row.now for row in asked] == [row.legal[0] for row in asked]
    assert [row.legal for row in asked] == [row.legal for row in again(log, "first", 0)]


def test_asking_ends_at_the_decision_wanted(log: Path) -> None:
    assert [row.decision for row in again(log, "counter", 0, 4)] == [1, 2, 3, 4]
    assert [row.decision for row in again(log, SHELL_BOT, 0, 4)] == [1, 2, 3, 4]


def test_a_bot_that_fails_says_how(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        "from bots import Bot\nclass Odd(Bot):\n    def act(self, turn):\n        return 1 // 0\n",
        encoding="utf-8",
    )
    (first,) = again(log, str(file), 0, 1)
    assert first.now is None
    assert first.fault is not None
    assert "ZeroDivisionError" in first.fault


def test_the_command_shows_one_decision(log: Path, arena: Arena) -> None:
    words = ("replay", "ask", str(log), "--bot", "first", "--seat", "0", "--decision", "4")
    code, out, _ = arena(*words)
    assert code == 0
    head, hand, legal, then, now = out.splitlines()
    assert hand.startswith("  hand   ")
    assert head == "decision 4 of seat 0, counter: step 6"
    assert (legal, then) == ("  legal  1 2 3 4 5 6 7 8", "  then   7")
    assert now.startswith("  now    1 (")
    row = json.loads(arena(*words, "--json")[1])
    assert (row["then"], row["now"], row["differs"]) == ("7", "1", True)


def test_the_command_lists_differences(log: Path, arena: Arena) -> None:
    code, out, _ = arena("replay", "ask", str(log), "--bot", "counter", "--all")
    assert (code, out) == (0, "seat 0, counter: 21 decisions, 0 different\n")
    _, out, _ = arena("replay", "ask", str(log), "--bot", "first", "--all", "--seat", "0")
    *rows, last = out.splitlines()
    assert last == f"seat 0, counter: 21 decisions, {len(rows)} different"
    assert rows[0].startswith("decision 1, step 1: then 8, now 1 (")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--bot first", "say either --decision N or --all"),
        ("--bot first --all --decision 1", "say either --decision N or --all"),
        ("--bot first --all", "name the seat with --seat; the players were 0 counter, 1 random"),
        ("--bot first --all --seat 2", "no seat 2; there are 0 to 1"),
        ("--bot counter --decision 99", "seat 0 has 21 decisions; there is no decision 99"),
        ("--bot riichi-greedy --all --seat 0", "riichi-greedy plays riichi, not tigerdragon"),
    ],
)
def test_wrong_use_is_one_clear_line(log: Path, arena: Arena, words: str, message: str) -> None:
    code, out, err = arena("replay", "ask", str(log), *words.split())
    assert (out, err.count("\n")) == ("", 1)
    assert code in (1, 2)
    assert message in err


# -- logs


TALKER = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    frame = json.loads(line)\n"
    "    if frame.get('legal'):\n"
    "        print('thinking of', frame['legal'], file=sys.stderr, flush=True)\n"
    "        choice = frame['legal'].split(',')[0]\n"
    "        print(json.dumps({'type': 'action', 'choice': choice}), flush=True)\n"
)


def test_what_a_bot_writes_stands_beside_the_events(tmp_path: Path, arena: Arena) -> None:
    bot, log, logs = tmp_path / "bot.py", tmp_path / "match.jsonl", tmp_path / "logs"
    bot.write_text(TALKER, encoding="utf-8")
    spec = f"flat:{shlex.quote(sys.executable)} {bot}"
    words = ("play", "tigerdragon", spec, "first", "--seed", "7", "--config", "target=1")
    code, _, _ = arena(*words, "--log", str(log), "--bot-logs", str(logs))
    assert code == 0
    said = read_bot_logs(logs)
    first = said[0][0]
    assert first[0] == 0
    assert first[1].startswith("thinking of ")
    asked = {row["n"] - 1 for row in read_log(log).steps if "0" in row["moves"]}
    assert asked >= set(said)
    _, shown, _ = arena("replay", "show", str(log), "--bot-logs", str(logs))
    assert shown.count(f"  | 0 {spec}: thinking of ") == sum(map(len, said.values()))


def test_bot_logs_come_back_as_they_were(tmp_path: Path) -> None:
    lines = [(0, "loaded"), (3, "a\ttab and \u2028 more"), (3, "")]
    write_bot_log(tmp_path / "logs", 2, lines)
    said = read_bot_logs(tmp_path / "logs")
    assert said == {0: [(2, "loaded")], 3: [(2, "a\ttab and \u2028 more"), (2, "")]}
    (tmp_path / "logs" / "1.log").write_text("hello\n", encoding="utf-8")
    with pytest.raises(LogError, match=r"1\.log: line 1: expected a step"):
        read_bot_logs(tmp_path / "logs")
    with pytest.raises(LogError, match="no such folder"):
        read_bot_logs(tmp_path / "nowhere")
