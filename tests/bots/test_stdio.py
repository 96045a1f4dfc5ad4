"""The child's runner: bots and games from files, one JSON object a line."""

import io
import re
import shlex
import sys
from pathlib import Path

import orjson
import pytest

import arena
from bots import stdio
from bots.errors import RunnerError
from bots.files import game_in
from bots.stock import FirstBot
from bots.wire import Conversation
from tests.bots.frames import ACK, OVER, STATE

ROOT = Path(__file__).parents[2]


async def test_the_child_runner_stops_at_the_end_of_input() -> None:
    lines = b"".join(orjson.dumps(frame) + b"\n" for frame in (ACK, STATE))
    sink = io.BytesIO()
    await stdio.run(Conversation(FirstBot()), io.BytesIO(lines), sink)
    ready, action = map(orjson.loads, sink.getvalue().splitlines())
    assert ready == {"type": "ready"}
    assert action == {"type": "action", "choice": "7", "request_id": 1}


async def test_the_child_runner_stops_at_the_end_of_the_match() -> None:
    lines = b"".join(orjson.dumps(frame) + b"\n" for frame in (ACK, OVER, STATE))
    source, sink = io.BytesIO(lines), io.BytesIO()
    await stdio.run(Conversation(FirstBot()), source, sink)
    assert orjson.loads(source.readline())["type"] == "state"


def run_child(monkeypatch: pytest.MonkeyPatch, lines: bytes, *arguments: str) -> tuple[int, bytes]:
    """The runner's own main, with pipes of ours."""
    source, sink = io.TextIOWrapper(io.BytesIO(lines)), io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", source)
    monkeypatch.setattr(sys, "stdout", sink)
    code = stdio.main(arguments)
    return code, sink.buffer.getvalue()


CHATTY = """
from bots import Bot
class Chatty(Bot):
    def act(self, turn):
        print("hello")
        return turn.legal[-1]
class Other(Chatty):
    name = "other"
"""


def test_what_a_bot_prints_never_mixes_with_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(CHATTY, encoding="utf-8")
    lines = b"".join(orjson.dumps(frame) + b"\n" for frame in (ACK, STATE))
    code, out = run_child(monkeypatch, lines, f"{file}:other")
    assert code == 0
    assert [orjson.loads(line)["type"] for line in out.splitlines()] == ["ready", "action"]
    assert capsys.readouterr().err == "hello\n"


FLAT_ACK = b'{"type":"join_ack","room_id":"room1","player_id":"ann","seat":0,"players":2}'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (FLAT_ACK, "these are frames of the flat level, which leave out what a Bot is told; start "
         "it with cmd: instead of flat:, or join with detail full"),
        (b"hello", "expected a JSON object with a type on each line, got 'hello'"),
        (b"[1]", "expected a JSON object with a type on each line, got '[1]'"),
        (b"{}", "expected a JSON object with a type on each line, got '{}'"),
    ],
)  # fmt: skip
async def test_what_is_no_frame_of_the_full_level_is_named(line: bytes, sentence: str) -> None:
    conversation = Conversation(FirstBot())
    with pytest.raises(RunnerError, match=re.escape(sentence)):
        await stdio.run(conversation, io.BytesIO(line + b"\n"), io.BytesIO())


def test_a_file_with_two_bots_asks_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(CHATTY, encoding="utf-8")
    assert run_child(monkeypatch, b"", str(file)) == (1, b"")
    assert capsys.readouterr().err == f"{file}: one Bot class wanted, found Chatty, Other\n"


def test_a_file_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_child(monkeypatch, b"", "nowhere.py")[0] == 1
    assert capsys.readouterr().err == "nowhere.py: no such file\n"


def test_a_game_from_a_file_can_be_played_by_a_child() -> None:
    path = str(ROOT / "examples" / "higher_card.py")
    game = game_in(path)
    find = stdio.finder(path)
    assert find(game.name).name == game.name
    assert find("tigerdragon").name == "tigerdragon"
    child = (
        f"cmd:{shlex.quote(sys.executable)} -m bots.stdio"
        f" {ROOT / 'examples' / 'brave_bot.py'} --game {path}"
    )
    result = arena.play(game, [child, "first"], seed=3)
    assert result.faults == ()
    assert {record.moves[0].choice for record in result.match.records} == {"stay"}
