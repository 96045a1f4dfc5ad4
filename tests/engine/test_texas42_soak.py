"""The soak of Texas 42 counts what it plays and reports what it finds."""

import pytest

from tests import soak_texas42
from tests.engine.texas42_table import HANDS, contract_position, laid_out


def test_soak_sums_up_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_texas42.main(6) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("texas42: 6 matches, ")
    assert last.endswith(" decisions, 0 violations")


def test_soak_names_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    soak = soak_texas42.Soak()
    state = laid_out((*HANDS[:3], HANDS[0]))
    soak.look(5, state)
    soak.end(5, state, 20)
    played = contract_position(HANDS, 0, "30", "6")
    played.tricks = ((),) * 6  # type: ignore[assignment]  # only their number is looked at
    soak.check(5, played, [20, 21])
    assert soak.violations == 3
    out = capsys.readouterr().out
    for words in ("a domino is lost or doubled", "no end after 20 decisions", "are not 42 points"):
        assert f"texas42 match 5: {'' if 'end' in words else 'hand 1: '}" in out
        assert words in out
