"""A server that cannot do its work says so: when it starts, and when work stops later."""

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from arena.ladder.ladder import Ladder
from arena.settings import Settings, SettingsError, check_variables
from arena.testing import running_server
from tests.arena.clients import clients
from tests.arena.http_calls import call
from tests.arena.ladder.ladder_servers import ladder_server_with_tokens


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"default_game": "tigerdragno"}, "setting default_game: no game 'tigerdragno'"),
        ({"ladder_games": ["chess"]}, "setting ladder_games: no game 'chess'"),
        ({"ladder_config": {"richi": {}}}, "setting ladder_config.richi: no game 'richi'"),
        ({"ladder_config": {"riichi": {"lenght": "x"}}}, "setting ladder_config.riichi: lenght"),
        ({"ladder_variants": {"texas42": ["hint"]}}, "setting ladder_variants.texas42"),
        ({"profiles": {"a": {"config": {"targt": 1}}}}, "setting profiles.a: targt"),
    ],
)
async def test_a_setting_that_no_match_can_be_played_with_is_refused_at_the_start(
    given: dict[str, Any], why: str
) -> None:
    with pytest.raises(SettingsError) as refusal:
        async with running_server(settings=Settings(port=0, **given)):
            pass
    assert str(refusal.value).startswith(why)


def test_a_variable_that_is_no_setting_is_refused_with_the_nearest() -> None:
    with pytest.raises(SettingsError, match="no setting ARENA_PROT; did you mean ARENA_PORT"):
        check_variables(["PATH", "ARENA_PORT", "ARENA_TOKEN", "ARENA_PROT"])


async def test_work_that_stops_is_in_the_log_and_makes_the_server_unwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(_ladder: Ladder) -> None:
        raise RuntimeError("no tables left")

    monkeypatch.setattr(Ladder, "run", run)
    with capture_logs() as rows:
        async with ladder_server_with_tokens(tmp_path) as here:
            status, answer = await call(here.server, "GET", "/health")
            assert status == 503
            message = answer["error"]["message"]
            assert message == "the ladder stopped; the operator's log says why"
    (stopped,) = [row for row in rows if row["event"] == "work_stopped"]
    assert (stopped["work"], stopped["log_level"]) == ("the ladder", "error")
    assert "no tables left" in str(stopped["exc_info"])


async def test_a_void_match_ends_the_connection_of_a_flat_client() -> None:
    async with running_server() as server, clients(server, 2) as (flat, full):
        await flat.join("flat", "r")
        await full.join("full", "r", detail="full")
        server.lobby.rooms["r"].abandon("enough")
        assert (await flat.find("error"))["message"] == "the match ended without a result"
        assert await flat.closed() == 1001
        assert (await full.find("closing"))["reason"] == "enough"


async def test_the_lag_of_health_fades() -> None:
    async with running_server() as server:
        server.lobby.lag.total += 3600.0
        _, health = await call(server, "GET", "/health")
        assert health["lag_ms"] < 60_000
