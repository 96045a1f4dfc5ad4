"""The stdin/stdout runner: `python -m bots.stdio FILE.py[:Name]` is a bot's whole program.

What the bot prints goes to stderr, where the house keeps it as the bot's log.
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import BinaryIO, Protocol

import orjson

from bots.bot import Bot
from bots.errors import RunnerError
from bots.files import bot_in, game_in
from bots.wire import Conversation, FindGame, Frame, packaged_game
from engine.game import AnyGame


class LineSource(Protocol):
    """Where frames come from, one per line."""

    def readline(self) -> bytes:
        """Return the next line; empty at the end."""


async def run(conversation: Conversation, source: LineSource, sink: BinaryIO) -> None:
    """Answer line by line until the input or the match ends."""
    while line := await asyncio.to_thread(source.readline):
        reply = await conversation.hear(read_frame(line))
        if reply is not None:
            sink.write(orjson.dumps(reply) + b"\n")
            sink.flush()
        if conversation.outcome is not None:
            return


def read_frame(line: bytes) -> Frame:
    """Return the frame of a line; RunnerError if it is none."""
    try:
        frame: Frame = orjson.loads(line)
        if isinstance(frame["type"], str):
            return frame
    except (ValueError, TypeError, KeyError):
        pass
    said = line[:80].decode("utf-8", "replace").strip()
    raise RunnerError(f"expected a JSON object with a type on each line, got {said!r}")


def finder(game_file: str | None) -> FindGame:
    """Return the lookup of a table's game: among installed packages, unless a file brings it."""
    if game_file is None:
        return packaged_game
    game = game_in(game_file)

    def find(name: str) -> AnyGame:
        return game if name == game.name else packaged_game(name)

    return find


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a bot file over stdin and stdout; 1 if it cannot be played."""
    parser = ArgumentParser(prog="python -m bots.stdio", description="Run a bot as a child.")
    parser.add_argument("bot", metavar="FILE.py[:Name]", help="the file, and which of its bots")
    parser.add_argument("--seed", help="where the bot's random numbers come from")
    parser.add_argument("--game", metavar="FILE.py", help="a file with a game that is not ours")
    given = parser.parse_args(arguments)
    sink, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        kind: type[Bot] = bot_in(given.bot)
        conversation = Conversation(kind(), seed=given.seed, find_game=finder(given.game))
        asyncio.run(run(conversation, sys.stdin.buffer, sink))
    except RunnerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
