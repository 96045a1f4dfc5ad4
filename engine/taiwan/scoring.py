"""台 What a win is worth: the best reading of the hand, and what each seat pays."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Seat
from engine.mahjong.hands import decompositions
from engine.taiwan.config import TaiwanConfig
from engine.taiwan.hand import is_migi
from engine.taiwan.items import Item, Reading, Win, items_of


@dataclass(frozen=True, slots=True)
class Score:
    """The items of the best reading and their sum."""

    items: tuple[Item, ...]
    tai: int


@dataclass(frozen=True, slots=True)
class Leg:
    """What one seat pays, and how it comes about."""

    payer: Seat
    dealer_tai: int
    tai: int
    pays: int


def score(win: Win, config: TaiwanConfig) -> Score | None:
    """The reading with the most tai; None if the hand is not complete.

    Of equal ones that with fewer items, then the smaller list, so that results do not vary.
    """
    tables = [items_of(win, reading, config) for reading in readings(win, migi=config.migi)]
    if not tables:
        return None
    best = min(tables, key=lambda items: (-total(items), len(items), items))
    return Score(tuple(best), total(best))


def total(items: list[Item]) -> int:
    """The tai of these items."""
    return sum([tai for _, tai in items])


# -- readings


def readings(win: Win, *, migi: bool) -> Iterator[Reading]:
    """Every cut of the concealed tiles with every place of the winning tile."""
    laid = tuple([meld.kind for meld in win.melds if meld.type != "chi"])
    hidden = sum([not meld.is_open for meld in win.melds])
    for sets, pair in decompositions(win.counts):
        own = tuple([kind for kind, run in sets if not run])
        triplets = laid + own
        concealed = hidden + len(own)
        if pair == win.tile:
            yield Reading(triplets, concealed, pair)
        for kind, run in dict.fromkeys(sets):
            if run and kind <= win.tile <= kind + 2:
                yield Reading(triplets, concealed, pair, open_run(kind, win.tile))
            elif kind == win.tile and not run:
                yield Reading(triplets, concealed - (not win.self_draw), pair)
    if migi and not win.melds and is_migi(win.counts):
        yield Reading((win.counts.index(3),), 1, -1, migi=True)


def open_run(low: int, tile: int) -> bool:
    """Whether the two other tiles of a run could also be completed at their other end."""
    place = low % 9
    return (tile == low and place < 6) or (tile == low + 2 and place > 0)


# -- payment


def legs(
    config: TaiwanConfig,
    tai: int,
    winner: Seat,
    payers: tuple[Seat, ...],
    dealer: Seat,
    streak: int,
) -> list[Leg]:
    """What each payer owes: the base and the tai, with those of the dealer where he is in it."""
    repeats = streak if config.streak_cap is None else min(streak, config.streak_cap)
    rows = []
    for payer in payers:
        dealer_tai = 1 + 2 * repeats if dealer in (winner, payer) else 0
        counted = min(config.cap, tai + dealer_tai)
        rows.append(Leg(payer, dealer_tai, counted, config.base + config.unit * counted))
    return rows


def deltas_of(winner: Seat, rows: list[Leg]) -> tuple[int, ...]:
    """The change of every seat's score."""
    deltas = [0, 0, 0, 0]
    for leg in rows:
        deltas[leg.payer] -= leg.pays
        deltas[winner] += leg.pays
    return tuple(deltas)
