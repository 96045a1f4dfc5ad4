"""The soak of Tiger & Dragon counts what it plays and reports what it finds."""

import pytest

from tests import soak_tigerdragon
from tests.engine.tigerdragon_table import table


def test_soak_sums_up_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_tigerdragon.main(8) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("tigerdragon: 8 matches, ")
    assert last.endswith(" steps, 0 violations")


def test_soak_names_a_lost_tile(capsys: pytest.CaptureFixture[str]) -> None:
    soak = soak_tigerdragon.Soak()
    state = table("8", "7")
    state.set_aside = state.set_aside[1:]
    soak.look(5, state)
    assert soak.violations == 1
    assert "match 5: round 1 turn 0: missing {'1': 1}" in capsys.readouterr().out
