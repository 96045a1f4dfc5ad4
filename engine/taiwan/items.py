"""台 The items of a hand: what each is called, when it counts and what excludes it."""

from collections.abc import Mapping
from typing import Final

from engine.mahjong.hands import kind_mask, kinds_in
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
TAI: Final[Mapping[str, int]] = {
    "門清": 1, "自摸": 1, "風牌": 1, "風圈": 1, "箭字坎": 1, "花牌": 1, "花槓": 2, "獨聽": 1,
    "搶槓": 1, "槓上開花": 1, "海底撈月": 1, "半求": 1, "全求": 2, "平胡": 2, "三暗坎": 2,
    "四暗坎": 5, "五暗坎": 8, "對對胡": 4, "小三元": 4, "大三元": 8, "小四喜": 8, "大四喜": 16,
    "湊一色": 4, "清一色": 8, "八仙過海": 8, "七搶一": 8,
}  # fmt: skip
"""What the items count that are the same by every preset."""

READY_ITEMS: Final[Mapping[str, str]] = {
    "tianting": "天聽",
    "diting": "地聽",
    "declared": "宣告聽牌",
}
FIRST_ITEMS: Final[Mapping[str, str]] = {"tianhu": "天胡", "dihu": "地胡", "renhu": "人胡"}
CONCEALED_TRIPLETS: Final = {3: "三暗坎", 4: "四暗坎", 5: "五暗坎"}
NO_CONCEALED_ITEM: Final = frozenset(("天胡", "地胡", "人胡", "地聽", "嚦咕嚦咕"))
"""Items beside which 門清 never counts; 天聽, 四暗坎 and 五暗坎 are others, by option."""
FLOWER_GROUPS: Final = (0x0F, 0xF0)


def tai_table(config: TaiwanConfig) -> dict[str, int]:
    """What each item counts by these options, in the order of ENGLISH; 0 if it does not."""
    one_row, pair = config.one_row_self_draw, config.concealed_self_draw_tai == 2
    chosen = {
        "不求": 2 if pair else 1,
        "門清自摸": 3 if one_row and not pair else 0,
        "天胡": config.heavenly_tai,
        "地胡": config.earthly_tai,
        "人胡": config.human_tai,
        "字一色": config.all_honors_tai,
        "天聽": config.ready_dealt_tai,
        "地聽": config.ready_first_tai,
        "宣告聽牌": config.ready_any_tai,
        "河底撈魚": config.last_discard_tai,
        "嚦咕嚦咕": 8 if config.migi else 0,
        "配牌花胡": 12 if config.deal_flower == "12" else 4,
    }
    return {name: chosen[name] if name in chosen else TAI[name] for name in ENGLISH}


def items_of(win: Win, reading: Reading, config: TaiwanConfig) -> list[Item]:
    """Every item of one reading, exclusions applied, in the order of the table."""
    names = [
        *first_items(win),
        *ready_items(win),
        *triplet_items(win, reading, config),
        *honor_items(win, reading, config),
        *color_items(win),
        *sequence_items(win, reading, config),
        *course_items(win),
        *flower_items(win.flowers, win.place, config),
    ]
    if reading.migi:
        names.append("嚦咕嚦咕")
    tai = tai_table(config)
    counted = {name for name in names if tai[name]}
    names += concealed_items(win, counted, config)
    begged = begged_items(win, config)
    if win.single and "天胡" not in counted and (config.all_begged_adds_single or not begged):
        names.append("獨聽")
    if "地聽" in counted:
        tai["自摸"] = config.ready_first_self_draw
    return [(name, tai[name]) for name in (*names, *begged) if tai[name]]


def first_items(win: Win) -> list[str]:
    """天胡 地胡 人胡 a win before the first go is over."""
    return [name for flag, name in FIRST_ITEMS.items() if flag in win.flags]


def ready_items(win: Win) -> list[str]:
    """天聽 地聽 a hand that was ready early; a win of the first go stands in its place."""
    if not win.flags.isdisjoint(FIRST_ITEMS):
        return []
    return [name for flag, name in READY_ITEMS.items() if flag in win.flags]


def concealed_items(win: Win, names: set[str], config: TaiwanConfig) -> list[str]:
    """門清 不求 自摸 beside the items of these names: three tai for a plain concealed self-draw.

    By option 不求 stands for all three and counts two.
    """
    if "天胡" in names:
        return []
    if win.self_draw and win.closed and config.concealed_self_draw_tai == 2:
        return ["不求"]
    items: list[str] = []
    if win.closed and names.isdisjoint(excluding_concealed(config)):
        items.append("門清")
    if win.self_draw:
        if win.closed and "地聽" not in names:
            items.append("不求")
        items.append("自摸")
    if config.one_row_self_draw and len(items) == 3:
        return ["門清自摸"]
    return items


def excluding_concealed(config: TaiwanConfig) -> set[str]:
    """The items beside which 門清 does not count."""
    names = set(NO_CONCEALED_ITEM)
    if not config.ready_dealt_keeps_concealed:
        names.add("天聽")
    if config.four_concealed_absorbs:
        names.add("四暗坎")
    if config.five_concealed_absorbs:
        names.add("五暗坎")
    return names


def begged_items(win: Win, config: TaiwanConfig) -> list[str]:
    """半求 全求 five melds, all of them claimed; by option a concealed kong is allowed."""
    claimed = config.begged_with_concealed_kong or all(meld.is_open for meld in win.melds)
    if len(win.melds) < 5 or not claimed:
        return []
    return ["半求"] if win.self_draw else ["全求"]


def triplet_items(win: Win, reading: Reading, config: TaiwanConfig) -> list[str]:
    """三暗坎 and up, 對對胡."""
    items: list[str] = []
    if reading.concealed in CONCEALED_TRIPLETS:
        items.append(CONCEALED_TRIPLETS[reading.concealed])
    absorbed = (reading.concealed == 5 and config.five_concealed_absorbs) or (
        reading.concealed == 4 and config.four_concealed_absorbs
    )
    if len(reading.triplets) == 5 and not absorbed and kinds_of(win) & ~HONORS_MASK:
        items.append("對對胡")
    return items


def honor_items(win: Win, reading: Reading, config: TaiwanConfig) -> list[str]:
    """Winds and dragons: single triplets, or the little and big sets of them."""
    dragons = [kind for kind in DRAGONS if kind in reading.triplets]
    winds = [kind for kind in WINDS if kind in reading.triplets]
    items: list[str] = []
    if len(dragons) == 3:
        items.append("大三元")
    elif len(dragons) == 2 and reading.pair in DRAGONS:
        items.append("小三元")
    if not items or (items[0] == "小三元" and config.little_dragons_adds_pungs):
        items += ["箭字坎"] * len(dragons)
    if len(winds) == 4:
        return [*items, "大四喜"]
    little = len(winds) == 3 and reading.pair in WINDS
    if little:
        items.append("小四喜")
    if not little or config.little_winds_adds_winds:
        items += ["風牌"] * (EAST + win.place in winds)
        items += ["風圈"] * (win.round_wind in winds)
    return items


def color_items(win: Win) -> list[str]:
    """湊一色 清一色 字一色 over concealed tiles and melds."""
    kinds = kinds_of(win)
    suits = {kind // 9 for kind in kinds_in(kinds & ~HONORS_MASK)}
    if not suits:
        return ["字一色"]
    if len(suits) > 1:
        return []
    return ["湊一色"] if kinds & HONORS_MASK else ["清一色"]


def kinds_of(win: Win) -> int:
    """Every kind of the hand, melds included, as a mask."""
    mask = kind_mask(win.counts)
    for meld in win.melds:
        for kind in meld.kinds:
            mask |= 1 << kind
    return mask


def sequence_items(win: Win, reading: Reading, config: TaiwanConfig) -> list[str]:
    """平胡 five sequences won on a discard that completes an open-ended run."""
    plain = (
        win.by == "discard"
        and not reading.triplets
        and reading.open_run
        and not win.single
        and (config.all_sequences_with_flowers or not win.flowers)
        and not kinds_of(win) & HONORS_MASK
    )
    return ["平胡"] if plain else []


def course_items(win: Win) -> list[str]:
    """What the moment of the win adds."""
    items: list[str] = []
    if win.by == "rob_kong":
        items.append("搶槓")
    if "kong_bloom" in win.flags:
        items.append("槓上開花")
    if "last_tile" in win.flags:
        items.append("海底撈月" if win.self_draw else "河底撈魚")
    return items


def flower_items(flowers: int, place: int, config: TaiwanConfig) -> list[str]:
    """花牌 of the own number, 花槓 for a complete group, which replaces its own flower."""
    items: list[str] = []
    for number, group in enumerate(FLOWER_GROUPS):
        complete = flowers & group == group
        own = flowers >> (place + 4 * number) & 1
        if complete:
            items.append("花槓")
        if own and (not complete or config.flower_kong_keeps_own):
            items.append("花牌")
    return items


def flower_win_items(config: TaiwanConfig, *, robbed: bool, as_dealt: bool) -> list[Item]:
    """八仙過海 七搶一 配牌花胡 the flowers alone win."""
    tai = tai_table(config)
    if robbed:
        names = ["七搶一"]
    elif not as_dealt:
        names = ["八仙過海"]
    else:
        names = ["配牌花胡"] if config.deal_flower == "12" else ["八仙過海", "配牌花胡"]
    return [(name, tai[name]) for name in names]


def items_beside_flowers(
    flowers: int, place: int, config: TaiwanConfig, *, closed: bool, single: bool
) -> list[Item]:
    """What a flower win adds by option: the items that need no complete hand."""
    names = ["門清"] * closed + ["獨聽"] * single + flower_items(flowers, place, config)
    tai = tai_table(config)
    return [(name, tai[name]) for name in names]
