"""Files that hold an output as it must be; `pytest --golden-update` rewrites them."""

from collections.abc import Collection
from pathlib import Path

import pytest

from arena.match.log import log_lines, read_log, verify
from arena.match.match import Match
from engine.game import AnyGame

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(text: str, name: str, request: pytest.FixtureRequest) -> None:
    """The text is what the file of this name under tests/golden holds."""
    file = GOLDEN / name
    if request.config.getoption("--golden-update"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def assert_golden_log(match: Match, name: str, request: pytest.FixtureRequest) -> None:
    """The log of a match is the golden one of this name, such as `riichi/tonpuu`."""
    text = "".join(f"{line}\n" for line in log_lines(match))
    assert_golden(text, f"{name}.jsonl", request)


def assert_logs_hold(game: AnyGame, cases: Collection[str]) -> None:
    """A game has the golden logs of these cases, and its rules replay every one."""
    files = sorted((GOLDEN / game.name).glob("*.jsonl"))
    assert {file.stem for file in files} == set(cases)
    for file in files:
        verify(read_log(file), game)
