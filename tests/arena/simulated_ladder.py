"""A simulated season of the ladder: the real pairing and the real fit, bots of known strength."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from statistics import fmean

from arena.ladder.pairing import Entrant, choose_table
from arena.ladder.ratings import RECENT
from arena.ladder.season import Order, Who, fit_season
from arena.tournament.ratings import MIDDLE, SCALE
from arena.tournament.results import places2
from tests.arena.simulated import gumbel

BOTS = 22
HOUSE = {"house:weak": -1.5, "house:middle": 0.0, "house:strong": 0.7}
ACCOMPLICES = ("bot:0", "bot:1")
FED = 3.0
"""How much stronger one accomplice is while the other feeds it."""
FIT_EVERY = 60


@dataclass(frozen=True, slots=True)
class SimulatedSeason:
    """What a season gave."""

    held: list[bool]
    """For every honest entrant, whether its interval holds the truth."""
    accomplices: float
    """The share of matches in which the accomplices met."""
    strangers: float
    """The same for two honest bots on the mean."""


def play_season(games: int, seed: int, *, colluding: bool = False) -> SimulatedSeason:
    """Play until every bot has so many games.

    Colluding, the two feed one another when they meet, and otherwise lose on purpose, so that
    they stand side by side at the end of the table and are drawn together as often as can be.
    """
    rng = Random(seed)
    names = [f"bot:{number}" for number in range(BOTS)]
    strengths = {name: rng.gauss(0, 0.7) for name in names} | HOUSE
    if colluding:
        strengths |= dict.fromkeys(ACCOMPLICES, -2.5)
    ratings = dict.fromkeys(strengths, float(MIDDLE))
    recent: dict[str, list[str]] = {name: [] for name in strengths}
    played: Counter[str] = Counter()
    met: Counter[tuple[str, ...]] = Counter()
    orders: list[Order] = []

    def entrants(chosen: Iterable[str]) -> list[Entrant]:
        return [
            Entrant(who, who, who, played[who], ratings[who], recent=recent[who]) for who in chosen
        ]

    while min(played[name] for name in names) < games:
        chosen = choose_table(entrants(names), entrants(HOUSE), 4, rng)
        table = [entrant.identity for entrant in chosen]
        scores = {who: strengths[who] + gumbel(rng) for who in table}
        if colluding and set(ACCOMPLICES) <= set(table):
            scores[ACCOMPLICES[0]] += FED
            scores[ACCOMPLICES[1]] -= FED
        ranks = [1 + sum(other > scores[who] for other in scores.values()) for who in table]
        orders.append(Order(tuple((who,) for who in table), tuple(places2(ranks)), len(orders)))
        played.update(table)
        met.update(combinations(sorted(set(table)), 2))
        for who in table:
            others = [other for other in table if other != who]
            recent[who] = list(dict.fromkeys([*others, *recent[who]]))[:RECENT]
        if len(orders) % FIT_EVERY == 0:
            start: dict[Who, float] = {who: ratings[who] for who in ratings}
            fitted = fit_season(orders, start).ratings
            ratings.update({str(who): one.rating for who, one in fitted.items()})
    return summary(orders, strengths, met, played, colluding=colluding)


def summary(
    orders: list[Order],
    strengths: dict[str, float],
    met: Counter[tuple[str, ...]],
    played: Counter[str],
    *,
    colluding: bool,
) -> SimulatedSeason:
    """Return how the intervals held, and how often whom met."""
    fitted = fit_season(orders).ratings
    honest = [who for who in strengths if not (colluding and who in ACCOMPLICES)]
    # The scale's middle is the mean of all; where two have no true strength, that of the honest.
    middle = fmean(strengths[who] for who in honest)
    shift = fmean(fitted[who].rating for who in honest) - MIDDLE
    held = []
    for who in honest:
        found, true = fitted[who], MIDDLE + SCALE * (strengths[who] - middle) + shift
        if found.low is not None and found.high is not None:
            held.append(found.low <= true <= found.high)
    bots = [who for who in honest if who.startswith("bot:")]
    rates = [met[pair] / min(played[who] for who in pair) for pair in combinations(sorted(bots), 2)]
    own = met[ACCOMPLICES] / min(played[who] for who in ACCOMPLICES)
    return SimulatedSeason(held, own, fmean(rates))


def random_season(
    matches: int,
    seed: int,
    *,
    bots: int = 12,
    spread: float = 0.7,
    together: tuple[float, float] = (0.0, 0.0),
    noise: float = 0.0,
) -> list[Order]:
    """Tables drawn at random; the first two bots gain so much strength when they meet.

    With `noise`, luck is partly normal and differs from bot to bot, which the model does not know.
    """
    rng = Random(seed)
    strengths = [rng.gauss(0, spread) for _ in range(bots)]
    orders = []
    for at in range(matches):
        table = rng.sample(range(bots), 4)
        scores = {
            who: strengths[who] + gumbel(rng) + rng.gauss(0, noise * (1 + who % 3)) for who in table
        }
        if 0 in scores and 1 in scores:
            for who, gain in enumerate(together):
                scores[who] += gain
        ranks = [1 + sum(other > scores[who] for other in scores.values()) for who in table]
        orders.append(Order(tuple((who,) for who in table), tuple(places2(ranks)), at))
    return orders
