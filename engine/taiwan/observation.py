"""What a player can work out from a view: counts, distances, useful and unseen tiles."""

from collections.abc import Sequence

from engine.game import Seat, View
from engine.mahjong.hands import helpers
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import KINDS
from engine.taiwan.hand import count, distance_of
from engine.taiwan.imagine import unseen
from engine.taiwan.tiles import TILE_OF


class Observation:
    """One seat's view as numbers: concealed counts (a drawn tile among them) and what is out."""

    __slots__ = ("counts", "melds", "need", "seat", "unseen", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: Seat = int(view["viewer"])
        self.counts = bytearray(count([TILE_OF[name] for name in view["hand"]]))
        self.melds = view["melds"][self.seat]
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

    def distance(self, counts: Sequence[int], need: int) -> int:
        """How far these tiles are from so many sets and a pair: 0 is ready, -1 complete."""
        return distance_of(*keys_of(counts), need)

    def useful(self, counts: Sequence[int], need: int) -> tuple[int, int]:
        """The distance, and how many unseen tiles would shorten it."""
        keys = keys_of(counts)
        now = distance_of(*keys, need)
        mask = helpers(distance_of, counts, keys, need, now - 1)
        return now, sum([self.unseen[kind] for kind in range(KINDS) if mask >> kind & 1])
