"""The course of a hand and of a match of Texas 42; the rules are cited by their numbers."""

import pytest

from engine.errors import ConfigError
from engine.game import SYSTEM, Dealt, Event
from engine.rng import Deals
from engine.testing import count_lines
from engine.texas42.events import (
    Agreed,
    Called,
    Declared,
    MatchEnded,
    PassedOut,
    Played,
    RoundEnded,
    RoundStarted,
    TrickTaken,
)
from engine.texas42.rules import apply, choices, default
from engine.variants import Rules
from tests.engine.texas42_table import (
    GAME,
    HANDS,
    SIXES,
    contract_position,
    dealt,
    finish,
    laid_out,
    made,
    offered,
    played,
    tiles,
)

PASSES = ("pass",) * 4


# -- R1 to R5: the deal and the auction


def test_seven_dominoes_each_and_the_seat_after_the_shaker_bids_first() -> None:
    step = GAME.start(GAME.config(), Deals.seed(1), 4)
    assert step.state.shaker == 3
    assert step.state.current == 0
    assert [hand.bit_count() for hand in step.state.hands] == [7] * 4
    assert sum(step.state.hands) == (1 << 28) - 1
    assert [type(event) for event in step.events] == [RoundStarted, *[Dealt] * 4]


def test_the_first_shaker_is_an_option() -> None:
    assert played([], first_shaker=1).state.current == 2


@pytest.mark.parametrize(
    ("calls", "open_bids"),
    [
        ((), "30,31,32,33,34,35,36,37,38,39,40,41,1m,2m,pass"),
        (("40",), "41,1m,2m,pass"),
        (("41",), "1m,2m,pass"),
        (("1m",), "2m,pass"),
        (("2m",), "3m,pass"),
        (("2m", "3m"), "4m,pass"),
        (("2m", "3m", "4m"), "5m,pass"),
    ],
)
def test_r3_a_bid_must_be_higher_and_three_marks_need_two_before(
    calls: tuple[str, ...], open_bids: str
) -> None:
    assert offered(made(laid_out(HANDS), *calls)) == open_bids


def test_mark_bids_end_at_the_cap() -> None:
    assert offered(made(laid_out(HANDS, max_mark_bid=3), "2m", "3m")) == "pass"


def test_everybody_calls_once_and_the_highest_bid_declares() -> None:
    state = made(laid_out(HANDS), "30", "pass", "32", "pass")
    assert (state.phase, state.bidder, state.current) == ("Declaring", 2, 2)
    assert offered(state) == "t:0,t:1,t:2,t:3,t:4,t:5,t:6,t:doubles,t:no-trump"


def test_r5_four_passes_are_dealt_again_by_the_next_shaker() -> None:
    position = played(PASSES)
    state = position.state
    assert (state.round, state.shaker, state.current, state.redeals) == (2, 0, 1, 1)
    assert state.marks == (0, 0)
    assert position.events[:2] == (Called(3, "pass"), PassedOut(1))
    (result,) = position.results
    assert (result.winners, result.points) == ((), (0, 0, 0, 0))
    assert [moves[SYSTEM].choice for moves in position.auto] == ["redeal"]


def test_after_so_many_redeals_in_a_row_the_shaker_must_bid() -> None:
    position = played(PASSES * 2 + PASSES[:3], max_redeals=2)
    assert offered(position.state).endswith("2m")
    assert offered(played(PASSES + PASSES[:3], max_redeals=2).state).endswith("pass")


# -- R6 to R9: declaring and playing


def test_the_bidder_leads_any_domino() -> None:
    state = contract_position(HANDS, 1, "30", "5")
    assert state.current == 1
    assert len(choices(state)[1]) == 7


def test_r8_the_led_suit_must_be_followed() -> None:
    hands = (tiles("6-4"), tiles("6-5 4-4 2-1"), tiles("3-3"), tiles("2-2"))
    assert offered(made(contract_position(hands, 0, "30", "5"), "6-4")) == "2-1,4-4,6-5"
    assert offered(made(contract_position(hands, 0, "30", "1"), "6-4")) == "6-5"
    assert offered(made(contract_position(hands, 0, "30", "4"), "6-4")) == "4-4"


def test_r9_the_winner_takes_the_trick_and_leads() -> None:
    hands = (tiles("6-4 1-0"), tiles("6-6 2-0"), tiles("5-0 3-0"), tiles("3-2 4-0"))
    state = contract_position(hands, 0, "30", "5")
    last = made(state, "6-4", "6-6", "5-0", "3-2")
    assert (last.phase, last.current) == ("TrickDone", SYSTEM)
    step = apply(last, dict.fromkeys([SYSTEM], choices(last)[SYSTEM][0]))
    assert step.events == (TrickTaken(2, 21),)
    assert (step.state.current, step.state.points, step.state.taken) == (2, (21, 0), (1, 0))


# -- R10 to R13, R18: the end of a hand and of a match


def test_r10_points_are_made_at_the_trick_that_reaches_them() -> None:
    state = finish(contract_position(HANDS, 0, "30", "6"))
    assert state.made is True
    assert state.points[0] >= 30
    assert state.points[0] - state.tricks[-1].points < 30


def test_r10_points_are_set_when_the_others_have_too_many() -> None:
    state = finish(contract_position(HANDS, 1, "41", "1"))
    assert state.made is False
    assert state.points[0] > 1


def test_r11_marks_need_every_trick() -> None:
    assert len(finish(contract_position(HANDS, 0, "2m", "6")).tricks) == 7
    set_at_once = finish(contract_position(HANDS, 3, "1m", "0"))
    assert set_at_once.made is False
    assert set_at_once.taken == (1, len(set_at_once.tricks) - 1)


@pytest.mark.parametrize(
    ("bidder", "bid", "trump", "marks"),
    [
        (0, "30", "6", (1, 0)),
        (0, "41", "6", (1, 0)),
        (0, "2m", "6", (2, 0)),
        (3, "2m", "0", (2, 0)),
    ],
)
def test_r12_the_stake_goes_to_the_bidders_or_to_the_others(
    bidder: int, bid: str, trump: str, marks: tuple[int, int]
) -> None:
    state = finish(contract_position(HANDS, bidder, bid, trump))
    assert made(state, "score-hand").marks == marks


def test_r13_the_next_seat_shakes_and_nobody_is_paid_twice() -> None:
    state = made(finish(contract_position(HANDS, 0, "2m", "6")), "score-hand", "next-hand")
    assert (state.round, state.shaker, state.marks, state.tricks) == (2, 0, (2, 0), ())
    assert state.history == ()
    assert len(state.log) == 5 + 28 + 7 + 2


def test_r13_the_first_side_at_the_target_wins() -> None:
    state = finish(contract_position(HANDS, 0, "2m", "6", target=2))
    step = apply(state, {SYSTEM: choices(state)[SYSTEM][0]})
    assert step.events[-1] == MatchEnded(0, (2, 0))
    assert isinstance(step.events[0], RoundEnded)
    assert choices(step.state) == {}
    outcome = GAME.outcome(step.state)
    assert (outcome.points, outcome.ranks, outcome.winner) == ((2, 0, 2, 0), (1, 3, 1, 3), 0)


def test_r18_dominoes_left_in_hand_are_never_shown() -> None:
    state = contract_position(HANDS, 0, "30", "6", target=1)
    rules = Rules(GAME)
    events: list[Event] = []
    position = rules.apply(state, {0: choices(state)[0][0]})
    while position.offers:
        events += position.events
        seat, offer = next(iter(position.offers.items()))
        position = rules.apply(position.state, {seat: offer[0]})
    events += position.events
    shown = {event.tile for event in events if isinstance(event, Played)}
    assert len(shown) == 4 * len(position.state.tricks) < 28
    assert sum(position.state.hands).bit_count() == 28 - len(shown)


# -- the rest


def test_every_move_is_told() -> None:
    state = laid_out(HANDS)
    for choice, event in (
        ("30", Called(0, "30")),
        ("pass", Called(1, "pass")),
        ("pass", Called(2, "pass")),
        ("pass", Called(3, "pass")),
        ("t:6", Declared(0, "t:6", None)),
        ("6-6", Played(0, "6-6")),
    ):
        (move,) = [m for m in choices(state)[state.current] if m.choice == choice]
        step = apply(state, {state.current: move})
        assert step.events == (event,)
        state = step.state


def test_a_vote_is_noted_once() -> None:
    state = made(contract_position(HANDS, 0, "30", "6"), "6-6", "5-5", "4-3", "3-0")
    vote = Rules(GAME, ("consensus",)).legal
    state.table.config = GAME.config({"voters": [1, 2]})
    offers = vote(state)
    assert set(offers) == {1, 2}
    step = apply(state, {1: offers[1][0]})
    assert step.events == (Agreed(1),)
    assert set(vote(step.state)) == {2}
    assert set(vote(apply(step.state, {2: offers[2][0]}).state)) == {SYSTEM}


def test_the_default_is_to_pass_and_else_the_first_choice() -> None:
    assert default(laid_out(HANDS), 0).choice == "pass"
    assert default(contract_position(HANDS, 0, "30", "6"), 0).choice == "6-0"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", 0), ("first_shaker", 4), ("max_mark_bid", 1), ("max_redeals", 0),
        ("nello_min", 0), ("splash_min", 6), ("splash_max", 1), ("plunge_min", 1),
        ("voters", [4]), ("voters", [1, 1]), ("nello_doubles", "none"),
    ],
)  # fmt: skip
def test_an_option_out_of_range_is_named(field: str, value: object) -> None:
    with pytest.raises(ConfigError) as caught:
        GAME.config({field: value})
    assert caught.value.field == field


def test_lines_of_play_are_as_many_as_ever() -> None:
    state = made(laid_out(dealt({0: SIXES})), "pass", "pass", "pass")
    assert count_lines(GAME, state, 1) == 15
    assert count_lines(GAME, state, 2) == 14 * 9 + 15
    assert count_lines(GAME, contract_position(HANDS, 0, "30", "6"), 4) == 7 * 7 * 7 * 7


def test_partners_sit_opposite() -> None:
    assert GAME.teams(GAME.config(), 4) == ((0, 2), (1, 3))


def test_words_of_the_game_are_known_and_others_are_not() -> None:
    assert all(map(GAME.known, ("30", "2m", "pass", "t:5", "6-4", "plunge4", "t:nello")))
    assert not any(map(GAME.known, ("29", "4-6", "t:7", "")))


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        ("t:5", "declares fives as trumps"),
        ("t:doubles", "declares doubles as trumps"),
        ("t:no-trump", "declares no trumps"),
        ("t:nello", "declares nello; {2} sits out"),
    ],
)
def test_a_declaration_is_said_in_words(declaration: str, said: str) -> None:
    assert Declared(0, declaration, 2 if "sits" in said else None).text() == said
