"""`python -m arena.plugins.stdio BOT`: any registered bot as a child of an arena that speaks ours.

It reads the frames of the full level from stdin and answers on stdout (docs/protocol.md).
"""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from arena.errors import ArenaError
from arena.plugins.bot_specs import house_player
from arena.plugins.manager import load_plugins
from bots.errors import RunnerError
from bots.stdio import run
from bots.wire import Conversation


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a registered bot over stdin and stdout; 1 with a line on stderr if that cannot be."""
    parser = ArgumentParser(prog="python -m arena.plugins.stdio", description=__doc__)
    parser.add_argument("bot", metavar="BOT", help="a name of `arena bots`")
    parser.add_argument("--seed", help="where the bot's random numbers come from")
    given = parser.parse_args(arguments)
    sink, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        plugins = load_plugins()
        bot = house_player(given.bot, plugins).bot
        assert bot is not None, "a registered bot is a bot of this process"
        conversation = Conversation(bot, seed=given.seed, find_game=plugins.game)
        asyncio.run(run(conversation, sys.stdin.buffer, sink))
    except (ArenaError, RunnerError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
