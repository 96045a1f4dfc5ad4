"""What a player can work out from a view: counts, distances, useful and unseen tiles."""

from collections.abc import Sequence
from typing import Any

from engine.game import Seat, View
from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import PLACE, SUIT, keys_of
from engine.mahjong.tiles import EAST, KINDS, WIND_NAMES, count_kinds
from engine.taiwan.hand import SHAPES, distance_of
from engine.taiwan.imagine import unseen
from engine.taiwan.tiles import FLOWER, TILE_OF


class Observation:
    """One seat's view as numbers: concealed counts (a drawn tile among them) and what is out."""

    __slots__ = ("counts", "melds", "need", "seat", "unseen", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: Seat = int(view["viewer"])
        self.counts = bytearray(count_kinds([TILE_OF[name] for name in view["hand"]]))
        self.melds: list[dict[str, Any]] = view["melds"][self.seat]
        self.need = 5 - len(self.melds)
        self.unseen = unseen(view)
        """How many of each tile may still come, flowers last."""

    @property
    def closed(self) -> bool:
        """Whether nothing but concealed kongs lies on the table."""
        return all(meld["type"] == "concealed_kong" for meld in self.melds)

    @property
    def tile(self) -> int:
        """The kind that may be claimed, or -1."""
        return TILE_OF[self.view["tile"]] if self.view["tile"] else -1

    @property
    def winds(self) -> tuple[int, int]:
        """The kinds of the own wind and of the round's."""
        own = WIND_NAMES.index(self.view["seat_winds"][self.seat])
        return EAST + own, EAST + WIND_NAMES.index(self.view["wind"])

    @property
    def own_flowers(self) -> int:
        """How many flowers of the own number lie in front of the seat."""
        place = self.winds[0] - EAST
        numbers = [TILE_OF[name] - FLOWER for name in self.view["flowers"][self.seat]]
        return sum([number % 4 == place for number in numbers])

    def after_discards(self) -> dict[int, int]:
        """The distance that is left after each possible discard, by kind."""
        keys = keys_of(self.counts)
        rows = {}
        for kind in range(KINDS):
            if self.counts[kind]:
                less = list(keys)
                less[SUIT[kind]] -= PLACE[kind]
                rows[kind] = distance_of(less[0], less[1], less[2], less[3], self.need)
        return rows

    def useful(self, counts: Sequence[int], need: int) -> tuple[int, int]:
        """The distance, and how many unseen tiles would shorten it."""
        keys = keys_of(counts)
        now = distance_of(*keys, need)
        mask = SHAPES.nearer(counts, keys, need, now - 1)
        return now, sum([self.unseen[kind] for kind in kinds_in(mask)])
