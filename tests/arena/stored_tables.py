"""Rooms whose matches are saved."""

from typing import Any

from arena.match.clock import ClockRules
from arena.table.spec import RoomSpec
from engine.rng import Deals

SLOW = ClockRules(decision_ms=60_000)


def table(game: str = "tigerdragon", **options: Any) -> RoomSpec:
    return RoomSpec("r", game, **{"deals": Deals.seed(1), "clock": SLOW, **options})
