"""Bots that speak mjai at our tables: whole matches, a recorded conversation, wrong answers."""

import json
import shlex
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import arena
from arena.errors import SpecError, TableError
from arena.formats.mjai import bridge
from arena.formats.mjai.answers import WrongAnswerError, check_reach, choice_for, fallback, parse
from arena.formats.mjai.bridge import MjaiBot
from arena.match.result import MatchResult
from arena.plugins.bot_specs import CommandLineSpec, parse_spec
from bots import Bot
from engine.riichi import Riichi
from engine.riichi.events import Called, RiichiAccepted
from tests.arena.golden import GOLDEN, assert_golden

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "mjai_bot.py")
PYTHON = shlex.quote(sys.executable)
SHORT = {"length": "tonpuu"}
POOR = {"length": "tonpuu", "start_points": 1000}
"""The first win ends the match."""

TSUMOGIRI = """
import json, sys
seat = int(sys.argv[1])
for line in sys.stdin:
    event = json.loads(line)
    none, answer = {"type": "none"}, None
    if event["type"] == "tsumo" and event["actor"] == seat:
        answer = {"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}
    ANSWER
"""


def child(folder: Path, answer: str, options: str = "") -> str:
    """The spec of a bot that throws away what it draws; `answer` is how its loop ends."""
    file = folder / "bot.py"
    file.write_text(TSUMOGIRI.replace("ANSWER", answer), encoding="utf-8")
    return f"mjai:{options}{PYTHON} {file} {{seat}}"


EVERY_LINE = "print(json.dumps(answer or none), flush=True)"


def play(spec: Any, **config: Any) -> MatchResult:
    others = ["riichi-greedy"] * 3
    return arena.play("riichi", [others[0], spec, *others[1:]], seed=11, config=POOR | config)


# -- whole matches


def test_an_independent_bot_plays_a_whole_hanchan() -> None:
    spec = f"mjai:{PYTHON} {shlex.quote(EXAMPLE)}"
    result = arena.play("riichi", ["random", spec, "riichi-greedy", "random"], seed=5)
    verbs = Counter(record.moves[1].verb for record in result.match.records if 1 in record.moves)
    assert result.faults == ()
    assert {"riichi", "pon", "ron", "discard", "tsumogiri", "pass"} <= verbs.keys()
    assert result.outcome.ranks[1] == 1


def test_lists_of_events_lead_to_the_same_choices() -> None:
    specs = [f"mjai:{habit}{PYTHON} {shlex.quote(EXAMPLE)}" for habit in ("", "--batch ")]
    logs = [play(spec).match.records for spec in specs]
    assert [record.moves for record in logs[0]] == [record.moves for record in logs[1]]


def test_a_bot_that_only_throws_away_what_it_draws_plays(tmp_path: Path) -> None:
    result = play(child(tmp_path, EVERY_LINE))
    assert result.faults == ()
    own = {record.moves[1].choice for record in result.match.records if 1 in record.moves}
    assert own == {"tsumogiri", "pass"}


def test_a_bot_that_answers_only_at_its_turns_plays(tmp_path: Path) -> None:
    # It declines whatever comes from another seat; most of that is not asked for.
    loop = "if answer: print(json.dumps(answer), flush=True)"
    spec = child(tmp_path, loop, "--turns ")
    bots = ["riichi-greedy", spec, "riichi-greedy", "riichi-greedy"]
    result = arena.play("riichi", bots, seed=3, config=POOR, variants=["no-calls"])
    own = Counter(record.moves[1].choice for record in result.match.records if 1 in record.moves)
    assert own["tsumogiri"] > 5
    assert result.faults == ()


ONLY_WHERE_ASKED = """
import json, sys
seat, record = int(sys.argv[1]), []
for line in sys.stdin:
    event = json.loads(line)
    record.append(event)
    if not event["can_act"] or "actor" not in event:
        continue
    own = event["actor"] == seat
    if event["type"] == "tsumo" and own:
        said = [{"type": "dahai", "actor": seat, "pai": event["pai"], "tsumogiri": True}]
    elif event["type"] == "dahai" and not own and (start := [
        row["tehais"][seat] for row in record if row["type"] == "start_kyoku"
    ][-1]).count(event["pai"]) == 2 and len(record) < 40:
        other = next(tile for tile in start if tile != event["pai"])
        pon = {"type": "pon", "actor": seat, "target": event["actor"], "pai": event["pai"],
               "consumed": [event["pai"]] * 2}
        said = [pon, {"type": "dahai", "actor": seat, "pai": other, "tsumogiri": False}]
    elif event["type"] in ("dahai", "kakan") and not own:
        said = [{"type": "none"}]
    else:
        continue
    print(json.dumps(said), flush=True)
"""
"""As akochan's pipe does: lists, no answer to its own call, and only where it can act."""


def test_a_bot_that_answers_lists_only_where_it_can_act_plays(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(ONLY_WHERE_ASKED, encoding="utf-8")
    bots = ["random", f"mjai:--acts {PYTHON} {file} {{seat}}", "random", "random"]
    result = arena.play("riichi", bots, seed=4, config=SHORT)
    own = [record.moves[1].verb for record in result.match.records if 1 in record.moves]
    assert result.faults == ()
    assert own[own.index("pon") + 1] == "discard"
    assert {"tsumogiri", "pass"} < set(own)


def test_what_is_said_in_advance_holds_for_the_own_call_alone(tmp_path: Path) -> None:
    child(tmp_path, EVERY_LINE)
    bot, riichi = MjaiBot([sys.executable, str(tmp_path / "bot.py"), "{seat}"]), Riichi()
    bot.start(riichi, 1, 4, riichi.config(), Random(1))
    said = [{"type": "dahai", "pai": "1m"}]
    bot._following = list(said)
    bot.watch([RiichiAccepted(0, (25000,) * 4)])  # the tile that declared it was called, not won
    assert bot._following == said
    bot.watch([Called(1, "pon", ("5z", "5z", "5z"), "5z", 0)])
    assert bot._following == said
    bot.watch([Called(2, "pon", ("5z", "5z", "5z"), "5z", 0)])  # somebody else took the tile
    assert bot._following == []
    bot.close()


def test_a_python_file_alone_is_told_its_seat(tmp_path: Path) -> None:
    child(tmp_path, EVERY_LINE)
    result = play(f"anna=mjai:{tmp_path / 'bot.py'}")
    assert (result.faults, result.match.header.players[1]) == ((), "anna")


def test_a_line_without_end_ends_the_bot(tmp_path: Path) -> None:
    result = play(child(tmp_path, 'print("x" * 200_000, flush=True)'))
    assert "the mjai bot wrote a line of over 65536 characters" in result.faults[-1].reason


def test_without_red_fives_there_are_none(tmp_path: Path) -> None:
    told: list[str] = []
    child(tmp_path, EVERY_LINE)
    bot = MjaiBot([sys.executable, str(tmp_path / "bot.py"), "{seat}"], trace=told.append)
    assert play(bot, red_fives=0).faults == ()
    text = "".join(told)
    assert '"aka_flag":false' in text
    assert not any(red in text for red in ("5mr", "5pr", "5sr"))


# -- the conversation


def conversation(habit: str, seed: int, rounds: int) -> list[str]:
    told: list[str] = []
    bot = MjaiBot([sys.executable, EXAMPLE], habit, told.append)
    bots: list[str | Bot] = ["random", bot, "riichi-greedy", "random"]
    assert arena.play("riichi", bots, seed=seed, config=SHORT).faults == ()
    ends = [number for number, line in enumerate(told) if '"end_kyoku"' in line]
    return told[: ends[rounds - 1] + 2]


@pytest.mark.parametrize(("habit", "seed"), [("lines", 11), ("batch", 9)])
def test_the_conversation_is_as_it_was_recorded(
    habit: str, seed: int, request: pytest.FixtureRequest
) -> None:
    told = conversation(habit, seed, rounds=2)
    text = "".join(f"{line}\n" for line in told)
    assert_golden(text, f"riichi/mjai-{habit}.txt", request)


def recorded(habit: str) -> list[dict[str, Any]]:
    lines = (GOLDEN / f"riichi/mjai-{habit}.txt").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line[3:]) for line in lines if line.startswith("<-")]
    return [row for item in rows for row in (item if isinstance(item, list) else [item])]


def test_the_recordings_hold_what_a_riichi_round_can() -> None:
    kinds = {row["type"] for habit in ("lines", "batch") for row in recorded(habit)}
    assert kinds >= {
        "start_game", "start_kyoku", "tsumo", "dahai", "pon", "reach", "reach_accepted", "dora",
        "hora", "ryukyoku", "end_kyoku",
    }  # fmt: skip
    assert kinds & {"ankan", "kakan", "daiminkan"}


@pytest.mark.parametrize("habit", ["lines", "batch"])
def test_tiles_of_others_are_hidden(habit: str) -> None:
    for row in recorded(habit):
        if row["type"] == "tsumo":
            assert (row["pai"] == "?") == (row["actor"] != 1)
        if row["type"] == "start_kyoku":
            hidden = [hand == ["?"] * 13 for hand in row["tehais"]]
            assert hidden == [True, False, True, True]


# -- answers


TURN = ("discard:1m", "discard:0p", "tsumogiri", "riichi:1m", "riichi:tsumogiri", "ankan:5s",
        "kakan:5p", "kyuushu", "tsumo")  # fmt: skip
CLAIM = ("chi:34m", "chi:40m", "pon:11z", "minkan:5p", "ron", "pass")


@pytest.mark.parametrize(
    ("answer", "legal", "choice"),
    [
        ({"type": "dahai", "pai": "1m", "tsumogiri": False}, TURN, "discard:1m"),
        ({"type": "dahai", "pai": "5pr", "tsumogiri": False}, TURN, "discard:0p"),
        ({"type": "dahai", "pai": "9s", "tsumogiri": True}, TURN, "tsumogiri"),
        ({"type": "dahai", "pai": "9s"}, TURN, "tsumogiri"),
        ({"type": "dahai", "pai": "9s", "tsumogiri": False}, TURN, "tsumogiri"),
        ({"type": "ankan", "consumed": ["5s", "5s", "5sr", "5s"]}, TURN, "ankan:5s"),
        ({"type": "kakan", "pai": "5pr", "consumed": ["5p"] * 3}, TURN, "kakan:5p"),
        ({"type": "hora", "target": 1, "pai": "9s"}, TURN, "tsumo"),
        ({"type": "ryukyoku"}, TURN, "kyuushu"),
        ({"type": "chi", "pai": "2m", "consumed": ["4m", "3m"]}, CLAIM, "chi:34m"),
        ({"type": "chi", "pai": "3m", "consumed": ["5mr", "4m"]}, CLAIM, "chi:40m"),
        ({"type": "pon", "pai": "E", "consumed": ["E", "E"]}, CLAIM, "pon:11z"),
        ({"type": "daiminkan", "pai": "5pr", "consumed": ["5p"] * 3}, CLAIM, "minkan:5p"),
        ({"type": "hora", "target": 0, "pai": "9s"}, CLAIM, "ron"),
        ({"type": "none"}, CLAIM, "pass"),
    ],
)
def test_answers_are_found_among_the_choices(
    answer: dict[str, Any], legal: tuple[str, ...], choice: str
) -> None:
    assert choice_for(answer, legal, "9s", riichi=False) == choice


VIEW: dict[str, Any] = {
    "asking": "turn", "actor": 1, "riichi": [0, 0, 0, 0], "melds": [[], [], [], []],
    "after_call": False, "drawn": "9s", "scores": [25000, 900, 25000, 25000], "left": 40,
}  # fmt: skip


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        ({"asking": "claim"}, "this is not your turn to discard"),
        ({"riichi": [0, 1, 0, 0]}, "it is declared already"),
        ({"melds": [[], [{"type": "pon"}], [], []]}, "the hand is open"),
        ({"melds": [[], [{"type": "ankan"}], [], []]}, "no discard leaves a ready hand, or "),
        ({}, "the stick or the draws do not suffice (900 points, 40 tiles left)"),
    ],
)
def test_a_reach_that_is_refused_is_told_why(view: dict[str, Any], reason: str) -> None:
    check_reach(TURN, VIEW | view, 1)
    with pytest.raises(WrongAnswerError, match=r"^reach is not on offer: ") as wrong:
        check_reach(CLAIM, VIEW | view, 1)
    assert reason in str(wrong.value)


def test_the_discard_after_a_reach_declares_it() -> None:
    for pai, choice in (("1m", "riichi:1m"), ("9s", "riichi:tsumogiri")):
        assert choice_for({"type": "dahai", "pai": pai}, TURN, "9s", riichi=True) == choice


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "no JSON object with a type"),
        ("[1]", "no JSON object with a type"),
        ("[" * 50_000, "no JSON object with a type"),
        ('{"type":"dahai","actor":2,"pai":"1m"}', "actor 2, but this is seat 1"),
        ('{"type":"dahai","actor":1}', "dahai: 'pai' is missing or no tile"),
        ('{"type":"dahai","pai":"0m"}', "dahai: '0m' is missing or no tile"),
        ('{"type":"dahai","pai":"9p"}', "that is discard:9p, which is not on offer"),
        ('{"type":"dahai","pai":"1m","tsumogiri":true}', "tsumogiri of 1m, which was not drawn"),
        ('{"type":"none"}', "that is pass, which is not on offer"),
        ('{"type":"ankan","consumed":[]}', "ankan: it cannot be read"),
    ],
)
def test_a_wrong_answer_is_told_why(text: str, reason: str) -> None:
    with pytest.raises(WrongAnswerError) as wrong:
        choice_for(parse(text, 1)[0], TURN, "9s", riichi=False)
    assert str(wrong.value) == reason


def test_a_reach_needs_a_discard() -> None:
    with pytest.raises(WrongAnswerError, match="none after a reach; expected dahai"):
        choice_for({"type": "none"}, TURN, "9s", riichi=True)


def test_a_discard_that_does_not_declare_is_told_which_would() -> None:
    with pytest.raises(WrongAnswerError, match="a reach discards one of 1m tsumogiri"):
        choice_for({"type": "dahai", "pai": "5pr"}, TURN, "9s", riichi=True)


def test_answers_may_be_lists_with_extra_fields_and_actors_as_text() -> None:
    text = '[{"type":"pon","actor":"1","meta":{"q":[1]}},{"type":"dahai","actor":1,"pai":"1m"}]'
    assert [answer["type"] for answer in parse(text, 1)] == ["pon", "dahai"]
    assert parse("[]", 1) == [{"type": "none"}]
    assert choice_for({"type": "none"}, ["tsumogiri"], "9s", riichi=False) == "tsumogiri"


async def test_an_answer_that_was_outrun_is_not_followed_by_another() -> None:
    conversation = bridge.BridgeConversation(MjaiBot(["x"]))
    conversation._asked = {"view": {"legal": ["pass"]}, "request_id": 7}
    conversation._game = object()  # type: ignore[assignment]  # it is let in
    stale = {"type": "error", "code": "stale_action", "message": "too late"}
    assert await conversation.hear(stale) is None
    illegal = {"type": "error", "code": "illegal_action", "message": "no"}
    assert await conversation.hear(illegal) == {
        "type": "action", "choice": "pass", "request_id": 7
    }  # fmt: skip


def test_after_a_wrong_answer_the_least_is_done() -> None:
    assert [fallback(legal) for legal in (TURN, CLAIM, ("discard:1m", "discard:2m"))] == [
        "tsumogiri",
        "pass",
        "discard:2m",
    ]


def test_a_wrong_answer_is_a_fault_and_the_match_goes_on(tmp_path: Path) -> None:
    lie = "if answer and answer['pai'][1:] == 's': answer = {'type': 'hora', 'actor': 3}\n    "
    result = play(child(tmp_path, lie + EVERY_LINE))
    assert result.faults
    assert {(fault.seat, fault.kind) for fault in result.faults} == {(1, "illegal")}
    assert "(actor 3, but this is seat 1)'; legal were " in result.faults[0].reason
    assert not any(record.defaulted for record in result.match.records)


def test_a_bot_that_ends_is_a_crash_with_its_code(tmp_path: Path) -> None:
    result = play(child(tmp_path, "if answer: sys.exit(3)\n    " + EVERY_LINE))
    assert {fault.kind for fault in result.faults} == {"crash"}
    assert "the mjai bot ended with code 3" in result.faults[-1].reason


def test_a_program_that_is_not_there_is_named() -> None:
    assert "./nowhere: No such file" in play("mjai:./nowhere").faults[-1].reason


# -- specs and the bridge's own command line


def test_mjai_is_for_riichi() -> None:
    with pytest.raises(TableError, match="plays riichi, not tigerdragon"):
        arena.play("tigerdragon", ["mjai:x", "first"])
    with pytest.raises(SpecError, match=r"write mjai:\./mybot"):
        parse_spec(CommandLineSpec("mjai:"))
    assert str(parse_spec(CommandLineSpec("mjai:./bot {seat}"))) == "mjai:./bot {seat}"


@pytest.mark.parametrize("words", [[], ["--turns"], ["--acts"], ["--nope", "x"]])
def test_wrong_use_of_the_bridge_is_told(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bridge.main(words) == 2
    assert capsys.readouterr().err.startswith("usage: python -m arena.formats.mjai ")


def test_the_trace_goes_to_the_bots_log(capsys: pytest.CaptureFixture[str]) -> None:
    bridge._to_stderr("<- {}")
    assert capsys.readouterr().err == "<- {}\n"
