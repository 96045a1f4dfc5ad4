"""`python -m arena.mjai.serve BOT [SEAT]`: a house bot of riichi as a program that speaks mjai.

Each line of stdin is an event, or a list of events as at mjai.app, and is answered by one line.
"""

import asyncio
import json
import sys
from argparse import ArgumentParser
from collections.abc import Awaitable, Sequence
from inspect import isawaitable
from typing import Any, TextIO

from arena.errors import ArenaError, LogError
from arena.formats.mjai.tiles import Line
from arena.mjai.replies import discard_after_reach, reply
from arena.mjai.seat_table import SeatTable
from arena.plugins.bot_specs import check_plays, house_player
from arena.plugins.manager import Plugins, load_plugins
from bots import Bot, WireTurn
from engine.errors import GameError
from engine.game import Seat, Viewer
from engine.riichi.views import asked
from engine.rng import stream

NONE: Line = {"type": "none"}


class MjaiServer:
    """Answers the lines of one match with a bot of this process."""

    def __init__(
        self, bot: Bot, seat: Seat | None, options: dict[str, Any] | None = None, seed: str = ""
    ) -> None:
        self._bot = bot
        self._seat = seat
        self._options = options
        self._seed = seed
        self._table: SeatTable | None = None
        self._declared: Line | None = None
        """The discard that follows a reach which the other side has yet to confirm."""

    def hear(self, data: Line | list[Line]) -> Line:
        """Take an event, or a list of them, and answer the last one."""
        lines = data if isinstance(data, list) else [data]
        for line in lines:
            self._take(line)
        return self._answer(lines[-1]) if lines else NONE

    def _take(self, line: Line) -> None:
        if line["type"] == "start_game":
            self._start(line)
        if self._table is not None:
            self._table.take(line)

    def _start(self, line: Line) -> None:
        seat = int(line.get("id", 0)) if self._seat is None else self._seat
        self._table = table = SeatTable(seat, self._options)
        rng = stream(self._seed, "bot", seat)
        self._bot.start(table.game, seat, 4, table.config, rng)

    def _answer(self, line: Line) -> Line:
        table = self._table
        if table is None or table.state is None or line.get("can_act") is False:
            return NONE
        own = line.get("actor") == table.seat
        if own and line["type"] == "reach" and self._declared is not None:
            declared, self._declared = self._declared, None
            return declared
        if line["type"] not in (("tsumo", "chi", "pon") if own else ("dahai", "kakan", "ankan")):
            return NONE
        return self._chosen(table)

    def _chosen(self, table: SeatTable) -> Line:
        assert table.state is not None, "asked only in a round"
        legal = asked(table.state, table.seat)
        if not legal:
            return NONE
        view = table.game.view(table.state, Viewer.player(table.seat))
        answer = self._bot.act(WireTurn(table.seat, tuple(legal), view, ()))
        if isawaitable(answer):
            answer = asyncio.run(_awaited(answer))
        choice = answer[0] if isinstance(answer, tuple) else answer
        if choice.startswith("riichi:"):
            self._declared = discard_after_reach(choice, view, table.seat)
        return reply(choice, view, table.seat)


async def _awaited(answer: Awaitable[Any]) -> Any:
    return await answer


def riichi_bot(name: str, plugins: Plugins) -> Bot:
    """Return a house bot that plays riichi; an ArenaError names those that do."""
    player = house_player(name, plugins)
    check_plays(plugins.game("riichi"), player)
    assert player.bot is not None, "a house bot is a bot of this process"
    return player.bot


def serve(server: MjaiServer, source: TextIO, sink: TextIO) -> None:
    """Answer line by line until the input ends."""
    for text in source:
        if not text.strip():
            continue
        try:
            data = json.loads(text)
        except ValueError:
            raise LogError(f"no JSON: {text.strip()[:80]!r}") from None
        try:
            answer = server.hear(data)
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            kind = type(error).__name__
            raise LogError(f"cannot be followed ({kind}: {error}): {text.strip()[:200]}") from error
        sink.write(json.dumps(answer, separators=(",", ":")) + "\n")
        sink.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve a bot over stdin and stdout; 1 with a line on stderr if that cannot be."""
    parser = ArgumentParser(prog="python -m arena.mjai.serve", description=__doc__)
    parser.add_argument("bot", metavar="BOT", help="a bot of riichi; see `arena bots`")
    parser.add_argument(
        "seat", nargs="?", type=int, choices=range(4), help="its seat, if start_game has no id"
    )
    parser.add_argument("--config", action="append", metavar="K=V", help="an option of the rules")
    parser.add_argument("--seed", default="mjai", help="where its random numbers come from")
    given = parser.parse_args(arguments)
    options = dict(item.split("=", 1) for item in given.config or ())
    sink, sys.stdout = sys.stdout, sys.stderr  # what the bot prints must not look like an answer
    try:
        bot = riichi_bot(given.bot, load_plugins())
        serve(MjaiServer(bot, given.seat, options, given.seed), sys.stdin, sink)
    except (ArenaError, GameError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        sys.stdout = sink
    return 0


if __name__ == "__main__":
    sys.exit(main())
