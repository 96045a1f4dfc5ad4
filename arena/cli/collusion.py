"""`arena collusion`: which pairs of a ladder's bots gain by each other's company."""

from typing import TYPE_CHECKING, Annotated

import typer

from arena.cli.db import Db, opened
from arena.cli.ladder_choice import Ladder, chosen_ladder
from arena.cli.options import GameName, Json, Plugin
from arena.cli.output import say, say_columns, say_json
from arena.local.intervals import with_bounds
from arena.plugins.manager import load_plugins

if TYPE_CHECKING:
    from arena.ladder.collusion import CollusionReport, Suspicion
    from arena.ladder.season import Who


def collusion(
    game: GameName,
    url: Db = None,
    seed: Annotated[
        int, typer.Option(help="Of the permutations: the same seed gives the same report.")
    ] = 1,
    ladder: Ladder = None,
    plugin: Plugin = None,
    as_json: Json = False,
) -> None:
    """Report pairs that do better against others when both are at the table.

    Reads the newest rated matches of a store. A pair in the report is a reason to look at its
    matches, not a proof: bots of one author, or of one idea, may help each other unawares.

    Example: arena collusion riichi --db sqlite:///arena.db
    """
    from arena.ladder.collusion import collusion_data
    from arena.ladder.ladder_collusion import ladder_collusion

    plugins = load_plugins(plugin or ())
    plugins.game(game)
    with opened(url) as store:
        played_on = chosen_ladder(store, game, ladder)
        report, names = ladder_collusion(store, plugins, played_on, seed)
    if as_json:
        say_json({"game": game, **collusion_data(report, names)})
        return
    say_report(report, names)


def say_report(report: "CollusionReport", names: "dict[Who, str]") -> None:
    """Print the pairs found, and what could have been found."""
    from arena.ladder.collusion import EFFECTS

    if not report.comparisons:
        say(f"{report.matches} matches: no two bots have met in enough of them, nothing to compare")
        return
    if report.found:
        heading = ["pair", "who gains", "places per match [95 %]", "matches together", "by chance"]
        say_columns([heading, *(row_of(each, names) for each in report.found)])
    else:
        say("no pair gains by each other's company")
    say(
        f"{report.comparisons} comparisons in {report.matches} matches;"
        " an honest ladder shows a pair in at most one report of twenty"
    )
    say("matches together in which an effect would be found in 4 of 5 cases:")
    share = report.meetings
    say_columns(
        [
            ["places gained per match", "matches together", "matches each"],
            *(
                [f"{places:g}", str(needed), str(round(needed / share)) if share else "-"]
                for places in EFFECTS
                if (needed := report.matches_needed(places))
            ),
        ]
    )


def row_of(each: "Suspicion", names: "dict[Who, str]") -> list[str]:
    """A pair as text."""
    pair, gaining = (
        " and ".join(names.get(who, str(who)) for who in whom) for whom in (each.pair, each.gaining)
    )
    chance = f"{each.chance:.1g}" if each.chance >= 1e-6 else "< 1e-06"
    return [pair, gaining, with_bounds(each.effect), str(each.effect.n), chance]
