"""Searches against a real clock of one second and no bank: how many answers came too late.

`python tests/soak_late.py [MATCHES]` plays so many matches of every search. The server is one
process, the players of a match are another, so that each has to share the machine.
"""

import asyncio
import sys
from multiprocessing import get_context
from time import monotonic

import goita

from arena.match.clock import ClockRules
from arena.plugins.manager import load_plugins
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import websocket
from bots.search import SearchBot
from engine.rng import Deals

CLOCK = ClockRules(decision_ms=1000, bank_ms=0, round_bonus_ms=0)
PLUGINS = load_plugins(entry_points=False)
PLUGINS.add("goita", lambda: goita)
SHORTER: dict[str, dict[str, int]] = {"riichi": {"start_points": 1000}, "taiwan": {"max_hands": 1}}
MATCHES = 5


def players(url: str, rooms: list[str], bot: str, seats: int) -> None:
    """Play all seats of these rooms, one room after the other."""

    async def all_rooms() -> None:
        for room in rooms:
            kind = PLUGINS.bots[bot]
            runs = [
                websocket.run(url, room, kind(), player_id=f"p{seat}", find_game=PLUGINS.game)
                for seat in range(seats)
            ]
            await asyncio.gather(*runs)

    asyncio.run(all_rooms())


async def faults_of(kind: type[SearchBot], matches: int) -> tuple[int, int]:
    """The faults and the answers of so many matches of one search."""
    game = PLUGINS.games[kind.games[0]]
    config, names = {**game.short, **SHORTER.get(game.name, {})}, [f"r{n}" for n in range(matches)]
    rooms = [
        RoomSpec(name, game.name, config=config, deals=Deals.seed(name), clock=CLOCK)
        for name in names
    ]
    async with running_server(rooms=rooms, plugins=PLUGINS) as server:
        child = get_context("spawn").Process(
            target=players, args=(server.url, names, kind.name, game.default_seats)
        )
        child.start()
        results = [await server.lobby.rooms[name].finished for name in names]
        await asyncio.to_thread(child.join)
    answers = sum(len(record.moves) for result in results for record in result.match.records)
    return sum(len(result.faults) for result in results), answers


def main() -> int:
    """Print a line per search; 1 if any answer was late."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    late = 0
    searches = [bot for bot in PLUGINS.bots.values() if issubclass(bot, SearchBot)]
    for kind in [bot for bot in searches if bot.level == "expert"]:
        began = monotonic()
        faults, answers = asyncio.run(faults_of(kind, matches))
        late += faults
        seconds = monotonic() - began
        sys.stdout.write(
            f"{kind.name}: {faults} faults in {answers:,} moves, {matches} matches"
            f" at 1 s and no bank ({seconds:.0f} s)\n"
        )
        sys.stdout.flush()
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
