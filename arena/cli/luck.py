"""`arena luck`: how much of a result was luck."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from arena.cli.db import Db, opened
from arena.cli.ladder_choice import Ladder, chosen_ladder
from arena.cli.match_source import open_source
from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import say, say_columns, say_json
from arena.cli.replay import Server, Where
from arena.local.intervals import with_bounds
from arena.match.log import finished, parse_log, split_lines
from arena.plugins.manager import Plugins, load_plugins
from arena.study import luck as lucks

if TYPE_CHECKING:
    from arena.store import Store
    from arena.store.match_rows import StoredMatch
    from bots import Bot

USUAL_DEALS: Final = 60
Rounds = Annotated[
    int, typer.Option(min=1, max=100, help="How often house bots play each deal again.")
]
BotName = Annotated[
    str | None, typer.Option("--bot", metavar="NAME", help="The house bot; a quick one by default.")
]

luck = typer.Typer(help="Take the luck out of results.")


def control_bot(plugins: Plugins, game: str, name: str | None) -> "type[Bot]":
    """Return the house bot that plays deals again: the one named, else the game's first."""
    return plugins.bot(name or next(iter(plugins.bots_of(game)), "random"))


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
    measure: Annotated[
        Literal["places", "points"], typer.Option(help="The results that are averaged.")
    ] = "places",
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
        newest = store.matches.newest_rated(chosen_ladder(store, game, of_ladder), matches)
        seen = list(seen_matches(store, newest, plugins, game, measure, rounds, bot))
    rows = sorted(lucks.unlucky_means(seen), key=lambda row: row.without_luck.mean)
    if measure == "points":
        rows.reverse()
    if as_json:
        for row in rows:
            plain, less = row.plain, row.without_luck
            say_json(
                {
                    "player": row.who,
                    "matches": plain.n,
                    "plain": [plain.mean, plain.low, plain.high],
                    "without_luck": [less.mean, less.low, less.high],
                    "saved": row.saved,
                }
            )
        return
    if not rows:
        say(f"no rated match of {game} has ended yet")
        return
    heading = ["player", "matches", f"mean {measure} [95 %]", "without luck [95 %]", "saved"]
    say_columns([heading, *(cells_of(row) for row in rows)])
    say("saved: the share of the matches that the same precision would not need without luck")
    share = lucks.explained(rows, seen)
    if share is not None:
        say(f"the deals explain {100 * share:.0f} % of the variance of a single match's {measure}")


def cells_of(row: lucks.LuckRow) -> list[str]:
    """A player as text."""
    saved = "-" if row.saved is None else f"{100 * row.saved:.0f} %"
    return [row.who, str(row.plain.n), with_bounds(row.plain), with_bounds(row.without_luck), saved]


def seen_matches(
    store: "Store",
    newest: "Sequence[StoredMatch]",
    plugins: Plugins,
    game: str,
    measure: Literal["places", "points"],
    rounds: int,
    bot: str | None,
) -> Iterator[list[lucks.Seen]]:
    """Yield the results of a ladder's newest matches with the luck of their deals."""
    kind = control_bot(plugins, game, bot)
    usual: dict[str, lucks.Results] = {}
    for stored in newest:
        text = store.matches.replay(stored.match_id)
        if text is None or stored.game_version != plugins.game(game).version:
            continue
        log = parse_log(split_lines(text))
        table = lucks.table_of(log, plugins.game(game), kind)
        rules = str((table.config, table.variants, table.seats))
        if rules not in usual:
            usual[rules] = lucks.usual_results(table, USUAL_DEALS, "luck")
        deal = lucks.deal_luck(table, lucks.deals_of(log), usual[rules], rounds, stored.match_id)
        result = finished(log)["result"]
        own = lucks.results_of(result["points"], result["ranks"])
        values, chance = (getattr(one, measure) for one in (own, deal))
        yield [
            lucks.Seen(player.name, values[player.seat], chance[player.seat])
            for player in stored.players
        ]
