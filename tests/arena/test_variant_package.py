"""A package from outside that adds a variant with an option to two games."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena import testing
from arena.errors import LogError
from arena.local.env import env
from arena.local.loop import play
from arena.match.link import log_link, read_link, write_link
from arena.match.log import log_lines, parse_log, verify
from arena.match.match import Match
from arena.match.playback import log_history
from arena.plugins.manager import Plugins, load_plugins
from arena.testing import running_server
from engine import testing as rules
from engine.errors import VariantError
from engine.game import ALL_HANDS, PUBLIC
from engine.variants import Rules, variants_of
from tests.arena.clients import clients
from tests.arena.conftest import Arena
from tests.arena.http_calls import call, get, refused

PACKAGE = Path(__file__).parents[1] / "data" / "packages" / "table_extras"
MISDEAL = {"type": "misdeal", "config": {"doubles": 4}}
CLOSED = {"type": "closed-hands", "config": {"seats": [0, 2]}}
BOTS = {"texas42": "texas42-count", "riichi": "riichi-greedy"}
VARIANT = {"texas42": MISDEAL, "riichi": CLOSED}
CALLS = ("chi:", "pon:", "minkan:")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plugins:
    """The plugins of an arena into whose site-packages the package was copied."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / f"table_extras-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    points = "".join(f"{k} = {v}\n" for k, v in project["entry-points"]["arena"].items())
    (info / "entry_points.txt").write_text(f"[arena]\n{points}")
    shutil.copy(PACKAGE / "table_extras.py", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return load_plugins()


def played(plugins: Plugins, game: str, seed: int = 3) -> Match:
    config = {"target": 2} if game == "texas42" else plugins.game(game).short
    bots, variants = [BOTS[game]] * 4, [VARIANT[game]]
    return play(game, bots, seed=seed, config=config, variants=variants, plugins=plugins).match


def test_the_package_is_as_small_as_promised() -> None:
    text = (PACKAGE / "table_extras.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 70


@pytest.mark.parametrize("game", BOTS)
def test_it_plays_and_its_log_holds(installed: Plugins, game: str) -> None:
    match = played(installed, game)
    assert match.over
    assert match.faults == ()
    log = parse_log(log_lines(match))
    assert log.header["variants"] == [VARIANT[game]]
    verify(log, installed.game(game))


def test_a_misdeal_is_signed_in_the_log_and_in_frames(installed: Plugins) -> None:
    log = next(
        log
        for seed in range(30)
        if signed((log := parse_log(log_lines(played(installed, "texas42", seed)))).steps)
    )
    step = signed(log.steps)[0]
    place = step["by"].index({"-1": "misdeal"})
    assert step["auto"][place] == {"-1": "redeal"}
    game = installed.game("texas42")
    for viewer, choice in ((ALL_HANDS, {"choice": "redeal"}), (PUBLIC, {})):
        frames = log_history(log, game, viewer)["frames"]
        assert {"seat": -1, "by": "misdeal", **choice} in frames_auto(frames)
    step["by"][place] = {"-1": "somebody"}
    with pytest.raises(LogError, match="these variants moved"):
        verify(log, game)


def frames_auto(frames: Any) -> list[Any]:
    return [row for frame in frames for row in frame.get("auto", ())]


def signed(steps: Any) -> list[Any]:
    return [step for step in steps if {"-1": "misdeal"} in step.get("by", ())]


def test_its_option_says_who_may_call(installed: Plugins) -> None:
    callers: set[int] = set()
    for game_seed in range(3):
        moves = [
            (seat, move.choice)
            for record in played(installed, "riichi", game_seed).records
            for seat, move in record.moves.items()
        ]
        callers |= {seat for seat, choice in moves if choice.startswith(CALLS)}
    assert callers
    assert callers <= {1, 3}


@pytest.mark.parametrize("game", BOTS)
def test_a_link_holds_the_variant_with_its_option(installed: Plugins, game: str) -> None:
    found = installed.game(game)
    log = parse_log(log_lines(played(installed, game)))
    link = read_link(write_link(log_link(log, found)), installed.game)
    assert link.variants == (VARIANT[game],)
    (*_, last) = link.positions()
    assert last.offers == {}


@pytest.mark.parametrize("game", BOTS)
@pytest.mark.parametrize("check", ["variants", "offers", "replay", "imagine"])
def test_the_game_still_conforms(installed: Plugins, game: str, check: str) -> None:
    rules.CHECKS[check](installed.game(game), "package")


def test_frames_still_conform(installed: Plugins) -> None:
    for check in testing.CHECKS.values():
        check(installed.game("texas42"), "package")


def test_it_is_listed_with_its_option(installed: Plugins, arena: Arena) -> None:
    assert variants_of(installed.game("texas42"))["misdeal"].stage == "script"
    assert installed.game("riichi").schemas["variants"]["closed-hands"]["properties"] == {
        "seats": {"type": "array", "items": {"type": "integer"}}
    }
    assert "misdeal:doubles=5" in arena("games")[1]
    rows = {r["name"]: r for r in map(json.loads, arena("games", "--json")[1].splitlines())}
    (row,) = [row for row in rows["texas42"]["variant_details"] if row["name"] == "misdeal"]
    assert row["config"] == {"doubles": 5}


def test_a_wrong_option_is_refused(installed: Plugins) -> None:
    with pytest.raises(VariantError, match="misdeal: doubles: expected 3 to 7, got 9"):
        Rules(installed.game("texas42"), [{"type": "misdeal", "config": {"doubles": 9}}])


def test_an_env_plays_by_it(installed: Plugins) -> None:
    seat = env("riichi", 0, ["random"] * 3, 1, config={}, variants=[CLOSED], plugins=installed)
    assert seat.match.header.variants == (CLOSED,)


async def test_a_server_plays_it(installed: Plugins) -> None:
    room = {"room_id": "r", "game": "texas42", "bots": ["random"] * 3, "variants": [MISDEAL]}
    async with running_server(plugins=installed) as server:
        status, _ = await call(server, "POST", "/rooms", room)
        assert status == 201
        async with clients(server, 1) as (one,):
            ack = await one.join("one", detail="full")
            assert ack["variants"] == [MISDEAL]
        _, details = await call(server, "GET", "/api/games/texas42")
        assert "misdeal" in details["variants"]
        assert {row["name"] for row in details["variant_details"]} == set(details["variants"])
        for wrong, problem in (
            ({"type": "misdeal", "config": {"doubles": 9}}, "misdeal: doubles: expected 3 to 7"),
            ({"type": "misdeel"}, "did you mean 'misdeal'"),
        ):
            body = {**room, "room_id": "s", "variants": [wrong]}
            assert problem in await refused(server, body)
        shapes: list[Any] = [{"type": "misdeal", "options": {}}, {"config": {}}, 5, "x" * 65]
        for shape in shapes:
            await refused(server, {**room, "room_id": "s", "variants": [shape]})
        _, page = await get(server, "/play/texas42")
        assert "too many doubles: deal again" in page


async def test_full_frames_name_the_variant_behind_a_move() -> None:
    room = {"room_id": "r", "game": "texas42", "bots": ["random"] * 3, "variants": ["one-hand"]}
    async with running_server() as server:
        assert (await call(server, "POST", "/rooms", room))[0] == 201
        async with clients(server, 1) as (one,):
            ack = await one.join("one", detail="full")
            assert ack["variants"] == [{"type": "one-hand", "config": {"trump": "ask"}}]
            await one.send("ready")
            first = await one.find("state")
    assert [(row["seat"], row["by"]) for row in first["auto"]] == [
        (seat, "one-hand") for seat in range(4)
    ]
    assert [row.get("choice") for row in first["auto"]] == ["pass", None, None, None]
