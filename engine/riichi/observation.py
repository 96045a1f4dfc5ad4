"""A view made handy for bots: distance, waits, useful and safe tiles, worked out on demand."""

from collections.abc import Iterable
from functools import cached_property

from engine.game import Seat, View
from engine.mahjong.hands import kinds_in, useful, waits
from engine.mahjong.shapes import PLACE, SUIT, four, keys_of
from engine.mahjong.tiles import DRAGONS, FACE_OF, KIND, KIND_NAMES, RED
from engine.riichi.scoring import next_dora


class Observation:
    """What one seat knows, with the arithmetic of the hand done for it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.seat: Seat = int(view["viewer"])
        self.faces = [FACE_OF[name] for name in view["hand"]]
        self.need = 4 - len(view["melds"][self.seat])
        self.closed = all(meld["type"] == "ankan" for meld in view["melds"][self.seat])

    @cached_property
    def counts(self) -> list[int]:
        """The concealed tiles by kind, the drawn one among them."""
        counts = [0] * 34
        for face in self.faces:
            counts[KIND[face]] += 1
        return counts

    @cached_property
    def distance(self) -> int:
        """向聴数 of the whole hand: 0 is tenpai, -1 complete."""
        return four().nearest(*keys_of(self.counts), self.need)

    @property
    def waits(self) -> list[str]:
        """The tiles that complete the hand, with thirteen tiles or so in it."""
        mask = waits(four(), self.counts, keys_of(self.counts), self.need)
        return [KIND_NAMES[kind] for kind in kinds_in(mask)]

    @property
    def useful(self) -> list[str]:
        """受け入れ the tiles that shorten the distance."""
        return [KIND_NAMES[kind] for kind in kinds_in(useful(four(), self.counts, self.need)[1])]

    def distance_without(self, kind: int) -> int:
        """The distance after discarding a kind."""
        keys = list(keys_of(self.counts))
        keys[SUIT[kind]] -= PLACE[kind]
        return four().nearest(keys[0], keys[1], keys[2], keys[3], self.need)

    def useful_without(self, kind: int) -> int:
        """The useful kinds, as a mask, after discarding a kind."""
        counts = list(self.counts)
        counts[kind] -= 1
        return useful(four(), counts, self.need)[1]

    def unseen(self, kind: int) -> int:
        """How many tiles of a kind this seat has not seen."""
        return 4 - int(self.view["visible"][kind])

    def unseen_in(self, mask: int) -> int:
        """How many unseen tiles there are of these kinds."""
        return sum([self.unseen(kind) for kind in kinds_in(mask)])

    @cached_property
    def dora(self) -> list[int]:
        """The kinds the indicators point at."""
        return [next_dora(KIND[FACE_OF[name]]) for name in self.view["dora"]]

    def bonus(self, faces: Iterable[int]) -> int:
        """Dora and red fives among these faces."""
        faces = list(faces)
        reds = sum([RED[face] for face in faces])
        return reds + sum([KIND[face] == dora for face in faces for dora in self.dora])

    @cached_property
    def value_kinds(self) -> tuple[int, ...]:
        """役牌 the kinds whose triplet is a yaku for this seat."""
        winds = "ESWN"
        own = 27 + winds.index(self.view["seat_winds"][self.seat])
        return (*DRAGONS, own, 27 + winds.index(self.view["round_wind"]))

    @cached_property
    def threats(self) -> list[Seat]:
        """The other seats in riichi."""
        return [s for s, riichi in enumerate(self.view["riichi"]) if riichi and s != self.seat]

    def safe_against(self, seat: Seat) -> int:
        """現物 the kinds, as a mask, with which a seat in riichi cannot win: its furiten."""
        mask = 0
        declared = False
        for token in self.view["history"]:
            if not token[0].isdecimal() or ":" not in token:
                continue
            verb, tile = token[1:].split(":")
            if not verb.startswith(("discard", "tsumogiri", "riichi")):
                continue
            if declared or int(token[0]) == seat:
                mask |= 1 << KIND[FACE_OF[tile]]
            declared = declared or (int(token[0]) == seat and verb.startswith("riichi"))
        return mask
