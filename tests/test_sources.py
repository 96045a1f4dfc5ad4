"""docs/sources: every promise of a source document names its test, or why the arena differs."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.named_tests import is_test

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "sources").glob("*.md"))
DIFFERS = "differs: "


def rows(page: Path) -> list[list[str]]:
    """The cells of every table of a page, heads left out."""
    lines = page.read_text(encoding="utf-8").splitlines()
    heads = {at - 1 for at, line in enumerate(lines) if re.fullmatch(r"\|(---\|)+", line)}
    table = [
        line
        for at, line in enumerate(lines)
        if line.startswith("|") and at not in heads and at - 1 not in heads
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


@cache
def cases(game: str) -> set[str]:
    """The ids of a game's cases."""
    path = ROOT / "tests" / "data" / game / "cases.json"
    found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return {case["id"] for case in (found["cases"] if isinstance(found, dict) else found)}


def problem(cell: str) -> str | None:
    """What is wrong with the last cell of a row."""
    tests = re.findall(r"`(tests/[^`]+)`", cell)
    named = re.findall(r"`([a-z0-9]+):([A-Z]+\d+)`", cell)
    missing = [name for name in tests if not is_test(name)]
    missing += [f"{game}:{case}" for game, case in named if case not in cases(game)]
    if missing:
        return f"there is no {', '.join(missing)}"
    if cell.startswith(DIFFERS):
        return None if len(cell) > len(DIFFERS) + 20 else "a difference needs its reason"
    return None if tests or named else "neither a test nor a difference"


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_every_promise_names_its_test_or_the_reason_for_a_difference(page: Path) -> None:
    found = rows(page)
    assert len(found) >= 20
    wrong = {row[0]: told for row in found if (told := problem(row[-1])) is not None}
    assert wrong == {}


def test_a_row_that_holds_nothing_is_noticed() -> None:
    assert problem("absent") == "neither a test nor a difference"
    assert problem("differs: no") == "a difference needs its reason"
    assert problem("case `taiwan:T9999`") == "there is no taiwan:T9999"
    assert problem("`tests/engine/test_taiwan_plan.py::test_of_nothing`") is not None
    assert problem("case `taiwan:T04`") is None
