"""What the pages are made of: vendored files, styles of tiles, headers."""

import hashlib
import re
from pathlib import Path

import pytest
from aiohttp import ClientSession

from arena.match.page_files import static_files
from arena.testing import running_server
from arena.web.page_source import by_level
from arena.web.pages import modules_of, static_response, static_root

VENDOR = Path("arena/web/static/vendor")
APP = Path("arena/web/static/app")
OWN_SCRIPT = re.compile(r"[\u3001-\u3005\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]")


@pytest.mark.parametrize("name", sorted(folder.name for folder in VENDOR.iterdir()))
def test_vendored_files_are_unchanged(name: str) -> None:
    folder = VENDOR / name
    text = (folder / "VENDOR.md").read_text("utf-8")
    told = dict(re.findall(r"^\| (\S+) \| ([0-9a-f]{64}) \|$", text, re.MULTILINE))
    found = {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and file.name != "VENDOR.md"
    }
    assert told == found
    assert "LICENSE" in found


def test_the_font_is_small_and_served_as_a_font() -> None:
    fonts = {name: body for name, body in static_files().items() if name.endswith(".woff2")}
    assert len(fonts) == 3
    assert sum(map(len, fonts.values())) < 100_000
    for name, body in fonts.items():
        assert static_response(name, body, current=True).content_type == "font/woff2"


def test_the_font_of_own_words_has_every_character_that_english_pages_show() -> None:
    web, engine = Path("arena/web"), Path("engine")
    sources = [*web.glob("*.py"), *web.glob("rules/*.toml"), *web.glob("templates/*.html")]
    sources += [*APP.rglob("*.js"), *engine.rglob("*.py")]
    shown = {c for file in sources for c in OWN_SCRIPT.findall(file.read_text("utf-8"))}
    assert shown - set((VENDOR / "noto-sans-cjk" / "characters.txt").read_text("utf-8")) == set()


def test_every_tile_of_the_five_games_has_a_picture() -> None:
    styles = static_files()["css/tiles.css"].decode()
    names = [f"{n}{suit}" for suit in "mps" for n in range(10)] + list("ESWNPFC")
    names += [f"f{n}" for n in range(1, 9)] + [f"t{n}" for n in "12345678TD"]
    names += [f"d{high}{low}" for high in range(7) for low in range(high + 1)]
    assert [name for name in names if f".t-{name} {{" not in styles] == []
    assert "var(" not in styles


def test_modules_import_only_what_is_served() -> None:
    for name, body in static_files().items():
        if not name.startswith("app/"):
            continue
        for target in re.findall(rb'^(?:import .*|\}) from "([^"]+)";', body, re.MULTILINE):
            path = (Path("/") / Path(name).parent / target.decode()).resolve()
            assert str(path)[1:] in static_files(), f"{name} imports {target.decode()}"


async def test_pages_forbid_what_they_do_not_need() -> None:
    async with running_server() as running, ClientSession() as session:
        async with session.get(running.url) as response:
            policy = response.headers["Content-Security-Policy"]
            text = await response.text()
        assert "default-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert "http" not in re.sub(r'data-xmlns="[^"]*"', "", policy)
        assert f'src="{static_root()}/app/pages/lobby.js"' in text
        async with session.get(f"{running.url}{static_root()}/app/pages/lobby.js") as response:
            assert response.content_type == "text/javascript"
            assert "immutable" in response.headers["Cache-Control"]
        async with session.get(f"{running.url}/static/old/app/pages/lobby.js") as response:
            assert response.headers["Cache-Control"] == "no-cache"
        for path in ("/static/x/../pages.py", "/static/x/no.js", "/m/none", "/play/chess"):
            async with session.get(running.url + path) as response:
                assert response.status == 404


async def test_a_page_names_all_its_modules_so_that_none_waits_for_another() -> None:
    async with (
        running_server() as running,
        ClientSession() as session,
        session.get(running.url) as response,
    ):
        text = await response.text()
    told = set(re.findall(r'modulepreload" href="[^"]*/(app/[^"]+|vendor/[^"]+)"', text))
    assert told == set(modules_of("app/pages/lobby.js"))
    assert {"app/lib/keys.js", "vendor/lit-html/lit-html.js"} <= told
    for name in told:
        assert set(modules_of(name)) <= told


def test_bots_are_listed_by_level_and_last_if_a_plugin_names_another_one() -> None:
    levels = {"a": "expert", "b": "", "c": "grandmaster", "d": "beginner"}
    assert by_level(levels) == ["d", "a", "b", "c"]
