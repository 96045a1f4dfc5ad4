"""What an mjlog file has numbers and short words for: yaku and draws."""

from typing import Final

ABORTS: Final = {
    "yao9": "kyuushu",
    "kaze4": "suufon",
    "reach4": "suucha",
    "kan4": "suukaikan",
    "ron3": "sanchahou",
    "nm": "nagashi",
}
YAKU: Final = (
    "tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao",
    "iipeikou", "seat_e", "seat_s", "seat_w", "seat_n", "round_e", "round_s", "round_w",
    "round_n", "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu",
    "sanshoku", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou",
    "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen",
    "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren", "chuuren_9",
    "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu", "dora", "ura", "aka",
)  # fmt: skip
"""The yaku by their number in the log."""
