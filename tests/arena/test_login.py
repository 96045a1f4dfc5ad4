"""A saved server and token: who may read them, which commands use them, and what wins over them."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.arena.commands import typed
from tests.arena.server_with_tokens import server_with_tokens


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reader without any settings: no variables, an empty folder for them."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("ARENA_TOKEN", raising=False)
    monkeypatch.delenv("ARENA_SERVER", raising=False)
    return tmp_path / "config" / "table-arena" / "login.json"


def saved(file: Path) -> tuple[int, Any] | None:
    """The mode and the content of the file."""
    if not file.exists():
        return None
    return stat.S_IMODE(file.stat().st_mode), json.loads(file.read_text(encoding="utf-8"))


async def test_a_login_is_saved_for_its_owner_alone_and_used_by_every_command(
    tmp_path: Path, own_settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        token, url = here.tokens["anna"], here.server.url
        code, out, err = await typed(capsys, "login", url + "/", "--token", token)
        assert (code, err) == (0, "")
        assert out == (
            f"logged in at {url} as anna (player)\n"
            "next: write a bot, or look at what is played there\n"
            "  arena new-bot mine\n"
            "  arena rooms\n"
        )
        assert saved(own_settings) == (0o600, {"server": url, "tokens": {url: token}})
        words = ("--bot", "first", "--room", "mine", "--fill", "--name", "anna")
        code, _, err = await typed(capsys, "connect", *words)
        assert (code, err) == (0, "")
        code, out, _ = await typed(capsys, "login")
        assert (code, out) == (0, f"logged in at {url} as anna (player)\n")


async def test_a_wrong_token_is_not_saved(
    tmp_path: Path, own_settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        code, out, err = await typed(capsys, "login", here.server.url, "--token", "guess")
        assert (code, out) == (1, "")
        assert err == (
            "arena: a valid token is needed; get one with: "
            f"arena sign-up NAME --server {here.server.url}\n"
        )
    assert saved(own_settings) is None


async def test_options_win_and_a_token_goes_to_its_own_server_only(
    tmp_path: Path, own_settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other").mkdir()
    async with (
        server_with_tokens(tmp_path) as here,
        server_with_tokens(tmp_path / "other") as other,
    ):
        await typed(capsys, "login", here.server.url, "--token", here.tokens["anna"])
        code, _, err = await typed(capsys, "notes", "mine", "text", "--server", other.server.url)
        # Refused as a stranger, not as the holder of an unknown token.
        assert code == 1
        assert "a bot's notes are written by its owner" in err
        assert err.endswith(f"; arena login {other.server.url} saves your token\n")
        code, _, err = await typed(capsys, "notes", "mine", "text", "--token", "guess")
        assert (code, err) == (1, "arena: a valid token is needed\n")
        code, out, _ = await typed(capsys, "logout")
        assert (code, out) == (0, f"logged out of {here.server.url}\n")
        assert saved(own_settings) == (0o600, {"server": "", "tokens": {}})


def test_without_a_server_the_line_that_helps_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    from arena.cli import run

    assert run(["leaderboard", "riichi"]) == 1
    assert capsys.readouterr().err == (
        "arena: no server is named; add --server URL, or save one: arena login URL\n"
    )


def test_a_broken_file_is_named(own_settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from arena.cli import run

    own_settings.parent.mkdir(parents=True)
    own_settings.write_text("{", encoding="utf-8")
    assert run(["leaderboard", "riichi"]) == 1
    assert capsys.readouterr().err == (
        f"arena: {own_settings}: not a saved login; delete it and run arena login again\n"
    )
