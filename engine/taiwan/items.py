"""台 The items of a hand: what each is called, when it counts and what excludes it."""

from collections.abc import Mapping
from typing import Final

from engine.mahjong.hands import kinds_in
from engine.mahjong.tiles import DRAGONS, EAST, WINDS
from engine.taiwan.config import TaiwanConfig
from engine.taiwan.reading import Reading, Win
from engine.taiwan.tiles import HONORS_MASK

Item = tuple[str, int]

ENGLISH: Final[Mapping[str, str]] = {
    "門清": "concealed hand",
    "不求": "no begging",
    "自摸": "self-draw",
    "門清自摸": "concealed self-draw",
    "風牌": "seat wind",
    "風圈": "round wind",
    "箭字坎": "dragon triplet",
    "花牌": "own flower",
    "花槓": "flower kong",
    "獨聽": "single wait",
    "搶槓": "robbed kong",
    "槓上開花": "win on a replacement",
    "海底撈月": "last tile drawn",
    "河底撈魚": "last discard",
    "半求": "half begged",
    "全求": "all begged",
    "平胡": "all sequences",
    "三暗坎": "three concealed triplets",
    "四暗坎": "four concealed triplets",
    "五暗坎": "five concealed triplets",
    "對對胡": "all triplets",
    "小三元": "little three dragons",
    "大三元": "big three dragons",
    "小四喜": "little four winds",
    "大四喜": "big four winds",
    "湊一色": "half flush",
    "清一色": "full flush",
    "字一色": "all honors",
    "宣告聽牌": "declared ready",
    "地聽": "ready with the first discard",
    "天聽": "ready as dealt",
    "人胡": "human win",
    "地胡": "earthly win",
    "天胡": "heavenly win",
    "嚦咕嚦咕": "seven pairs and a triplet",
    "八仙過海": "eight flowers",
    "七搶一": "seven flowers rob one",
    "配牌花胡": "eight flowers as dealt",
}
"""Every item by its name."""

READY_ITEMS: Final = {"tianting": "天聽", "diting": "地聽", "declared": "宣告聽牌"}
FIRST_ITEMS: Final = {"tianhu": "天胡", "dihu": "地胡", "renhu": "人胡"}
CONCEALED_TRIPLETS: Final = {3: ("三暗坎", 2), 4: ("四暗坎", 5), 5: ("五暗坎", 8)}
NO_CONCEALED_ITEM: Final = frozenset(("天胡", "地胡", "人胡", "天聽", "地聽", "嚦咕嚦咕"))
"""Items beside which 門清 does not count; 五暗坎 is another, by option."""
FLOWER_GROUPS: Final = (0x0F, 0xF0)


def items_of(win: Win, reading: Reading, config: TaiwanConfig) -> list[Item]:
    """Every item of one reading, exclusions applied, in the order of the table."""
    items = [
        *first_items(win, config),
        *ready_items(win, config),
        *triplet_items(win, reading, config),
        *honor_items(win, reading, config),
        *color_items(win, config),
        *sequence_items(win, reading),
        *course_items(win, config),
        *flower_items(win, config),
    ]
    if reading.migi:
        items.append(("嚦咕嚦咕", 8))
    names = {name for name, _ in items}
    items += concealed_items(win, names, config)
    begged = begged_items(win)
    if win.single and "天胡" not in names and (config.all_begged_adds_single or not begged):
        items.append(("獨聽", 1))
    return items + begged


def first_items(win: Win, config: TaiwanConfig) -> list[Item]:
    """天胡 地胡 人胡 a win before the first go is over."""
    values = {
        "tianhu": config.heavenly_tai, "dihu": config.earthly_tai, "renhu": config.human_tai,
    }  # fmt: skip
    return [(FIRST_ITEMS[flag], tai) for flag, tai in values.items() if flag in win.flags]


def ready_items(win: Win, config: TaiwanConfig) -> list[Item]:
    """天聽 地聽 a declared hand; a win of the first go stands in its place."""
    if not win.flags.isdisjoint(FIRST_ITEMS):
        return []
    values = {
        "tianting": config.ready_dealt_tai,
        "diting": config.ready_first_tai,
        "declared": config.ready_any_tai,
    }
    return [(READY_ITEMS[flag], tai) for flag, tai in values.items() if tai and flag in win.flags]


def concealed_items(win: Win, names: set[str], config: TaiwanConfig) -> list[Item]:
    """門清 不求 自摸 beside the items of these names: three tai for a plain concealed self-draw."""
    if "天胡" in names:
        return []
    absorbed = "五暗坎" in names and config.five_concealed_absorbs
    items: list[Item] = []
    if win.closed and not absorbed and names.isdisjoint(NO_CONCEALED_ITEM):
        items.append(("門清", 1))
    if win.self_draw:
        first_ready = "地聽" in names
        if win.closed and not first_ready:
            items.append(("不求", 1))
        items.append(("自摸", config.ready_first_self_draw if first_ready else 1))
    if config.one_row_self_draw and len(items) == 3:
        return [("門清自摸", 3)]
    return items


def begged_items(win: Win) -> list[Item]:
    """半求 全求 five melds, all of them claimed."""
    if len(win.melds) < 5 or not all(meld.is_open for meld in win.melds):
        return []
    return [("半求", 1)] if win.self_draw else [("全求", 2)]


def triplet_items(win: Win, reading: Reading, config: TaiwanConfig) -> list[Item]:
    """三暗坎 and up, 對對胡."""
    items: list[Item] = []
    if reading.concealed in CONCEALED_TRIPLETS:
        items.append(CONCEALED_TRIPLETS[reading.concealed])
    absorbed = reading.concealed == 5 and config.five_concealed_absorbs
    if len(reading.triplets) == 5 and not absorbed and kinds_of(win) & ~HONORS_MASK:
        items.append(("對對胡", 4))
    return items


def honor_items(win: Win, reading: Reading, config: TaiwanConfig) -> list[Item]:
    """Winds and dragons: single triplets, or the little and big sets of them."""
    dragons = [kind for kind in DRAGONS if kind in reading.triplets]
    winds = [kind for kind in WINDS if kind in reading.triplets]
    items: list[Item] = []
    if len(dragons) == 3:
        items.append(("大三元", 8))
    elif len(dragons) == 2 and reading.pair in DRAGONS:
        items.append(("小三元", 4))
    if not items or (items[0][0] == "小三元" and config.little_dragons_adds_pungs):
        items += [("箭字坎", 1)] * len(dragons)
    if len(winds) == 4:
        return [*items, ("大四喜", 16)]
    little = len(winds) == 3 and reading.pair in WINDS
    if little:
        items.append(("小四喜", 8))
    if not little or config.little_winds_adds_winds:
        items += [("風牌", 1)] * (EAST + win.place in winds)
        items += [("風圈", 1)] * (win.round_wind in winds)
    return items


def color_items(win: Win, config: TaiwanConfig) -> list[Item]:
    """湊一色 清一色 字一色 over concealed tiles and melds."""
    kinds = kinds_of(win)
    suits = {kind // 9 for kind in kinds_in(kinds & ~HONORS_MASK)}
    if not suits:
        return [("字一色", config.all_honors_tai)]
    if len(suits) > 1:
        return []
    return [("湊一色", 4)] if kinds & HONORS_MASK else [("清一色", 8)]


def kinds_of(win: Win) -> int:
    """Every kind of the hand, melds included, as a mask."""
    mask = 0
    for kind, count in enumerate(win.counts):
        if count:
            mask |= 1 << kind
    for meld in win.melds:
        for kind in meld.kinds:
            mask |= 1 << kind
    return mask


def sequence_items(win: Win, reading: Reading) -> list[Item]:
    """平胡 five sequences won on a discard that completes an open-ended run."""
    plain = (
        win.by == "discard"
        and not reading.triplets
        and reading.open_run
        and not win.single
        and not win.flowers
        and not kinds_of(win) & HONORS_MASK
    )
    return [("平胡", 2)] if plain else []


def course_items(win: Win, config: TaiwanConfig) -> list[Item]:
    """What the moment of the win adds."""
    items: list[Item] = []
    if win.by == "rob_kong":
        items.append(("搶槓", 1))
    if "kong_bloom" in win.flags:
        items.append(("槓上開花", 1))
    if "last_tile" in win.flags:
        if win.self_draw:
            items.append(("海底撈月", 1))
        elif config.last_discard_tai:
            items.append(("河底撈魚", config.last_discard_tai))
    return items


def flower_items(win: Win, config: TaiwanConfig) -> list[Item]:
    """花牌 of the own number, 花槓 for a complete group, which replaces its own flower."""
    items: list[Item] = []
    for number, group in enumerate(FLOWER_GROUPS):
        complete = win.flowers & group == group
        own = win.flowers >> (win.place + 4 * number) & 1
        if complete:
            items.append(("花槓", 2))
        if own and (not complete or config.flower_kong_keeps_own):
            items.append(("花牌", 1))
    return items


def flower_win_items(config: TaiwanConfig, *, robbed: bool, as_dealt: bool) -> list[Item]:
    """八仙過海 七搶一 配牌花胡 the flowers alone win."""
    if robbed:
        return [("七搶一", 8)]
    if not as_dealt:
        return [("八仙過海", 8)]
    if config.deal_flower == "12":
        return [("配牌花胡", 12)]
    return [("八仙過海", 8), ("配牌花胡", 4)]
