"""Bots over the API: what is taken, what the gate does with it, and who may see and end it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.children.sandbox.layers import Layers
from arena.cli import main
from arena.cli.packing import bot_name, packed
from arena.errors import SubmissionError
from arena.ladder import service
from arena.ladder.submission import new_version
from arena.settings import Settings
from arena.testing import running_server
from tests.arena.commands import typed
from tests.arena.ladder.ladder_servers import (
    BOT,
    checked_version,
    ladder_server_with_tokens,
    submission,
    zipped,
)
from tests.arena.server_with_tokens import ServerWithTokens

EVIL = BOT.format(pick="print('oh no') or __import__('os')._exit(3)")
RESTING = {"ladder_pause": 600.0}
"""After one match the ladder pauses for longer than any test."""


async def test_what_cannot_be_a_bot_is_refused_with_a_reason(tmp_path: Path) -> None:
    bad = [
        (submission("Mine"), 400, "is no name for a bot"),
        (submission("counter"), 400, "counter is a house bot"),
        (submission(filename="bot.exe"), 400, "a submission is a NAME.py or a NAME.zip"),
        (submission(filename="../bot.py"), 400, "a submission is a NAME.py or a NAME.zip"),
        (submission(archive="no base64!"), 400, "archive: expected base64"),
        (submission(archive=""), 400, "0 bytes"),
        (submission(game="chess"), 400, "the ladder here plays "),
        (submission(filename="a.zip"), 400, "no zip file"),
        (zip_of(**{"../out.py": "x"}), 400, "a path that leads elsewhere"),
        (zip_of(**{"main.py": "x"}), 400, "neither bot.py nor bot.toml"),
        (zip_of(**{"bot.toml": '[bot]\ncommand = "no-such-program x"'}), 400, "no program"),
        (submission(extra=1), 400, "extra"),
    ]
    async with ladder_server_with_tokens(tmp_path) as here:
        for body, status, reason in bad:
            told, answer = await here.call("POST", "/api/bots", "anna", body)
            assert (told, reason in answer["error"]["message"]) == (status, True), answer
        status, _ = await here.call("POST", "/api/bots", "", submission())
        assert status == 401
        huge = submission(archive="A" * 24_000_000)
        status, answer = await here.call("POST", "/api/bots", "anna", huge)
        assert (status, answer["error"]["code"]) == (413, "too_large")
        assert await here.call("GET", "/api/bots") == (200, [])


def zip_of(**files: str) -> dict[str, Any]:
    return submission(filename="bot.zip", archive=zipped(**files))


async def test_a_bot_from_its_first_version_to_its_end(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, **RESTING) as here:
        status, first = await here.call("POST", "/api/bots", "anna", submission())
        assert (status, first) == (201, kept(1, again=False))
        good = await checked_version(here, "mine", who="anna")
        assert good["status"] == "active", good["log"]
        assert "passed (mine, tigerdragon)" in good["log"]
        assert good["report"]["faults"] == []
        await same_content_is_the_same_version(here)
        await a_version_that_fails_changes_nothing(here)
        await logs_are_the_owners(here)
        await a_retired_bot_is_out(here)


def kept(version: int, status: str = "queued", *, again: bool) -> dict[str, Any]:
    return {"name": "mine", "version": version, "game": "tigerdragon", "status": status,
            "again": again}  # fmt: skip


async def same_content_is_the_same_version(here: ServerWithTokens) -> None:
    _, again = await here.call("POST", "/api/bots", "anna", submission())
    assert again == kept(1, "active", again=True)
    status, answer = await here.call("POST", "/api/bots", "ben", submission())
    assert (status, "belongs to somebody else" in answer["error"]["message"]) == (400, True)


async def a_version_that_fails_changes_nothing(here: ServerWithTokens) -> None:
    _, worse = await here.call("POST", "/api/bots", "anna", submission(text=EVIL))
    assert worse == kept(2, again=False)
    failed = await checked_version(here, "mine", 2)
    assert failed["status"] == "failed"
    assert "! match 1: crash, the process ended with code 3" in failed["log"]
    assert "its last lines on stderr:\n    oh no\n" in failed["log"]
    _, bot = await here.call("GET", "/api/bots/mine")
    assert (bot["owner"], bot["version"], bot["games"]) == ("anna", 1, ["tigerdragon"])
    assert [version["status"] for version in bot["versions"]] == ["active", "failed"]


async def logs_are_the_owners(here: ServerWithTokens) -> None:
    path = "/api/bots/mine/versions/1"
    assert [(await here.call("GET", path, who))[0] for who in ("", "ben", "anna", "ada")] == [
        401, 403, 200, 200,
    ]  # fmt: skip
    assert (await here.call("GET", "/api/bots/mine/versions/9", "anna"))[0] == 404
    assert (await here.call("GET", "/api/bots/nobody"))[0] == 404


async def a_retired_bot_is_out(here: ServerWithTokens) -> None:
    _, board = await here.call("GET", "/api/leaderboard")
    assert "mine" in [row["name"] for row in board["rows"]]
    assert (await here.call("DELETE", "/api/bots/mine", "ben"))[0] == 403
    assert (await here.call("DELETE", "/api/bots/mine", "anna"))[0] == 204
    _, board = await here.call("GET", "/api/leaderboard")
    assert "mine" not in [row["name"] for row in board["rows"]]
    status, answer = await here.call("POST", "/api/bots", "anna", submission())
    assert (status, "is retired" in answer["error"]["message"]) == (400, True)


async def test_a_check_that_takes_too_long_is_broken_off(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, gate_seconds=0.05) as here:
        await here.call("POST", "/api/bots", "anna", submission())
        version = await checked_version(here, "mine")
        assert version["status"] == "failed"
        assert "broken off: not done within 0.05 s" in version["log"]


async def test_one_owner_has_so_many_bots_and_no_more(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, gate_seconds=0.05, bots_per_owner=1) as here:
        assert (await here.call("POST", "/api/bots", "anna", submission("one")))[0] == 201
        status, answer = await here.call("POST", "/api/bots", "anna", submission("two"))
        assert (status, "the most there may be" in answer["error"]["message"]) == (400, True)
        assert (await here.call("POST", "/api/bots", "ben", submission("two")))[0] == 201


async def test_one_owner_submits_only_so_often(tmp_path: Path) -> None:
    limits = {"gate_seconds": 0.05, "submissions_an_hour": 2}
    async with ladder_server_with_tokens(tmp_path, **limits) as here:
        calls = [await here.call("POST", "/api/bots", "anna", submission()) for _ in range(3)]
        assert [status for status, _ in calls] == [201, 201, 429]
        assert (await here.call("POST", "/api/bots", "ben", submission("two")))[0] == 201


async def test_one_owner_s_versions_take_only_so_much_room(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(
        tmp_path, gate_seconds=0.05, archive_mb_per_owner=1
    ) as here:
        statuses = []
        for number in range(3):
            body = submission("big", f"{BOT.format(pick=0)}\n# {number}{'x' * 400_000}")
            statuses.append((await here.call("POST", "/api/bots", "anna", body))[0])
        assert statuses == [201, 201, 400]
        assert (await here.call("POST", "/api/bots", "ben", submission("two")))[0] == 201


async def test_without_a_sandbox_no_bot_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Layers(
        rlimits=True, no_new_privs=True, landlock=0, seccomp=False, user_namespaces=False,
        bwrap="", bwrap_note="", uid=65534, uid_note="",
    )  # fmt: skip
    monkeypatch.setattr(service, "probe", lambda *_: bare)
    async with ladder_server_with_tokens(tmp_path, gate_seconds=0.05) as here:
        status, answer = await here.call("POST", "/api/bots", "anna", submission())
        assert status == 400
        assert answer["error"]["message"].startswith("no bots are taken here: ")
    (tmp_path / "trusting").mkdir()
    trusting = {"gate_seconds": 0.05, "trust_boxed_bots": True}
    async with ladder_server_with_tokens(tmp_path / "trusting", **trusting) as here:
        assert (await here.call("POST", "/api/bots", "anna", submission()))[0] == 201


async def test_a_server_without_a_store_has_no_ladder() -> None:
    async with running_server(settings=Settings(port=0)) as server:
        here = ServerWithTokens(server, {})
        for path in ("/api/bots", "/api/leaderboard", "/api/challenges/x"):
            status, answer = await here.call("GET", path)
            assert (status, "no ladder" in answer["error"]["message"]) == (409, True)


# -- the command line


def test_a_bot_is_called_after_its_folder_or_file(tmp_path: Path) -> None:
    assert bot_name(str(tmp_path / "Tiger Fan" / "bot.py")) == "tiger-fan"
    assert bot_name(str(tmp_path / "Tiger_Fan.zip")) == "tiger_fan"
    assert bot_name(str(tmp_path / "fan")) == "fan"


def test_a_folder_is_packed_without_its_clutter(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.pyc").write_bytes(b"x")
    (tmp_path / ".git").mkdir()
    name, content = packed(str(tmp_path))
    assert name.endswith(".zip")
    assert new_version("tigerdragon", name, content).hash == new_version(
        "tigerdragon", "other.zip", packed(str(tmp_path))[1]
    ).hash  # fmt: skip
    assert b"pycache" not in content


def test_the_hash_is_of_the_content_and_the_game() -> None:
    one = new_version("tigerdragon", "bot.py", b"x = 1")
    assert one.hash != new_version("tigerdragon", "bot.py", b"x = 2").hash
    assert one.hash != new_version("riichi", "bot.py", b"x = 1").hash


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["submit", "bot.txt"], "no such file or folder"),
        (["submit", "gone.py"], "gone.py: no such file or folder"),
        (["retire", "mine"], "no server answers there"),
        (["leaderboard", "tigerdragon"], "no server answers there"),
        (["challenge", "mine"], "no server answers there"),
    ],
)
def test_what_goes_wrong_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--server", "http://127.0.0.1:9"])
    assert ended.value.code == 1
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


async def test_submit_without_a_token_says_where_to_give_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARENA_TOKEN", raising=False)
    (tmp_path / "bot.py").write_bytes(BOT.encode())
    async with ladder_server_with_tokens(tmp_path) as here:

        def run() -> None:
            with pytest.raises(SystemExit):
                main(["submit", str(tmp_path / "bot.py"), "--server", here.server.url])

        await asyncio.to_thread(run)
    assert f"; arena login {here.server.url} saves your token" in capsys.readouterr().err


def test_a_submission_is_not_larger_than_it_may_be() -> None:
    with pytest.raises(SubmissionError, match="between 1 and 16 MiB"):
        new_version("tigerdragon", "bot.py", bytes(17_000_000))


async def test_the_same_files_again_say_so_and_show_no_old_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "mine.py"
    await asyncio.to_thread(file.write_text, BOT.format(pick=0), encoding="utf-8")
    async with ladder_server_with_tokens(tmp_path, **RESTING) as here:
        access = ("--server", here.server.url, "--token", here.tokens["anna"])
        code, first, _ = await typed(capsys, "submit", str(file), *access)
        assert code == 0
        assert "mine version 1 enters the ladder" in first
        code, again, _ = await typed(capsys, "submit", str(file), *access)
        assert code == 0
        sent, same, *steps = [line for line in again.splitlines() if "[info" not in line]
        assert sent.startswith("sending mine.py, 0.")
        assert same == "mine version 1 for tigerdragon has the same files and is active"
        assert steps[0].startswith("next: watch its next match")
        code, shown, why = await typed(capsys, "bot", *access)
        assert code == 0, why
        assert shown.startswith("mine by anna: version 1 plays tigerdragon\n")
        assert "\n1        active  20" in shown
        code, _, err = await typed(capsys, "logs", "--bot", "nobody", *access)
        assert (code, err) == (1, (
            "arena: nobody has not played here yet; wait with: arena logs --bot nobody --follow\n"
        ))  # fmt: skip
