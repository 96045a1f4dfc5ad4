"""Notes by a bot's author: where they come from, how long they may be, and who writes them."""

import asyncio
from pathlib import Path

import pytest

from arena.cli import run
from arena.errors import SubmissionError
from arena.ladder.notes import MOST, checked_notes, notes_of
from arena.ladder.submission import new_version
from tests.arena.ladder.ladder_servers import (
    BOT,
    add_active_bot,
    ladder_server_with_tokens,
    stop_ladder,
    submission,
    zipped,
)

EVIL = "<script>alert(1)</script> & <img src=x onerror=alert(2)>"


def test_notes_are_those_of_the_manifest_else_the_readme_s_first_lines(tmp_path: Path) -> None:
    assert notes_of(tmp_path) == ""
    lines = "\n".join(f"line {n}" for n in range(30))
    (tmp_path / "README.md").write_text(lines)
    assert notes_of(tmp_path).splitlines() == [f"line {n}" for n in range(10)]
    (tmp_path / "bot.toml").write_text('[bot]\nnotes = "plays safe"\n')
    assert notes_of(tmp_path) == "plays safe"
    (tmp_path / "bot.toml").write_text("[bot]\nnotes = 7\n")
    with pytest.raises(SubmissionError, match="notes: expected a text, got int"):
        notes_of(tmp_path)


def test_a_manifest_may_have_notes_alone_beside_a_bot_py() -> None:
    from base64 import b64decode

    files = {"bot.py": BOT.format(pick=0), "bot.toml": '[bot]\nnotes = "hm"\n'}
    version = new_version("tigerdragon", "bot.zip", b64decode(zipped(**files)))
    assert (version.notes, version.command) == ("hm", "")


def test_what_cannot_be_seen_is_left_out_and_what_is_too_long_refused() -> None:
    assert checked_notes(" a\x00b\x1b[31m\r\nc\t\ud800\u202ed ") == "ab[31m\nc\td"
    assert checked_notes(EVIL) == EVIL
    with pytest.raises(SubmissionError, match=f"notes: {MOST + 1} characters, {MOST} at most"):
        checked_notes("x" * (MOST + 1))


async def test_a_bot_s_owner_writes_its_notes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        add_active_bot(here, "mine", "anna")
        path = "/api/bots/mine"
        for who, status in {"": 401, "ben": 403, "anna": 204, "ada": 204}.items():
            assert (await here.call("PATCH", path, who, {"notes": EVIL}))[0] == status
        status, answer = await here.call("PATCH", path, "anna", {"notes": "x" * (MOST + 1)})
        assert (status, "notes" in answer["error"]["message"]) == (400, True)
        assert (await here.call("PATCH", "/api/bots/nobody", "anna", {"notes": ""}))[0] == 404
        assert (await here.call("GET", path))[1]["notes"] == EVIL
        body = submission("mine", BOT.format(pick=-1), notes="a new one")
        assert (await here.call("POST", "/api/bots", "anna", body))[0] == 201
        assert (await here.call("GET", path))[1]["notes"] == "a new one"
        words = ["notes", "mine", "from the shell", "--server", here.server.url]
        code = await asyncio.to_thread(run, [*words, "--token", here.tokens["anna"]])
        assert (code, capsys.readouterr().out.splitlines()[-1]) == (
            0, "the notes of mine are saved",
        )  # fmt: skip
        assert (await here.call("GET", path))[1]["notes"] == "from the shell"
