"""The report on collusion of a stored ladder."""

from random import Random

from arena.ladder.collusion import CollusionReport, collusion_report
from arena.ladder.ratings import finishing_order
from arena.ladder.season import MOST_MATCHES, Who
from arena.plugins.manager import Plugins
from arena.store import Store


def ladder_collusion(
    store: Store, plugins: Plugins, ladder: str, seed: int = 1
) -> tuple[CollusionReport, dict[Who, str]]:
    """Return what a ladder's newest matches say of its pairs, and the names of its players."""
    game = plugins.game(ladder.partition(":")[0])
    names: dict[Who, str] = {}
    orders = []
    for match in store.matches.newest_rated(ladder, MOST_MATCHES):
        orders.append(finishing_order(game, match))
        names |= {(seat.identity, seat.bot_version): seat.name for seat in match.players}
    return collusion_report(orders, Random(seed)), names
