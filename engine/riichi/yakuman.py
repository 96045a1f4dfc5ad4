"""役満 yakuman: one function each, true if the hand in this reading has it."""

from typing import Final

from engine.mahjong.shapes import YAOCHU_MASK
from engine.mahjong.tiles import DRAGONS, WINDS
from engine.riichi.reading import Reading, Win
from engine.riichi.yaku import HONOURS, Test, flagged, one_suit

GREEN: Final = sum(1 << kind for kind in (19, 20, 21, 23, 25, 32))
NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def kokushi(win: Win, reading: Reading) -> bool:
    """国士無双 one of each terminal and honour, and one of them twice."""
    return reading.form == "orphans" and win.counts[win.kind] == 1


def kokushi_13(win: Win, reading: Reading) -> bool:
    """国士無双十三面 the same, waiting on all thirteen."""
    return reading.form == "orphans" and win.counts[win.kind] == 2


def suuankou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """四暗刻 four hidden triplets."""
    return reading.hidden_triplets == 4 and reading.wait != "tanki"


def suuankou_tanki(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """四暗刻単騎 four hidden triplets, waiting on the pair."""
    return reading.hidden_triplets == 4 and reading.wait == "tanki"


def daisangen(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """大三元 triplets of all three dragons."""
    return all(kind in reading.triplets for kind in DRAGONS)


def shousuushii(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """小四喜 three wind triplets and a pair of the fourth."""
    return reading.pair in WINDS and sum(kind in WINDS for kind in reading.triplets) == 3


def daisuushii(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """大四喜 triplets of all four winds."""
    return all(kind in reading.triplets for kind in WINDS)


def tsuuiisou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """字一色 nothing but honours."""
    return not win.mask & ~HONOURS


def ryuuiisou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """緑一色 nothing but 2, 3, 4, 6, 8 of s and hatsu."""
    return not win.mask & ~GREEN


def chinroutou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """清老頭 nothing but terminals."""
    return not win.mask & ~(YAOCHU_MASK & ~HONOURS)


def _gates(win: Win) -> list[int] | None:
    """What a closed hand of one suit holds beyond 1112345678999; None if it lacks any of it."""
    if win.melds or win.mask & HONOURS or not one_suit(win):
        return None
    first = win.kind // 9 * 9
    over = [win.counts[first + i] - need for i, need in enumerate(NINE_GATES)]
    return over if min(over) >= 0 else None


def chuuren(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """九蓮宝燈 1112345678999 of one suit and one tile more."""
    over = _gates(win)
    return over is not None and over[win.kind % 9] != 1


def chuuren_9(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """純正九蓮宝燈 the same, waiting on all nine."""
    over = _gates(win)
    return over is not None and over[win.kind % 9] == 1


def suukantsu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """四槓子 four kans."""
    return reading.kans == 4


YAKUMAN: Final[tuple[tuple[str, Test], ...]] = (
    ("tenhou", flagged("tenhou")),
    ("chiihou", flagged("chiihou")),
    ("kokushi", kokushi),
    ("kokushi_13", kokushi_13),
    ("suuankou", suuankou),
    ("suuankou_tanki", suuankou_tanki),
    ("daisangen", daisangen),
    ("shousuushii", shousuushii),
    ("daisuushii", daisuushii),
    ("tsuuiisou", tsuuiisou),
    ("ryuuiisou", ryuuiisou),
    ("chinroutou", chinroutou),
    ("chuuren", chuuren),
    ("chuuren_9", chuuren_9),
    ("suukantsu", suukantsu),
)
