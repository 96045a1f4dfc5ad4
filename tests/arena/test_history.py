"""A match as frames: what each viewer gets, and what it does not."""

import json
from typing import Any

import pytest

from arena.local.loop import play
from arena.match.log import parse_log
from arena.match.match import Match
from arena.match.playback import head, log_history, marks_of, match_history, viewer_of
from arena.match.result import MatchResult, new_match
from arena.plugins.manager import load_plugins
from bots import Bot
from engine.game import ALL_HANDS, PUBLIC, Viewer
from engine.rng import Deals
from tests.web.samples import ThinkingBot

GAMES = ("tigerdragon", "riichi", "taiwan", "sichuan", "texas42")
PLUGINS = load_plugins()


def played(game: str) -> MatchResult:
    bots: list[str | type[Bot]] = [ThinkingBot, "random", "random", "random"]
    return play(game, bots, seed=8, config=PLUGINS.game(game).short, plugins=PLUGINS)


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    return played(request.param).match


def test_a_log_and_its_match_have_the_same_frames(match: Match) -> None:
    from arena.match.log import log_lines

    log = parse_log(log_lines(match))
    again = log_history(log, match.game, ALL_HANDS)
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(match_history(match, ALL_HANDS)))


def test_every_step_has_its_frame_and_a_round_that_ends_has_two(match: Match) -> None:
    frames = match_history(match, ALL_HANDS)["frames"]
    closed = [frame for frame in frames if frame.get("results")]
    assert {frame["seq"] for frame in frames} == set(range(match.n + 1))
    assert len(frames) == match.n + 1 + len(closed) - 1  # the last round has no deal after it
    assert frames[-1]["results"]
    assert closed[-1]["events"][-1]["type"] == "match_ended"


def test_the_number_of_frames_is_the_same_for_everybody(match: Match) -> None:
    numbers = {len(match_history(match, viewer)["frames"]) for viewer in (PUBLIC, ALL_HANDS)}
    assert len(numbers) == 1


def test_a_seat_sees_its_own_hand_and_thoughts_only(match: Match) -> None:
    for frame in match_history(match, Viewer.player(1))["frames"]:
        others = [hand for seat, hand in enumerate(frame["view"]["hands"]) if seat != 1]
        if match.game.name != "sichuan":  # who has won there lies open
            assert others == [None] * 3
        for key in ("moves", "info", "ms"):
            assert set(frame.get(key, {})) <= {"1"}
        for fault in frame.get("faults", ()):
            assert "received" not in fault
            assert "legal" not in fault


def test_faults_doubts_and_the_greatest_swing_are_marked() -> None:
    history = match_history(played("riichi").match, ALL_HANDS)
    kinds = {mark["kind"] for mark in history["marks"]}
    assert {"fault", "doubt"} <= kinds
    fault = next(mark for mark in history["marks"] if mark["kind"] == "fault")
    assert fault["seat"] == 0
    assert fault["text"].startswith("illegal: answered 'nonsense'; legal were ")
    assert history["frames"][fault["frame"] + 1]["faults"][0]["received"] == "nonsense"


def test_a_decision_is_marked_where_it_was_still_to_be_made() -> None:
    history = match_history(played("riichi").match, ALL_HANDS)
    for mark in history["marks"]:
        if mark["kind"] == "doubt":
            made = history["frames"][mark["frame"] + 1]["moves"][str(mark["seat"])]
            assert mark["text"].startswith(f"chose {made}, ")


def test_of_rounds_that_changed_as_much_none_is_the_greatest_swing() -> None:
    def swings(*points: int) -> list[int]:
        frames = [{"results": [{"points": [change, -change]}]} for change in points]
        return [mark["frame"] for mark in marks_of(frames, None)]

    assert swings(1, 1, 1, 1) == []
    assert swings(1, 7, 1) == [1]


def test_rounds_know_where_they_begin_and_what_they_led_to() -> None:
    history = match_history(played("riichi").match, PUBLIC)
    for item in history["rounds"]:
        types = [event["type"] for event in history["frames"][item["frame"]]["events"]]
        assert "round_started" in types
        assert len(item["scores"]) == 4
    assert history["rounds"][0]["name"] == "E1"


def test_a_running_match_tells_nobodys_faults_to_the_public() -> None:
    match = new_match(PLUGINS.game("tigerdragon"), ["a", "b"], Deals.seed("1"))
    from arena.match.match import Fault

    for _ in range(4):
        seat = next(iter(match.pending))
        match.fault(seat, Fault(seat, "timeout", "no answer within 5 ms"))
    assert match_history(match, PUBLIC)["marks"] == []
    assert len(match_history(match, ALL_HANDS)["marks"]) == 4
    assert match_history(match, PUBLIC)["result"] is None


def test_thoughts_are_the_bots_own_until_the_match_is_over() -> None:
    match = new_match(PLUGINS.game("tigerdragon"), ["a", "b"], Deals.seed("1"))
    seat = next(iter(match.pending))
    match.answer(seat, match.pending[seat].legal[0], {"note": "mine"}, ms=5)
    assert ["info" in frame for frame in match_history(match, ALL_HANDS)["frames"]] == [False] * 2
    own = match_history(match, Viewer.player(seat))["frames"]
    assert own[-1]["info"] == {str(seat): {"note": "mine"}}
    assert match_history(match, ALL_HANDS)["frames"][-1]["ms"] == {str(seat): 5}


def test_the_head_is_the_table_of_now() -> None:
    match = new_match(PLUGINS.game("tigerdragon"), ["a", "b"], Deals.seed("1"))
    first: dict[str, Any] = head(match, PUBLIC)
    assert [frame["seq"] for frame in first["frames"]] == [0]
    assert first["frames"][0]["view"] == match.view(PUBLIC)
    assert set(match_history(match, PUBLIC)) == set(first)


def test_viewers_by_name() -> None:
    assert viewer_of("all", 4) is ALL_HANDS
    assert viewer_of("public", 4) is PUBLIC
    assert viewer_of("3", 4) == Viewer.player(3)
    assert [viewer_of(text, 4) for text in ("4", "full", "-1", "")] == [None] * 4
