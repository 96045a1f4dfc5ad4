"""得点計算 what a complete hand is worth: yaku, han, fu, limit."""

from dataclasses import dataclass
from typing import Final

from engine.mahjong.tiles import KIND, RED
from engine.riichi.config import RiichiConfig
from engine.riichi.fu import hand_fu
from engine.riichi.reading import Reading, Win, readings
from engine.riichi.yaku import YAKU
from engine.riichi.yakuman import YAKUMAN

Yaku = tuple[tuple[str, int], ...]
RENHOU_HAN: Final = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11}
LIMIT_BASES: Final = {"mangan": 2000, "haneman": 3000, "baiman": 4000, "sanbaiman": 6000}
YAKUMAN_BASE: Final = 8000


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a win: `base` is what is multiplied by 1, 2, 4 or 6 to be paid.

    `fu` is None and `yakuman` counts multiples where the hand is a yakuman by itself.
    """

    yaku: Yaku
    han: int
    fu: int | None
    limit: str | None
    base: int
    yakuman: int = 0


def next_dora(indicator: int) -> int:
    """The kind that an indicator of this kind points at."""
    if indicator >= 31:
        return 31 + (indicator - 30) % 3
    if indicator >= 27:
        return 27 + (indicator - 26) % 4
    return indicator // 9 * 9 + (indicator + 1) % 9


def count_dora(win: Win, indicators: tuple[int, ...]) -> int:
    """ドラ how many tiles of the hand the indicators point at, each indicator by itself."""
    kinds = [KIND[face] for face in win.all_faces]
    return sum(kinds.count(next_dora(KIND[face])) for face in indicators)


def best_score(win: Win, config: RiichiConfig) -> Score | None:
    """The dearest reading of a hand; None if it is not complete or has no yaku."""
    scores = [score for reading in readings(win) if (score := score_of(win, reading, config))]
    return max(scores, key=lambda s: (s.base, s.yakuman, s.han, s.fu or 0)) if scores else None


def score_of(win: Win, reading: Reading, config: RiichiConfig) -> Score | None:
    """The value of one reading; None without a yaku."""
    found = yakuman_of(win, reading, config)
    if found:
        han = sum(value for _, value in found)
        count = min(han // 13, config.yakuman_cap)
        return Score(found, han, None, "yakuman", count * YAKUMAN_BASE, count)
    yaku = yaku_of(win, reading, config)
    if not yaku:
        return None
    yaku += bonus_of(win, config)
    han = sum(value for _, value in yaku)
    fu = hand_fu(win, reading, config)
    limit, base = limit_of(han, fu, config)
    return Score(yaku, han, fu, limit, base)


def yakuman_of(win: Win, reading: Reading, config: RiichiConfig) -> Yaku:
    """Every yakuman of a reading with 13 han, or 26 where the option doubles it."""
    found = [
        (name, 26 if name in config.double_yakuman else 13)
        for name, test in YAKUMAN
        if test(win, reading)
    ]
    if "renhou" in win.flags and config.renhou == "yakuman":
        found.append(("renhou", 13))
    return tuple(found)


def yaku_of(win: Win, reading: Reading, config: RiichiConfig) -> Yaku:
    """Every ordinary yaku of a reading, with the options that take some away."""
    closed = win.closed
    barred = barred_yaku(win, config)
    found = []
    for name, closed_han, open_han, test in YAKU:
        han = closed_han if closed else open_han
        if han and name not in barred and test(win, reading):
            found.append((name, han))
    if "renhou" in win.flags and config.renhou in RENHOU_HAN:
        found.append(("renhou", RENHOU_HAN[config.renhou]))
    return tuple(found)


def barred_yaku(win: Win, config: RiichiConfig) -> list[str]:
    """The yaku that an option takes away from this win."""
    barred = []
    if not config.ippatsu:
        barred.append("ippatsu")
    if not (win.closed or config.kuitan):
        barred.append("tanyao")
    if win.tsumo and not config.tsumo_pinfu:
        barred.append("pinfu")
    return barred


def bonus_of(win: Win, config: RiichiConfig) -> Yaku:
    """Dora of all kinds: han, but no yaku."""
    rows = [("dora", count_dora(win, win.dora))]
    if "riichi" in win.flags or "double_riichi" in win.flags:
        rows.append(("ura", count_dora(win, counted_ura(win.ura, config))))
    if config.red_fives:
        rows.append(("aka", sum(RED[face] for face in win.all_faces)))
    return tuple((name, han) for name, han in rows if han)


def counted_ura(indicators: tuple[int, ...], config: RiichiConfig) -> tuple[int, ...]:
    """裏ドラ, 槓裏 the indicators under the open ones that count by the options."""
    if not config.ura:
        return ()
    return indicators if config.kan_ura else indicators[:1]


def limit_of(han: int, fu: int, config: RiichiConfig) -> tuple[str | None, int]:
    """満貫 the name of the limit, if it is reached, and the base points."""
    if han >= 13:
        kazoe = config.kazoe == "yakuman"
        return ("kazoe", YAKUMAN_BASE) if kazoe else ("sanbaiman", LIMIT_BASES["sanbaiman"])
    for name, least in (("sanbaiman", 11), ("baiman", 8), ("haneman", 6), ("mangan", 5)):
        if han >= least:
            return name, LIMIT_BASES[name]
    base = fu << (han + 2)
    if base > 2000 or (config.kiriage and base == 1920):
        return "mangan", 2000
    return None, base
