"""`arena replay ask`: what would this bot do there?"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options import Json, Plugin
from arena.cli.output import say, say_json
from arena.errors import ArenaError, LogError
from arena.match.log import MatchLog, read_log
from arena.plugins.bot_specs import CommandLineSpec, Player, check_plays, find_player
from arena.plugins.manager import load_plugins
from arena.sdk.ask import Asked
from arena.sdk.ask import ask as ask_bot


def ask(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match log (.jsonl).")],
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot to ask.")],
    decision: Annotated[
        int | None, typer.Option(min=1, help="The number of the seat's decision, from 1.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Ask at every decision and list those that differ.")
    ] = False,
    seat: Annotated[int | None, typer.Option(help="The seat; the bot's own if left out.")] = None,
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Ask a bot for its choice at a decision of a logged match."""
    if every == (decision is not None):
        raise typer.BadParameter("say either --decision N or --all.")
    plugins = load_plugins(plugin or ())
    try:
        log = read_log(file)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    player = find_player(CommandLineSpec(bot), plugins)
    game = plugins.game(log.header["game"])
    check_plays(game, player)
    own = seat_of(player, log) if seat is None else seat
    asked = ask_bot(log, game, player, own, decision)
    if decision is not None and len(asked) < decision:
        raise ArenaError(f"seat {own} has {len(asked)} decisions; there is no decision {decision}")
    rows = asked if every else asked[-1:]
    if as_json:
        for row in rows:
            say_json(row.as_json())
    elif every:
        say_differences(asked, own, log)
    else:
        say_decision(asked[-1], own, log)


def seat_of(player: Player, log: MatchLog) -> int:
    """The seat a bot of this name had."""
    seats = [seat for seat, name in enumerate(log.players) if name == player.name]
    if len(seats) != 1:
        names = ", ".join(f"{seat} {name}" for seat, name in enumerate(log.players))
        raise ArenaError(f"name the seat with --seat; the players were {names}")
    return seats[0]


def say_decision(asked: Asked, seat: int, log: MatchLog) -> None:
    """One decision in full."""
    say(f"decision {asked.decision} of seat {seat}, {log.players[seat]}: step {asked.n}")
    say(f"  legal  {' '.join(asked.legal)}")
    say(f"  then   {asked.then}")
    say(f"  now    {answer(asked)}")
    if asked.info is not None:
        say(f"  info   {json.dumps(asked.info, ensure_ascii=False)}")


def say_differences(rows: Sequence[Asked], seat: int, log: MatchLog) -> None:
    """A line for each decision that comes out differently, and how many there are."""
    for row in rows:
        if row.differs:
            say(f"decision {row.decision}, step {row.n}: then {row.then}, now {answer(row)}")
    different = sum(row.differs for row in rows)
    name = log.players[seat]
    say(f"seat {seat}, {name}: {len(rows)} decisions, {different} different")


def answer(asked: Asked) -> str:
    """What the bot says now, and how long it took."""
    time = "" if asked.ms is None else f" ({asked.ms:.2f} ms)"
    return f"{asked.now}{time}" if asked.now is not None else f"no choice: {asked.fault}"
