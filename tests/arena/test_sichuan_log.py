"""Golden logs of Sichuan: what was played must read, verify and be written as it stands."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.local.loop import play_match
from arena.match.match import Match
from arena.match.result import new_match
from bots.sichuan import GreedyBot
from bots.stock import FirstBot, RandomBot
from engine.rng import Deals
from engine.sichuan import Sichuan
from tests.arena.golden import assert_golden_log, assert_logs_hold
from tests.engine.sichuan_table import wall_ids

GAME = Sichuan()
HEAVENLY = (
    "123m 456m 789m 123p 55p",
    "124578p 1245s 79s 9p",
    "444m 999m 8m 346p 666s",
    "19p 11122333888s",
)
"""The dealer wins with the first fourteen tiles."""


def played(source: Deals, **config: Any) -> Match:
    bots = [GreedyBot(), RandomBot(), GreedyBot(), FirstBot()]
    match = new_match(GAME, [bot.name for bot in bots], source, config=config)
    return play_match(match, bots, "7").match


GIVEN = Deals.given([{"wall": wall_ids(HEAVENLY), "dice": [1, 2]}], then=7)
CASES: dict[str, Callable[[], Match]] = {
    "blood-battle": lambda: played(Deals.seed(7), deals=2),
    "contract": lambda: played(Deals.seed(7), preset="contract", deals=1),
    "textbook-streams": lambda: played(Deals.seed(7), preset="sbr", draws="streams", deals=1),
    "given-wall": lambda: played(GIVEN, exchange_three=False, deals=1),
}


@pytest.mark.parametrize("case", CASES)
def test_log_is_written_as_the_golden_file_has_it(
    case: str, request: pytest.FixtureRequest
) -> None:
    assert_golden_log(CASES[case](), f"sichuan/{case}", request)


def test_every_golden_log_holds() -> None:
    assert_logs_hold(GAME, CASES)


def test_dealer_of_the_given_wall_wins_at_once() -> None:
    match = CASES["given-wall"]()
    assert match.records[1].moves[0].choice == "hu"
