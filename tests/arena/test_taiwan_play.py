"""Taiwan mahjong by the command line."""

import pytest

from arena.cli import main
from tests.arena.golden import assert_golden


def test_account_names_winning_hands_items_and_payments(
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    bots = ("taiwan-value", "taiwan-greedy", "random", "taiwan-greedy")
    with pytest.raises(SystemExit):
        main(("play", "taiwan", *bots, "--seed", "7", "--config", "circles=1"))
    assert_golden(capsys.readouterr().out, "taiwan/account.txt", request)
