"""A plugin whose game or bot no command could use is left out, with a sentence that says why."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from arena import hookimpl
from arena.cli import run
from arena.plugins.manager import load_plugins
from bots.stock import FirstBot
from engine.game import Event
from engine.texas42 import Texas42
from engine.tigerdragon import TigerDragon


class Sixth(TigerDragon):
    name = "sixth"


@dataclass(frozen=True, slots=True)
class Untyped(Event):
    """An event that forgot its type."""


def with_attribute(**attributes: Any) -> Sixth:
    kind = type("Changed", (Sixth,), attributes)
    game: Sixth = kind()
    return game


def left_out(games: Any = (), bots: Any = ()) -> str:
    """Return why a plugin that registers these is left out; empty if it is not."""

    class Plugin:
        @hookimpl
        def arena_register_games(self) -> Any:
            return games

        @hookimpl
        def arena_register_bots(self) -> Any:
            return bots

    plugins = load_plugins(entry_points=False)
    before = set(plugins.games)
    with capture_logs() as logs:
        plugins.add("under-test", Plugin)
    assert logs == [] or set(plugins.games) == before
    return "".join(entry["reason"] for entry in logs)


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ({"name": "My Game"}, "the name 'My Game' is not written like 'my_game'"),
        ({"name": "../etc"}, "the name '../etc' is not written"),
        ({"name": 7}, "the name 7 is not written"),
        ({"title": ""}, "`title` is ''"),
        ({"version": 0}, "`version` is 0"),
        ({"version": True}, "`version` is True"),
        ({"seats": 4}, "`seats` is 4; expected numbers from 1 to 8"),
        ({"seats": ()}, "`seats` is ()"),
        ({"seats": (9,)}, "`seats` is (9,)"),
        ({"default_seats": 7}, "`default_seats` is 7; expected one of (2, 3, 4, 5)"),
        ({"config_type": dict}, "`config_type` is <class 'dict'>"),
        ({"event_types": (dict,)}, "`event_types` has <class 'dict'>"),
        ({"event_types": (Untyped,)}, "the event Untyped has no `type`"),
        ({"presets": {}}, "`presets` is empty"),
        ({"presets": ["standard"]}, "`presets` is ['standard']; expected a mapping"),
        ({"presets": {"odd": {"rounds": 5}}}, "the preset 'odd' cannot be made: ConfigError"),
        ({"short": {"no_such": 1}}, "`short` cannot be made: ConfigError: no_such"),
        ({"specimens": ["123"]}, "`specimens` is ['123']; expected a mapping"),
        ({"luck": 0}, "`luck` is 0"),
        ({"view_type": 7}, "`view_type` is 7; expected a TypedDict"),
    ],
)
def test_a_game_with_a_wrong_attribute_is_left_out(
    attributes: dict[str, Any], sentence: str
) -> None:
    assert f"Changed: {sentence}" in left_out([with_attribute(**attributes)])


def test_a_game_without_an_attribute_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Texas42, "title")
    game = type("Seventh", (Texas42,), {"name": "seventh"})()
    assert left_out([game]) == "Seventh has no attribute `title`"


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Sixth, "Sixth is a class; register an object: Sixth()"),
        ("sixth", "'sixth' is no engine.game.Game"),
        (None, "None is no engine.game.Game"),
    ],
)
def test_only_objects_of_games_are_registered(game: Any, sentence: str) -> None:
    assert left_out([game]) == sentence


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (FirstBot(), "FirstBot() is an object; register the class: FirstBot"),
        (dict, "<class 'dict'> is no subclass of bots.Bot"),
        (type("Odd", (FirstBot,), {"name": "odd", "games": "riichi"}), "Odd: `games` is 'riichi'"),
    ],
)
def test_only_classes_of_bots_are_registered(bot: Any, sentence: str) -> None:
    assert left_out(bots=[bot]).startswith(sentence)


def test_a_lawful_game_and_bot_are_registered() -> None:
    assert left_out([Sixth()], [type("Sixth", (FirstBot,), {"name": "six"})]) == ""


def test_no_command_dies_of_a_broken_plugin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "from arena import hookimpl\nfrom engine.riichi import Riichi\n"
    text += "class Broken(Riichi):\n    name, seats = 'broken', 'four'\n"
    text += "@hookimpl\ndef arena_register_games():\n    return [Broken()]\n"
    file = tmp_path / "broken.py"
    file.write_text(text, encoding="utf-8")
    commands = (["games"], ["bots"], ["play", "tigerdragon", "first", "first"])
    for words in commands:
        assert run([*words, "--plugin", str(file)]) == 0
        out, err = capsys.readouterr()
        assert "broken" not in out.replace(str(file), "")
        assert "`seats` is 'four'" in err + out
