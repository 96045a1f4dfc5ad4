"""Two accomplices among twenty other clients of a live ladder: how often do they meet?

All 22 join again and again. The accomplices always join at the same moment and leave together, and
the others whenever they are done. Printed is the share of the accomplices' matches in which they
met, and the same for any two strangers, each with its exact 95 % interval.
"""

import asyncio
import sys
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.store import open_store
from tests.arena.clients import clients, until
from tests.arena.ladder.ladder_clients import ROOM, takes_part
from tests.arena.ladder.ladder_servers import PATIENCE, ladder_server_with_tokens, store_of

ACCOMPLICES = ("p0", "p1")
NAMES = [f"p{n}" for n in range(22)]


async def play_rounds(folder: Path, rounds: int) -> list[set[str]]:
    """Return the clients at each table that was played."""
    with open_store(f"sqlite:///{folder}/arena.db", create=True) as store:
        tokens = {name: store.tokens.create(name, "player") for name in NAMES}
    async with ladder_server_with_tokens(folder, tokens, ladder_pause=0.05) as here:
        for _ in range(rounds):
            async with clients(here.server, len(NAMES), ROOM) as joined:
                await asyncio.gather(
                    *(
                        takes_part(client, name, tokens[name])
                        for client, name in zip(joined, NAMES, strict=True)
                    )
                )
        matches = store_of(here).matches
        await until(
            lambda: (
                len(matches.rated(matches.busiest_ladder("tigerdragon"))) == rounds * len(NAMES)
            ),
            PATIENCE,
        )
        return [
            {player.name for player in match.players} & set(NAMES)
            for match in matches.rated(matches.busiest_ladder("tigerdragon"))
        ]


def share(tables: list[set[str]], pair: tuple[str, str]) -> tuple[int, int]:
    """Return in how many of their matches two met, and how many those were."""
    own = [table for table in tables if table & set(pair)]
    return sum(set(pair) <= table for table in own), len(own)


def exact(hits: int, of: int) -> tuple[float, float]:
    """Return the exact 95 % interval of a share (Clopper and Pearson), by halving."""
    from math import comb

    def at_most(k: int, p: float) -> float:
        return sum(comb(of, i) * p**i * (1 - p) ** (of - i) for i in range(k + 1))

    low, high = 0.0, 1.0
    if hits:
        a, b = 0.0, hits / of
        for _ in range(60):
            a, b = (
                ((a + b) / 2, b) if 1 - at_most(hits - 1, (a + b) / 2) < 0.025 else (a, (a + b) / 2)
            )
        low = a
    if hits < of:
        a, b = hits / of, 1.0
        for _ in range(60):
            a, b = ((a + b) / 2, b) if at_most(hits, (a + b) / 2) > 0.025 else (a, (a + b) / 2)
        high = b
    return low, high


def main(rounds: int = 40) -> int:
    """Print both shares; 1 if the accomplices meet more often than strangers do."""
    with TemporaryDirectory() as folder:
        tables = asyncio.run(play_rounds(Path(folder), rounds))
    met, own = share(tables, ACCOMPLICES)
    strangers = [pair for pair in combinations(NAMES, 2) if not set(pair) & set(ACCOMPLICES)]
    counts = [share(tables, pair) for pair in strangers]
    others, of = sum(hits for hits, _ in counts), sum(all_ for _, all_ in counts)
    low, high = exact(met, own)
    sys.stdout.write(
        f"accomplices met in {met} of their {own} matches [{low:.3f}, {high:.3f}];"
        f" strangers in {others} of {of} ({others / of:.3f})\n"
        f"tables with more than one client: {sum(len(table) > 1 for table in tables)}"
        f" of {len(tables)}\n"
    )
    return 1 if low > others / of else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
