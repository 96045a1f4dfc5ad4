"""A match written as an mjlog file, with tile ids chosen for our faces.

The format has no word for most of our options, so they stand in one attribute of GO that others
do not look at. There is no seed: the walls are pieced together by whoever reads it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from arena.formats.mjai.tiles import TO_MJAI, Line, face_of
from arena.formats.mjlog.games import HANCHAN, NO_KUITAN, NO_RED
from arena.formats.mjlog.tags import DISCARDS, DRAWS
from arena.formats.mjlog.yaku import ABORTS, YAKU
from arena.formats.played_rounds import PlayedRound, played_rounds
from engine.game import Seat
from engine.mahjong.tiles import PLAIN_IDS, RED_ID_FACES
from engine.riichi.events import Won
from engine.variants import Position

WINDS: Final = "ESWN"
TYPES: Final = {reason: name for name, reason in ABORTS.items()}
LIMITS: Final = (2000, 3000, 4000, 6000, 8000)
"""The base points of mangan and the limits above it."""
Attributes = dict[str, object]


def write_mjlog(
    positions: Iterable[Position], players: Sequence[str], config: Mapping[str, Any]
) -> str:
    """The text of a log; a round that broke off is left out."""
    kind = 1 | (HANCHAN if config.get("length") != "tonpuu" else 0)
    kind |= 0 if config.get("red_fives", 3) else NO_RED
    kind |= 0 if config.get("kuitan", True) else NO_KUITAN
    options = quote(json.dumps(dict(config), separators=(",", ":")))
    names = {f"n{seat}": quote(name) for seat, name in enumerate(players)}
    tags = [
        '<mjloggm ver="2.3">',
        tag("GO", type=kind, lobby=0, config=options),
        tag("UN", **names),
        tag("TAIKYOKU", oya=0),
    ]
    faces = RED_ID_FACES if config.get("red_fives", 3) else PLAIN_IDS
    for item in played_rounds(positions):
        if item.ended is not None:
            tags += _Round(item, faces).tags()
    return "".join([*tags, "</mjloggm>\n"])


def tag(name: str, **attributes: object) -> str:
    """An element with these attributes."""
    words = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{words}/>"


def commas(numbers: Iterable[object]) -> str:
    """A comma list."""
    return ",".join(map(str, numbers))


class _Round:
    """Writes one round; every tile has its id from the moment it is seen."""

    def __init__(self, item: PlayedRound, faces: bytes) -> None:
        self._item = item
        self._faces = faces
        self._free: dict[int, list[int]] = {}
        for number in reversed(range(136)):
            self._free.setdefault(faces[number], []).append(number)
        self._hands = [[self._new(name) for name in hand] for hand in item.start["tehais"]]
        self._indicators = [self._new(item.start["dora_marker"])]
        self._melds: list[list[int]] = [[], [], [], []]
        self._pons: dict[tuple[Seat, int], tuple[list[int], int, int]] = {}
        """By seat and kind: the ids of a pon, the called one, and from how far away it came."""
        self._scores = [score // 100 for score in item.start["scores"]]
        self._sticks: int = item.start["kyotaku"]
        self._drawn = self._last = -1
        self._ura: list[int] = []

    def _new(self, name: str) -> int:
        return self._free[face_of(name)].pop()

    def _from_hand(self, seat: Seat, name: str) -> int:
        """Take a tile of this name out of a hand, the drawn one only if there is no other."""
        face, hand = face_of(name), self._hands[seat]
        found = [number for number in hand if self._faces[number] == face]
        number = next((number for number in found if number != self._drawn), found[0])
        hand.remove(number)
        return number

    def tags(self) -> list[str]:
        """All elements of the round."""
        start = self._item.start
        number = WINDS.index(start["bakaze"]) * 4 + start["kyoku"] - 1
        hands = {f"hai{seat}": commas(hand) for seat, hand in enumerate(self._hands)}
        seed = [number, start["honba"], start["kyotaku"], 0, 0, self._indicators[0]]
        found = [
            tag("INIT", seed=commas(seed), ten=commas(self._scores), oya=start["oya"], **hands)
        ]
        for row in self._item.lines[1:]:
            found += self._row(row)
        return [*found, *self._ending()]

    def _row(self, row: Line) -> list[str]:
        seat: Seat = row.get("actor", -1)
        match row["type"]:
            case "tsumo":
                self._drawn = self._new(row["pai"])
                self._hands[seat].append(self._drawn)
                return [f"<{DRAWS[seat]}{self._drawn}/>"]
            case "dahai":
                self._last = self._discard(seat, row)
                self._drawn = -1
                return [f"<{DISCARDS[seat]}{self._last}/>"]
            case "reach":
                return [tag("REACH", who=seat, step=1)]
            case "reach_accepted":
                self._scores[seat] -= 10
                self._sticks += 1
                return [tag("REACH", who=seat, ten=commas(self._scores), step=2)]
            case "dora":
                self._indicators.append(self._new(row["dora_marker"]))
                return [tag("DORA", hai=self._indicators[-1])]
            case "chi" | "pon" | "daiminkan" | "ankan" | "kakan":
                code = self._meld(seat, row)
                return [tag("N", who=seat, m=code)]
            case _:
                return []

    def _discard(self, seat: Seat, row: Line) -> int:
        if row["tsumogiri"]:
            self._hands[seat].remove(self._drawn)
            return self._drawn
        return self._from_hand(seat, row["pai"])

    def _meld(self, seat: Seat, row: Line) -> int:
        own = [] if row["type"] == "kakan" else [self._from_hand(seat, n) for n in row["consumed"]]
        away = (row["target"] - seat) % 4 if "target" in row else 0
        match row["type"]:
            case "chi":
                code = chi_code(sorted([*own, self._last]), self._last, away)
            case "pon":
                ids = sorted([*own, self._last])
                self._pons[seat, self._last // 4] = (ids, self._last, away)
                code = pon_code(ids, self._last, away)
            case "kakan":
                added = self._from_hand(seat, row["pai"])
                ids, called, away = self._pons[seat, added // 4]
                code = pon_code(ids, called, away, added=True)
                self._melds[seat].remove(pon_code(ids, called, away))
                self._last = added
            case "daiminkan":
                code = self._last << 8 | away
            case _:
                code = min(own) << 8
        self._melds[seat].append(code)
        return code

    # -- the end

    def _ending(self) -> list[str]:
        ended = self._item.ended
        assert ended is not None, "rounds that broke off are left out"
        found = [self._win(won) for won in self._item.wins]
        if not found:
            kind = {} if ended.reason == "exhaustive" else {"type": TYPES[ended.reason]}
            shown = {
                f"hai{hand.seat}": commas(sorted(self._hands[hand.seat]))
                for hand in self._item.shown
            }
            found = [{**kind, "ba": self._ba(), "sc": self._changed(ended.deltas), **shown}]
        over = self._item.over
        if over is not None:
            pairs = zip(over.scores, over.points, strict=True)
            found[-1]["owari"] = commas(
                word for score, points in pairs for word in (score // 100, f"{points:.1f}")
            )
        name = "AGARI" if self._item.wins else "RYUUKYOKU"
        return [tag(name, **attributes) for attributes in found]

    def _ba(self) -> str:
        return commas([self._item.start["honba"], self._sticks])

    def _changed(self, deltas: Sequence[int]) -> str:
        before = list(self._scores)
        changes = [delta // 100 for delta in deltas]
        self._scores = [score + change for score, change in zip(before, changes, strict=True)]
        return commas(word for pair in zip(before, changes, strict=True) for word in pair)

    def _win(self, won: Won) -> Attributes:
        machi = self._drawn if won.source == won.seat else self._last
        hand = sorted({*self._hands[won.seat], machi})
        if not self._ura:
            self._ura = [self._new(TO_MJAI[name]) for name in won.ura]
        ura = self._ura if won.ura else []
        base = won.points // (6 if won.seat == self._item.start["oya"] else 4)
        limit = sum(base >= least for least in LIMITS)
        numbers = [
            (YAKU.index(name), han) for name, han in zip(won.yaku, won.yaku_han, strict=True)
        ]
        yaku = (
            {"yakuman": commas(number for number, _ in numbers)}
            if won.fu is None
            else {"yaku": commas(word for pair in numbers for word in pair)}
        )
        ba = self._ba()
        self._sticks = 0
        melds = {"m": commas(self._melds[won.seat])} if self._melds[won.seat] else {}
        shown = {"doraHaiUra": commas(ura)} if ura else {}
        return {
            "ba": ba, "hai": commas(hand), **melds, "machi": machi,
            "ten": commas([won.fu or 0, won.points, limit]), **yaku,
            "doraHai": commas(self._indicators), **shown, "who": won.seat, "fromWho": won.source,
            "sc": self._changed(won.deltas),
        }  # fmt: skip


def chi_code(ids: Sequence[int], called: int, away: int) -> int:
    """The number of a run: its lowest tile, which one was called, and the copies."""
    low = ids[0] // 4
    base = low // 9 * 7 + low % 9
    copies = sum((number % 4) << (3 + 2 * step) for step, number in enumerate(ids))
    return (base * 3 + list(ids).index(called)) << 10 | copies | 4 | away


def pon_code(ids: Sequence[int], called: int, away: int, *, added: bool = False) -> int:
    """The number of a triplet: its kind, which one was called, and the copy that is not in it."""
    kind = ids[0] // 4
    unused = next(copy for copy in range(4) if kind * 4 + copy not in ids)
    mark = 16 if added else 8
    return (kind * 3 + list(ids).index(called)) << 9 | unused << 5 | mark | away
