"""The rule options of Tiger & Dragon and their presets; docs/games/tigerdragon.md explains each."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.config import Config, in_range
from engine.errors import ConfigError

Card = Literal[
    "dojo", "bamboo", "volcano", "beach", "meadow", "cliff",
    "storm", "swamp", "fog", "cave", "gamemarket",
]  # fmt: skip
First = Literal["0", "1", "2", "3", "4", "random"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TigerDragonConfig(Config):
    """The rule options; docs/games/tigerdragon.md explains each."""

    preset: str = "standard"
    card: Card = "dojo"
    target: int = 10
    teams: bool = False
    team_target: int = 15
    first: First = "0"
    rotate_start: bool = True
    last_bonus_counts: bool = True
    wild_answerable: bool = True
    two_player_hand: int = 13
    same_deal: bool = False
    keep_attack_tile: bool = False

    def __post_init__(self) -> None:
        in_range(self, "target", 1, 1000)
        in_range(self, "team_target", 1, 1000)
        in_range(self, "two_player_hand", 1, 18)

    def check_seats(self, seats: int) -> None:
        """Refuse options that need another number of seats."""
        if self.teams and seats != 4:
            raise ConfigError("teams", f"partners sit opposite at a table of 4, not of {seats}")
        if self.first != "random" and int(self.first) >= seats:
            raise ConfigError("first", f"there is no seat {self.first} at a table of {seats}")


PRESETS: Final = {
    "standard": {},
    "upstream": {
        "rotate_start": False,
        "wild_answerable": False,
        "two_player_hand": 12,
        "same_deal": True,
        "keep_attack_tile": True,
    },
}
