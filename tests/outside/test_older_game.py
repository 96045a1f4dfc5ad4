"""A game written against the contract as it was before still loads, plays and conforms."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

import arena
from arena.plugins.manager import load_plugins
from engine.testing import CHECKS

OLDER = Path(__file__).parent / "data" / "older_card.py"


def test_it_loads_with_a_sentence_for_what_has_changed_and_plays() -> None:
    with capture_logs() as logs:
        plugins = load_plugins([OLDER], entry_points=False)
    assert [(row["event"], row["log_level"]) for row in logs] == [("game_outdated", "warning")]
    assert (
        "older_card: Dealt begin no round for the pages any more; add `def opens"
        in logs[0]["reason"]
    )
    assert arena.play("older_card", ["random"] * 3, seed=1, plugins=plugins).faults == ()


@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(check: str) -> None:
    CHECKS[check](load_plugins([OLDER], entry_points=False).game("older_card"), "older")
