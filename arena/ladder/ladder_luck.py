"""The luck of a ladder's matches: each deal is played again by a house bot in every seat."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

from arena.ladder.luck import (
    LuckRow,
    Results,
    Seen,
    deal_luck,
    deals_of,
    explained,
    results_of,
    table_of,
    unlucky_means,
    usual_results,
)
from arena.match.log import finished, parse_log, split_lines
from arena.plugins.manager import Plugins
from arena.store import Store

if TYPE_CHECKING:
    from bots import Bot

USUAL_DEALS: Final = 60
"""Deals from which the usual result of a seat is taken."""
Measure = Literal["places", "points"]


def control_bot(plugins: Plugins, game: str, name: str | None = None) -> "type[Bot]":
    """Return the house bot that plays deals again: the one named, else the one that fills seats.

    The better it plays, the more of a good player's luck it shows.
    """
    return plugins.bot(name or plugins.house_bot(game))


def seen_matches(
    store: Store,
    plugins: Plugins,
    ladder: str,
    measure: Measure,
    matches: int,
    rounds: int,
    bot: str | None = None,
) -> Iterator[list[Seen]]:
    """Yield the results of a ladder's newest matches with the luck of their deals."""
    game = plugins.game(ladder.partition(":")[0])
    kind = control_bot(plugins, game.name, bot)
    usual: dict[str, Results] = {}
    for stored in store.matches.newest_rated(ladder, matches):
        text = store.matches.replay(stored.match_id)
        if text is None or stored.game_version != game.version:
            continue
        log = parse_log(split_lines(text))
        table = table_of(log, game, kind)
        rules = str((table.config, table.variants, table.seats))
        if rules not in usual:
            usual[rules] = usual_results(table, USUAL_DEALS, "luck")
        deal = deal_luck(table, deals_of(log), usual[rules], rounds, stored.match_id)
        result = finished(log)["result"]
        own = results_of(result["points"], result["ranks"])
        values, chance = (getattr(one, measure) for one in (own, deal))
        yield [
            Seen(player.identity, values[player.seat], chance[player.seat])
            for player in stored.players
        ]


def names_on(store: Store, ladder: str, matches: int) -> dict[str, str]:
    """Return the newest names of a ladder's players, by identity."""
    found = store.matches.newest_rated(ladder, matches)
    return {player.identity: player.name for match in found for player in match.players}


def luck_data(seen: list[list[Seen]], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the means of a ladder's players, plain and without luck, as plain data."""
    rows = unlucky_means(seen)
    share = explained(rows, seen)
    return {
        "matches": len(seen),
        "explained": None if share is None else round(share, 3),
        "rows": [
            row_data(row, names) for row in sorted(rows, key=lambda row: row.without_luck.mean)
        ],
    }


def row_data(row: LuckRow, names: Mapping[str, str]) -> dict[str, Any]:
    """Return one player's means as plain data."""
    plain, less = row.plain, row.without_luck
    return {
        "player": names[row.who],
        "identity": row.who,
        "matches": plain.n,
        "plain": [plain.mean, plain.low, plain.high],
        "without_luck": [less.mean, less.low, less.high],
        "saved": row.saved,
    }
