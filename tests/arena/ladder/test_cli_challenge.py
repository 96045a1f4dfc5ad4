"""`arena challenge` as it is typed, at a real server."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.arena.clients import until
from tests.arena.commands import ended, interrupted, start, typed
from tests.arena.ladder.ladder_servers import (
    PATIENCE,
    add_active_bot,
    ladder_server_with_tokens,
    stop_ladder,
    store_of,
)
from tests.arena.server_with_tokens import ServerWithTokens

COUNTER = ("counter", "--with", "random", "--game", "tigerdragon")


async def arena(
    here: ServerWithTokens, capsys: pytest.CaptureFixture[str], *words: str, who: str = "anna"
) -> tuple[int, str, str]:
    """A challenge of somebody: exit code, stdout, stderr without the server's own log."""
    line = ("challenge", "--server", here.server.url, "--token", here.tokens[who], *words)
    return await typed(capsys, *line)


async def test_a_challenge_is_followed_to_its_verdict_and_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        code, out, _ = await arena(here, capsys, *COUNTER, "--deals", "12")
        lines = [line for line in out.splitlines() if "counter" in line]
        assert code == 0
        assert lines[0] == "tigerdragon: random challenges counter, 12 deals"
        ahead = (
            r"counter is ahead of random by \d+\.\d+ \[-?\d.*\] (places|points) per deal, 12 deals"
        )
        assert all(re.fullmatch(ahead, line) for line in lines[1:3]), out
        (kept,) = store_of(here).challenges.latest(None, 9)
        code, out, err = await arena(here, capsys, "--follow", kept.id)
        # The server of this test logs to the same output, perhaps only now.
        said = [line for line in out.splitlines() if "challenge_over" not in line]
        assert (code, said, err) == (0, lines, "")
        code, out, _ = await arena(here, capsys, "--follow", kept.id, "--json")
        (told,) = [line for line in out.splitlines() if line.startswith("{") and "verdict" in line]
        assert json.loads(told)["verdict"] == lines[-1]


async def test_whom_one_cannot_challenge_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        add_active_bot(here, "mochi", "anna")
        add_active_bot(here, "gone", "ben", "# gone")
        store_of(here).bots.retire("gone")
        for words, message in {
            ("mochy",): "there is no bot mochy; did you mean mochi?",
            ("mochi",): "which bot plays for you? name it: --with BOT; yours for tigerdragon "
            "besides mochi: none",
            ("gone",): "gone is retired",
            ("--follow", "nope"): "there is no challenge 'nope'",
        }.items():
            assert await arena(here, capsys, *words) == (1, "", f"arena: {message}\n")
        for wrong in (("counter", "--deals", str(10**9)), (), ("counter", "--follow", "x")):
            code, out, err = await arena(here, capsys, *wrong)
            assert (code, out, err.count("\n")) == (2, "", 1)
        assert store_of(here).challenges.latest(None, 9) == []


async def test_ctrl_c_leaves_it_to_the_server_and_says_how_to_look_later(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        words = ["challenge", *COUNTER, "--server", here.server.url, "--token", here.tokens["anna"]]
        process = start(*words)
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline)
        code, _, err = await interrupted(process)
        (kept,) = store_of(here).challenges.latest(None, 9)
        look = f"arena challenge --follow {kept.id} --server {here.server.url}"
        assert code == 130, err
        assert err == f"it continues at the server; follow it: {look}\narena: interrupted\n"
        assert here.tokens["anna"] not in err
        assert kept.state == "queued"


async def test_a_server_that_goes_away_for_good_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cli.remote.AWAY_SECONDS", 0.5)
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        asked = asyncio.create_task(arena(here, capsys, *COUNTER))
        kept = store_of(here).challenges
        await until(lambda: kept.waiting(), PATIENCE)
    code, _, err = await asked
    assert code == 1
    assert re.search(r"arena: http://\S+: .*; once it is back, follow it: arena challenge", err)
    code, _, err = await arena(here, capsys, *COUNTER)
    assert (code, err) == (1, f"arena: {here.server.url}: no server answers there\n")


async def test_a_server_that_starts_again_is_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        asked = asyncio.create_task(arena(here, capsys, *COUNTER, "--deals", "2"))
        kept = store_of(here).challenges
        await until(lambda: kept.waiting(), PATIENCE)
    async with ladder_server_with_tokens(tmp_path, here.tokens, port=here.server.port):
        code, out, _ = await asked
    assert code == 0
    assert "places per deal, 2 deals" in out


async def test_what_waits_can_be_withdrawn_by_its_owner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        body = {"bot": "counter", "mine": "random", "game": "tigerdragon"}
        _, row = await here.call("POST", "/api/challenges", "anna", body)
        other = await arena(here, capsys, "--withdraw", row["id"], who="ben")
        assert other == (1, "", "arena: a challenge is withdrawn by its owner, or an admin\n")
        words = ("--withdraw", row["id"])
        told = f"challenge {row['id']} is withdrawn\n"
        assert await arena(here, capsys, *words) == (0, told, "")
        again = await arena(here, capsys, *words)
        assert again == (1, "", f"arena: challenge {row['id']} does not wait: it is failed\n")
        code, _, err = await arena(here, capsys, "--follow", row["id"])
        assert (code, err) == (1, "arena: the challenge failed: withdrawn\n")
        assert store_of(here).challenges.waiting() == []


async def test_in_a_pipe_the_first_line_comes_at_once_and_a_closed_one_is_no_crash(
    tmp_path: Path,
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        token = ("--server", here.server.url, "--token", here.tokens["anna"])
        process = start("challenge", *COUNTER, *token, buffered=True)
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        assert line == "tigerdragon: random challenges counter, 20 deals\n"
        process.stdout.close()
        process.stdout = None
        (kept,) = store_of(here).challenges.latest(None, 9)
        store_of(here).challenges.note(kept.id, [[1.0, 2.0]] * 20, 0)
        store_of(here).challenges.close(kept.id, "done")
        code, _, err = await ended(process)
        assert code == 141
        assert "arena:" not in err
        assert "Traceback" not in err
