"""Accounts that people make themselves: only where the operator allows it, and shown once."""

import asyncio
from pathlib import Path

import pytest
import structlog

from arena.cli import run
from arena.settings import Settings
from arena.testing import running_server
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens

PATH = "/api/accounts"


async def test_a_server_makes_no_accounts_unless_told_to(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        status, answer = await here.call("POST", PATH, "", {"name": "mira"})
        assert status == 403
        assert "arena token create NAME --role player" in answer["error"]["message"]


async def test_an_account_is_a_player_s_and_its_token_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with structlog.testing.capture_logs() as logged:
        async with server_with_tokens(tmp_path, sign_up=True, sign_ups_a_day=2) as here:
            status, made = await here.call("POST", PATH, "", {"name": "mira"})
            assert (status, made["name"], made["role"]) == (201, "mira", "player")
            _, known = await here.call("GET", "/api/session", made["token"])
            assert known == {"name": "mira", "role": "player"}
            await names_that_cannot_be_had(here)
            words = ["sign-up", "nora", "--server", here.server.url]
            assert await asyncio.to_thread(run, words) == 0
            out, err = capsys.readouterr()
            secret = out.splitlines()[-1]
            _, known = await here.call("GET", "/api/session", secret)
            assert known["name"] == "nora"
            assert secret not in err
            status, answer = await here.call("POST", PATH, "", {"name": "omar"})
            assert (status, "within a day" in answer["error"]["message"]) == (409, True)
            _, rows = await here.call("GET", "/api/tokens", "ada")
    assert made["token"] not in str(logged) + str(rows)
    assert not [entry for entry in logged if entry["log_level"] in ("error", "critical")]


async def names_that_cannot_be_had(here: ServerWithTokens) -> None:
    """Those of others, those of the house, and what is no name."""
    for name, status in {
        "ada": 409, "MIRA": 409, "house": 409, "counter": 409, "x": 400, "<b>": 400, "a" * 33: 400,
        "../x": 400, "a b": 400, "": 400,
    }.items():  # fmt: skip
        told, answer = await here.call("POST", PATH, "", {"name": name})
        assert told == status, (name, answer)
        assert answer["error"]["message"]


async def test_the_first_account_is_never_made_by_a_stranger(tmp_path: Path) -> None:
    settings = Settings(port=0, db=f"sqlite:///{tmp_path}/arena.db", sign_up=True)
    async with running_server(settings=settings) as server:
        status, answer = await ServerWithTokens(server, {}).call("POST", PATH, "", {"name": "mira"})
        assert status == 403
        assert "arena token create NAME --role admin" in answer["error"]["message"]
