"""The plain loop: what a match result says, and what bots may do wrong."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import arena
from arena.bench.engine import bare_match, play_loop
from arena.errors import UnknownNameError
from arena.local.loop import play
from arena.match.result import MatchResult, new_match
from arena.plugins.manager import load_plugins
from bots import Bot, Turn
from bots.stock import FirstBot, RandomBot
from engine.errors import ConfigError, VariantError
from engine.game import AnyGame, Event, Outcome, Seat
from engine.rng import Deals, stream
from engine.tigerdragon import TigerDragon

SHORT = {"target": 1}


class Spy(FirstBot):
    """Notes what it is told, and plays the first choice."""

    name = "spy"

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.watched: list[Event] = []
        self.turns: list[Event] = []

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        self.calls.append(f"start {game.name} {seat} of {seats} to {config.target}")

    def watch(self, events: Sequence[Event]) -> None:
        self.watched += events

    def act(self, turn: Turn) -> str:
        self.turns += turn.events
        return super().act(turn)

    def end(self, outcome: Outcome) -> None:
        self.calls.append(f"end {outcome.winner}")


def against_first(bot: Bot) -> MatchResult:
    return play("tigerdragon", [bot, "first"], seed=7, config=SHORT)


def kinds(result: MatchResult) -> set[tuple[int, str]]:
    return {(fault.seat, fault.kind) for fault in result.faults}


def test_a_match_result_says_how_it_ended() -> None:
    result = arena.play("tigerdragon", ["counter", "defender", "random"], seed=7)
    assert max(result.outcome.points) >= 10
    assert result.rounds[-1].scores == result.outcome.points
    assert result.steps == len(result.log) - 2
    assert 0 < result.decisions <= result.steps
    assert result.faults == ()


def test_the_same_seed_plays_the_same_match_again() -> None:
    logs = [play("tigerdragon", ["random"] * 4, seed=seed).log for seed in (7, "7", 8)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_without_a_seed_every_match_is_another() -> None:
    first, second = (play("tigerdragon", ["first"] * 2, config=SHORT).log for _ in range(2))
    assert first != second


def test_games_and_bots_may_be_objects() -> None:
    by_name = play("tigerdragon", ["random", "first"], seed=1)
    by_object = play(TigerDragon(), [RandomBot, FirstBot()], seed=1)
    assert by_object.log == by_name.log


def test_config_and_variants_reach_the_match() -> None:
    result = play("tigerdragon", ["random"] * 2, seed=1, config=SHORT, variants=["must-defend"])
    assert result.match.header.config["target"] == 1
    assert result.match.header.variants == ("must-defend",)
    assert len(result.rounds) == 1


def test_unknown_names_are_refused_before_anything_is_played() -> None:
    with pytest.raises(UnknownNameError):
        play("tigerdragn", ["random"] * 2)
    with pytest.raises(ConfigError):
        play("tigerdragon", ["random"] * 2, config={"tarjet": 1})
    with pytest.raises(VariantError):
        play("tigerdragon", ["random"] * 2, variants=["must"])


def test_a_bot_is_started_told_asked_and_ended() -> None:
    spy = Spy()
    result = play("tigerdragon", ["first", spy], seed=7, config=SHORT)
    assert spy.calls == ["start tigerdragon 1 of 2 to 1", f"end {result.outcome.winner}"]
    assert spy.watched[: len(spy.turns)] == spy.turns
    assert [event.type for event in spy.watched[:3]] == ["round_started", "dealt", "dealt"]
    assert spy.watched[-1].type == "match_ended"


def test_a_bot_never_sees_the_other_hand() -> None:
    spy = Spy()
    play("tigerdragon", ["random", spy], seed=7, config=SHORT)
    hands = {row["seat"]: row["hand"] for row in map(Event.as_json, spy.watched) if "hand" in row}
    assert hands[0] is None
    assert hands[1] is not None


def test_a_crash_is_a_fault_and_the_default_is_played() -> None:
    class Crash(FirstBot):
        def act(self, turn: Turn) -> str:  # noqa: ARG002
            raise ZeroDivisionError("no tile")

    result = against_first(Crash())
    assert kinds(result) == {(0, "crash")}
    assert result.faults[0].reason.startswith("ZeroDivisionError: no tile (test_play.py:")
    assert result.outcome.winner >= 0


@pytest.mark.parametrize("answer", ["9", None, 7, ("9", {}), ("pass",), ["1"]])
def test_an_illegal_answer_is_a_fault_that_names_it(answer: Any) -> None:
    class Odd(FirstBot):
        def act(self, turn: Turn) -> str:  # noqa: ARG002
            return answer  # type: ignore[no-any-return]  # that is the point

    result = against_first(Odd())
    assert kinds(result) == {(0, "illegal")}
    fault = result.faults[0]
    assert str(answer) in (fault.received or "")
    assert fault.legal
    assert fault.reason.endswith(f"legal were {','.join(fault.legal)}")


def test_a_bot_that_cannot_start_sits_there_and_crashes() -> None:
    class Stillborn(FirstBot):
        def start(self, *_args: Any) -> None:
            raise OSError("no model")

    result = against_first(Stillborn())
    assert kinds(result) == {(0, "crash")}
    assert "OSError: no model" in result.faults[0].reason


def test_a_bot_that_fails_while_watching_still_plays() -> None:
    class Blind(FirstBot):
        def watch(self, events: Sequence[Event]) -> None:  # noqa: ARG002
            raise RuntimeError("too bright")

    result = against_first(Blind())
    assert "watching: RuntimeError: too bright" in result.faults[0].reason
    assert not any(record.defaulted for record in result.match.records)


def test_a_bot_that_fails_at_the_end_hurts_nobody() -> None:
    class Sore(FirstBot):
        def end(self, outcome: Outcome) -> None:  # noqa: ARG002
            raise RuntimeError("unfair")

    assert against_first(Sore()).faults == ()


LONELY = r"left out: 'utf-8' codec can't encode character '\ud800' in position 10: "


@pytest.mark.parametrize(
    ("info", "kept"),
    [
        ({"note": "sure"}, {"note": "sure"}),
        ({"note": "x" * 3000}, {"note": "left out: 3012 bytes, over 2048"}),
        ({"note": "\ud800"}, {"note": f"{LONELY}surrogates not allowed"}),
        ({"note": {1, 2}}, {"note": "left out: Object of type set is not JSON serializable"}),
    ],
    ids=["small", "too large", "no text", "no JSON"],
)
def test_remarks_of_a_bot_are_kept_if_they_are_small_json(info: Any, kept: Any) -> None:
    class Talks(FirstBot):
        def act(self, turn: Turn) -> Any:
            return turn.legal[0], info

    result = against_first(Talks())
    assert result.faults == ()
    assert result.match.records[0].info == {0: kept}


def test_a_bot_may_answer_asynchronously() -> None:
    class Later(Bot):
        name = "later"

        async def act(self, turn: Turn) -> str:
            await asyncio.sleep(0)
            return turn.legal[0]

    class Now(FirstBot):
        name = "later"

    logs = [play("tigerdragon", [bot, "first"], seed=7, config=SHORT).log for bot in (Later, Now)]
    moves = [[json.loads(line).get("moves") for line in log] for log in logs]
    assert moves[0] == moves[1]


def test_the_floor_of_the_bench_plays_the_same_matches() -> None:
    loop = play_loop(TigerDragon(), 0, "x")
    assert (loop.matches, loop.steps) == (1, bare_match(TigerDragon(), "x:0"))


@pytest.mark.parametrize("name", ["tigerdragon", "riichi", "taiwan", "sichuan", "texas42"])
def test_whole_steps_and_single_answers_make_the_same_match(name: str) -> None:
    game = load_plugins().game(name)
    whole, single = (
        new_match(game, ["a"] * game.default_seats, Deals.seed("7"), config=game.short)
        for _ in range(2)
    )
    pick = stream("7", "picks").random
    while not whole.over:
        chosen: dict[Seat, str] = {}

        def ask(seat: Seat, offer: tuple[Any, ...], chosen: dict[Seat, str] = chosen) -> Any:
            action = offer[int(pick() * len(offer))]
            chosen[seat] = action.choice
            return action

        whole.step(ask)
        assert list(single.pending) == list(chosen)
        for seat in tuple(single.pending):
            single.answer(seat, chosen[seat])
        if not chosen:
            single.advance()
    assert single.over
    assert (whole.records, whole.decisions) == (single.records, single.decisions)


def test_importing_arena_stays_light() -> None:
    heavy = "{'pydantic', 'aiohttp', 'sqlalchemy', 'structlog', 'rich', 'typer', 'asyncio'}"
    code = f"import sys; from arena import hookimpl, play; print({heavy} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_no_module_hides_a_function_of_its_name() -> None:
    code = (
        "import arena.local.series, arena.local.env, arena.match.match;"
        "assert callable(arena.play) and callable(arena.series) and callable(arena.env)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
