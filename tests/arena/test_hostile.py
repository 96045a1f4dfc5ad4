"""Hostile frames get the answers of the protocol, and cost the server neither calm nor memory."""

from tests.arena.hostile import attack_for


async def test_hostile_clients_are_answered_and_forgotten() -> None:
    report = await attack_for(5)
    assert report.frames > 1000
    assert report.loud == []
    assert report.grown_mb < 10
