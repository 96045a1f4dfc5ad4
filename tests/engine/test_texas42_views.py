"""What is seen of a hand, and what can be imagined from it."""

from random import Random
from typing import Any

import pytest

from engine.config import as_json
from engine.errors import DealError
from engine.game import ALL_HANDS, FULL, PUBLIC, RoundResult, Viewer
from engine.replay import replay
from engine.rng import Deals
from engine.testing import check_no_leak, random_match
from engine.texas42.imagine import imagined_hands
from engine.texas42.tiles import DOUBLES, names
from engine.variants import Rules
from tests.engine.texas42_table import (
    GAME,
    HANDS,
    SPECIALS,
    contract_position,
    laid_out,
    made,
    tiles,
)

AT_TABLE = made(contract_position(HANDS, 0, "30", "6"), "6-4", "5-5", "4-1")


def test_a_player_sees_its_own_hand_and_how_many_the_others_hold() -> None:
    seen = GAME.view(AT_TABLE, Viewer.player(3))
    assert seen["hand"] == names(HANDS[3])
    assert seen["hands"] == [None, None, None, names(HANDS[3])]
    assert seen["hand_sizes"] == [6, 6, 6, 7]


@pytest.mark.parametrize(("viewer", "sees"), [(PUBLIC, False), (ALL_HANDS, True), (FULL, True)])
def test_who_sees_all_hands(viewer: Viewer, sees: bool) -> None:
    seen = GAME.view(AT_TABLE, viewer)
    assert [hand is not None for hand in seen["hands"]] == [sees] * 4
    assert (seen["legal"], seen["hand"], seen["to_act"]) == ([], [], None)


def test_a_view_tells_the_auction_the_contract_and_the_trick() -> None:
    seen = GAME.view(AT_TABLE, PUBLIC)
    assert seen["calls"] == ["30", "pass", "pass", "pass"]
    assert (seen["bidder"], seen["bid"], seen["trump"]) == (0, "30", "6")
    assert seen["contract"]["label"] == "30 points, sixes are trumps"
    assert (seen["leader"], seen["trick"], seen["trick_winner"]) == (0, ["6-4", "5-5", "4-1"], 0)
    assert seen["history"][-1] == "2:4-1"


def test_a_view_tells_complete_tricks_and_points() -> None:
    seen = GAME.view(made(AT_TABLE, "2-2", "complete-trick"), PUBLIC)
    assert seen["tricks"] == [
        {"leader": 0, "tiles": ["6-4", "5-5", "4-1", "2-2"], "winner": 0, "points": 26}
    ]
    assert (seen["points"], seen["taken"], seen["trick_winner"]) == ([26, 0], [1, 0], -1)


def test_dominoes_say_what_they_count_and_whether_they_may_be_played() -> None:
    hands = (tiles("6-4"), tiles("6-5 5-5 2-1"), tiles("3-3"), tiles("2-2"))
    seen = GAME.view(made(contract_position(hands, 0, "30", "1"), "6-4"), Viewer.player(1))
    assert seen["dominoes"] == [
        {"tile": "2-1", "count": 0, "playable": False},
        {"tile": "5-5", "count": 10, "playable": False},
        {"tile": "6-5", "count": 0, "playable": True},
    ]


def test_offers_are_told_in_words_those_of_variants_too() -> None:
    state = made(laid_out(HANDS), "2m", "pass", "pass", "pass")
    seen = Rules(GAME, ("nello",)).view(state, Viewer.player(0))
    assert seen["labels"]["t:doubles"] == "doubles are trumps"
    assert seen["labels"]["t:nello"] == "take no trick, doubles own"
    assert list(seen["labels"]) == seen["legal"]


def test_flat_keys_stand_in_the_order_of_the_wire() -> None:
    assert GAME.flat(GAME.view(AT_TABLE, Viewer.player(3))) == {
        "turn": 8, "phase": "Playing", "current_player": 3,
        "shaker": 3, "calls": "30,pass,pass,pass", "bidder": 0, "bid": "30", "trump": "6",
        "leader": 0, "trick": "6-4,5-5,4-1",
        "hand": "0-0,1-0,1-1,2-0,2-1,2-2,3-0", "hand_sizes": "6,6,6,7",
        "points": "0,0", "tricks": "0,0",
        "legal": "0-0,1-0,1-1,2-0,2-1,2-2,3-0", "scores": "0,0,0,0",
    }  # fmt: skip
    assert GAME.flat_discards(GAME.view(AT_TABLE, PUBLIC)) == ["6-4", "5-5", "4-1", ""]


def test_flat_result_of_a_hand_and_of_a_redeal() -> None:
    extra = {"bidder": 1, "bid": "2m", "trump": "5", "made": False, "points": [1, 0]}
    row = GAME.flat_result(RoundResult(3, (0, 2), (2, 0, 2, 0), (4, 1, 4, 1), extra))
    assert row == {
        "winner": 0, "winners": "0,2", "round_points": 2, "bidder": 1, "bid": "2m", "trump": "5",
        "made": 0, "points": "1,0", "scores": "4,1,4,1", "round": 3,
    }  # fmt: skip
    again = GAME.flat_result(RoundResult(1, (), (0,) * 4, (0,) * 4, {"points": [0, 0]}))
    assert (again["winner"], again["winners"], again["made"]) == (-1, "", "")


# -- imagining


@pytest.mark.parametrize("variants", [(), SPECIALS, ("sevens",), (*SPECIALS, "consensus")], ids=str)
def test_imagined_hands_could_have_made_every_move_that_was_seen(variants: tuple[str, ...]) -> None:
    config = {"voters": [0, 2]} if "consensus" in variants else {}
    rng = Random(1)
    looked_at = 0
    for seed in range(6):
        match = random_match(GAME, 4, f"imagine {seed}", config, variants)
        for position, _ in match.play():
            seat = position.state.turn % 4
            if position.state.phase == "Playing":
                check_possible(match.rules, match.config, position.state, seat, rng)
                looked_at += 1
    assert looked_at > 100


def check_possible(rules: Rules, config: Any, state: Any, seat: int, rng: Random) -> None:
    """The imagined deal, replayed with the moves of this hand, offers each of them."""
    seen = rules.view(state, Viewer.player(seat))
    check_no_leak(GAME, config, state, Viewer.player(seat), rng)
    world = GAME.imagine(config, seen, rng)
    assert world.hands[seat] == state.hands[seat]
    played = [0, 0, 0, 0]
    steps: list[dict[int, str]] = []
    for token in world.history:
        who, _, choice = token.partition(":")
        if who == "*":
            continue
        if choice.startswith("agree") and steps and choice in steps[-1].values():
            steps[-1][int(who)] = choice
        else:
            steps.append({int(who): choice})
        if "-" in choice and choice[0].isdigit():
            played[int(who)] |= tiles([choice])
    hands = [names(hand | gone) for hand, gone in zip(world.hands, played, strict=True)]
    options = {**as_json(config), "first_shaker": world.shaker}
    deals = Deals.given([{"hands": hands}])
    for last in replay(rules, GAME.config(options), deals, 4, steps):
        state = last.state
    assert state.hands == world.hands


def test_a_splash_is_imagined_with_three_doubles() -> None:
    state = made(laid_out(HANDS), "splash2")
    for number in range(20):
        world = GAME.imagine(GAME.config(), GAME.view(state, Viewer.player(1)), Random(number))
        assert (world.hands[0] & DOUBLES).bit_count() >= 3


def test_what_nobody_can_hold_is_an_error() -> None:
    with pytest.raises(DealError, match="no deal fits"):
        imagined_hands([names(HANDS[0]), None, None, None], [7, 5, 5, 5], [], Random(1))
