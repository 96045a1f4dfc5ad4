"""R14 to R17: contracts that are played otherwise."""

import pytest

from tests.engine.texas42_table import (
    HANDS,
    contract_position,
    finish,
    laid_out,
    made,
    offered,
    tiles,
)


def test_r14_the_partner_of_a_lone_bidder_sits_out() -> None:
    state = contract_position(HANDS, 3, "1m", "nello")
    assert state.contract is not None
    assert (state.contract.size, state.contract.out_seat) == (3, 1)
    state = made(state, "0-0", "6-6", "4-3")
    assert state.phase == "TrickDone"
    assert state.best_seat == 0
    assert state.hands[1] == HANDS[1]


def test_r14_no_trick_is_made_and_one_is_set() -> None:
    state = finish(contract_position(HANDS, 3, "2m", "nello"))
    assert (state.made, len(state.tricks), state.taken[1]) == (True, 7, 0)
    lost = finish(contract_position(HANDS, 0, "2m", "nello"))
    assert (lost.made, len(lost.tricks)) == (False, 1)


@pytest.mark.parametrize(
    ("doubles", "follows", "winner"),
    [("own", "5-5,6-4", 0), ("high", "5-5", 1), ("low", "5-5", 0)],
)
def test_r14_doubles_are_their_own_suit_or_the_highest_or_lowest(
    doubles: str, follows: str, winner: int
) -> None:
    hands = (tiles("5-4"), tiles("5-5 6-4"), 0, tiles("5-3"))
    state = made(contract_position(hands, 0, "1m", "nello", nello_doubles=doubles), "5-4")
    assert offered(state) == follows
    assert made(state, "5-5", "5-3").best_seat == winner


def test_r16_after_a_plunge_the_partner_declares_and_leads() -> None:
    state = made(laid_out(HANDS), "plunge4", "pass", "pass", "pass")
    assert state.current == 2
    assert made(state, "t:4").current == 2


def test_r17_the_domino_nearest_to_seven_must_be_played() -> None:
    hands = (tiles("6-1 0-0"), tiles("6-0 5-3 2-2"), tiles("4-3"), tiles("5-5"))
    state = contract_position(hands, 0, "1m", "sevens")
    assert offered(state) == "6-1"
    state = made(state, "6-1")
    assert offered(state) == "5-3,6-0"
    assert made(state, "6-0", "4-3", "5-5").best_seat == 0
