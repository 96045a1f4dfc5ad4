"""The page about Taiwan mahjong has what the engine counts, by preset.

`--golden-update` writes its tables anew.
"""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from engine.taiwan.config import TaiwanConfig
from engine.taiwan.items import ENGLISH, tai_table
from engine.taiwan.payments import legs
from tests.doc_tables import check_table
from tests.engine.taiwan_hands import items
from tests.engine.taiwan_table import GAME

PAGE = Path(__file__).parents[2] / "docs/games/taiwan.md"
ORDER = ("plan", "assoc", "gamesofa")
CONFIGS = [GAME.config({"preset": name}) for name in ORDER]
TRIPLETS = "111m 555m 999p 222s 77s 33z"
SEQUENCES = "123m 456m 789p 234s 78s 55p"
PLAIN = "123m 456m 789m 234p 78s 44z"
BEGGED = (("chi", "1m"), ("chi", "4m"), ("chi", "7p"), ("chi", "2s"))
KONGED = (*BEGGED, ("concealed_kong", "5s"))
EARLY = {"flags": "diting", "by": "self_draw"}

HANDS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("concealed, self-drawn", (PLAIN, "6s"), {"by": "self_draw"}),
    ("ready as dealt, on a discard", (PLAIN, "6s"), {"flags": "tianting"}),
    ("ready as dealt, self-drawn", (PLAIN, "6s"), {"flags": "tianting", "by": "self_draw"}),
    ("ready with the first discard, self-drawn", (PLAIN, "6s"), EARLY),
    ("four concealed triplets and one by a discard", (TRIPLETS, "7s"), {}),
    ("five concealed triplets", (TRIPLETS, "7s"), {"by": "self_draw"}),
    ("all sequences with a flower of another seat", (SEQUENCES, "6s"), {"flowers": "f3"}),
    ("five melds, one of them a concealed kong, on a discard", ("4z", "4z", *KONGED), {}),
    ("five claimed melds, on a discard", ("4z", "4z", *BEGGED, ("chi", "5s")), {}),
    ("a complete group of flowers", (PLAIN, "6s"), {"flowers": "f5 f6 f7 f8"}),
    ("a last discard", (PLAIN, "6s"), {"flags": "last_tile"}),
]  # fmt: skip
PAYMENTS = [
    ("the dealer wins 5 tai on a discard, streak 2", 0, (1,)),
    ("the dealer wins 5 tai by self-draw, streak 2", 0, (1, 2, 3)),
    ("another wins 5 tai on the dealer's discard, streak 2", 1, (0,)),
    ("another wins 5 tai on another's discard, streak 2", 1, (2,)),
]


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def test_the_page_has_the_tai_of_every_item(request: pytest.FixtureRequest) -> None:
    tables = [tai_table(config) for config in CONFIGS]
    rows = [
        row(name, english, *[str(table[name] or "-") for table in tables])
        for name, english in ENGLISH.items()
    ]
    heading = f"| item | in English | {' | '.join(f'`{name}`' for name in ORDER)} |"
    check_table(PAGE, heading, rows, request)


def counted(hand: tuple[Any, ...], facts: dict[str, Any], preset: str) -> str:
    found = items(*hand, **facts, preset=preset)
    return f"{sum(found.values())}: {' '.join(f'{name} {tai}' for name, tai in found.items())}"


def test_the_page_has_the_items_of_hands_that_presets_count_differently(
    request: pytest.FixtureRequest,
) -> None:
    rows = [
        row(title, *[counted(hand, facts, preset) for preset in ORDER])
        for title, hand, facts in HANDS
    ]
    heading = f"| hand | {' | '.join(f'`{name}`' for name in ORDER)} |"
    check_table(PAGE, heading, rows, request)


def paid(config: TaiwanConfig, winner: int, payers: tuple[int, ...]) -> str:
    by_payer = {leg.payer: leg.pays for leg in legs(config, 5, winner, payers, 0, 2)}
    return ", ".join(
        f"{'dealer' if seat == 0 else f'seat {seat}'} {by_payer[seat]}" for seat in sorted(by_payer)
    )


def test_the_page_has_what_each_seat_pays(request: pytest.FixtureRequest) -> None:
    rows = [
        row(title, *[paid(config, winner, payers) for config in CONFIGS])
        for title, winner, payers in PAYMENTS
    ]
    heading = f"| payment | {' | '.join(f'`{name}`' for name in ORDER)} |"
    check_table(PAGE, heading, rows, request)


def shown(value: Any) -> str:
    """An option's value as it is given on the command line."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f"`{value}`"


def test_the_page_has_every_option_that_presets_set(request: pytest.FixtureRequest) -> None:
    different = [
        option.name
        for option in fields(TaiwanConfig)
        if option.name != "preset" and len({getattr(one, option.name) for one in CONFIGS}) > 1
    ]
    rows = [
        row(f"`{name}`", *[shown(getattr(config, name)) for config in CONFIGS])
        for name in different
    ]
    heading = f"| option set by a preset | {' | '.join(f'`{name}`' for name in ORDER)} |"
    check_table(PAGE, heading, rows, request)
