"""The rule options of Texas 42 and their presets; docs/games/texas42.md explains each."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.config import Config, Presets, in_range
from engine.errors import ConfigError
from engine.texas42.moves import MOST_MARKS
from engine.texas42.tiles import SEATS


@dataclass(frozen=True, slots=True, kw_only=True)
class Texas42Config(Config):
    """The rule options; docs/games/texas42.md explains each."""

    preset: str = "standard"
    target: int = 7
    first_shaker: int = 3
    max_mark_bid: int = MOST_MARKS
    max_redeals: int = 20
    nello_doubles: Literal["own", "high", "low"] = "own"
    nello_min: int = 1
    splash_min: int = 2
    splash_max: int = 3
    plunge_min: int = 4
    voters: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        in_range(self, "target", 1, 100)
        in_range(self, "first_shaker", 0, SEATS - 1)
        in_range(self, "max_mark_bid", 2, MOST_MARKS)
        in_range(self, "max_redeals", 1, 1000)
        in_range(self, "nello_min", 1, 5)
        in_range(self, "splash_min", 1, 5)
        in_range(self, "splash_max", self.splash_min, 7)
        in_range(self, "plunge_min", 2, 7)
        if len(set(self.voters)) < len(self.voters) or set(self.voters) - set(range(SEATS)):
            raise ConfigError("voters", f"expected different seats from 0 to {SEATS - 1}")


PRESETS: Final[Presets] = {"standard": {}}
