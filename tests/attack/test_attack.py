"""A quick part of `make attack`, and what it says when something gives way."""

import pytest

from tests.attack import by_clients, run
from tests.attack.by_bots import TABLES
from tests.attack.by_clients import BY_CLIENTS, QUICK
from tests.attack.run import Report, attack
from tests.attack.target import Target

LEAST = 60


def test_there_are_enough_attacks() -> None:
    names = [name for table in TABLES for name in table]
    assert len(names) == len(set(names))
    assert len(names) + len(BY_CLIENTS) >= LEAST


async def test_quick_attacks_hold_and_leave_the_server_small_and_calm() -> None:
    report = await attack(QUICK, ())
    assert {name: wrong for name, wrong in report.tried.items() if wrong} == {}
    assert report.loud == []
    assert report.sound, report
    assert str(report) == f"attack: {len(QUICK) + 1} tried, {len(QUICK) + 1} held, 0 skipped"


async def test_an_attack_that_gets_through_is_counted_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def gets_through(_on: Target) -> None:
        raise AssertionError("it was let in")

    monkeypatch.setitem(by_clients.BY_CLIENTS, "open door", gets_through)
    report = await attack(["open door"], ())
    assert str(report) == "attack: 2 tried, 1 held, 0 skipped"
    assert not report.sound
    assert "open door: NOT HELD: AssertionError: it was let in" in capsys.readouterr().out


async def test_bots_without_a_sandbox_are_skipped_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LAYERS", type("No", (), {"enough": False})())
    report = Report()
    await run._by_bots([("fork_bomb", "memory")], report)
    assert report.skipped == ["bot: fork_bomb", "bot: memory"]
    assert str(report) == "attack: 0 tried, 0 held, 2 skipped"
    assert not report.sound


def test_a_server_that_grows_is_not_sound() -> None:
    assert Report({"x": ""}, grown_mb=30.0).sound
    assert not Report({"x": ""}, grown_mb=30.1).sound
