"""Golden logs of Texas 42: every kind of contract, scripts and votes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.local.loop import play, play_match
from arena.match.link import log_link, read_link, write_link
from arena.match.log import read_log, verify
from arena.match.match import Match
from arena.match.result import new_match
from bots.stock import RandomBot
from engine.rng import Deals
from engine.texas42.tiles import names
from tests.arena.golden import GOLDEN, assert_golden_log, assert_logs_hold
from tests.engine.texas42_table import GAME, HANDS, SPECIALS

RANDOM = ["random"] * 4
OLD_LOGS = Path(__file__).parents[1] / "data" / "texas42" / "logs"


def given_hands() -> Match:
    deals = Deals.given([{"hands": [",".join(names(hand)) for hand in HANDS]}], then="repeat")
    match = new_match(GAME, RANDOM, deals, config={"target": 1}, variants=("forced-bid",))
    play_match(match, [RandomBot() for _ in RANDOM], "given")
    return match


CASES: dict[str, Callable[[], Match]] = {
    "straight": lambda: play("texas42", ["texas42-count"] * 4, seed=1).match,
    "specials": lambda: (
        play("texas42", RANDOM, seed=21, config={"target": 20}, variants=SPECIALS).match
    ),
    "one-hand": lambda: play("texas42", RANDOM, seed=4, variants=("one-hand", "speed")).match,
    "consensus": lambda: (
        play(
            "texas42",
            RANDOM,
            seed=5,
            config={"target": 2, "voters": [0, 3]},
            variants=("consensus",),
        ).match
    ),
    "given-hands": given_hands,
}


@pytest.mark.parametrize("case", CASES)
def test_a_match_is_written_as_in_the_golden_file(
    case: str, request: pytest.FixtureRequest
) -> None:
    assert_golden_log(CASES[case](), f"texas42/{case}", request)


@pytest.mark.parametrize("name", ["one-hand", "consensus"])
def test_a_log_from_before_variants_had_options_still_holds(name: str) -> None:
    log = read_log(OLD_LOGS / f"{name}.jsonl")
    assert all(isinstance(entry, str) for entry in log.header["variants"])
    verify(log, GAME)
    link = read_link(write_link(log_link(log, GAME)), lambda _name: GAME)
    assert link.moves == log_link(log, GAME).moves


def test_every_golden_log_holds() -> None:
    assert_logs_hold(GAME, CASES)


def test_the_golden_specials_show_every_special_contract() -> None:
    text = (GOLDEN / "texas42/specials.jsonl").read_text(encoding="utf-8")
    for word in (':"t:nello', ':"t:sevens', ':"splash', ':"plunge'):
        assert word in text
