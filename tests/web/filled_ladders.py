"""Rated matches in a server's store, played in this process, as the ladder would keep them."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arena.local.loop import play_match, resolve
from arena.match.log import dump, result_line, step_line
from arena.match.match import Match
from arena.match.result import match_id
from arena.plugins.manager import Plugins
from arena.server.app import Running
from arena.settings import Settings
from arena.store import NewMatch, NewVersion, Seated, Store, open_store
from arena.table.spec import DEFAULT_CLOCK
from arena.testing import running_server
from bots import Answer, Bot, Turn
from engine.rng import Deals

FIELD = ("counter", "random", "first", "defender")
SHORT = {"target": 2}


class FaultyBot(Bot):
    """A bot: now and then its answer is nonsense."""

    name = "faulty"
    asked = 0

    def act(self, turn: Turn) -> Answer:
        self.asked += 1
        return "nonsense" if self.asked % 7 == 0 else turn.legal[0]


def store_finished(store: Store, match: Match, seats: Sequence[Seated]) -> None:
    """Put a match that is over into a store, with times as if a clock had run."""
    store.matches.begin(NewMatch.of(match, room_id="t", seats=seats, rated=True, kind="ladder"))
    for record in match.records:
        record.ms = {seat: 3 + (record.n + seat) % 9 for seat in record.moves}
        store.matches.append(match.header.match_id, record.n, dump(step_line(record)))
    store.matches.finish(match.header.match_id, dump(result_line(match)))


def fill_ladder(store: Store, plugins: Plugins, matches: int, *, mine: str = "mochi") -> None:
    """A ladder of Tiger & Dragon: house bots, and one submitted bot in every third match."""
    store.tokens.create("lindqvist", "player")
    owner = next(token.id for token in store.tokens.all() if token.name == "lindqvist")
    new = NewVersion(["tigerdragon"], "ab" * 32, "mochi.py", b"")
    version = store.bots.submit(mine, owner, new)
    store.bots.activate(version.id, {"passed": True})
    for number in range(matches):
        with_mine = number % 3 == 0
        names = [FIELD[(number + seat) % 4] for seat in range(4)]
        field: list[str | type[Bot]] = list(names)
        if with_mine:
            field[number % 4] = FaultyBot
        table, players = resolve("tigerdragon", field, plugins)
        deals = Deals.seed(f"ladder{number}")
        identity, clock = match_id(deals.root or ""), DEFAULT_CLOCK.as_json()
        match = Match(
            table, [p.name for p in players], deals, config=SHORT, match_id=identity, clock=clock
        )
        play_match(match, [p.bot for p in players if p.bot], f"bots{number}")
        seats = [Seated(name, f"house:{name}") for name in names]
        if with_mine:
            seats[number % 4] = Seated(mine, f"bot:{version.bot_id}", owner, version.id)
        store_finished(store, match, seats)
    store.flush()


@asynccontextmanager
async def ladder_server(folder: Path, plugins: Plugins, matches: int) -> AsyncIterator[Running]:
    """A server on whose ladder so many matches were played; its ladder itself rests."""
    db = f"sqlite:///{folder / 'arena.db'}"
    with open_store(db, create=True) as store:
        await asyncio.to_thread(fill_ladder, store, plugins, matches)
    rules: dict[str, Any] = {"tigerdragon": SHORT}
    settings = Settings(port=0, db=db, ladder_games=("riichi", "tigerdragon"), ladder_config=rules)
    async with running_server(settings=settings) as running:
        assert running.server.ladder is not None
        await asyncio.to_thread(running.server.ladder.board.refresh, "tigerdragon")
        await running.server.ladder.stop()
        yield running
