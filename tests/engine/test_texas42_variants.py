"""Each variant on a stub: a function of a position and its offers, with no game behind it."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.errors import VariantError
from engine.game import SYSTEM, Viewer
from engine.rng import Deals
from engine.schema import violations
from engine.testing.matches import through_json
from engine.texas42 import Texas42
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
    REDEAL,
    SCORE_HAND,
    Move,
)
from engine.texas42.suits import suits
from engine.texas42.tiles import INDEX
from engine.texas42.variants import NELLO, SEVENS, SPLASH
from engine.variants import (
    LegalFn,
    Mark,
    Offers,
    Rules,
    Variant,
    VariantEntry,
    changing,
    choose,
    made_by,
    marks_of,
)
from tests.engine.texas42_table import GAME, tiles

THIRTY, ONE_MARK, TWO_MARKS = POINT_BIDS[0], MARK_BIDS[0], MARK_BIDS[1]
FOUR_DOUBLES = "6-6 5-5 4-4 3-3 3-2 1-0 2-0"


def stub(offers: Offers, *entries: VariantEntry) -> Any:
    """These variants over a base that always offers the same."""

    def base(_state: Any) -> Offers:
        return offers

    legal: LegalFn = base
    for entry in entries:
        (chosen,) = choose(GAME, entry)
        legal = chosen.variant.make(GAME, *chosen.options)(legal)
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
def test_one_hand_scripts_three_passes_thirty_and_the_trump_of_its_options(
    phase: str, turn: int, choice: str
) -> None:
    offers: Offers = CALLS if phase == "Bidding" else {0: DECLARATIONS}
    fours = {"type": "one-hand", "config": {"trump": "4"}}
    scripted = stub(offers, fours)(position(phase, turn=turn))
    assert scripted == offers
    assert marks_of(scripted) == {0: {choice: Mark(auto=True, note=f"one-hand {turn + 1}/5")}}


def test_one_hand_leaves_the_trump_to_the_bidder() -> None:
    calls = stub(CALLS, "one-hand")(position("Bidding", turn=3))
    assert marks_of(calls) == {0: {"30": Mark(auto=True, note="one-hand 4/4")}}
    offers: Offers = {0: DECLARATIONS}
    assert stub(offers, "one-hand")(position("Declaring", turn=4)) is offers


@pytest.mark.parametrize("trump", ["7", "t:4", "ASK"])
def test_one_hand_refuses_a_trump_that_there_is_not(trump: str) -> None:
    with pytest.raises(VariantError, match="one-hand: trump: expected one of ask, 0, 1"):
        Rules(GAME, [{"type": "one-hand", "config": {"trump": trump}}])


def test_one_hand_ends_the_match_in_place_of_a_next_hand() -> None:
    assert stub({SYSTEM: (NEXT_HAND,)}, "one-hand")(position("Scored")) == {SYSTEM: (END_GAME,)}
    plays: Offers = {0: PLAYS[:3]}
    assert stub(plays, "one-hand")(position("Playing")) is plays


def agreeing(move: Move, agreed: int, voters: list[int] | None) -> Offers:
    entry = {"type": "consensus", "config": {} if voters is None else {"voters": voters}}
    offers: Offers = stub({SYSTEM: (move,)}, entry)(position("TrickDone", agreed=agreed))
    return offers


def test_consensus_asks_everybody_unless_told_otherwise() -> None:
    assert agreeing(COMPLETE_TRICK, 0, None) == dict.fromkeys(range(4), (AGREE_TRICK,))
    assert agreeing(SCORE_HAND, 0b0111, None) == {3: (AGREE_SCORE,)}
    assert agreeing(SCORE_HAND, 0b1111, None) == {SYSTEM: (SCORE_HAND,)}


def test_consensus_asks_every_voter_once() -> None:
    assert agreeing(COMPLETE_TRICK, 0, [2, 0]) == {0: (AGREE_TRICK,), 2: (AGREE_TRICK,)}
    assert agreeing(SCORE_HAND, 0b0001, [2, 0]) == {2: (AGREE_SCORE,)}
    assert agreeing(SCORE_HAND, 0b0101, [2, 0]) == {SYSTEM: (SCORE_HAND,)}


def test_consensus_of_nobody_changes_nothing() -> None:
    assert agreeing(COMPLETE_TRICK, 0, []) == {SYSTEM: (COMPLETE_TRICK,)}
    assert agreeing(NEXT_HAND, 0, [1]) == {SYSTEM: (NEXT_HAND,)}
    plays: Offers = {0: PLAYS[:3]}
    assert stub(plays, "consensus")(position("Playing")) is plays


def test_voters_of_the_game_go_before_those_of_the_variant() -> None:
    state = position("TrickDone", config={"voters": [1]})
    assert stub({SYSTEM: (SCORE_HAND,)}, "consensus")(state) == {1: (AGREE_SCORE,)}


@pytest.mark.parametrize("voters", [[4], [1, 1], [-1]])
def test_consensus_refuses_voters_that_there_are_not(voters: list[int]) -> None:
    with pytest.raises(VariantError, match="consensus: voters: expected different seats"):
        Rules(GAME, [{"type": "consensus", "config": {"voters": voters}}])


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
    marks = marks_of(marked).get(0, {})
    return {choice: mark.note for choice, mark in marks.items() if mark.note}


def advised(offers: Offers, state: Any) -> str:
    marks = marks_of(stub(offers, "hints")(state))[0]
    (choice,) = [choice for choice, mark in marks.items() if mark.recommended]
    return choice


def terms(called: Any = 5, **more: Any) -> Any:
    """As much of a contract as advice looks at."""
    facts = {"goal": "points", "side": 0, "size": 4, **more}
    return SimpleNamespace(suits=suits(called, "high", "suit", power=called is not None), **facts)


def test_hints_stand_beside_the_own_choices() -> None:
    follow = position("Playing", contract=terms(), lead=INDEX["6-1"], best=3, best_seat=3, trick=())
    offers: Offers = {0: (PLAYS[INDEX["6-4"]], PLAYS[INDEX["6-0"]])}
    assert noted(offers, follow) == {"6-4": "takes the trick so far, counts 10"}
    assert noted(HOW, position("Declaring")) == {"t:doubles": "4 in hand"}
    assert noted(CALLS, position("Bidding")) == {"pass": "4 doubles in hand"}
    assert noted({SYSTEM: (SCORE_HAND,)}, position("HandDone")) == {}


WEAK, STRONG = "6-5 6-1 5-2 4-0 3-1 2-0 1-1", "6-6 6-5 6-4 6-1 5-5 1-0 2-0"


@pytest.mark.parametrize(
    ("hand", "facts", "offers", "best"),
    [
        (WEAK, {}, (THIRTY, ONE_MARK, PASS), "pass"),
        (STRONG, {}, (THIRTY, ONE_MARK, PASS), "30"),
        (STRONG, {"high": THIRTY, "bidder": 1}, (ONE_MARK, PASS), "1m"),
        (STRONG, {"high": THIRTY, "bidder": 2}, (ONE_MARK, PASS), "pass"),
        (STRONG, {}, (PASS,), "pass"),
        (WEAK, {}, (THIRTY, SPLASH[2]), "30"),
    ],
    ids=["weak", "strong", "above-an-opponent", "above-the-partner", "forced", "no-pass"],
)
def test_hints_recommend_a_call_by_trumps_and_doubles(
    hand: str, facts: Any, offers: Any, best: str
) -> None:
    state = position("Bidding", hands=(tiles(hand), 0, 0, 0), bidder=facts.pop("bidder", -1))
    state.high = facts.get("high")
    assert advised({0: offers}, state) == best


def test_hints_recommend_the_longest_suit() -> None:
    state = position("Declaring", hands=(tiles(STRONG), 0, 0, 0))
    assert advised({0: (*DECLARATIONS, NELLO["own"], SEVENS)}, state) == "t:6"


@pytest.mark.parametrize(
    ("table", "offered", "best"),
    [
        ({"lead": -1}, "6-1 5-5 6-4", "5-5"),
        ({"lead": -1, "contract": terms(None, goal="take_none")}, "6-6 2-1 6-4", "2-1"),
        ({"best_seat": 2}, "6-4 6-0", "6-4"),
        ({"best_seat": 3, "best": 99}, "6-4 6-0", "6-0"),
        ({"best_seat": 3, "trick": (0, 0, 0)}, "6-4 6-5 6-0", "6-4"),
        ({"best_seat": 3}, "6-6 6-4 6-0", "6-6"),
    ],
    ids=["lead", "lead-nello", "partner", "lost", "last", "win"],
)
def test_hints_recommend_a_domino(table: Any, offered: str, best: str) -> None:
    facts = {"contract": terms(), "lead": INDEX["6-1"], "best": 3, "best_seat": 3, "trick": (0,)}
    state = position("Playing", **{**facts, **table})
    assert advised({0: tuple(PLAYS[INDEX[tile]] for tile in offered.split())}, state) == best


def test_hints_are_shown_with_the_dominoes() -> None:
    rules = Rules(GAME, ("one-hand", "hints"))
    position = rules.start(GAME.config({}), Deals.seed(3), 4)
    position = rules.apply(position.state, {3: position.offers[3][0]})
    seen = rules.view(position.state, Viewer.player(3))
    assert seen["recommended"] in seen["legal"]
    chosen = [row["tile"] for row in seen["dominoes"] if row["recommended"]]
    assert chosen == [seen["recommended"]]
    assert violations(through_json(seen), GAME.schemas["view"]) == []


def test_two_variants_may_remark_on_the_same_choice() -> None:
    both = stub({0: (PASS,)}, "speed", "hints")(position("Bidding"))
    mark = Mark(auto=True, note="4 doubles in hand", recommended=True)
    assert marks_of(both) == {0: {"pass": mark}}
    turned = stub({0: (PASS,)}, "hints", "speed")(position("Bidding"))
    assert marks_of(turned) == marks_of(both)


def test_a_filter_named_before_what_it_filters_still_filters_it() -> None:
    rules = Rules(GAME, ("tournament", "nello"))
    assert rules.variants == ("nello", "tournament")


# -- moves of the system, and what follows from the offers


def misdeal(state: Any, offers: Offers) -> Offers:
    """Throw the first deal in as soon as the bidding has begun."""
    return {SYSTEM: (REDEAL,)} if state.round == 1 and state.calls == 1 else offers


def scripted(name: str, change: Any) -> Rules:
    class Scripted(Texas42):
        variants = {name: Variant(name, "script", changing(change))}  # noqa: RUF012

    return Rules(Scripted(), name)


def test_a_misdeal_while_bidding_deals_again() -> None:
    rules = scripted("misdeal", misdeal)
    start = rules.start(GAME.config({}), Deals.seed(1), 4)
    position = rules.apply(start.state, {0: PASS})
    assert (position.state.round, position.state.phase, position.state.shaker) == (2, "Bidding", 0)
    assert [made_by(moves) for moves in position.auto] == [{SYSTEM: "misdeal"}]
    assert position.state.log == ("0:pass", "*:redeal")


@pytest.mark.parametrize("phase", ["Bidding", "Declaring", "Playing"])
def test_the_system_may_end_the_match_in_any_phase(phase: str) -> None:
    rules = scripted("end", lambda s, o: {SYSTEM: (END_GAME,)} if s.phase == phase else o)
    position = rules.start(GAME.config({}), Deals.seed(1), 4)
    for choice in ("30", "pass", "pass", "pass", "t:4"):
        if position.offers:
            ((seat, offer),) = position.offers.items()
            action = next(move for move in offer if move.choice == choice)
            position = rules.apply(position.state, {seat: action})
    assert (position.state.phase, position.offers) == ("Finished", {})


def test_a_move_that_is_none_of_the_systems_is_refused_by_name() -> None:
    rules = scripted("odd", lambda s, o: {SYSTEM: (AGREE_TRICK,)} if s.calls else o)
    start = rules.start(GAME.config({}), Deals.seed(1), 4)
    with pytest.raises(VariantError, match="odd: texas42 cannot make the system move 'agree-tri"):
        rules.apply(start.state, {0: PASS})


def test_playable_dominoes_are_those_on_offer() -> None:
    class First(Texas42):
        variants = {  # noqa: RUF012
            "lowest": Variant(
                "lowest",
                "filter",
                changing(lambda s, o: {k: v[:1] for k, v in o.items()} if s.contract else o),
            )
        }

    fours = {"type": "one-hand", "config": {"trump": "4"}}
    start = Rules(GAME, fours).start(GAME.config({}), Deals.seed(3), 4)
    assert len(start.offers[3]) == 7
    seen = Rules(First(), "lowest").view(start.state, Viewer.player(3))
    assert [row["tile"] for row in seen["dominoes"] if row["playable"]] == seen["legal"]
    assert len(seen["legal"]) == 1
