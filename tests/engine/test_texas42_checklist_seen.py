"""The promises about what is seen, given and bounded."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine.texas42
from bots.texas42_play import choose, sight_of_state, sight_of_view
from engine.errors import DealError, IllegalMoveError
from engine.game import ALL_HANDS, FULL, PUBLIC, SYSTEM, Viewer
from engine.rng import Deals
from engine.testing import check_no_leak, viewers
from engine.texas42.tiles import DOUBLES, names
from engine.texas42.variants import words
from engine.variants import Rules
from tests.cases.folder import check_of, read_folder
from tests.conftest import DATA
from tests.engine.texas42_checklist import checklist, from_log, random_positions
from tests.engine.texas42_table import GAME, HANDS, SPECIALS, laid_out, played
from tests.soak_texas42 import Soak

FOLDER = Path(engine.texas42.__file__).parent
SAMPLE = 50


# -- 17 to 21: what is seen


@checklist(17)
def test_there_are_four_kinds_of_viewers() -> None:
    state = laid_out(HANDS)
    shown = {v: [h is not None for h in GAME.view(state, v)["hands"]] for v in viewers(4)}
    assert shown[Viewer.player(2)] == [False, False, True, False]
    assert shown[PUBLIC] == [False] * 4
    assert shown[ALL_HANDS] == shown[FULL] == [True] * 4
    assert [v for v in viewers(4) if GAME.view(state, v)["legal"]] == [Viewer.player(0)]


@checklist(18)
def test_hidden_hands_are_hidden_and_counted_at_every_step() -> None:
    for _, position in random_positions(("forced-bid",), games=SAMPLE):
        state = position.state
        for seat in range(4):
            seen = GAME.view(state, Viewer.player(seat))
            assert [n for n in range(4) if seen["hands"][n] is not None] == [seat]
            assert seen["hand_sizes"] == [hand.bit_count() for hand in state.hands]


@checklist(19)
def test_a_players_view_holds_no_domino_of_others_and_no_seed() -> None:
    rng = Random(1)
    for rules, position in random_positions(SPECIALS, games=3):
        state = position.state
        for seat in range(4):
            text = json.dumps(rules.view(state, Viewer.player(seat)))
            hidden = sum(state.hands) ^ state.hands[seat]
            assert not set(re.findall(r"\b\d-\d\b", text)) & set(names(hidden))
            assert "list " not in text
        check_no_leak(GAME, state.table.config, state, Viewer.player(state.turn % 4), rng)
        check_no_leak(GAME, state.table.config, state, PUBLIC, rng)


@checklist(20)
def test_hands_are_masked_in_one_function() -> None:
    """Of the game's own; the deal's event is that of all games."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
    masking = {name: text.count(".sees_hand(") for name, text in texts.items()}
    assert {name: n for name, n in masking.items() if n} == {"views": 1}


@checklist(21)
def test_a_rule_of_thumb_says_the_same_of_a_state_and_of_a_view() -> None:
    for rules, position in random_positions(SPECIALS, games=3):
        state = position.state
        if state.phase == "Playing":
            seat = state.current
            known = words(state.table.config)
            sight = sight_of_view(rules.view(state, Viewer.player(seat)), known)
            assert choose(sight) == choose(sight_of_state(state, seat))


# -- 24, 30 to 36, 38 to 40


@checklist(24)
def test_a_move_of_the_system_must_be_on_offer_too() -> None:
    state = played(["30", "pass", "pass", "pass"]).state
    with pytest.raises(IllegalMoveError, match=r"\*:next-hand"):
        from_log(Rules(GAME), GAME.config(), Deals.seed(1), (*state.log, "*:next-hand"))
    full = from_log(
        Rules(GAME),
        GAME.config(),
        Deals.seed(1),
        ["0:pass", "1:pass", "2:pass", "3:pass", "*:redeal"],
    )
    assert full.round == 2


@checklist(30)
def test_a_log_with_nello_needs_the_variant() -> None:
    ids = ["2m", "pass", "pass", "pass", "t:nello"]
    assert played(ids, variants=("nello",)).state.contract.goal == "take_none"
    with pytest.raises(IllegalMoveError, match="t:nello"):
        played(ids)


@checklist(31)
def test_a_position_is_one_line() -> None:
    assert played(["30", "31", "pass", "pass", "t:doubles"]).state.contract.bidder == 1


@checklist(32)
def test_every_variant_is_tried_on_a_stub() -> None:
    text = Path(__file__).with_name("test_texas42_variants.py").read_text(encoding="utf-8")
    for name in GAME.variants:
        assert f'"{name}"' in text


@checklist(33)
def test_a_follower_fed_with_new_moves_gets_there_too() -> None:
    rules = Rules(GAME, SPECIALS)
    follower: Any = None
    sent = 0
    for _, position in random_positions(SPECIALS):
        state = position.state
        news, sent = state.log[sent:], len(state.log)
        if follower is None:
            follower = GAME.start(state.table.config, state.table.deals, 4).state
        for token in news:
            who, _, choice = token.partition(":")
            seat = SYSTEM if who == "*" else int(who)
            (move,) = [m for m in rules.legal(follower)[seat] if m.choice == choice]
            follower = GAME.apply(follower, {seat: move}).state
        assert follower.key() == state.key()


@checklist(34)
def test_given_hands_are_four_of_seven_and_replay() -> None:
    hands = [names(hand) for hand in HANDS]
    state = played(["30"], deals=Deals.given([{"hands": hands}])).state
    assert state.hands == HANDS
    with pytest.raises(DealError, match="dealt more than once"):
        played([], deals=Deals.given([{"hands": [hands[0], *hands[:3]]}]))


@checklist(35)
def test_a_client_computes_no_rules() -> None:
    state = played(["30", "pass", "pass", "pass", "t:5"]).state
    seen = GAME.view(state, Viewer.player(0))
    assert list(seen["labels"]) == seen["legal"]
    assert [row["tile"] for row in seen["dominoes"] if row["playable"]] == seen["legal"]
    assert {"contract", "trick_winner", "points", "taken", "phase"} <= set(seen)


@checklist(36)
def test_explain_lists_the_offers_after_each_stage() -> None:
    hands = (DOUBLES, *HANDS[1:])
    rows = Rules(GAME, ("splash", "plunge", "tournament")).explain(laid_out(hands))
    offered = {name: offers[0] for name, offers in rows}
    assert list(offered) == ["texas42", "splash", "plunge", "tournament"]
    assert set(offered["plunge"]) - set(offered["texas42"]) == {"splash2", "plunge4"}
    assert offered["tournament"] == offered["texas42"]


def check_cases(kinds: str) -> int:
    """Run the cases whose kind matches; how many there were."""
    cases = [case for case in read_folder(DATA) if case.game == GAME.name]
    chosen = [case for case in cases if re.fullmatch(kinds, case.kind)]
    for case in chosen:
        check_of(case)(case)
    return len(chosen)


@checklist(38)
def test_bids_plays_winners_points_and_marks_are_as_in_the_cases() -> None:
    assert check_cases("(?!recorded).*") == 95


@checklist(39)
def test_recorded_games_replay_with_equal_tricks_points_and_marks() -> None:
    assert check_cases("recorded") == 1


@checklist(40)
def test_with_forced_bids_a_game_ends_within_thirteen_hands() -> None:
    soak = Soak()
    for number in range(500):
        soak.play(number)
    assert soak.violations == 0
