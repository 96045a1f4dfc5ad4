"""Every frame a server sends, written down while real clients play and misbehave."""

import asyncio
from typing import Any

from arena.match.clock import ClockRules
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, until

Frames = dict[str, list[dict[str, Any]]]
"""By level: `flat` and `full`."""


async def whole_match() -> Frames:
    """A match of four with clients, a house bot and spectators of both levels."""
    clock = ClockRules(decision_ms=250, bank_ms=0, round_bonus_ms=0)
    spec = RoomSpec("r", bots=("first",), clock=clock, deals=Deals.seed(6), config={"target": 6})
    async with running_server(rooms=[spec]) as server, clients(server, 7) as everybody:
        flat, full, fickle, watcher, full_watcher, again, leaver = everybody
        await watcher.join("w", role="spectator")
        await full_watcher.join("fw", role="spectator", detail="full")
        await leaver.join("leaver")
        await leaver.send("leave")
        await leaver.find("left")
        await full.join("full", detail="full")
        await leave_and_return(server.lobby.rooms["r"], fickle, again)
        await flat.join("flat")
        for client in (flat, full, watcher, full_watcher):
            await client.send("discards_request", room_id="r")
            await client.send("action", choice="nonsense")
        await full.send("ping")
        await full.send("chat", text="hello")
        await full.send("ready")
        await asyncio.gather(flat.play(), err_and_play(full), lose_the_way(again))
        await until(lambda: server.lobby.rooms["r"].state == "over")
        await asyncio.gather(*(one.find("game_over") for one in (watcher, full_watcher)))
        return {
            "flat": flat.heard + watcher.heard + leaver.heard,
            "full": full.heard + full_watcher.heard + fickle.heard + again.heard,
        }


async def leave_and_return(room: Any, fickle: Client, again: Client) -> None:
    """A seat taken, left and taken again before the match."""
    await fickle.join("fickle", detail="full")
    await fickle.send("leave")
    await fickle.find("left")
    assert room.seats[1].free
    await again.join("again", detail="full")
    await again.send("ready")


async def err_and_play(client: Client) -> None:
    """Every kind of answer: rejected, stale, defaulted, accepted."""
    state = await client.turn()
    assert state is not None
    await client.send("action", choice="9", request_id=state["request_id"])
    await client.send("action", choice="8", request_id=0)
    while (await client.find("action_ack"))["status"] != "defaulted":
        pass
    await client.play(-1)


async def lose_the_way(client: Client) -> None:
    """Play, and ask for the table again by joining a second time."""
    await client.turn()
    await client.join("again", detail="full")
    await client.play(-1)
