"""Rules of Sichuan that meet: several robbers, kong upon kong, winners who stay."""

from typing import Any

import pytest

from engine.errors import InvalidActionError
from engine.game import Event, Step
from engine.rng import Deals
from engine.sichuan import Sichuan
from engine.sichuan.model import Player, State
from engine.sichuan.settlement import Books, Entry
from engine.sichuan.tiles import KIND_OF
from engine.sichuan.win import check_hu
from tests.engine.sichuan_table import (
    FAR,
    FOUR,
    GAME,
    ON_5P,
    PLAIN,
    check_tiles,
    dealt,
    discarded,
    legal,
    meld_of,
    on_turn,
    play,
    player,
    position,
    seats_with,
    told,
)

OWNER = player("123m 456m 789m 2p", laid="pong:5p")
"""About to add 5p to its pong."""


def robbed_twice(**config: Any) -> State:
    seats = seats_with(s1=OWNER, s2=player(ON_5P), s0=player(ON_5P))
    return play(on_turn(position(*seats, config=config), 1, "5p"), s1="akong:5p").state


def test_every_robber_of_a_kong_wins_in_seating_order_and_its_owner_pays_them_all() -> None:
    step = play(robbed_twice(), s2="hu", s0="hu")
    assert [paid.seat for paid in told(step, "hu_settled")] == [2, 0]
    assert step.state.books.scores == (102, 96, 102, 100)
    assert step.state.players[1].melds == (meld_of("pong", "5p", 3),)
    assert step.state.current == 3


def test_owner_of_a_kong_that_several_robbed_first_deals_next() -> None:
    state = robbed_twice(deals=2)
    state.left = 0
    (ended,) = told(play(state, s2="hu", s0="hu"), "round_ended")
    assert ended.next_dealer == 1


def test_one_who_lets_the_robbery_go_by_is_bound_until_the_next_draw() -> None:
    step = play(robbed_twice(), s2="hu")
    assert [seat.passed for seat in step.state.players] == [2, 0, 0, 0]


def two_kongs(**config: Any) -> State:
    """Seat 1 lays two concealed kongs in one turn and discards 1p, for which seat 2 waits."""
    seats = seats_with(s1=player("1111s 2222s 45m 22p 1p", void=""), s2=player(PLAIN))
    table = position(*seats, config=config, wall="9m8m7m6m")
    state = play(on_turn(table, 1, "9p"), s1="ckong:1s").state
    state = play(state, s1="ckong:2s").state
    assert state.books.scores == (96, 112, 96, 96)
    return play(state, s1="discard:1p").state


def test_only_the_money_of_the_last_kong_moves_to_the_winner_of_the_discard() -> None:
    books = play(two_kongs(), s2="hu").state.books
    assert books.scores == (96, 104, 104, 96)
    assert [entry.status for entry in books.ledger] == ["paid"] * 3 + ["moved"] * 3


def test_money_of_an_older_kong_is_still_returned_by_a_hand_that_is_not_ready() -> None:
    state = two_kongs(deals=1)
    state.left = 0
    step = play(state, s2="hu")
    (settled,) = told(step, "empty_wall_settled")
    assert settled.states == ("noten", "noten", "won", "noten")
    assert settled.refunds == (2, -6, 2, 2)


def test_replacement_that_is_the_last_tile_counts_twice() -> None:
    seats = seats_with(s1=player("1111m 456m 789m 23p 5p"))
    state = play(on_turn(position(*seats, wall="1p"), 1, "5p"), s1="ckong:1m").state
    (paid,) = told(play(state, s1="hu"), "hu_settled")
    assert paid.fans == (("根", 1), ("杠上花", 1), ("海底", 1))


@pytest.mark.parametrize(("preset", "paid"), [("contract", 1), ("blood_battle", 0)])
def test_who_has_won_pays_for_a_kong_only_where_all_pay(preset: str, paid: int) -> None:
    seats = seats_with(s1=player(FOUR), s3=player(PLAIN, won=True))
    table = position(*seats, config={"preset": preset})
    scores = play(on_turn(table, 1, "9p"), s1="ckong:1m").state.books.scores
    assert scores[3] == 100 - paid


def test_staying_winner_pays_as_discarder_and_as_feeder_of_a_kong() -> None:
    seats = seats_with(s1=player(PLAIN), s2=player("999p 456m 789m 1m 4m 7m 8m"))
    seats = (*seats[:3], player(PLAIN, won=True))
    table = position(*seats, config={"preset": "contract"})
    assert play(discarded(table, 3, "1p"), s1="hu").state.books.scores == (100, 102, 100, 98)
    assert play(discarded(table, 3, "9p"), s2="kong:9p").state.books.scores == (100, 100, 102, 98)


def test_textbook_lets_the_last_discard_be_ponged_and_the_deal_ends_with_the_next() -> None:
    seats = seats_with(s2=player("99m 124578p 1245m 7p"))
    table = position(*seats, wall="", config={"preset": "sbr", "deals": 1})
    step = play(discarded(table, 0, "9m"), s2="pong:9m")
    assert step.result is None
    step = play(step.state, s2="discard:1m")
    step = play(step.state)
    assert told(step, "round_ended")[0].reason == "empty_wall"


def test_textbook_goes_on_after_the_last_winner() -> None:
    seats = seats_with(s2=player(PLAIN))
    for preset, current in (("sbr", 3), ("blood_battle", 1)):
        table = position(*seats, config={"preset": preset})
        assert play(discarded(table, 0, "1p"), s2="hu").state.current == current


def test_concealed_kong_of_another_ends_the_chance_of_an_earthly_win() -> None:
    hands = ("1111p 45678p 245s 79s", PLAIN, "123m 456m 88m 346s 66s", "124578m 1245s 7s 9s 8s")
    for kong, fans in (("", (("地胡", 5),)), ("ckong:1p", ())):
        state = dealt(hands, "msps", draws="4p", tail="3s").state
        state = play(state, s0=kong).state if kong else state
        state = play(play(state, s0="discard:9s").state).state
        assert told(play(state, s1="hu"), "hu_settled")[0].fans == fans


def test_dealers_win_after_a_kong_of_the_first_turn_is_no_heavenly_one() -> None:
    idle = ("124578p 1245s 7s 9s 9p", "223344m 66m 8m 3366s", "124578p 1245s 7s 9s 8p")
    hands = ("1111m 456m 789m 23p 55p", *idle)
    state = dealt(hands, "smsm", tail="4p").state
    assert "hu" not in legal(state, 0)
    step = play(play(state, s0="ckong:1m").state, s0="hu")
    assert told(step, "hu_settled")[0].fans == (("根", 1), ("杠上花", 1))
    check_tiles(step.state)


def test_four_winners_who_stay_end_nothing_and_settle_nothing() -> None:
    seats = [player(PLAIN, won=True) for _ in range(4)]
    table = position(*seats, wall="9s", config={"preset": "contract", "deals": 1})
    state = play(discarded(table, 0, "9m")).state
    assert (state.phase, state.current) == ("Discard", 1)
    step = play(play(state).state)
    (ended,) = told(step, "round_ended")
    assert ended.reason == "empty_wall"
    assert ended.points == (0, 0, 0, 0)
    assert not GAME.choices(step.state)


def test_no_earthly_win_for_a_seat_that_has_won_already() -> None:
    """Seat 1 wins on the dealer's first discard, stays, and draws its first tile."""
    hands = ("11p 23456p 245s 1979s", PLAIN, "123m 456m 88m 346s 66s", "124578m 1245s 7s 9s 8s")
    options: dict[str, Any] = {"winners_stay": True, "heaven_earth": True}
    state = dealt(hands, "msps", draws="4p", **options).state
    state = play(state, s0="discard:1p").state
    step = play(state, s1="hu")
    assert told(step, "hu_settled")[0].fans == ()
    assert (step.state.current, step.state.players[1].pond) == (1, ())
    again = play(step.state, s1="hu")
    assert told(again, "hu_settled")[0].fans == ()


def after_three_winners(last: Player) -> Step[State, Event]:
    """The end of a deal in which three seats have won and stayed, and seat 3 has not."""
    seats = [player(PLAIN, won=True) for _ in range(3)]
    table = position(*seats, last, wall="", config={"preset": "contract", "deals": 1})
    kong = Entry(1, 3, 0, 2)
    table.books = Books(table.books.scores, (kong,))
    return play(discarded(table, 0, "9m"))


def test_an_empty_wall_is_settled_also_after_three_winners() -> None:
    pig = after_three_winners(player(FAR.replace("124578m", "124577s"), void="s"))
    assert told(pig, "empty_wall_settled")[0].states == ("won", "won", "won", "pig")
    assert told(pig, "round_ended")[0].points == (18, 16, 16, -50)
    not_ready = after_three_winners(player(FAR))
    assert told(not_ready, "round_ended")[0].points == (2, 0, 0, -2)
    ready = after_three_winners(player(PLAIN))
    assert told(ready, "round_ended")[0].points == (0, 0, 0, 0)


def test_the_third_win_still_settles_nothing_where_winners_leave() -> None:
    seats = seats_with(s0=player(PLAIN, won=True), s1=player(PLAIN, won=True), s2=player(PLAIN))
    table = position(*seats, wall="", config={"deals": 1})
    step = play(discarded(table, 3, "1p"), s2="hu")
    assert told(step, "round_ended")[0].reason == "three_winners"
    assert not told(step, "empty_wall_settled")


def test_texts_of_a_match_name_it() -> None:
    game = Sichuan()
    deals = Deals.seed(1).of_match("m-17")
    table = game.start(game.config(), deals, 4).state.round.table
    assert table.game == "m-17"
    assert game.start(game.config(), Deals.seed(1), 4).state.round.table.game == "sichuan"
    with pytest.raises(InvalidActionError, match="game=m-17, player=2, tile=9p"):
        check_hu(table.game, 2, player(FAR), KIND_OF["9p"], "discard", complete=False)
