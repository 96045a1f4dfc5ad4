"""Who plays next: a pure choice from who there is and what they have played."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Final

from arena.tournament.ratings import MIDDLE

ANCHOR_EVERY: Final = 4
"""Every so many matches of a bot, a house bot sits with it, so that all ratings are connected."""
FROM_ANYWHERE: Final = 1 / 3
"""The share of opponents drawn from the whole field. Where only neighbours meet, the distance
between the ends of the table is a sum of many small ones, and so are its errors."""
PASSED_OVER: Final = 0.8
"""The share of the field that is passed over because it was met most recently. A pair that tries to
meet more often than others cannot."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player that can be seated, and what pairing needs to know of it."""

    identity: str
    name: str
    owner: str
    """Its owner: two entrants of one owner never sit together."""
    games: int = 0
    rating: float = MIDDLE
    seats: Mapping[int, int] = field(default_factory=Counter)
    """How often it has sat at each seat."""
    recent: Sequence[str] = ()
    """Identities of those it has met, the most recent first, each once."""


def choose_table(
    bots: Sequence[Entrant],
    house: Sequence[Entrant],
    seats: int,
    rng: Random,
    client: Entrant | None = None,
) -> list[Entrant]:
    """Return the players of a table, the `client` first; empty if there is none to play for.

    Without a client, the bot with the fewest games comes first. Two of three opponents are near
    to it in rating, the third is drawn at random, each of another owner. House bots take the
    seats that are left, and now and then one of their own.
    """
    if client is None and not bots:
        return []
    first = client or min(bots, key=lambda bot: (bot.games, rng.random()))
    table = [first]
    anchors = 1 if seats > 1 and first.games % ANCHOR_EVERY == 0 else 0
    while len(table) < seats - anchors and (others := not_recent(first, table, bots)):
        if rng.random() < FROM_ANYWHERE:
            table.append(rng.choice(others))
        else:
            table.append(min(others, key=nearest(first, rng)))
    return [*table, *choose_house(house, first, seats - len(table), rng)]


def not_recent(first: Entrant, table: Sequence[Entrant], bots: Sequence[Entrant]) -> list[Entrant]:
    """Return the bots of other owners, less those that `first` has met most recently."""
    field = [bot for bot in bots if bot.owner != first.owner]
    able = {bot.identity for bot in field}
    met = [identity for identity in first.recent if identity in able]
    passed = set(met[: int(PASSED_OVER * len(field))])
    owners = {entrant.owner for entrant in table}
    free = [bot for bot in field if bot.owner not in owners]
    return [bot for bot in free if bot.identity not in passed] or free


def nearest(first: Entrant, rng: Random) -> Callable[[Entrant], tuple[float, float]]:
    """Return a key by which those nearest in rating come first, equals in any order."""
    return lambda other: (abs(other.rating - first.rating), rng.random())


def choose_house(
    house: Sequence[Entrant], first: Entrant, wanted: int, rng: Random
) -> list[Entrant]:
    """Return house bots, those nearest in rating first, several times if they are too few."""
    if not house or not wanted:
        return []
    ordered = sorted(house, key=nearest(first, rng))
    return [ordered[number % len(ordered)] for number in range(wanted)]


def arrange(table: Sequence[Entrant], places: Sequence[int], rng: Random) -> dict[int, Entrant]:
    """Return the entrant of each place, so that each gets every seat equally often."""
    orders = list(permutations(table))
    rng.shuffle(orders)

    def repeated(order: Sequence[Entrant]) -> int:
        return sum(one.seats.get(place, 0) for one, place in zip(order, places, strict=True))

    fairest = min(orders, key=repeated)
    return dict(zip(places, fairest, strict=True))
