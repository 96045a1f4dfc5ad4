"""役 yaku: one function each, true if the hand in this reading has it.

`YAKU` lists them with their han, closed and open; 0 open han means the hand must be closed.
Yakuman are in yakuman.py.
"""

from collections.abc import Callable
from typing import Final

from engine.mahjong.shapes import YAOCHU_MASK
from engine.mahjong.tiles import DRAGONS, WINDS
from engine.riichi.reading import Reading, Win

Test = Callable[[Win, Reading], bool]

HONOURS: Final = 0b1111111 << 27
SUITS: Final = (0b111111111, 0b111111111 << 9, 0b111111111 << 18)
WIND_LETTERS: Final = "eswn"


def flagged(name: str) -> Test:
    """A yaku of the course of the round: the table says whether it happened."""

    def test(win: Win, reading: Reading) -> bool:  # noqa: ARG001
        return name in win.flags

    return test


def menzen_tsumo(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """門前清自摸和 a closed hand completed by the own draw."""
    return win.tsumo and win.closed


def pinfu(win: Win, reading: Reading) -> bool:
    """平和 four runs, a worthless pair and a wait on both sides."""
    return (
        len(reading.runs) == 4 and reading.wait == "ryanmen" and pair_value(win, reading.pair) == 0
    )


def pair_value(win: Win, pair: int) -> int:
    """How many times a pair of this kind is worth something."""
    return (pair in DRAGONS) + (pair == win.seat_wind) + (pair == win.round_wind)


def tanyao(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """断幺九 no terminal and no honour."""
    return not win.mask & YAOCHU_MASK


def twin_runs(reading: Reading) -> int:
    """Pairs of equal runs."""
    return sum(reading.runs.count(kind) // 2 for kind in set(reading.runs))


def iipeikou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """一盃口 one run twice."""
    return twin_runs(reading) == 1


def ryanpeikou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """二盃口 two runs twice each."""
    return twin_runs(reading) == 2


def triplet_of(kind: int) -> Test:
    """役牌 yakuhai: a triplet of this dragon."""

    def test(win: Win, reading: Reading) -> bool:  # noqa: ARG001
        return kind in reading.triplets

    return test


def round_wind(kind: int) -> Test:
    """場風 bakaze: a triplet of this wind while it is the round's."""

    def test(win: Win, reading: Reading) -> bool:
        return win.round_wind == kind and kind in reading.triplets

    return test


def seat_wind(kind: int) -> Test:
    """自風 jikaze: a triplet of this wind while it is the seat's."""

    def test(win: Win, reading: Reading) -> bool:
        return win.seat_wind == kind and kind in reading.triplets

    return test


def chiitoitsu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """七対子 seven different pairs."""
    return reading.form == "pairs"


def outside_everywhere(reading: Reading) -> bool:
    """Whether each set and the pair touch a terminal or an honour, and there is a run."""
    if not reading.runs or not YAOCHU_MASK >> reading.pair & 1:
        return False
    runs = all(kind % 9 in (0, 6) for kind in reading.runs)
    return runs and all(YAOCHU_MASK >> kind & 1 for kind in reading.triplets)


def chanta(win: Win, reading: Reading) -> bool:
    """混全帯幺九 terminals or honours in every set, with honours."""
    return outside_everywhere(reading) and bool(win.mask & HONOURS)


def junchan(win: Win, reading: Reading) -> bool:
    """純全帯幺九 terminals in every set."""
    return outside_everywhere(reading) and not win.mask & HONOURS


def ittsuu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """一気通貫 123, 456 and 789 of one suit."""
    runs = reading.runs
    return any(low in runs and low + 3 in runs and low + 6 in runs for low in (0, 9, 18))


def sanshoku(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """三色同順 the same run in all three suits."""
    runs = reading.runs
    return any(kind in runs and kind + 9 in runs and kind + 18 in runs for kind in range(7))


def sanshoku_doukou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """三色同刻 the same triplet in all three suits."""
    sets = reading.triplets
    return any(kind in sets and kind + 9 in sets and kind + 18 in sets for kind in range(9))


def toitoi(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """対々和 four triplets."""
    return len(reading.triplets) == 4


def sanankou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """三暗刻 three hidden triplets."""
    return reading.hidden_triplets == 3


def sankantsu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """三槓子 three kans."""
    return reading.kans == 3


def shousangen(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """小三元 two dragon triplets and a pair of the third."""
    return reading.pair in DRAGONS and sum(kind in DRAGONS for kind in reading.triplets) == 2


def honroutou(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """混老頭 nothing but terminals and honours."""
    return not win.mask & ~YAOCHU_MASK


def one_suit(win: Win) -> bool:
    """Whether the suited tiles are all of one suit."""
    return sum(bool(win.mask & suit) for suit in SUITS) == 1


def honitsu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """混一色 one suit and honours."""
    return one_suit(win) and bool(win.mask & HONOURS)


def chinitsu(win: Win, reading: Reading) -> bool:  # noqa: ARG001
    """清一色 one suit and nothing else."""
    return one_suit(win) and not win.mask & HONOURS


Row = tuple[str, int, int, Test]
YAKU: Final[tuple[Row, ...]] = (
    ("riichi", 1, 0, flagged("riichi")),
    ("double_riichi", 2, 0, flagged("double_riichi")),
    ("ippatsu", 1, 0, flagged("ippatsu")),
    ("tsumo", 1, 0, menzen_tsumo),
    ("haitei", 1, 1, flagged("haitei")),
    ("houtei", 1, 1, flagged("houtei")),
    ("rinshan", 1, 1, flagged("rinshan")),
    ("chankan", 1, 1, flagged("chankan")),
    ("pinfu", 1, 0, pinfu),
    ("tanyao", 1, 1, tanyao),
    ("iipeikou", 1, 0, iipeikou),
    ("haku", 1, 1, triplet_of(31)),
    ("hatsu", 1, 1, triplet_of(32)),
    ("chun", 1, 1, triplet_of(33)),
    *[(f"round_{WIND_LETTERS[w - 27]}", 1, 1, round_wind(w)) for w in WINDS],
    *[(f"seat_{WIND_LETTERS[w - 27]}", 1, 1, seat_wind(w)) for w in WINDS],
    ("chiitoitsu", 2, 0, chiitoitsu),
    ("chanta", 2, 1, chanta),
    ("ittsuu", 2, 1, ittsuu),
    ("sanshoku", 2, 1, sanshoku),
    ("sanshoku_doukou", 2, 2, sanshoku_doukou),
    ("toitoi", 2, 2, toitoi),
    ("sanankou", 2, 2, sanankou),
    ("sankantsu", 2, 2, sankantsu),
    ("shousangen", 2, 2, shousangen),
    ("honroutou", 2, 2, honroutou),
    ("honitsu", 3, 2, honitsu),
    ("junchan", 3, 2, junchan),
    ("ryanpeikou", 3, 0, ryanpeikou),
    ("chinitsu", 6, 5, chinitsu),
)
