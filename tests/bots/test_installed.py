"""A bot's own process finds the games of installed packages."""

from types import SimpleNamespace
from typing import Any

import pytest

from bots import installed
from bots.errors import RunnerError
from bots.installed import installed_game
from bots.wire import packaged_game
from engine.tigerdragon import TigerDragon


class Sixth(TigerDragon):
    name = "sixth"


class Point:
    """An entry point that notes when it is loaded."""

    def __init__(self, name: str, *games: object, error: Exception | None = None) -> None:
        self.name = name
        self.games = games
        self.error = error
        self.loaded = False

    def load(self) -> Any:
        self.loaded = True
        if self.error is not None:
            raise self.error
        return SimpleNamespace(arena_register_games=lambda: list(self.games))


def install(monkeypatch: pytest.MonkeyPatch, *points: Any) -> None:
    monkeypatch.setattr(installed, "entry_points", lambda group: points if group == "arena" else ())


def test_a_game_is_found_by_its_own_name_whatever_the_entry_point_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, Point("other", "no game", Sixth()))
    assert packaged_game("sixth").name == "sixth"


def test_the_entry_point_called_like_the_game_is_loaded_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other, own = Point("other"), Point("sixth", Sixth())
    install(monkeypatch, other, own)
    assert installed_game("sixth").name == "sixth"
    assert not other.loaded


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Point("sixth", error=ImportError("no module named numpy"))
    install(monkeypatch, broken, Point("bots-only"))
    sentence = r"not installed here \(sixth could not be loaded: ImportError: no module named numpy"
    with pytest.raises(RunnerError, match=sentence):
        installed_game("sixth")


def test_a_plugin_without_games_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SimpleNamespace(name="plain", load=lambda: SimpleNamespace())
    install(monkeypatch, plain, Point("six", Sixth()))
    assert installed_game("sixth").name == "sixth"
