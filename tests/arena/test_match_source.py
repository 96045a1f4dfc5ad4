"""A match by its file, its id, the address of its page, or a link: the same match each time."""

import asyncio
import json
from pathlib import Path

import pytest

from arena.cli.match_source import open_source
from arena.errors import LogError
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.commands import ended, start, typed

ROOM = RoomSpec("river", seats=2, bots=("random",), config={"target": 1}, bot_seed="s")


@pytest.fixture(autouse=True)
def no_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ARENA_SERVER", raising=False)


def moves(out: str) -> list[object]:
    """What was played, step by step."""
    return [row["moves"] for line in out.splitlines() if "moves" in (row := json.loads(line))]


async def test_a_match_is_found_by_id_by_address_and_by_link(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_server(rooms=[ROOM]) as server:
        await ended(start("connect", server.url, "--bot", "first", "--room", "river"))
        _, rooms, _ = await typed(capsys, "rooms", "--server", server.url, "--json")
        name = json.loads(rooms)["match_id"]
        shown = []
        _, link, _ = await typed(capsys, "replay", "link", name, "--server", server.url)
        for word in (f"{server.url}/match/{name}", f"{server.url}/m/{name}#e=3", link.strip()):
            code, out, err = await typed(capsys, "replay", "show", word, "--json")
            assert (code, err) == (0, "")
            shown.append(moves(out))
        code, out, err = await typed(
            capsys, "replay", "show", name, "--server", server.url, "--json"
        )
        assert (code, err) == (0, "")
        assert moves(out)
        assert all(one == moves(out) for one in shown)
        code, out, err = await typed(
            capsys, "replay", "ask", link.strip(), "--bot", "first", "--seat", "0", "--all"
        )
        assert (code, err) == (0, "")
        assert out.endswith(" 0 different\n")
        code, _, err = await typed(capsys, "replay", "show", "nothing", "--server", server.url)
        assert (code, err) == (1, (
            f"arena: nothing: no such file; {server.url} says: there is no match 'nothing'\n"
        ))  # fmt: skip


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (".", ".: a folder; expected a log file, a match id, the address of a match, or a link"),
        ("gone.jsonl", "gone.jsonl: no such file; expected a log file, a match id, "
                       "the address of a match, or a link"),
        ("3f2a", "3f2a: no such file; to look it up as a match id, add --server URL or run "
                 "arena login"),
        ("http://127.0.0.1:9/rooms", "http://127.0.0.1:9/rooms: not the address of a match; "
                                     "it ends in /m/ID or /match/ID"),
    ],
)  # fmt: skip
def test_what_names_no_match_says_what_would(word: str, message: str) -> None:
    with pytest.raises(LogError) as refused:
        open_source(word, None).log()
    assert str(refused.value) == message


async def test_a_link_is_shown_in_the_browser() -> None:
    async with running_server(rooms=[ROOM]) as server:
        await ended(start("connect", server.url, "--bot", "first", "--room", "river"))
        _, rooms, _ = await ended(start("rooms", "--server", server.url, "--json"))
        name = json.loads(rooms)["match_id"]
        _, link, _ = await ended(start("replay", "link", name, "--server", server.url))
    viewer = start("replay", "show", link.strip(), "--browser", env={"BROWSER": "true"})
    assert viewer.stdout
    line = await asyncio.to_thread(viewer.stdout.readline)
    viewer.kill()
    await ended(viewer)
    assert line.startswith("http://127.0.0.1:")
