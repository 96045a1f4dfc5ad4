"""Variants on the command line and in the functions behind it."""

import json
from pathlib import Path

import pytest

from arena.cli.options import read_variants
from arena.errors import ArenaError
from arena.local.env import env
from arena.plugins.manager import load_plugins
from arena.sdk.check import check
from arena.testing import running_server
from arena.tournament.plan import make_plan, read_plan
from arena.tournament.worker import read_setting, setting_of
from engine.errors import VariantError
from tests.arena.commands import typed
from tests.arena.conftest import Arena

FOURS = {"type": "one-hand", "config": {"trump": "4"}}


def test_a_variant_is_a_name_with_options_behind_it() -> None:
    assert read_variants(["nello", "one-hand:trump=4", "x:a=1:b=0,2"]) == [
        "nello",
        FOURS,
        {"type": "x", "config": {"a": "1", "b": "0,2"}},
    ]


def test_play_takes_options_of_a_variant(arena: Arena, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ["play", "texas42", *["first"] * 4, "--variant", "one-hand:trump=4", "--seed", "1"]
    assert arena(*words, "--log", str(log))[0] == 0
    header = json.loads(log.read_text(encoding="utf-8").splitlines()[0])
    assert header["variants"] == [FOURS]
    assert arena("replay", "verify", str(log))[0] == 0


@pytest.mark.parametrize(
    ("variant", "problem"),
    [
        ("one-hand:trump", "'trump' has no value; write one-hand:KEY=VALUE"),
        ("one-hand:trump=9", "one-hand: trump: expected one of ask, 0"),
        ("one-hand:trmp=4", "did you mean 'trump'?"),
    ],
)
def test_a_variant_that_cannot_be_is_one_clear_line(
    arena: Arena, variant: str, problem: str
) -> None:
    code, _, err = arena("play", "texas42", *["first"] * 4, "--variant", variant)
    assert code in (1, 2)
    assert problem in err.replace("\n", " ")


def test_check_plays_by_variants_and_repeats_them_in_its_advice(arena: Arena) -> None:
    words = ["check", "first", "--game", "texas42", "--config", "target=1"]
    code, out, _ = arena(*words, "--variant", "forced-bid", "--against", "random")
    assert code == 0
    assert "--variant forced-bid" in out
    with pytest.raises(VariantError, match="no variant 'forced'"):
        check("first", "texas42", variants=["forced"])


async def test_connect_opens_a_room_with_variants(capsys: pytest.CaptureFixture[str]) -> None:
    async with running_server() as server:
        words = ("connect", server.url, "--bot", "first", "--room", "r", "--game", "texas42")
        options = ("--variant", "one-hand:trump=4", "--seed", "1")
        code, _, err = await typed(capsys, *words, *options)
        assert code == 2
        assert "add --fill" in err
        code, _, _ = await typed(capsys, *words, *options, "--fill")
        assert code == 0
        assert server.lobby.rooms["r"].match.header.variants == (FOURS,)


def test_an_env_has_the_variants_of_its_match() -> None:
    seat = env("texas42", 3, ["first"] * 3, 1, variants=["one-hand"])
    assert seat.reset().view["phase"] == "Declaring"
    with pytest.raises(ArenaError, match="not legal"):
        seat.step("30")


def test_a_tournament_keeps_all_options_of_its_variants() -> None:
    settings = {
        "game": "texas42", "bots": ["random", "first"], "seed": "1",
        "variants": ["hints", {"type": "one-hand"}],
    }  # fmt: skip
    plan = make_plan(settings, load_plugins(entry_points=False))
    assert plan.variants == ({"type": "one-hand", "config": {"trump": "ask"}}, "hints")
    again = read_plan(json.loads(json.dumps(plan.as_json())))
    assert again.hash == plan.hash
    assert list(read_setting(setting_of(again)).variants) == list(plan.variants)
    old = read_plan({**plan.as_json(), "variants": ["one-hand"]})
    assert list(read_setting(setting_of(old)).variants) == [FOURS]
