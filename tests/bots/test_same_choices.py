"""Every house bot chooses over a socket what it chooses in process."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

import arena
from arena.match.match import Record
from arena.plugins.manager import load_plugins
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import websocket
from bots.search import SearchBot
from engine.game import Seat
from engine.rng import Deals
from tests.arena.clients import until

PLUGINS = load_plugins(entry_points=False)
SEED = "21"
PAIRS = [
    (game.name, bot.name)
    for game in PLUGINS.games.values()
    for bot in PLUGINS.bots.values()
    if game.name in bot.games
]
SHORTER: dict[str, dict[str, int]] = {"riichi": {"start_points": 1000}, "taiwan": {"max_hands": 1}}
"""Options with which a match ends after the first big loss, or the first hand."""


def asked(record: Record, passed: Sequence[Seat]) -> dict[Seat, Any]:
    """The moves of a step without those of seats that were passed for."""
    return {seat: move for seat, move in record.moves.items() if seat not in passed}


@pytest.mark.long
@pytest.mark.parametrize(("game", "bot"), PAIRS)
async def test_a_house_bot_chooses_the_same_over_a_socket(
    game: str, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if issubclass(PLUGINS.bots[bot], SearchBot):
        monkeypatch.setattr(PLUGINS.bots[bot], "playouts", 4)
    found = PLUGINS.games[game]
    config, seats = {**found.short, **SHORTER.get(game, {})}, found.default_seats
    expected = arena.play(found, [bot] * seats, seed=SEED, config=config, plugins=PLUGINS)
    room = RoomSpec(
        "r", game, seats=seats, config=config, deals=Deals.seed(SEED), bot_seed=SEED, clock=None,
        bots=(bot,) * (seats - 1),
    )  # fmt: skip
    async with running_server(rooms=[room]) as server, asyncio.timeout(60):
        run = websocket.run(server.url, "r", PLUGINS.bots[bot](), player_id="p", seed=SEED)
        await asyncio.create_task(run)
        await until(lambda: server.lobby.rooms["r"].finished.done())
        result = await server.lobby.rooms["r"].finished
    assert result.faults == ()
    # Who is outranked by a claim that came first is asked no more at a server, and so passes.
    assert [asked(record, record.passed) for record in result.match.records] == [
        asked(local, record.passed)
        for local, record in zip(expected.match.records, result.match.records, strict=True)
    ]
