"""Tournaments of a server: started, followed and stopped from other threads."""

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from arena.errors import TournamentError, UnknownNameError
from arena.plugins.manager import load_plugins
from arena.tournament.repository import Memory
from arena.tournament.runner import Progress
from arena.tournament.service import TournamentService, check_open

PLAN: dict[str, Any] = {
    "game": "tigerdragon",
    "bots": ["counter", "defender", "random", "first"],
    "deals": 6,
    "seed": "5",
    "config": {"target": 1},
}


@pytest.fixture
def hall() -> Iterator[TournamentService]:
    opened = TournamentService(Memory(), load_plugins())
    yield opened
    opened.close()


def test_a_tournament_is_followed_to_its_end_and_another_is_stopped(
    hall: TournamentService,
) -> None:
    seen: list[int] = []
    first = hall.start(PLAN, lambda _id, progress: seen.append(progress.done))
    begun = Event()

    def notice(_id: str, _progress: Progress) -> None:
        begun.set()

    second = hall.start({**PLAN, "deals": 5000}, notice)
    assert hall.snapshot(second)["state"] == "waiting"
    assert hall.wait(first, 90).matches == 24
    assert seen[-1] == 24
    shown = hall.snapshot(first)
    assert (shown["state"], shown["done"], shown["total"]) == ("finished", 24, 24)
    assert len(shown["standings"]) == 4
    assert begun.wait(60)
    hall.cancel(second)
    hall.wait(second, 60)
    assert hall.snapshot(second)["state"] == "cancelled"
    with pytest.raises(TournamentError, match="was cancelled"):
        hall.resume(second)


@pytest.mark.parametrize(
    "spec", ["cmd:rm -rf /", "./mine.py", "flat:sh x", "mine=cmd:x", "box:/x.py"]
)
def test_strangers_may_not_name_programs_or_files(spec: str) -> None:
    with pytest.raises(TournamentError, match=r"no house bot .*; a server plays those"):
        check_open({**PLAN, "bots": ["random", spec]}, load_plugins())


def test_strangers_may_not_bring_plugins() -> None:
    with pytest.raises(TournamentError, match="plugins: a server plays with those"):
        check_open({**PLAN, "plugins": ["x.py"]}, load_plugins())


def test_an_unknown_tournament_is_told(hall: TournamentService) -> None:
    with pytest.raises(UnknownNameError, match="no running tournament 'x'"):
        hall.snapshot("x")
