"""Each variant on a stub: a function of a position and its offers, with no game behind it."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.errors import VariantError
from engine.game import SYSTEM
from engine.texas42.moves import (
    AGREE_SCORE,
    AGREE_TRICK,
    COMPLETE_TRICK,
    DECLARATIONS,
    END_GAME,
    MARK_BIDS,
    NEXT_HAND,
    PASS,
    PLAYS,
    POINT_BIDS,
    SCORE_HAND,
    Move,
)
from engine.texas42.suits import suits
from engine.texas42.tiles import INDEX
from engine.texas42.variants import NELLO, SEVENS, SPLASH, VARIANTS
from engine.variants import LegalFn, Mark, Offers, Rules, marks_of
from tests.engine.texas42_table import GAME, tiles

THIRTY, ONE_MARK, TWO_MARKS = POINT_BIDS[0], MARK_BIDS[0], MARK_BIDS[1]
FOUR_DOUBLES = "6-6 5-5 4-4 3-3 3-2 1-0 2-0"


def stub(offers: Offers, *names: str) -> Any:
    """These variants over a base that always offers the same."""

    def base(_state: Any) -> Offers:
        return offers

    legal: LegalFn = base
    for name in names:
        legal = VARIANTS[name].make(GAME)(legal)
    return legal


def position(phase: str, **more: Any) -> Any:
    """As much of a position as a variant may look at."""
    config = GAME.config(more.pop("config", {}))
    facts: dict[str, Any] = {
        "phase": phase, "current": 0, "high": None, "calls": 0, "turn": 0, "agreed": 0, "lead": -1,
        "hands": (tiles(FOUR_DOUBLES), 0, 0, 0), "table": SimpleNamespace(config=config),
    }  # fmt: skip
    return SimpleNamespace(**{**facts, **more})


def words(offers: Offers, seat: int = 0) -> str:
    return ",".join(move.choice for move in offers[seat])


CALLS: Offers = {0: (THIRTY, PASS)}
HOW: Offers = {0: DECLARATIONS[-2:]}


@pytest.mark.parametrize(
    ("name", "high", "hand", "offered"),
    [
        ("splash", None, FOUR_DOUBLES, "30,splash2,pass"),
        ("splash", None, "6-6 5-5 4-3", "30,pass"),
        ("splash", TWO_MARKS, FOUR_DOUBLES, "30,splash3,pass"),
        ("splash", MARK_BIDS[2], FOUR_DOUBLES, "30,pass"),
        ("splash", SPLASH[2], FOUR_DOUBLES, "30,splash3,pass"),
        ("plunge", None, FOUR_DOUBLES, "30,plunge4,pass"),
        ("plunge", None, "6-6 5-5 4-4", "30,pass"),
        ("plunge", MARK_BIDS[3], FOUR_DOUBLES, "30,plunge5,pass"),
    ],
)
def test_bids_of_doubles_need_them_and_rise_by_a_mark(
    name: str, high: Any, hand: str, offered: str
) -> None:
    state = position("Bidding", high=high, hands=(tiles(hand), 0, 0, 0))
    assert words(stub(CALLS, name)(state)) == offered


def test_limits_of_the_bids_are_options() -> None:
    state = position("Bidding", config={"splash_min": 3, "splash_max": 4, "plunge_min": 3})
    assert words(stub(CALLS, "splash", "plunge")(state)) == "30,splash3,plunge3,pass"


def test_a_bid_is_the_last_choice_where_nobody_may_pass() -> None:
    assert words(stub({0: (THIRTY,)}, "splash")(position("Bidding"))) == "30,splash2"


@pytest.mark.parametrize("name", ["splash", "plunge"])
def test_bids_are_added_to_calls_only(name: str) -> None:
    assert stub(HOW, name)(position("Declaring", high=TWO_MARKS)) is HOW


@pytest.mark.parametrize("name", ["nello", "sevens"])
@pytest.mark.parametrize(
    ("high", "added"), [(THIRTY, False), (ONE_MARK, True), (TWO_MARKS, True), (SPLASH[2], False)]
)
def test_declarations_follow_a_plain_bid_of_marks(name: str, high: Any, added: bool) -> None:
    offers = stub(HOW, name)(position("Declaring", high=high))
    expected = "t:doubles,t:no-trump" + (f",t:{name}" if added else "")
    assert words(offers) == expected
    assert stub(CALLS, name)(position("Bidding")) is CALLS


def test_nello_may_need_more_marks() -> None:
    state = position("Declaring", high=ONE_MARK, config={"nello_min": 2})
    assert words(stub(HOW, "nello")(state)) == "t:doubles,t:no-trump"


@pytest.mark.parametrize("doubles", ["own", "high", "low"])
def test_nello_carries_how_doubles_are_played(doubles: str) -> None:
    state = position("Declaring", high=ONE_MARK, config={"nello_doubles": doubles})
    how = stub(HOW, "nello")(state)[0][-1]
    assert (how.doubles, how.power, how.goal, how.partner_out) == (
        doubles,
        False,
        "take_none",
        True,
    )
    assert how.called == ("doubles" if doubles == "own" else None)


def test_tournament_takes_away_what_is_not_straight_and_keeps_the_order() -> None:
    offers: Offers = {
        0: (THIRTY, SPLASH[2], TWO_MARKS, PASS),
        1: (*DECLARATIONS, NELLO["own"], SEVENS),
    }
    left = stub(offers, "tournament")(position("Bidding"))
    assert left == {0: (THIRTY, TWO_MARKS, PASS), 1: DECLARATIONS}
    assert stub({SYSTEM: (SCORE_HAND,)}, "tournament")(position("HandDone")) == {
        SYSTEM: (SCORE_HAND,)
    }


@pytest.mark.parametrize(
    ("facts", "offered"),
    [
        ({"calls": 3}, "30"),
        ({"calls": 2}, "30,pass"),
        ({"calls": 3, "high": ONE_MARK}, "30,pass"),
    ],
)
def test_forced_bid_takes_the_pass_after_three(facts: Any, offered: str) -> None:
    assert words(stub(CALLS, "forced-bid")(position("Bidding", **facts))) == offered
    assert stub(HOW, "forced-bid")(position("Declaring")) is HOW


@pytest.mark.parametrize(
    ("phase", "turn", "choice"),
    [("Bidding", 0, "pass"), ("Bidding", 2, "pass"), ("Bidding", 3, "30"), ("Declaring", 4, "t:4")],
)
def test_one_hand_scripts_three_passes_thirty_and_fours(phase: str, turn: int, choice: str) -> None:
    offers: Offers = CALLS if phase == "Bidding" else {0: DECLARATIONS}
    scripted = stub(offers, "one-hand")(position(phase, turn=turn))
    assert scripted == offers
    assert marks_of(scripted) == {0: {choice: Mark(auto=True, note=f"one-hand {turn + 1}/5")}}


def test_one_hand_ends_the_match_in_place_of_a_next_hand() -> None:
    assert stub({SYSTEM: (NEXT_HAND,)}, "one-hand")(position("Scored")) == {SYSTEM: (END_GAME,)}
    plays: Offers = {0: PLAYS[:3]}
    assert stub(plays, "one-hand")(position("Playing")) is plays


def agreeing(move: Move, agreed: int, voters: list[int]) -> Offers:
    state = position("TrickDone", agreed=agreed, config={"voters": voters})
    offers: Offers = stub({SYSTEM: (move,)}, "consensus")(state)
    return offers


def test_consensus_asks_every_voter_once() -> None:
    assert agreeing(COMPLETE_TRICK, 0, [2, 0]) == {0: (AGREE_TRICK,), 2: (AGREE_TRICK,)}
    assert agreeing(SCORE_HAND, 0b0001, [2, 0]) == {2: (AGREE_SCORE,)}
    assert agreeing(SCORE_HAND, 0b0101, [2, 0]) == {SYSTEM: (SCORE_HAND,)}


def test_consensus_of_nobody_changes_nothing() -> None:
    assert agreeing(COMPLETE_TRICK, 0, []) == {SYSTEM: (COMPLETE_TRICK,)}
    assert agreeing(NEXT_HAND, 0, [1]) == {SYSTEM: (NEXT_HAND,)}
    plays: Offers = {0: PLAYS[:3]}
    assert stub(plays, "consensus")(position("Playing", config={"voters": [1]})) is plays


def test_speed_marks_an_only_choice_and_nothing_else() -> None:
    alone: Offers = {0: PLAYS[:1], 1: PLAYS[1:3]}
    marked = stub(alone, "speed")(position("Playing"))
    assert (marked, marks_of(marked)[0]) == (alone, {"0-0": Mark(auto=True)})
    assert 1 not in marks_of(marked)
    for offers in ({0: PLAYS[:2]}, {0: (AGREE_TRICK,)}, {SYSTEM: (SCORE_HAND,)}):
        assert stub(offers, "speed")(position("Playing")) is offers


def noted(offers: Offers, state: Any) -> dict[str, str]:
    marked = stub(offers, "hints")(state)
    assert marked == offers
    return {choice: mark.note for choice, mark in marks_of(marked).get(0, {}).items()}


def test_hints_stand_beside_the_own_choices() -> None:
    terms = SimpleNamespace(suits=suits(5, "high", "suit", power=True))
    follow = position("Playing", contract=terms, lead=INDEX["6-1"], best=3)
    offers: Offers = {0: (PLAYS[INDEX["6-4"]], PLAYS[INDEX["6-0"]])}
    assert noted(offers, follow) == {"6-4": "takes the trick so far, counts 10"}
    assert noted(HOW, position("Declaring")) == {"t:doubles": "4 in hand"}
    assert noted(CALLS, position("Bidding")) == {"pass": "4 doubles in hand"}
    assert noted({SYSTEM: (SCORE_HAND,)}, position("HandDone")) == {}


def test_two_variants_may_remark_on_the_same_choice() -> None:
    both = stub({0: (PASS,)}, "speed", "hints")(position("Bidding"))
    assert marks_of(both) == {0: {"pass": Mark(auto=True, note="4 doubles in hand")}}
    turned = stub({0: (PASS,)}, "hints", "speed")(position("Bidding"))
    assert marks_of(turned) == marks_of(both)


def test_a_filter_before_what_it_filters_is_refused() -> None:
    with pytest.raises(VariantError, match=r"nello .inject. must stand before tournament"):
        Rules(GAME, ("tournament", "nello"))
