"""The rule options of Sichuan and their presets; docs/games/sichuan.md explains each."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.config import Config, in_range

FirstDealer = Literal["0", "1", "2", "3", "dice"]
PassedWin = Literal["until_draw_unless_higher", "until_draw", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SichuanConfig(Config):
    """Everything a table may agree on before the match."""

    preset: str = "blood_battle"
    deals: int = 8
    first_dealer: FirstDealer = "0"
    draws: Literal["wall", "streams"] = "wall"
    # before the first discard
    exchange_three: bool = True
    force_void: bool = True
    # wins and turns
    winners_stay: bool = False
    self_draw_payers: Literal["active", "all"] = "active"
    turn_after_discard_hu: Literal["discarder_next", "winner_next"] = "discarder_next"
    passed_win: PassedWin = "until_draw_unless_higher"
    last_tile_pong: bool = False
    # what a hand is worth
    scale: Literal["doubling", "linear"] = "doubling"
    base: int = 1
    cap: int = 4
    zimo_bonus: Literal["add_base", "add_fan", "none"] = "add_base"
    dian_gang_hua: Literal["self_draw", "discard"] = "self_draw"
    heaven_earth: bool = True
    dai_yao_jiu: bool = False
    jiang_dui: bool = False
    men_qing: bool = False
    duan_yao_jiu: bool = False
    # kong money
    kong_concealed: int = 2
    kong_exposed: int = 2
    kong_added: int = 1
    postponed_kong_pays: bool = False
    gang_pao: Literal["transfer", "refund", "keep"] = "transfer"
    # the empty wall
    tax_refund: bool = True
    pig_pays_winners: bool = True

    def __post_init__(self) -> None:
        in_range(self, "deals", 1, 100)
        in_range(self, "base", 1, 1000)
        in_range(self, "cap", 0, 16)
        for name in ("kong_concealed", "kong_exposed", "kong_added"):
            in_range(self, name, 0, 100)


PRESETS: Final = {
    "blood_battle": {},
    "contract": {
        "exchange_three": False,
        "winners_stay": True,
        "self_draw_payers": "all",
        "scale": "linear",
        "zimo_bonus": "add_fan",
        "heaven_earth": False,
        "men_qing": True,
        "kong_concealed": 1,
        "postponed_kong_pays": True,
    },
    "sbr": {
        "exchange_three": False,
        "force_void": False,
        "turn_after_discard_hu": "winner_next",
        "last_tile_pong": True,
        "cap": 3,
        "heaven_earth": False,
        "gang_pao": "refund",
    },
}
"""`blood_battle` is the mainstream game, `contract` the arithmetic of a settlement contract in
which winners play on, `sbr` the international textbook."""
