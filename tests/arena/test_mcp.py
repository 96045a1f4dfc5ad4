"""MCP with the SDK's own client: whole matches of every game over stdio and HTTP, and failures."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from arena.agents import agent_tables, entrance
from arena.agents.agent_tables import Caller
from arena.match.visibility import Account
from arena.plugins.manager import load_plugins
from arena.settings import Settings
from arena.testing import running_server
from tests.arena.clients import PATIENCE
from tests.arena.commands import ROOT, typed
from tests.arena.ladder.ladder_servers import ladder_server_with_tokens
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens

GAMES = ["tigerdragon", "riichi", "taiwan", "sichuan", "texas42"]
CHOOSER = Random(5)


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("ARENA_TOKEN", "ARENA_SERVER"):
        monkeypatch.delenv(name, raising=False)


@asynccontextmanager
async def over_http(here: ServerWithTokens, who: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {here.tokens.get(who, who)}"} if who else {}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(f"{here.server.url}/mcp", http_client=http)
        async with Client(transport) as client:
            yield client


def over_stdio(*options: str) -> Client:
    arguments = ["-m", "arena.cli", "mcp", *options]
    return Client(
        stdio_client(StdioServerParameters(command=sys.executable, args=arguments, cwd=ROOT))
    )


async def call(client: Client, tool: str, **given: Any) -> tuple[str, Any]:
    """What a tool says, and its data; a refusal is a failure of the test."""
    answer = await client.call_tool(tool, given)
    text = "".join(part.text for part in answer.content if part.type == "text")
    assert not answer.is_error, text
    return text, answer.structured_content


async def refused(client: Client, tool: str, **given: Any) -> str:
    answer = await client.call_tool(tool, given)
    assert answer.is_error
    return "".join(part.text for part in answer.content if part.type == "text")


async def play_on(client: Client, data: Any) -> tuple[str, Any]:
    """Play a table to the end."""
    text = ""
    while not data["over"]:
        if data["your_turn"]:
            choice = CHOOSER.choice(data["choices"])["choice"]
            given = {"table": data["table"], "choice": choice, "decision": data["decision"]}
            answer = await client.call_tool("act", given | {"reason": f"I like {choice}."})
            # Another player's claim may come first: then the next decision is asked.
            tool = "look" if answer.is_error else "wait_for_turn"
            text, data = await call(client, tool, table=data["table"])
        else:
            text, data = await call(client, "wait_for_turn", table=data["table"])
    return text, data


async def play_a_match(client: Client, game: str) -> None:
    rules, _ = await call(client, "game_rules", game=game)
    assert "## Rules" in rules
    assert "```" not in rules
    text, data = await call(client, "sit_down", game=game, short=True)
    assert f"Your table handle is {data['table']}" in text
    text, data = await call(client, "wait_for_turn", table=data["table"])
    assert "Choices:" in text
    assert all(row["meaning"] for row in data["choices"])
    _, looked = await call(client, "look", table=data["table"])
    assert looked["view"]["hand"]
    text, data = await play_on(client, data)
    assert "The match is over." in text
    assert len(data["result"]["points"]) == len(data["players"])
    told, _ = await call(client, "replay", match_id=data["match_id"])
    assert 'wrote: "I like ' in told


async def test_every_game_is_played_over_stdio() -> None:
    async with over_stdio() as client:
        listed, _ = await call(client, "list_games")
        assert [line.partition(":")[0] for line in listed.splitlines()][:5] == GAMES
        for game in GAMES:
            await play_a_match(client, game)


async def test_every_game_is_played_over_http(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, over_http(here, "anna") as client:
        for game in GAMES:
            await play_a_match(client, game)


async def test_stdio_passes_the_tools_of_a_server_on(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        url, token = here.server.url, here.tokens["anna"]
        async with over_stdio("--server", url, "--token", token) as client:
            text, data = await call(client, "sit_down", game="tigerdragon", short=True)
            assert "You are anna" in text
            assert data["room"] in here.server.lobby.rooms
            await play_on(client, data)


async def test_a_wrong_token_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with server_with_tokens(tmp_path) as here:
        status, said = await here.call("POST", "/mcp", "arena_wrong", {})
        assert (status, said["error"]["message"]) == (401, "a valid token is needed")
        words = ("mcp", "--server", here.server.url, "--token", "arena_wrong")
        code, _, err = await typed(capsys, *words)
        assert (code, err) == (1, f"arena: {here.server.url}: a valid token is needed\n")


async def test_a_visitor_may_look_but_not_sit_down(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, over_http(here, "") as client:
        await call(client, "list_games")
        said = await refused(client, "sit_down", game="tigerdragon")
        assert said == "a valid token is needed to open a room"


async def test_an_illegal_choice_is_answered_with_what_is_legal(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here, over_http(here, "anna") as client:
        _, data = await call(client, "sit_down", game="tigerdragon", short=True)
        _, data = await call(client, "wait_for_turn", table=data["table"])
        said = await refused(client, "act", table=data["table"], choice="dragonfly")
        legal = ", ".join(row["choice"] for row in data["choices"])
        assert said == f"'dragonfly' is not legal now; choose one of: {legal}"
        late = await refused(client, "act", table=data["table"], choice="4", decision=0)
        assert late.startswith("decision 0 has passed (another player's claim came first, or ")
        room = here.server.lobby.rooms[data["room"]]
        assert not room.match.faults


async def test_a_seat_is_held_for_an_agent_whose_connection_dropped(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        async with over_http(here, "anna") as client:
            _, data = await call(client, "sit_down", game="tigerdragon", short=True, room="mine")
            before = await call(client, "wait_for_turn", table=data["table"])
        async with over_http(here, "anna") as client:
            _, again = await call(client, "sit_down", room="mine")
            assert (again["table"], again["seat"]) == (data["table"], data["seat"])
            assert again["decision"] == before[1]["decision"]
            await play_on(client, again)


async def test_nobody_plays_at_the_table_of_another(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        async with over_http(here, "anna") as client:
            _, data = await call(client, "sit_down", game="tigerdragon")
        async with over_http(here, "ben") as client:
            said = await refused(client, "look", table=data["table"])
            assert said.startswith(f"you sit at no table '{data['table']}'; your tables: none.")
            assert "Your tables: 0." in (await call(client, "list_tables"))[0]
            said = await refused(client, "replay", match_id=data["match_id"])
            assert said.endswith("is not over, or may not be seen yet")


async def test_an_agent_has_so_many_tables_and_may_leave_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_tables, "TABLES_EACH", 1)
    async with server_with_tokens(tmp_path) as here, over_http(here, "anna") as client:
        _, data = await call(client, "sit_down", game="tigerdragon")
        said = await refused(client, "sit_down", game="riichi")
        assert said == f"you sit at 1 tables, the most; leave one: {data['table']}"
        text, _ = await call(client, "leave", table=data["table"])
        assert text == "You have left; a house bot plays on for you."
        await call(client, "sit_down", game="riichi")


@asynccontextmanager
async def open_to_all() -> AsyncIterator[ServerWithTokens]:
    async with running_server(settings=Settings(port=0)) as server:
        yield ServerWithTokens(server, {})


async def test_agents_without_a_token_share_the_tables_of_their_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agent_tables, "VISITOR_TABLES_EACH", 1)
    async with open_to_all() as here, over_http(here, "") as client:
        _, data = await call(client, "sit_down", game="tigerdragon", short=True)
        said = await refused(client, "sit_down", game="riichi")
        assert said == (
            "agents without a token sit at 1 tables from your address, the most; leave one, or "
            "call with a token"
        )
        await play_on(client, data)  # a table that is over makes way
        await call(client, "sit_down", game="riichi")


async def test_agents_without_a_token_leave_room_for_accounts_and_are_gone_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agent_tables, "VISITOR_TABLES", 1)
    visitors = [Caller(Account(role="player"), f"192.0.2.{n}") for n in (1, 2)]
    anna = Caller(Account(7, "anna", "player"), "192.0.2.2", "account:7")
    async with open_to_all() as here:
        tables = agent_tables.AgentTables(here.server.lobby)
        first = tables.sit_down(visitors[0], {"room_id": "one"}, "first")
        with pytest.raises(agent_tables.AgentError, match="too many agents play here"):
            tables.sit_down(visitors[1], {"room_id": "two"}, "second")
        own = tables.sit_down(anna, {"room_id": "two"}, "anna")
        now = asyncio.get_running_loop().time()
        assert first.expiry is not None
        assert own.expiry is not None
        assert first.expiry.when() < now + 900 < own.expiry.when()


async def test_a_server_without_the_sdk_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "find_spec", lambda _name: None)
    async with server_with_tokens(tmp_path) as here:
        status, said = await here.call("POST", "/mcp", "anna", {})
        assert (status, said["error"]["message"]) == (
            404,
            "this server has no MCP SDK; its operator installs it with: pip install mcp",
        )


async def test_two_agents_meet_in_a_room(tmp_path: Path) -> None:
    async with (
        server_with_tokens(tmp_path) as here,
        over_http(here, "anna") as anna,
        over_http(here, "ben") as ben,
    ):
        text, _ = await call(
            anna, "sit_down", game="texas42", room="ours", opponents="players", short=True
        )
        assert "free seats: 3." in text
        rooms, _ = await call(ben, "list_tables")
        assert "ours: texas42, 3 free" in rooms
        text, _ = await call(ben, "sit_down", room="ours")
        assert "free seats: 2." in text
        assert "You are ben" in text


async def slow_board(here: ServerWithTokens) -> Any:
    """Return the leaderboard of the slow division, once its first match is counted."""
    async with asyncio.timeout(PATIENCE):
        while True:
            board = (await here.call("GET", "/api/leaderboard?game=tigerdragon"))[1]
            for row in board["ladders"]:
                if row["clock"] and row["clock"]["decision_ms"] == 120_000:
                    assert row["ladder"] != board["ladder"]
                    query = urlencode({"ladder": row["ladder"]})
                    return (await here.call("GET", f"/api/leaderboard?{query}"))[1]
            await asyncio.sleep(0.05)


async def test_the_slow_division_of_the_ladder_is_a_ladder_of_its_own(tmp_path: Path) -> None:
    async with (
        ladder_server_with_tokens(tmp_path) as here,
        over_http(here, "anna") as client,
    ):
        _, data = await call(client, "sit_down", room="ladder:tigerdragon@slow")
        room = here.server.lobby.rooms[data["room"]]
        assert room.spec.rated
        assert room.spec.clock is not None
        assert room.spec.clock.decision_ms == 120_000
        text, data = await call(client, "wait_for_turn", table=data["table"], seconds=40)
        assert "YOUR DECISION" in text
        match = data["match_id"]
        assert "is not over" in await refused(client, "replay", match_id=match)
        await play_on(client, data)
        told, _ = await call(client, "replay", match_id=match)
        assert 'anna wrote: "I like ' in told
        board = await slow_board(here)
        assert "anna" in [row["name"] for row in board["rows"]]


def test_every_guide_speaks_of_every_choice() -> None:
    plugins = load_plugins()
    assert list(plugins.guides) == GAMES
    assert all(guide.choice_text and guide.view_lines for guide in plugins.guides.values())
