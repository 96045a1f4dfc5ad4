"""Plugins: who is loaded, who is left out, and every hook."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from arena import Drawing, GameGuide, hookimpl
from arena.errors import UnknownNameError
from arena.local.loop import play
from arena.plugins import hookspecs
from arena.plugins.manager import Plugins, installed_plugins, load_plugins
from bots import Bot
from bots.stock import FirstBot, RandomBot
from engine.game import AnyGame
from engine.tigerdragon import TigerDragon
from engine.variants import Variant, changing, variants_of

HOOKS = [name for name in vars(hookspecs) if name.startswith("arena_")]
DOCS = Path(__file__).parents[2] / "docs" / "plugins.md"
SHORT = {"target": 1}
LAZY = Variant("lazy", "filter", changing(lambda _state, offers: offers))


class Sixth(TigerDragon):
    name = "sixth"


class Quiet(FirstBot):
    name = "quiet"


class BringsQuiet:
    @hookimpl
    def arena_register_bots(self) -> list[type[Bot]]:
        return [Quiet]


def with_plugin(plugin: object) -> Plugins:
    plugins = load_plugins(entry_points=False)
    plugins.add("under-test", lambda: plugin)
    return plugins


def file_with(folder: Path, text: str) -> Path:
    file = folder / "plugin.py"
    file.write_text(text, encoding="utf-8")
    return file


class Ears:
    """A plugin that notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []


# -- one test a hook


def test_hook_arena_register_games() -> None:
    class Brings:
        @hookimpl
        def arena_register_games(self) -> list[AnyGame]:
            return [Sixth()]

    assert isinstance(with_plugin(Brings()).game("sixth"), Sixth)


def test_hook_arena_register_bots() -> None:
    class Brings:
        @hookimpl
        def arena_register_bots(self) -> list[type[Bot]]:
            return [Quiet]

    assert with_plugin(Brings()).bot("quiet") is Quiet


def test_hook_arena_register_variants() -> None:
    class Brings:
        @hookimpl
        def arena_register_variants(self) -> dict[str, list[Variant]]:
            return {"tigerdragon": [LAZY], "later": [LAZY]}

    plugins = with_plugin(Brings())
    assert variants_of(plugins.game("tigerdragon"))["lazy"] is LAZY
    assert "lazy" not in variants_of(load_plugins(entry_points=False).game("tigerdragon"))
    assert "lazy" not in TigerDragon.variants


def test_hook_arena_register_drawings(tmp_path: Path) -> None:
    (tmp_path / "table.js").write_text("export const renderTable = () => 1;", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for browsers", encoding="utf-8")

    class Draws:
        def __init__(self, game: str, drawing: object) -> None:
            self.row = {game: drawing}

        @hookimpl
        def arena_register_drawings(self) -> Any:
            return self.row

    drawing = Drawing("table.js", folder=tmp_path)
    assert with_plugin(Draws("sixth", drawing)).drawings["sixth"].files().keys() == {"table.js"}
    wrong = {
        "has a drawing already": Draws("riichi", drawing),
        "no file 'a.css'; it has table.js": Draws("s", Drawing("table.js", "a.css", tmp_path)),
        "cannot be read": Draws("s", Drawing("table.js", folder=tmp_path / "none")),
        "expected arena.Drawing": Draws("s", "table.js"),
    }
    for sentence, plugin in wrong.items():
        with capture_logs() as logs:
            plugins = with_plugin(plugin)
        assert sentence in logs[0]["reason"]
        assert plugins.drawings.keys() == load_plugins(entry_points=False).games.keys()


def test_variants_wait_for_a_game_that_is_loaded_later() -> None:
    class Variants:
        @hookimpl
        def arena_register_variants(self) -> dict[str, list[Variant]]:
            return {"sixth": [LAZY]}

    class Games:
        @hookimpl
        def arena_register_games(self) -> list[AnyGame]:
            return [Sixth()]

    plugins = with_plugin(Variants())
    plugins.add("games", Games)
    assert variants_of(plugins.game("sixth"))["lazy"] is LAZY
    assert plugins.early_variants == {}


@dataclass
class NoDefault:
    steps: int


@pytest.mark.parametrize(
    ("variant", "problem"),
    [
        (Variant("must-defend", "filter", LAZY.make), "the name 'must-defend' is taken"),
        (Variant("No Calls", "filter", LAZY.make), "is not written like 'my-variant'"),
        (Variant("lazy", "sieve", LAZY.make), "lazy: no stage 'sieve'; there are inject"),  # type: ignore[arg-type]
        (Variant("lazy", "filter", LAZY.make, "", dict), "lazy: options must be a dataclass"),
        (Variant("lazy", "filter", LAZY.make, "", NoDefault), "lazy: options need defaults"),
        (Sixth(), "is no engine.variants.Variant"),
    ],
    ids=["taken", "name", "stage", "class", "default", "kind"],
)
def test_a_variant_that_no_match_could_name_leaves_the_plugin_out(
    variant: Any, problem: str
) -> None:
    class Brings:
        @hookimpl
        def arena_register_variants(self) -> dict[str, list[Variant]]:
            return {"tigerdragon": [variant]}

    with capture_logs() as logs:
        plugins = with_plugin(Brings())
    assert list(variants_of(plugins.game("tigerdragon"))) == ["must-defend"]
    assert problem in logs[0]["reason"]


def test_hook_arena_register_guides() -> None:
    class Guides:
        def __init__(self, game: str, guide: object) -> None:
            self.row = {game: guide}

        @hookimpl
        def arena_register_guides(self) -> Any:
            return self.row

    guide = GameGuide("Lay a tile.")
    assert with_plugin(Guides("sixth", guide)).guides["sixth"].rules_text() == "Lay a tile."
    wrong = {
        "has a guide already": Guides("riichi", guide),
        "expected arena.GameGuide": Guides("s", "Lay a tile."),
    }
    for sentence, plugin in wrong.items():
        with capture_logs() as logs:
            with_plugin(plugin)
        assert sentence in logs[0]["reason"]


def test_hook_arena_match_started() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_match_started(self, header: Any) -> None:
            self.heard.append((header.game, header.players))

    ears = Hears()
    play("tigerdragon", ["random", "first"], config=SHORT, plugins=with_plugin(ears))
    assert ears.heard == [("tigerdragon", ("random", "first"))]


def test_hook_arena_match_record() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_match_record(self, header: Any, record: Any) -> None:
            self.heard.append((header.game, record.n))

    ears = Hears()
    result = play("tigerdragon", ["random", "first"], config=SHORT, plugins=with_plugin(ears))
    assert ears.heard == [("tigerdragon", n + 1) for n in range(result.steps)]


def test_hook_arena_match_finished() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_match_finished(self, result: Any) -> None:
            self.heard.append(result.outcome.points)

    ears = Hears()
    result = play("tigerdragon", ["random", "first"], config=SHORT, plugins=with_plugin(ears))
    assert ears.heard == [result.outcome.points]


def test_hook_arena_spectator_joined() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_spectator_joined(self, room_id: str, name: str) -> None:
            self.heard.append((room_id, name))

    ears = Hears()
    with_plugin(ears).tell("arena_spectator_joined", room_id="room1", name="ann")
    assert ears.heard == [("room1", "ann")]


def test_hook_arena_spectator_left() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_spectator_left(self, room_id: str, name: str) -> None:
            self.heard.append((room_id, name))

    ears = Hears()
    with_plugin(ears).tell("arena_spectator_left", room_id="room1", name="ann")
    assert ears.heard == [("room1", "ann")]


def test_hook_arena_tournament_finished() -> None:
    class Hears(Ears):
        @hookimpl
        def arena_tournament_finished(self, name: str, standings: Sequence[Any]) -> None:
            self.heard.append((name, list(standings)))

    ears = Hears()
    with_plugin(ears).tell("arena_tournament_finished", name="cup", standings=["counter"])
    assert ears.heard == [("cup", ["counter"])]


def test_hook_arena_make_store() -> None:
    class Makes:
        @hookimpl
        def arena_make_store(self, url: str) -> object | None:
            return {"url": url} if url.startswith("memory:") else None

    plugins = with_plugin(Makes())
    assert plugins.ask("arena_make_store", url="memory:1") == {"url": "memory:1"}
    assert plugins.ask("arena_make_store", url="sqlite:///x") is None


def test_hook_arena_add_routes() -> None:
    async def page(_request: web.Request) -> web.Response:
        return web.Response(text="hello")

    class Adds:
        @hookimpl
        def arena_add_routes(self, app: web.Application) -> None:
            app.router.add_get("/hello", page)

    app = web.Application()
    with_plugin(Adds()).tell("arena_add_routes", app=app)
    assert [route.canonical for route in app.router.resources()] == ["/hello"]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_a_test_and_an_entry_in_the_docs(hook: str) -> None:
    assert f"test_hook_{hook}" in globals()
    assert re.search(rf"^### `?{hook}\b", DOCS.read_text(encoding="utf-8"), re.MULTILINE)


# -- finding things


def test_our_own_games_and_bots_are_there_without_any_plugin() -> None:
    plugins = load_plugins(entry_points=False)
    assert "tigerdragon" in plugins.games
    assert {"random", "first", "defender", "counter"} <= set(plugins.bots)


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    plugins = load_plugins(entry_points=False)
    with pytest.raises(UnknownNameError, match="no game 'tigerdragn'; did you mean 'tigerdragon'"):
        plugins.game("tigerdragn")
    with pytest.raises(UnknownNameError, match="no bot 'Random'; did you mean 'random'"):
        plugins.bot("Random")
    with pytest.raises(UnknownNameError, match="known: counter, defender"):
        plugins.bot("xyzzy")


def test_plugins_are_built_not_global() -> None:
    assert "quiet" in with_plugin(BringsQuiet()).bots
    assert "quiet" not in load_plugins(entry_points=False).bots


def test_a_plugin_file_brings_its_bots(tmp_path: Path) -> None:
    file = file_with(
        tmp_path,
        "from arena import hookimpl\nfrom bots.stock import FirstBot\n"
        "class Mine(FirstBot):\n    name = 'mine'\n"
        "@hookimpl\ndef arena_register_bots():\n    return [Mine]\n",
    )
    assert load_plugins([file], entry_points=False).bot("mine").name == "mine"


def install_extra(folder: Path) -> None:
    """Install a plugin with a bot, and an entry point that leads nowhere."""
    (folder / "arena_extra.py").write_text(
        "from arena import hookimpl\nfrom bots.stock import FirstBot\n"
        "class Extra(FirstBot):\n    name = 'extra'\n"
        "@hookimpl\ndef arena_register_bots():\n    return [Extra]\n",
        encoding="utf-8",
    )
    info = folder / "arena_extra-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arena-extra\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[arena]\nextra = arena_extra\ngone = not_there\n")


def test_local_play_loads_the_installed_plugins_once(monkeypatch: pytest.MonkeyPatch) -> None:
    installed_plugins()
    loads: list[str] = []
    monkeypatch.setattr(Plugins, "add", lambda _self, name, _load: loads.append(name))
    for seed in range(3):
        play("tigerdragon", ["random", "random"], seed=seed, config=SHORT)
    assert loads == []


def test_local_play_sees_a_plugin_that_is_installed_between_two_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownNameError):
        play("tigerdragon", ["extra", "random"], config=SHORT)
    install_extra(tmp_path)
    assert play("tigerdragon", ["extra", "random"], config=SHORT).match.over


def test_a_plugin_added_to_the_loaded_ones_stays_with_its_owner() -> None:
    assert installed_plugins() is installed_plugins()
    own = load_plugins()
    own.add("mine", BringsQuiet)
    assert "quiet" in own.bots
    assert "quiet" not in installed_plugins().bots


def test_installed_plugins_are_found_by_their_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_extra(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with capture_logs() as logs:
        plugins = load_plugins()
    assert "extra" in plugins.bots
    assert [row["plugin"] for row in logs] == ["gone"]


# -- leaving things out

BROKEN = {
    "raises": "raise RuntimeError('out of order')",
    "exits": "raise SystemExit(3)",
    "does not parse": "def",
    "no hooks": "x = 1",
    "unknown hook": "from arena import hookimpl\n@hookimpl\ndef arena_register_bot(): return []",
    "wrong argument": "from arena import hookimpl\n@hookimpl\ndef arena_match_started(hat): ...",
    "hook fails": "from arena import hookimpl\n@hookimpl\ndef arena_register_bots(): return 1 / 0",
    "nameless": "from arena import hookimpl\nfrom bots.stock import FirstBot\n"
    "class Mine(FirstBot): name = ''\n@hookimpl\ndef arena_register_bots(): return [Mine]",
    "taken name": "from arena import hookimpl\nfrom bots.stock import FirstBot\n"
    "@hookimpl\ndef arena_register_bots(): return [FirstBot]",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_named_in_one_warning_and_left_out(tmp_path: Path, text: str) -> None:
    file = file_with(tmp_path, text)
    with capture_logs() as logs:
        plugins = load_plugins([file], entry_points=False)
    assert [(row["event"], row["plugin"]) for row in logs] == [("plugin_left_out", str(file))]
    assert (
        plugins.manager.list_name_plugin()
        == load_plugins(entry_points=False).manager.list_name_plugin()
    )
    assert plugins.bot("random") is RandomBot


def test_a_plugin_file_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    with capture_logs() as logs:
        load_plugins([tmp_path / "nope.py"], entry_points=False)
    assert [row["reason"] for row in logs] == ["no such file"]


def test_a_plugin_that_fails_when_told_hurts_nobody() -> None:
    class Fails:
        @hookimpl
        def arena_match_finished(self) -> None:
            raise RuntimeError("out of order")

    class Hears(Ears):
        @hookimpl
        def arena_match_finished(self, result: Any) -> None:
            self.heard.append((result.steps,))

    ears = Hears()
    plugins = with_plugin(Fails())
    plugins.add("ears", lambda: ears)
    with capture_logs() as logs:
        result = play("tigerdragon", ["random", "first"], config=SHORT, plugins=plugins)
    assert ears.heard == [(result.steps,)]
    assert [(row["event"], row["plugin"]) for row in logs] == [("hook_failed", "under-test")]


@pytest.fixture(autouse=True)
def _no_modules_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    import sys

    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("arena_"):
            del sys.modules[name]


def test_the_bot_that_fills_seats_is_chosen_by_rank_not_by_order() -> None:
    class Weak(RandomBot):
        name, games, rank, house = "weak", ("hello",), 1, True

    class Strong(RandomBot):
        name, games, rank, house = "strong", ("hello",), 2, True

    class Search(RandomBot):
        name, games, rank = "search", ("hello",), 3

    for order in ((Weak, Strong, Search), (Search, Strong, Weak)):
        plugins = Plugins()
        plugins.bots = {kind.name: kind for kind in order}
        assert plugins.bots_of("hello") == ["weak", "strong", "search"]
        assert plugins.house_bot("hello") == "strong"
        assert plugins.house_bot("another") == "random"


def test_every_game_of_ours_has_ranked_bots_and_one_that_fills_seats() -> None:
    plugins = load_plugins()
    for game in plugins.games:
        kinds = [plugins.bots[name] for name in plugins.bots_of(game)]
        assert len({kind.rank for kind in kinds} - {0}) == len(kinds)
        filling = plugins.bots[plugins.house_bot(game)]
        assert filling.house
        assert not filling.slow
