"""`arena replay ask`: what would this bot do there?"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena.cli.match_source import open_source
from arena.cli.options import Json, Plugin
from arena.cli.output import say, say_json
from arena.errors import ArenaError
from arena.match.log import MatchLog
from arena.plugins.bot_specs import CommandLineSpec, Player, check_plays, find_player

if TYPE_CHECKING:
    from arena.sdk.ask import Asked


def ask(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCH", help="A log file, a match id, the address of a match, or a link."
        ),
    ],
    bot: Annotated[str, typer.Option(metavar="BOT", help="The bot to ask.")],
    decision: Annotated[
        int | None, typer.Option(min=1, help="The number of the seat's decision, from 1.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Ask at every decision and list those that differ.")
    ] = False,
    seat: Annotated[int | None, typer.Option(help="The seat; the bot's own if left out.")] = None,
    server: Annotated[
        str,
        typer.Option(metavar="URL", envvar="ARENA_SERVER", help="Where match ids are looked up."),
    ] = "",
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Ask a bot for its choice at a decision of a logged match.

    Example: arena replay ask match.jsonl --bot ./mine/bot.py --decision 12
    """
    from arena.sdk.ask import ask as ask_bot

    if every == (decision is not None):
        raise typer.BadParameter("say either --decision N or --all.")
    source = open_source(match, plugin, server)
    log, game = source.log()
    player = find_player(CommandLineSpec(bot), source.plugins)
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


def say_decision(asked: "Asked", seat: int, log: MatchLog) -> None:
    """One decision in full."""
    say(f"decision {asked.decision} of seat {seat}, {log.players[seat]}: step {asked.n}")
    if asked.hand:
        say(f"  hand   {' '.join(asked.hand)}")
    say(f"  legal  {' '.join(asked.legal)}")
    say(f"  then   {asked.then}")
    say(f"  now    {answer(asked)}")
    info = dict(asked.info) if isinstance(asked.info, dict) else asked.info
    candidates = info.pop("candidates", None) if isinstance(info, dict) else None
    if isinstance(candidates, dict):
        for line in candidate_lines(candidates):
            say(line)
    if info:
        say(f"  info   {json.dumps(info, ensure_ascii=False)}")


def candidate_lines(candidates: Mapping[str, Any]) -> list[str]:
    """Return what the bot thought of each choice, the best first; weights as percentages."""
    figures = {name: value for name, value in candidates.items() if isinstance(value, int | float)}
    weights = all(0 <= value <= 1 for value in figures.values())
    best = sorted(figures.items(), key=lambda item: -item[1])
    width = max(map(len, figures), default=0)
    shown = [f"{value:.0%}" if weights else f"{value:g}" for _, value in best]
    return [
        f"  {'thinks' if not place else '':<6} {name.ljust(width)}  {shown[place]}"
        for place, (name, _) in enumerate(best)
    ]


def say_differences(rows: Sequence["Asked"], seat: int, log: MatchLog) -> None:
    """A line for each decision that comes out differently, and how many there are."""
    for row in rows:
        if row.differs:
            say(f"decision {row.decision}, step {row.n}: then {row.then}, now {answer(row)}")
    different = sum(row.differs for row in rows)
    name = log.players[seat]
    say(f"seat {seat}, {name}: {len(rows)} decisions, {different} different")


def answer(asked: "Asked") -> str:
    """What the bot says now, and how long it took."""
    time = "" if asked.ms is None else f" ({asked.ms:.2f} ms)"
    return f"{asked.now}{time}" if asked.now is not None else f"no choice: {asked.fault}"
