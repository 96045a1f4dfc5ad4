"""House bots of Sichuan: what they choose, and that they finish what they begin."""

from collections.abc import Sequence

import pytest

from arena.local.loop import play_match
from arena.match.result import new_match
from bots.bot import Bot
from bots.sichuan import GreedyBot, ValueBot
from bots.sichuan_hand import (
    distance,
    look,
    pairs_distance,
    plans,
    roots,
    triplets_distance,
    useful,
)
from bots.stock import RandomBot
from bots.turn import WireTurn
from engine.game import PLAYERS
from engine.rng import Deals
from engine.sichuan.model import State
from tests.engine.sichuan_table import (
    FAR,
    GAME,
    PLAIN,
    discarded,
    kinds,
    on_turn,
    player,
    position,
)

BOTS: Sequence[type[GreedyBot]] = (GreedyBot, ValueBot)
both = pytest.mark.parametrize("kind", BOTS, ids=lambda kind: kind.name)


def ask(bot: Bot, state: State, seat: int) -> object:
    view = GAME.view(state, PLAYERS[seat])
    return bot.act(WireTurn(seat, tuple(view["legal"]), view, ()))


def tiles(text: str) -> list[int]:
    counts = [0] * 34
    for kind in kinds(text):
        counts[kind] += 1
    return counts


def opening(hand: str) -> State:
    """Seat 1 holds this hand before the exchange."""
    state = State(GAME.start(GAME.config(), Deals.seed(1), 4).state)
    state.players = (state.players[0], player(hand, void=""), *state.players[2:])
    return state


@both
def test_exchange_gives_away_the_suit_that_is_needed_least(kind: type[GreedyBot]) -> None:
    choice = str(ask(kind(), opening("123456m 1234p 159s"), 1))
    assert choice == "exchange:159s"


@both
def test_void_is_the_suit_that_is_missed_least(kind: type[GreedyBot]) -> None:
    state = opening("123456m 12345p 19s")
    state.phase = "Void"
    assert ask(kind(), state, 1) == "void:s"


@both
def test_every_win_is_taken(kind: type[GreedyBot]) -> None:
    table = position(player(FAR), player(PLAIN), player(FAR), player(FAR))
    assert ask(kind(), discarded(table, 0, "1p"), 1) == "hu"
    assert ask(kind(), on_turn(table, 1, "4p"), 1) == "hu"


@both
def test_void_tiles_go_first_even_where_nobody_forces_it(kind: type[GreedyBot]) -> None:
    table = position(
        player(FAR),
        player("123m 456m 789m 23p 5p 9s"),
        player(FAR),
        player(FAR),
        config={"preset": "sbr"},
    )
    assert ask(kind(), on_turn(table, 1, "5p"), 1) == "discard:9s"


@both
def test_discard_keeps_the_hand_ready_and_the_wait_wide(kind: type[GreedyBot]) -> None:
    table = position(player(FAR), player("123m 456m 789m 23p 5p 9p"), player(FAR), player(FAR))
    assert ask(kind(), on_turn(table, 1, "5p"), 1) == "discard:9p"


@both
def test_pong_only_where_it_helps(kind: type[GreedyBot]) -> None:
    near = position(player(FAR), player("123m 456m 55p 99p 13p 7m"), player(FAR), player(FAR))
    assert ask(kind(), discarded(near, 0, "9p"), 1) == "pong:9p"
    ready = position(player(FAR), player("123m 456m 789m 99p 23p"), player(FAR), player(FAR))
    assert ask(kind(), discarded(ready, 0, "9p"), 1) == "pass"


@both
def test_concealed_kong_that_costs_nothing_is_laid(kind: type[GreedyBot]) -> None:
    table = position(player(FAR), player("1111m 456m 789m 23p 5p"), player(FAR), player(FAR))
    assert ask(kind(), on_turn(table, 1, "5p"), 1) == "ckong:1m"


def test_value_bot_keeps_to_one_suit_where_greedy_does_not_care() -> None:
    table = position(player(FAR), player("112233m 5689m 4p 79p"), player(FAR), player(FAR))
    state = on_turn(table, 1, "1m")
    assert str(ask(ValueBot(), state, 1)).endswith("p")


def test_value_bot_takes_kongs_for_their_money() -> None:
    table = position(player(FAR), player("123m 456m 789m 555p 9p"), player(FAR), player(FAR))
    state = discarded(table, 0, "5p")
    assert ask(ValueBot(), state, 1) == "kong:5p"
    assert ask(GreedyBot(), state, 1) == "pass"


def test_single_choice_is_answered_without_a_look() -> None:
    turn = WireTurn(1, ("pass",), {}, ())
    assert GreedyBot().act(turn) == "pass"


def test_sight_counts_what_is_unseen() -> None:
    table = position(
        player(FAR, laid="ckong:9p"), player("1111m 456m 789m 23p 9s"), player(FAR), player(FAR)
    )
    sight = look(GAME.view(discarded(table, 0, "5p"), PLAYERS[1]))
    assert sight.unseen[kinds("1m")[0]] == 0
    assert sight.unseen[kinds("9p")[0]] == 0
    assert sight.unseen[kinds("5p")[0]] == 3
    assert sight.counts[kinds("9s")[0]] == 0
    assert sight.void == 2


def test_sight_counts_the_hands_of_winners_and_the_tiles_they_won_with() -> None:
    table = position(player(FAR), player("123m"), player("77p 888p", won=True), player(FAR))
    sight = look(GAME.view(discarded(table, 0, "5p"), PLAYERS[1]))
    assert [sight.unseen[kind] for kind in kinds("7p 8p 9s 1m")] == [2, 1, 3, 3]


def test_value_bot_counts_the_root_of_a_kong_that_it_lays() -> None:
    table = position(player(FAR), player("123m 456m 789m 555p 9p"), player(FAR), player(FAR))
    sight = look(GAME.view(discarded(table, 0, "5p"), PLAYERS[1]))
    bot = ValueBot()
    before = bot.worth(sight, sight.counts, sight.need, sight.laid)
    assert bot.after_meld(sight, "kong", kinds("5p")[0]) > 1.5 * before


def test_distances() -> None:
    assert distance(tiles(PLAIN), 4) == 0
    assert distance(tiles("22m 33m 55m 66m 77p 88p 9p"), 4) == 0
    assert distance(tiles("2222m 5555m 66m 77p 8p"), 4) == 0
    assert pairs_distance(tiles("2222m 5555m 66m 77p 88p")) == -1
    assert triplets_distance(tiles("222m 333m 777m 88m 99m"), 4) == 0
    assert triplets_distance(tiles("222m 333m 777m 888m 99m"), 4) == -1
    assert triplets_distance(tiles("99m"), 0) == -1
    assert roots(tiles("1111m 5p"), tuple(kinds("555p 9999p 22m"))) == 3


def test_useful_counts_tiles_that_bring_the_hand_nearer() -> None:
    unseen = [4] * 27 + [0] * 7
    assert useful(tiles(PLAIN), 4, unseen, 2) == 8
    assert useful(tiles("22m 33m 55m 66m 88p 99p 2p"), 4, unseen, 2) == 4


def test_plans_know_flushes_only_where_melds_allow_them() -> None:
    fans = [fan for _, fan in plans(tiles("123m 456m 78m 99m"), 3, (kinds("5p")[0],))]
    assert fans.count(2.0) == 1
    assert (0, 2.0) not in plans(tiles("123m 456m 78m 99m"), 3, (kinds("5p")[0],))
    assert (0, 2.0) in plans(tiles("123m 456m 78m 99m"), 3, (kinds("5m")[0],))


@pytest.mark.parametrize("preset", GAME.presets)
def test_bots_play_whole_deals_by_every_preset(preset: str) -> None:
    for number in range(3):
        match = new_match(
            GAME, ["x"] * 4, Deals.seed(number), config={"preset": preset, "deals": 1}
        )
        play_match(match, [GreedyBot(), ValueBot(), GreedyBot(), RandomBot()], str(number))
        assert match.over
        assert not [fault for record in match.records for fault in record.faults]


def test_greedy_beats_random() -> None:
    total = [0, 0]
    for number in range(12):
        match = new_match(GAME, ["x"] * 4, Deals.seed(number), config={"deals": 1})
        play_match(match, [GreedyBot(), RandomBot(), GreedyBot(), RandomBot()], str(number))
        points = GAME.outcome(match.state).points
        total[0] += points[0] + points[2]
        total[1] += points[1] + points[3]
    assert total[0] > total[1] + 60
