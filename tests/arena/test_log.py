"""The match log: written, read back, and held against the rules."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from arena.errors import LogError
from arena.local.loop import play, play_match
from arena.match.log import MatchLog, log_lines, parse_log, read_log, split_lines, verify, write_log
from arena.match.match import Fault, Match
from arena.match.result import new_match
from bots import Answer, Bot, Turn
from bots.stock import FirstBot, RandomBot
from bots.tigerdragon import CounterBot, DefenderBot
from engine.game import SYSTEM
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.model import State
from engine.tigerdragon.moves import PASS
from engine.variants import Offers, Variant, changing
from tests.arena.faulty_bot import FaultyBot
from tests.arena.golden import assert_golden_log, assert_logs_hold

GAME = TigerDragon()


def lines_of(*, seed: int = 7, **options: Any) -> list[str]:
    return play("tigerdragon", ["random", "first"], seed=seed, config={"target": 1}, **options).log


def edited(number: int, edit: Callable[[dict[str, Any]], object]) -> MatchLog:
    lines = lines_of()
    row = json.loads(lines[number])
    edit(row)
    lines[number] = json.dumps(row)
    return parse_log(lines)


# -- golden files


def played(
    bots: list[type[Bot]], deals: Deals, variants: tuple[str, ...] = (), **config: Any
) -> Match:
    match = new_match(GAME, [bot.name for bot in bots], deals, config=config, variants=variants)
    return play_match(match, [bot() for bot in bots], "7").match


GIVEN = Deals.given([{"hands": ["8,8,7", "8,3,1"], "start": 1}], then="repeat")
CASES: dict[str, Callable[[], Match]] = {
    "four-seats": lambda: played(
        [CounterBot, DefenderBot, RandomBot, FirstBot], Deals.seed(7), target=5
    ),
    "two-seats-upstream": lambda: played(
        [CounterBot, DefenderBot], Deals.seed(7), preset="upstream", target=1
    ),
    "teams": lambda: played(
        [CounterBot, DefenderBot] * 2, Deals.seed(7), teams=True, team_target=5
    ),
    "must-defend": lambda: played([RandomBot] * 3, Deals.seed(7), ("must-defend",), target=1),
    "given-deals": lambda: played([FirstBot, DefenderBot], GIVEN, target=3),
    "faults": lambda: played([FaultyBot, FirstBot], Deals.seed(7), target=1),
}


@pytest.mark.parametrize("case", CASES)
def test_a_match_is_logged_in_the_same_bytes_as_ever(
    case: str, request: pytest.FixtureRequest
) -> None:
    assert_golden_log(CASES[case](), f"tigerdragon/{case}", request)


def test_every_golden_log_holds() -> None:
    assert_logs_hold(GAME, CASES)


# -- writing and reading


def test_a_log_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    result = play("tigerdragon", ["random", "first"], seed=7)
    write_log(result.match, tmp_path / "match.jsonl")
    log = read_log(tmp_path / "match.jsonl")
    assert log == parse_log(result.log)
    assert log.players == ["random", "first"]
    assert not log.torn


class Sly(Bot):
    """Says what other readers take for the end of a line."""

    name = "sly"

    def act(self, turn: Turn) -> Answer:
        return turn.legal[0], {"note": "a\u2028b\u2029c\x85d\x0be"}


def test_no_word_of_a_bot_ends_a_line(tmp_path: Path) -> None:
    played = play("tigerdragon", [Sly, "random"], seed=1, config={"target": 1})
    file = tmp_path / "log.jsonl"
    write_log(played.match, file)
    verify(read_log(file), TigerDragon())
    text = file.read_text(encoding="utf-8")
    assert "\u2028" in text
    assert split_lines(text) == split_lines(text[:-1]) == log_lines(played.match)


def test_times_and_lag_are_kept_where_somebody_took_them() -> None:
    match = new_match(GAME, ["a", "b"], Deals.seed(7))
    match.answer(0, match.pending[0].legal[0], ms=12, lag_ms=3)
    match.fault(1, Fault(1, "timeout", "no answer in 5 s", late_ms=9))
    first, second = log_lines(match)[1:3]
    assert json.loads(first)["ms"] == {"0": 12}
    assert json.loads(first)["lag_ms"] == {"0": 3}
    assert json.loads(second)["defaulted"] == [1]
    assert json.loads(second)["faults"][0]["late_ms"] == 9


def test_the_seed_stands_in_the_result_line_only() -> None:
    lines = play("tigerdragon", ["random", "first"], seed="a-secret").log
    assert ["a-secret" in line for line in lines] == [False] * (len(lines) - 1) + [True]


def test_one_torn_last_line_is_dropped_and_told() -> None:
    lines = lines_of()
    log = parse_log([*lines, '{"n":'])
    assert log.torn
    assert not verify(log, GAME).offers


def test_a_log_cut_off_before_its_result_cannot_be_verified() -> None:
    lines = lines_of()
    with pytest.raises(LogError, match="no result line"):
        verify(parse_log([*lines[:-1], lines[-1][:20]]), GAME)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "empty"),
        (["{"], "empty"),
        (["[]", "{}"], "line 1 is no JSON object"),
        (["{}"], "no `log` version"),
        (['{"log":2}'], "log version 2; this arena reads 1 to 1"),
        (['{"log":1}'], "no `match_id`"),
    ],
)
def test_what_is_no_log_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(LogError, match=message):
        parse_log(lines)


def test_a_broken_line_in_the_middle_is_named() -> None:
    lines = lines_of()
    with pytest.raises(LogError, match="line 3 is no JSON object"):
        parse_log([*lines[:2], "{", *lines[3:]])
    with pytest.raises(LogError, match="line 3: a step has"):
        parse_log([*lines[:2], "{}", *lines[3:]])


def test_a_file_that_is_not_there_is_a_log_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="No such file"):
        read_log(tmp_path / "gone.jsonl")


# -- verifying


@pytest.mark.parametrize(
    ("line", "edit", "message"),
    [
        (0, lambda row: row.update(seed_hash="0"), "not the one whose hash was published"),
        (0, lambda row: row.update(game_version=2), "played by version 2"),
        (0, lambda row: row["config"].update(target=0), "target: expected 1 to 1000"),
        (0, lambda row: row.update(variants=["none"]), "has no variant 'none'"),
        (1, lambda row: row.update(moves={"0": "9"}), "step 1: seat 0 chose '9'; legal were"),
        (1, lambda row: row.update(moves={"1": "pass"}), "step 1: seat 0 must choose"),
        (1, lambda row: row["moves"].update({"1": "pass"}), "seat 1 has nothing to decide"),
        (1, lambda row: row.update(moves={"x": "1"}), "by seat number"),
        (2, lambda row: row.update(n=5), "step 5 stands where step 2 belongs"),
        (1, lambda row: row.update(auto=[{"-1": "pass"}]), "by themselves"),
        (-1, lambda row: row["result"]["points"].reverse(), "the rules say"),
        (-1, lambda row: row.update(steps=3), "speaks of 3 steps"),
        (-1, lambda row: row["deals"].update(seed="8"), "not the one whose hash"),
        (-1, lambda row: row.pop("deals"), "no `deals`"),
        (-1, lambda row: row.update(deals=7), "deals: expected"),
    ],
)
def test_a_changed_log_does_not_hold(
    line: int, edit: Callable[[dict[str, Any]], object], message: str
) -> None:
    with pytest.raises(LogError, match=message):
        verify(edited(line, edit), GAME)


def test_a_log_that_stops_too_early_does_not_hold() -> None:
    lines = lines_of()
    with pytest.raises(LogError, match="not over"):
        verify(parse_log([*lines[:-2], lines[-1]]), GAME)


def passes_by_itself(_state: State, offers: Offers) -> Offers:
    """A script: wherever one may pass, the system does."""
    return {SYSTEM: (PASS,)} if any(PASS in offer for offer in offers.values()) else offers


class Scripted(TigerDragon):
    variants: ClassVar = {"passes": Variant("passes", "script", changing(passes_by_itself))}

    def apply(self, state: State, moves: Any) -> Any:
        return super().apply(state, {state.current: next(iter(moves.values()))})


def test_moves_of_the_rules_themselves_are_logged_and_verified() -> None:
    match = new_match(Scripted(), ["first", "first"], Deals.seed(7), variants=["passes"])
    play_match(match, [FirstBot(), FirstBot()], "7")
    lines = log_lines(match)
    assert json.loads(lines[1])["auto"] == [{"-1": "pass"}]
    assert not verify(parse_log(lines), Scripted()).offers
