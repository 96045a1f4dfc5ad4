"""What the house bots of Taiwan mahjong choose, and why."""

from random import Random
from typing import Any

import pytest

from arena.local.loop import play as play_match
from bots.taiwan import GreedyBot, ValueBot, ValueJudge, claim_uses, meld_word
from bots.taiwan_guard import GuardBot, GuardJudge, chance_to_feed, chance_to_win
from bots.taiwan_lookahead import LookaheadBot
from bots.turn import TableTurn
from engine.game import PLAYERS
from engine.mahjong.tiles import count_kinds
from engine.taiwan.model import State
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import NAMES, TILE_OF
from engine.variants import Rules
from tests.engine.taiwan_table import GAME, READY, legal, play, table, tiles


def answer(bot: GreedyBot, state: State, seat: int) -> str:
    """What a bot chooses in this position."""
    bot.start(GAME, seat, 4, state.config, Random(1))
    turn = TableTurn(seat, tuple(legal(state, seat)), Rules(GAME), state, ())
    choice = bot.act(turn)
    assert choice in turn.legal
    return choice


BOTS = [GreedyBot(), ValueBot(), GuardBot(), LookaheadBot()]
both = pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)


@both
def test_a_win_is_taken(bot: GreedyBot) -> None:
    assert answer(bot, play(table("6s", READY), "0discard:6s"), 1) == "win"


@both
def test_a_lone_choice_is_made_without_a_look(bot: GreedyBot) -> None:
    state = play(table("", READY, draws="5z", opened=False), "1ready")
    state = play(state, f"0discard:{NAMES[state.drawn]}", "")
    assert answer(bot, state, 1) == "discard:5z"


@both
def test_a_ready_hand_is_declared(bot: GreedyBot) -> None:
    assert answer(bot, table("", READY, opened=False), 1) == "ready"
    assert answer(bot, table(READY + "5z"), 0) == "ready:5z"


@both
def test_the_useless_tile_goes(bot: GreedyBot) -> None:
    assert answer(bot, table("123m 456m 789m 234p 78s 4z 55s"), 0) == "ready:4z"


@both
def test_a_concealed_kong_that_costs_nothing_is_made(bot: GreedyBot) -> None:
    state = table("5555z 123m 456m 789m 147p 1z")
    assert answer(bot, state, 0) == "ckong:5z"


@both
def test_a_kong_that_breaks_runs_is_not_made(bot: GreedyBot) -> None:
    state = table("3333m 12m 45m 678p 678s 99s 4z")
    assert "ckong:3m" in legal(state, 0)
    assert not answer(bot, state, 0).startswith("ckong")


def test_greedy_claims_what_brings_nearer() -> None:
    state = play(table("5p", "46p 123m 456m 78s 1z 3z 5z 7z 19s"), "0discard:5p")
    assert answer(GreedyBot(), state, 1) == "chi:46p"


@both
def test_a_concealed_hand_is_not_opened_for_nothing(bot: GreedyBot) -> None:
    # The pong leaves the hand as far from ready as it was.
    state = play(table("4z", "", READY.replace("44z", "444z").replace("78s", "7s")), "0discard:4z")
    assert {"pong:4z", "kong:4z"} <= set(legal(state, 2))
    assert answer(bot, state, 2) == "pass"


def test_an_open_hand_takes_an_open_kong_that_costs_nothing() -> None:
    state = table("5p", "55p 444z 123m 456m 19s 19p 1z", draws="2z 3z 6z", tail="7z")
    state = play(state, "0discard:5p", "1pong:5p", "1discard:1z", "", "2discard:2z", "")
    assert state.current == 3
    view = GAME.view(state, PLAYERS[1])
    sight = Observation({**view, "tile": "4z"})
    bot = GreedyBot()
    assert not sight.closed
    assert bot.claim(("pong:4z", "kong:4z", "pass"), sight) == "kong:4z"


def test_the_bar_after_a_claim_is_kept() -> None:
    state = play(table("3m", "45m 36m 111p 999s 12z"), "0discard:3m", "1chi:45m")
    choice = answer(GreedyBot(), state, 1)
    assert choice not in ("discard:3m", "discard:6m")


# -- the judge of worth


def judge(*hands: str, **config: Any) -> ValueJudge:
    state = table(*hands, **config)
    return ValueJudge(Observation(GAME.view(state, PLAYERS[0])), 3, 1)


def tai(text: str, *melds: str, hand: str = "") -> float:
    return judge(hand).tai(count_kinds(tiles(text)), melds)


def test_dragons_and_own_winds_are_worth_keeping() -> None:
    assert tai("555z 123m 456p 789s 22s 13p") > tai("444z 123m 456p 789s 22s 13p")
    assert tai("55z 123m 456p 789s 22s 139p") > tai("44z 123m 456p 789s 22s 139p")
    assert tai("123m 456p 789s 13p", "pong:5z") > tai("123m 456p 789s 13p", "pong:4z")


def test_claims_cost_the_concealed_hand() -> None:
    assert tai("123m 456p 789s 13p 22s 12s") > tai("456p 789s 13p 22s 12s", "chi:1m")
    kong = tai("456p 789s 13p 22s 12s", "concealed_kong:9m")
    assert kong > tai("456p 789s 13p 22s 12s", "open_kong:9m")


def test_one_suit_is_worth_more_the_nearer_it_is() -> None:
    mixed = tai("123m 456p 789s 13p 22s 12s")
    half = tai("123m 456m 789m 1122m 13z")
    full = tai("123m 456m 789m 112233m 1z")
    assert full > half > mixed
    assert tai("123m 456m 789m", "pong:4z", "chi:1m") > tai("123m 456m 789m", "pong:4z", "chi:1p")


def test_all_triplets_count_once_they_are_in_sight() -> None:
    assert tai("111m 555p 999s 33p 77s 88s 6p") > tai("111m 555p 999s 34p 78s 89s 6p")


def test_own_flowers_count() -> None:
    assert tai("123m 456p 789s 13p", hand="f1") > tai("123m 456p 789s 13p", hand="f2")


def test_value_lets_a_cheap_claim_go_for_a_worthy_concealed_hand() -> None:
    hand = "46p 123m 456m 789m 99s 111s"
    state = play(table("5p", hand), "0discard:5p")
    assert answer(ValueBot(), state, 1) == "win"
    worth = ValueJudge(Observation(GAME.view(state, PLAYERS[1])), 3, 1)
    counts = count_kinds(tiles(hand))
    assert worth.hand(counts, []) > worth.hand(
        count_kinds(tiles("46p 123m 456m 789m 99s")), ["chi:1s"]
    )


def test_late_in_a_hand_unseen_tiles_are_dangerous() -> None:
    state = State(play(table("1z", "", draws="2z"), "0discard:1z", ""))
    early = ValueJudge(Observation(GAME.view(state, PLAYERS[1])), 3, 1)
    state.head += 50
    late = ValueJudge(Observation(GAME.view(state, PLAYERS[1])), 3, 1)
    west = next(kind for kind in range(34) if early.sight.unseen[kind] == 4)
    assert late.risk(west) > early.risk(west)
    assert late.risk(TILE_OF["1z"]) == 0.0


# -- words


def test_the_tiles_of_a_claim() -> None:
    five = TILE_OF["5m"]
    assert [NAMES[kind] for kind in claim_uses("chi:46m", five)] == ["4m", "6m"]
    assert claim_uses("pong:5m", five) == [five] * 2
    assert claim_uses("kong:5m", five) == [five] * 3
    assert meld_word("chi:67m", five) == "chi:5m"
    assert meld_word("kong:5m", five) == "open_kong:5m"


@pytest.mark.parametrize("name", ["taiwan-greedy", "taiwan-value"])
def test_the_bots_play_whole_matches_without_a_fault(name: str) -> None:
    bots = [name, "taiwan-greedy", name, "random"]
    for preset in ("assoc", "gamesofa"):
        result = play_match("taiwan", bots, seed=3, config={"preset": preset, "circles": 1})
        assert result.match.faults == ()
        assert sum(result.match.outcome.points) == 0


def test_guard_knows_what_makes_a_win_likely_and_a_discard_dangerous() -> None:
    assert chance_to_win(0, 6, 0.5) > chance_to_win(1, 12, 0.5) > chance_to_win(2, 20, 0.5)
    assert chance_to_win(1, 12, 0.8) > chance_to_win(1, 12, 0.2)
    five, one, wind = TILE_OF["5p"], TILE_OF["1p"], TILE_OF["1z"]
    assert chance_to_feed(five, 3, 2, 0.2) > chance_to_feed(one, 3, 2, 0.2)
    assert chance_to_feed(one, 2, 2, 0.2) > chance_to_feed(wind, 2, 2, 0.2)
    assert chance_to_feed(five, 3, 3, 0.2) > chance_to_feed(five, 3, 1, 0.2)
    assert chance_to_feed(five, 3, 2, 0.9) < 0.005


def test_guard_fears_late_tiles_and_not_what_was_just_passed_on() -> None:
    state = play(table("9s", "147m 258p 369s 1234567z"), "0discard:9s")
    view = dict(GAME.view(play(state, ""), PLAYERS[1]))
    risks = []
    for live in (50, 4):
        judge = GuardJudge(Observation({**view, "live": live}), 3, 1)
        assert judge.risk(TILE_OF["9s"]) < judge.risk(TILE_OF["5p"]) / 5
        risks.append(judge.risk(TILE_OF["5p"]))
    assert risks[0] < 0.01 < 0.1 < risks[1]
