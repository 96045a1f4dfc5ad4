"""The rule options of Taiwan mahjong and their presets; docs/games/taiwan.md explains each."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.config import Config, in_range
from engine.errors import ConfigError

RANGES: Final = {
    "max_hands": (0, 1000),
    "base": (0, 1000),
    "unit": (0, 1000),
    "cap": (1, 1000),
    "min_tai": (0, 81),
    "reserve": (0, 32),
    "reserve_plus_per_kong": (0, 1),
    "late_claims": (0, 20),
    "heavenly_tai": (1, 81),
    "earthly_tai": (1, 81),
    "human_tai": (1, 81),
    "all_honors_tai": (1, 81),
    "ready_dealt_tai": (0, 81),
    "ready_first_tai": (0, 81),
    "ready_any_tai": (0, 81),
    "ready_first_self_draw": (0, 81),
    "last_discard_tai": (0, 81),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaiwanConfig(Config):
    """The rule options of Taiwan 16-tile mahjong."""

    preset: str = "assoc"
    # -- the length of a match and what a win pays
    circles: Literal[1, 2, 4] = 4
    max_hands: int = 0
    base: int = 3
    unit: int = 1
    cap: int = 81
    min_tai: int = 0
    streak_cap: int | None = None
    dealer_tai: Literal["involved", "winner"] = "involved"
    streak_pull: Literal["leg", "all"] = "leg"
    # -- wall and seats
    draws: Literal["wall", "streams"] = "wall"
    seat_wind: Literal["dealer", "kaimen"] = "dealer"
    reserve: int = 16
    reserve_plus_per_kong: int = 0
    replacement_pool: Literal["live", "reserve"] = "live"
    # -- claims and wins
    swap_ban: bool = True
    multi_win: bool = False
    late_claims: int = 0
    no_kong_from_upper: bool = False
    open_kong_win: Literal["plain", "bloom", "forbidden"] = "plain"
    passed_win: Literal["until_own_discard", "until_non_wait_discard", "ron_only", "none"] = (
        "until_own_discard"
    )
    passed_pong: bool = False
    flower_win: Literal["ends", "bonus", "optional", "combined"] = "ends"
    deal_flower: Literal["12", "8+4"] = "12"
    flower_win_adds_items: bool = False
    ready_noticed: bool = False
    # -- tai
    migi: bool = False
    flower_kong_keeps_own: bool = False
    little_dragons_adds_pungs: bool = False
    little_winds_adds_winds: bool = True
    all_begged_adds_single: bool = True
    begged_with_concealed_kong: bool = False
    all_sequences_with_flowers: bool = False
    four_concealed_absorbs: bool = False
    five_concealed_absorbs: bool = True
    one_row_self_draw: bool = False
    concealed_self_draw_tai: Literal[3, 2] = 3
    ready_dealt_keeps_concealed: bool = False
    heavenly_tai: int = 16
    earthly_tai: int = 16
    human_tai: int = 16
    all_honors_tai: int = 16
    ready_dealt_tai: int = 8
    ready_first_tai: int = 4
    ready_any_tai: int = 0
    ready_first_self_draw: int = 1
    last_discard_tai: int = 1

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            in_range(self, name, low, high)
        if self.streak_cap is not None and self.streak_cap < 0:
            raise ConfigError("streak_cap", f"expected none or at least 0, got {self.streak_cap}")

    @property
    def most_hands(self) -> int:
        """Hands after which a match ends whoever deals: a draw never moves the dealer."""
        return self.max_hands or 16 * self.circles


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "assoc": {},
    "plan": {
        "base": 0,
        "dealer_tai": "winner",
        "streak_pull": "all",
        "replacement_pool": "reserve",
        "swap_ban": False,
        "passed_win": "none",
        "flower_win_adds_items": True,
        "ready_noticed": True,
        "flower_kong_keeps_own": True,
        "begged_with_concealed_kong": True,
        "all_sequences_with_flowers": True,
        "four_concealed_absorbs": True,
        "concealed_self_draw_tai": 2,
        "ready_dealt_keeps_concealed": True,
    },
    "gamesofa": {
        "heavenly_tai": 24,
        "earthly_tai": 16,
        "human_tai": 8,
        "all_honors_tai": 8,
        "ready_dealt_tai": 0,
        "ready_first_tai": 4,
        "ready_any_tai": 1,
        "ready_first_self_draw": 2,
        "last_discard_tai": 0,
        "deal_flower": "8+4",
        "one_row_self_draw": True,
        "all_begged_adds_single": False,
        "five_concealed_absorbs": False,
        "streak_cap": 9,
        "open_kong_win": "forbidden",
        "no_kong_from_upper": True,
        "passed_pong": True,
        "late_claims": 3,
        "reserve_plus_per_kong": 1,
    },
}
"""`assoc` is the table of the Taiwan association, `plan` that of the implementation plan which the
rules came from, and `gamesofa` what an app of that name plays."""
