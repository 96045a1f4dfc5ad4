"""台 What a complete hand is worth: the best reading and its items."""

from dataclasses import dataclass

from engine.taiwan.config import TaiwanConfig
from engine.taiwan.items import Item, items_of
from engine.taiwan.reading import Win, readings


@dataclass(frozen=True, slots=True)
class Score:
    """The items of the best reading and their sum."""

    items: tuple[Item, ...]
    tai: int


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
