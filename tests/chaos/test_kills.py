"""The short form of `tests/soak_kill.py`."""

from tests.chaos.kills import kill_run


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    report = await kill_run(kills=3, rooms=4, games=("tigerdragon", "sichuan"))
    assert report.loud == []
    assert str(report) == f"kill: {report.acknowledged} acknowledged, 0 lost, 0 stuck"
    assert report.acknowledged >= 120
