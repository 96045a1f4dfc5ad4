"""Golden logs of riichi and Taiwan mahjong: written as they stand, read, and verified."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.local.loop import play_match
from arena.match.match import Match
from arena.match.result import new_match
from bots import Bot
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.stock import RandomBot
from bots.taiwan import GreedyBot, ValueBot
from engine.game import AnyGame
from engine.riichi import Riichi
from engine.rng import Deals
from engine.taiwan import Taiwan
from tests.arena.golden import assert_golden_log, assert_logs_hold
from tests.engine.taiwan_table import wall_of

GAMES: dict[str, AnyGame] = {"riichi": Riichi(), "taiwan": Taiwan()}
BOTS: dict[str, list[type[Bot]]] = {
    "riichi": [RiichiGuard, RiichiGreedy, RandomBot, RiichiGreedy],
    "taiwan": [ValueBot, GreedyBot, RandomBot, GreedyBot],
}
EIGHT = ("f1 f2 f3 f4 f5 f6 f7 f8",)
"""The dealer is dealt every flower there is."""


def played(game: str, deals: Deals, **config: Any) -> Match:
    bots = [bot() for bot in BOTS[game]]
    match = new_match(GAMES[game], [bot.name for bot in bots], deals, config=config)
    return play_match(match, bots, "7").match


FLOWERS = Deals.given([{"wall": wall_of(EIGHT), "dice": [1, 2, 3]}], then=7)
CASES: dict[str, Callable[[], Match]] = {
    "riichi/tonpuu": lambda: played("riichi", Deals.seed(7), length="tonpuu"),
    "riichi/ronin-streams": lambda: played(
        "riichi", Deals.seed(7), preset="ronin", draws="streams", length="tonpuu"
    ),
    "taiwan/one-circle": lambda: played("taiwan", Deals.seed(7), circles=1),
    "taiwan/gamesofa-streams": lambda: played(
        "taiwan", Deals.seed(7), preset="gamesofa", draws="streams", max_hands=2
    ),
    "taiwan/given-flowers": lambda: played("taiwan", FLOWERS, seat_wind="kaimen", max_hands=1),
}


@pytest.mark.parametrize("case", CASES)
def test_log_is_written_as_the_golden_file_has_it(
    case: str, request: pytest.FixtureRequest
) -> None:
    assert_golden_log(CASES[case](), case, request)


@pytest.mark.parametrize("name", GAMES)
def test_every_golden_log_holds(name: str) -> None:
    own = [case.removeprefix(f"{name}/") for case in CASES if case.startswith(name)]
    assert_logs_hold(GAMES[name], own)


def test_the_given_flowers_win_before_anybody_has_moved() -> None:
    match = CASES["taiwan/given-flowers"]()
    assert match.n == 1
    assert match.state.scores == (48, -16, -16, -16)
