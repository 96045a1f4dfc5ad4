"""The match written out in docs/protocol.md is what a client sees; `--golden-update` renews it."""

import json
import re
from pathlib import Path

import aiohttp
import pytest

from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.golden import assert_same, updating

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"(## A whole match\n.*?```text\n)(.*?)(```)", re.DOTALL)
HANDS = {"hands": ["8,3,1", "8,8,7"], "start": 0}
TABLE = RoomSpec(
    "room1",
    seats=2,
    config={"target": 1, "first": "0"},
    bots=("first",),
    deals=Deals.from_json({"given": [HANDS], "then": "repeat"}),
)


async def conversation() -> list[str]:
    """Join, answer with the first legal choice, until the match is over."""
    lines: list[str] = []
    async with (
        running_server(rooms=[TABLE]) as server,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.url}/ws") as socket,
    ):

        async def send(**message: str) -> None:
            text = json.dumps(message, separators=(",", ":"))
            lines.append(f"> {text}")
            await socket.send_str(text)

        await send(type="join", room_id="room1", player_id="ann", role="player")
        while True:
            text = await socket.receive_str(timeout=60)
            lines.append(f"< {text}")
            frame = json.loads(text)
            if frame["type"] == "game_over":
                return lines
            if frame.get("legal"):
                await send(type="action", choice=frame["legal"].split(",")[0])


async def test_the_match_on_the_page_is_what_a_client_sees(request: pytest.FixtureRequest) -> None:
    lines = await conversation()
    text = PAGE.read_text(encoding="utf-8")
    found = BLOCK.search(text)
    assert found
    if updating(request):
        block = f"{found[1]}{chr(10).join(lines)}\n{found[3]}"
        PAGE.write_text(text.replace(found[0], block), encoding="utf-8")
        return
    assert_same(found[2], "".join(f"{line}\n" for line in lines), "docs/protocol.md", request)
    assert 5 < len(lines) < 30
