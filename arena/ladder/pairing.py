"""Who plays next: a pure choice from who there is and what they have played."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Final

from arena.ladder.ratings import MU

ANCHOR_EVERY: Final = 4
"""Every so many matches of a bot, a house bot sits with it, so that all ratings hang together."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who can be seated, and what has to be known for it."""

    identity: str
    name: str
    owner: str
    """Who it belongs to: two of one owner never sit together."""
    games: int = 0
    mu: float = MU
    seats: Mapping[int, int] = field(default_factory=Counter)
    """How often it has sat where."""


def choose_table(
    bots: Sequence[Entrant],
    house: Sequence[Entrant],
    seats: int,
    rng: Random,
    seated: Sequence[Entrant] = (),
) -> list[Entrant]:
    """Who sits down, those already `seated` first; empty if there is nobody to play for.

    The bot with the fewest games, then its nearest in rating, each of another owner; house bots
    take what is left, and now and then a seat of their own.
    """
    table = list(seated)
    if not table:
        if not bots:
            return []
        table.append(min(bots, key=lambda bot: (bot.games, rng.random())))
    free = seats - len(table)
    anchors = 1 if free and table[0].games % ANCHOR_EVERY == 0 else 0
    while len(table) < seats - anchors and (others := strangers(table, bots)):
        table.append(min(others, key=nearest(table[0], rng)))
    return [*table, *choose_house(house, table[0], seats - len(table), rng)]


def strangers(table: Sequence[Entrant], bots: Sequence[Entrant]) -> list[Entrant]:
    """The bots of which no owner sits at the table yet."""
    owners = {entrant.owner for entrant in table}
    return [bot for bot in bots if bot.owner not in owners]


def nearest(first: Entrant, rng: Random) -> Callable[[Entrant], tuple[float, float]]:
    """A key by which those nearest in rating come first, equals in any order."""
    return lambda other: (abs(other.mu - first.mu), rng.random())


def choose_house(
    house: Sequence[Entrant], first: Entrant, wanted: int, rng: Random
) -> list[Entrant]:
    """House bots, those nearest in rating first; again from the beginning if they are too few."""
    if not house or not wanted:
        return []
    ordered = sorted(house, key=nearest(first, rng))
    return [ordered[number % len(ordered)] for number in range(wanted)]


def arrange(table: Sequence[Entrant], places: Sequence[int], rng: Random) -> dict[int, Entrant]:
    """Everybody at a place, so that each comes to every seat as often as to any other."""
    orders = list(permutations(table))
    rng.shuffle(orders)

    def repeated(order: Sequence[Entrant]) -> int:
        return sum(one.seats.get(place, 0) for one, place in zip(order, places, strict=True))

    fairest = min(orders, key=repeated)
    return dict(zip(places, fairest, strict=True))
