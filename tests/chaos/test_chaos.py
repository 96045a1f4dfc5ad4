"""The short form of `make chaos`."""

from tests.chaos.run import chaos


async def test_matches_survive_killed_clients_and_a_killed_server() -> None:
    report = await chaos(seconds=4, rooms=4, restarts=1, games=("tigerdragon", "texas42"))
    assert report.loud == []
    assert str(report).startswith("chaos: 4 rooms, 4 finished, 4 replay equal, lost 0, stuck 0")
