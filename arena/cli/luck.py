"""`arena luck`: how much of a result was luck."""

from typing import Annotated

import typer

from arena.cli.db import Db, opened
from arena.cli.ladder_choice import Ladder, chosen_ladder
from arena.cli.match_source import open_source
from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import say, say_columns, say_json
from arena.cli.replay import Server, Where
from arena.ladder import luck as lucks
from arena.ladder.ladder_luck import (
    USUAL_DEALS,
    Measure,
    control_bot,
    names_on,
    row_data,
    seen_matches,
)
from arena.local.intervals import with_bounds
from arena.match.log import finished
from arena.plugins.manager import load_plugins

Rounds = Annotated[
    int, typer.Option(min=1, max=100, help="How often house bots play each deal again.")
]
BotName = Annotated[
    str | None, typer.Option("--bot", metavar="NAME", help="The house bot; the game's by default.")
]

luck = typer.Typer(help="Take the luck out of results.")


@luck.command("match")
def match(
    where: Where,
    server: Server = "",
    rounds: Rounds = 10,
    draws: Annotated[
        int, typer.Option(min=0, max=200, help="Also examine the draws of so many steps.")
    ] = 0,
    playouts: Annotated[int, typer.Option(min=1, max=1000, help="Playouts per step.")] = 30,
    bot: BotName = None,
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Show what house bots make of a match's deal, and what its draws gave.

    Example: arena luck match match.jsonl --draws 20
    """
    plugins = load_plugins(plugin or ())
    log, game = open_source(where, plugin, server).log()
    table = lucks.table_of(log, game, control_bot(plugins, game.name, bot))
    result = finished(log)["result"]
    usual = lucks.usual_results(table, USUAL_DEALS, "luck")
    deal = lucks.deal_luck(table, lucks.deals_of(log), usual, rounds, "luck").points
    drawn = lucks.draw_luck(log, table, draws, playouts, "luck") if draws else None
    rows = [
        {
            "seat": seat,
            "player": log.players[seat],
            "points": result["points"][seat],
            "luck_of_deal": round(deal[seat], 2),
            "luck_of_draws": None if drawn is None else round(drawn[seat], 2),
        }
        for seat in range(table.seats)
    ]
    if as_json:
        for row in rows:
            say_json(row)
        return
    heading = [name.replace("_", " ") for name in rows[0]]
    cells = [["-" if value is None else str(value) for value in row.values()] for row in rows]
    say_columns([heading, *cells])
    say(
        f"luck of deal: points of {table.bot.name} in each seat on this deal ({rounds} matches),"
        f" less its mean over {USUAL_DEALS} other deals"
    )
    if drawn is not None:
        say(f"luck of draws: at {draws} steps drawn by lot, {playouts} playouts before and after")


@luck.command("ladder")
def ladder(
    game: GameName,
    url: Db = None,
    measure: Annotated[Measure, typer.Option(help="The results that are averaged.")] = "places",
    matches: Annotated[
        int, typer.Option(min=10, max=20_000, help="Examine the newest so many matches.")
    ] = 200,
    rounds: Rounds = 2,
    bot: BotName = None,
    of_ladder: Ladder = None,
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Print mean results of a ladder's players, plain and with the luck of the deals taken out.

    Example: arena luck ladder sichuan --db sqlite:///arena.db
    """
    plugins = load_plugins(plugin or ())
    with opened(url) as store:
        played_on = chosen_ladder(store, game, of_ladder)
        names = names_on(store, played_on, matches)
        seen = list(seen_matches(store, plugins, played_on, measure, matches, rounds, bot))
    rows = sorted(lucks.unlucky_means(seen), key=lambda row: row.without_luck.mean)
    if measure == "points":
        rows.reverse()
    if as_json:
        for row in rows:
            say_json(row_data(row, names))
        return
    if not rows:
        say(f"no rated match of {game} has ended yet")
        return
    heading = ["player", "matches", f"mean {measure} [95 %]", "without luck [95 %]", "saved"]
    say_columns([heading, *(cells_of(row, names[row.who]) for row in rows)])
    say("saved: the share of the matches that the same precision would not need without luck")
    share = lucks.explained(rows, seen)
    if share is not None:
        say(f"the deals explain {100 * share:.0f} % of the variance of a single match's {measure}")


def cells_of(row: lucks.LuckRow, name: str) -> list[str]:
    """A player as text."""
    saved = "-" if row.saved is None else f"{100 * row.saved:.0f} %"
    return [name, str(row.plain.n), with_bounds(row.plain), with_bounds(row.without_luck), saved]
