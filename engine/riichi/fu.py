"""符 fu: what the make-up of a hand is worth before the han double it."""

from engine.mahjong.shapes import YAOCHU_MASK
from engine.riichi.config import RiichiConfig
from engine.riichi.reading import Reading, Set, Win
from engine.riichi.yaku import pair_value, pinfu


def hand_fu(win: Win, reading: Reading, config: RiichiConfig) -> int:
    """The fu of a reading, rounded up to tens (25 for seven pairs)."""
    if reading.form == "pairs":
        return 25
    is_pinfu = win.closed and pinfu(win, reading)
    fu = 20 + pair_fu(win, reading.pair, config) + sum(set_fu(item) for item in reading.sets)
    if reading.wait in ("kanchan", "penchan", "tanki"):
        fu += 2
    if win.tsumo:
        fu += tsumo_fu(win, config, is_pinfu=is_pinfu)
    elif win.closed:
        fu += 10
    if fu == 20 and not is_pinfu:
        fu = 30
    return -(-fu // 10) * 10


def tsumo_fu(win: Win, config: RiichiConfig, *, is_pinfu: bool) -> int:
    """自摸符 two for the own draw, unless that would spoil pinfu."""
    if is_pinfu and config.tsumo_pinfu:
        return 0
    return 0 if "rinshan" in win.flags and not config.rinshan_fu else 2


def pair_fu(win: Win, pair: int, config: RiichiConfig) -> int:
    """雀頭 a dragon or an own wind; a wind that is both counts by the option."""
    value = 2 * pair_value(win, pair)
    return min(value, config.double_wind_pair_fu)


def set_fu(item: Set) -> int:
    """刻子 槓子: 2 for an open simple triplet; hidden, outer and fourfold ones are worth more."""
    if item.run:
        return 0
    fu = 2
    if YAOCHU_MASK >> item.kind & 1:
        fu *= 2
    if item.hidden:
        fu *= 2
    return fu * 4 if item.kan else fu
