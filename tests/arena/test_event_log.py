"""Events that the engine marks for the operator are logged by every driver, once."""

import pytest
import structlog
from structlog.testing import capture_logs

from arena.local.loop import play
from arena.match.game_log import logged
from arena.match.result import new_match
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from tests.arena.clients import until

WINS = "HU ("


@pytest.fixture(autouse=True)
def every_level() -> None:
    """Other tests may have set what the command line shows."""
    structlog.reset_defaults()


def test_settlements_are_logged_in_local_play() -> None:
    with capture_logs() as rows:
        result = play("sichuan", ["sichuan-greedy"] * 4, seed=1, config={"deals": 1})
    lines = [row for row in rows if WINS in row["event"]]
    assert lines
    assert {row["log_level"] for row in lines} == {"info"}
    match_id = result.match.header.match_id
    assert {row["match"] for row in lines} == {match_id}
    assert {row["event"].partition(":")[0] for row in lines} == {f"Game {match_id}"}


async def test_settlements_are_logged_once_at_a_server() -> None:
    spec = RoomSpec(
        "s", "sichuan", bots=("sichuan-greedy",) * 4, config={"deals": 1}, deals=Deals.seed(1)
    )
    with capture_logs() as rows:
        async with running_server(rooms=[spec]) as server:
            await until(lambda: server.lobby.rooms["s"].state == "over", 30)
    lines = [row["event"] for row in rows if WINS in row["event"]]
    assert lines
    assert len(lines) == len(set(lines))


def test_game_that_logs_nothing_keeps_its_watcher() -> None:
    match = new_match(TigerDragon(), ["a", "b"], Deals.seed(1))
    assert logged(match, None) is None
