"""What Tenhou's JSON logs write as numbers and in Japanese: tiles, yaku, limits, draws."""

from collections.abc import Mapping
from typing import Final

from arena.formats.mjai.tiles import HONOURS

TO_NUMBER: Final[Mapping[str, int]] = {
    **{f"{n}{suit}": 10 * s + n for s, suit in enumerate("mps", 1) for n in range(1, 10)},
    **{honour: 41 + n for n, honour in enumerate(HONOURS)},
    **{f"5{suit}r": 50 + s for s, suit in enumerate("mps", 1)},
}
"""The number of each tile by its name in mjai."""
FROM_NUMBER: Final[Mapping[int, str]] = {number: name for name, number in TO_NUMBER.items()}
TSUMOGIRI: Final = 60
WIN, DRAW, NAGASHI = "和了", "流局", "流し満貫"
ABORTS: Final[Mapping[str, str]] = {
    "kyuushu": "九種九牌",
    "suufon": "四風連打",
    "suucha": "四家立直",
    "suukaikan": "四槓散了",
    "sanchahou": "三家和了",
    "nagashi": NAGASHI,
    "exhaustive": DRAW,
}
LIMITS: Final[Mapping[int, str]] = {
    2000: "満貫", 3000: "跳満", 4000: "倍満", 6000: "三倍満", 8000: "役満",
}  # fmt: skip
"""The limits by their base points."""
YAKU: Final[Mapping[str, str]] = {
    "tsumo": "門前清自摸和", "riichi": "立直", "ippatsu": "一発", "chankan": "槍槓",
    "rinshan": "嶺上開花", "haitei": "海底摸月", "houtei": "河底撈魚", "pinfu": "平和",
    "tanyao": "断幺九", "iipeikou": "一盃口", "seat_e": "自風 東", "seat_s": "自風 南",
    "seat_w": "自風 西", "seat_n": "自風 北", "round_e": "場風 東", "round_s": "場風 南",
    "round_w": "場風 西", "round_n": "場風 北", "haku": "役牌 白", "hatsu": "役牌 發",
    "chun": "役牌 中", "double_riichi": "両立直", "chiitoitsu": "七対子",
    "chanta": "混全帯幺九", "ittsuu": "一気通貫", "sanshoku": "三色同順",
    "sanshoku_doukou": "三色同刻", "sankantsu": "三槓子", "toitoi": "対々和",
    "sanankou": "三暗刻", "shousangen": "小三元", "honroutou": "混老頭",
    "ryanpeikou": "二盃口", "junchan": "純全帯幺九", "honitsu": "混一色", "chinitsu": "清一色",
    "renhou": "人和", "tenhou": "天和", "chiihou": "地和", "daisangen": "大三元",
    "suuankou": "四暗刻", "suuankou_tanki": "四暗刻単騎", "tsuuiisou": "字一色",
    "ryuuiisou": "緑一色", "chinroutou": "清老頭", "chuuren": "九蓮宝燈",
    "chuuren_9": "純正九蓮宝燈", "kokushi": "国士無双", "kokushi_13": "国士無双１３面",
    "daisuushii": "大四喜", "shousuushii": "小四喜", "suukantsu": "四槓子",
    "dora": "ドラ", "ura": "裏ドラ", "aka": "赤ドラ",
}  # fmt: skip
