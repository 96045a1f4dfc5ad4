"""The rule options of riichi and their presets; docs/games/riichi.md explains each."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.config import Config, in_range
from engine.errors import ConfigError

Length = Literal["hanchan", "tonpuu"]
Renhou = Literal["none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
Doubled = Literal["kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"]
KanDora = Literal["before_discard", "after_discard_passes", "immediate"]
Rounding = Literal["one_decimal", "half_away", "goshashonyu"]
LeftoverSticks = Literal["winner", "lost", "shared"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiConfig(Config):
    """Everything a table may agree on before the match."""

    preset: str = "tenhou"
    length: Length = "hanchan"
    start_points: int = 25_000
    draws: Literal["wall", "streams"] = "wall"
    red_fives: Literal[3, 0] = 3
    kuitan: bool = True
    atozuke: bool = True
    kuikae: Literal["both", "same", "none"] = "both"
    # several rons
    multi_ron: Literal["double", "headbump"] = "double"
    triple_ron: Literal["abort", "pays"] = "abort"
    multi_honba: Literal["nearest", "each"] = "nearest"
    honba_points: int = 300
    # aborts and draws
    abort_kyuushu: bool = True
    abort_suufon: bool = True
    abort_suucha: bool = True
    abort_suukaikan: bool = True
    own_four_noten: bool = True
    nagashi: bool = True
    # liability
    pao_daisangen: bool = True
    pao_daisuushii: bool = True
    pao_suukantsu: bool = False
    pao_composite: Literal["whole", "part"] = "whole"
    pao_honba: Literal["liable", "half", "discarder"] = "liable"
    # limits
    renhou: Renhou = "none"
    double_yakuman: tuple[Doubled, ...] = ()
    yakuman_cap: int = 6
    kazoe: Literal["yakuman", "sanbaiman"] = "yakuman"
    kiriage: bool = False
    # dora, kans, riichi
    ippatsu: bool = True
    ura: bool = True
    kan_ura: bool = True
    kan_dora: KanDora = "before_discard"
    kan_min_live: int = 1
    chankan_ankan: bool = False
    riichi_min_points: int = 1000
    riichi_min_live: int = 4
    furiten_riichi: bool = True
    riichi_ankan: Literal["strict", "lenient", "none"] = "strict"
    # fu
    double_wind_pair_fu: Literal[4, 2] = 4
    tsumo_pinfu: bool = True
    rinshan_fu: bool = True
    # the end of the match
    tobi: bool = True
    target: int = 30_000
    enchousen: bool = True
    enchousen_dealer_stays: bool = True
    agari_yame: bool = True
    tenpai_yame: bool = True
    leftover_sticks: LeftoverSticks = "winner"
    uma: tuple[int, ...] = (20, 10, -10, -20)
    rounding: Rounding = "one_decimal"

    def __post_init__(self) -> None:
        in_range(self, "start_points", 1000, 1_000_000)
        in_range(self, "target", 0, 1_000_000)
        in_range(self, "honba_points", 0, 3000)
        in_range(self, "yakuman_cap", 1, 12)
        in_range(self, "kan_min_live", 1, 4)
        in_range(self, "riichi_min_points", 0, 10_000)
        in_range(self, "riichi_min_live", 0, 70)
        if len(self.uma) != 4:
            raise ConfigError("uma", f"expected 4 numbers, one a rank, got {len(self.uma)}")
        if sum(self.uma):
            raise ConfigError("uma", f"the numbers must add up to 0, not to {sum(self.uma)}")


PRESETS: Final = {
    "tenhou": {},
    "ronin": {
        "multi_honba": "each",
        "pao_honba": "half",
        "renhou": "mangan",
        "double_yakuman": ("kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"),
        "kiriage": True,
        "kan_dora": "after_discard_passes",
        "kan_min_live": 2,
        "chankan_ankan": True,
        "enchousen_dealer_stays": False,
        "agari_yame": False,
        "tenpai_yame": False,
        "rounding": "goshashonyu",
    },
}
"""`tenhou` is what recorded games prove; `ronin` what an open server of that name plays."""
