"""The course of a round and of a match."""

from typing import Any

import pytest

from engine.game import Dealt, Event, Outcome
from engine.rng import Deals, stream
from engine.testing import count_lines
from engine.tigerdragon.events import (
    Attacked,
    Defended,
    LaidFaceDown,
    MatchEnded,
    Passed,
    RoundEnded,
    RoundStarted,
)
from engine.tigerdragon.model import State
from engine.tigerdragon.rules import defenders
from engine.variants import Rules
from tests.engine.tigerdragon_table import GAME, check_tiles, legal, play, table


@pytest.mark.parametrize(
    ("attack", "answers"),
    [
        ("1", "1D"), ("2", "2T"), ("3", "3D"), ("4", "4T"), ("5", "5D"), ("6", "6T"),
        ("7", "7D"), ("8", "8T"), ("T", "2468"), ("D", "1357"),
    ],
)  # fmt: skip
def test_what_answers_an_attack(attack: str, answers: str) -> None:
    assert defenders(attack, wild_answerable=True) == answers


@pytest.mark.parametrize("attack", ["T", "D"])
def test_nothing_answers_a_wild_attack_upstream(attack: str) -> None:
    assert defenders(attack, wild_answerable=False) == ""
    state = table(attack + "8", "12345678", preset="upstream")
    assert legal(play(state, attack).state) == "pass"


def test_attack_offers_every_distinct_tile_in_the_order_of_the_wire() -> None:
    assert legal(table("T8D718", "2")) == "1,7,8,D,T"


def test_attack_may_not_pass() -> None:
    assert "pass" not in legal(table("87", "2"))


def test_defence_offers_the_answers_in_hand_and_then_pass() -> None:
    assert legal(play(table("88", "T848"), "8").state) == "8,T,pass"
    assert legal(play(table("T8", "2345678"), "T").state) == "2,4,6,8,pass"
    assert legal(play(table("77", "T848"), "7").state) == "pass"


def test_tiger_never_answers_dragon_nor_dragon_tiger() -> None:
    assert legal(play(table("D8", "T"), "D").state) == "pass"
    assert legal(play(table("T8", "D"), "T").state) == "pass"


def test_attack_hands_on_to_the_next_seat() -> None:
    state = play(table("78", "2", "3", start=0), "7").state
    assert (state.phase, state.current, state.attack, state.attacker) == ("Defend", 1, "7", 0)
    last = play(table("2", "3", "78", start=2), "7").state
    assert last.current == 0


def test_passing_is_allowed_with_an_answer_in_hand() -> None:
    state = play(table("78", "7", "3"), "7", "pass").state
    assert (state.phase, state.current, state.hands[1]) == ("Defend", 2, "7")


def test_defender_keeps_the_turn_and_attacks() -> None:
    state = play(table("78", "75", "3"), "7", "7").state
    assert (state.phase, state.current, state.attacker, state.attack) == ("Attack", 1, 1, "")
    assert legal(state) == "5"


def test_later_seat_may_defend_after_a_pass() -> None:
    state = play(table("78", "3", "75"), "7", "pass", "7").state
    assert (state.phase, state.current) == ("Attack", 2)


def test_all_others_passed_so_the_attacker_lays_face_down() -> None:
    state = play(table("782", "3", "4"), "7", "pass", "pass").state
    assert (state.phase, state.current, state.attack) == ("BonusReceive", 0, "7")
    assert legal(state) == "2,8"


def test_after_the_bonus_tile_the_same_seat_attacks_again() -> None:
    state = play(table("782", "3", "4"), "7", "pass", "pass", "2").state
    assert (state.phase, state.current, state.attack, state.hands[0]) == ("Attack", 0, "", "8")


def test_upstream_keeps_the_attack_tile_after_a_bonus_tile() -> None:
    state = play(table("7824", "33", preset="upstream"), "7", "pass", "2").state
    assert (state.phase, state.attack) == ("Attack", "7")
    assert play(state, "8").state.attack == "8"


def test_first_matching_copy_leaves_the_hand() -> None:
    assert play(table("8278", "3"), "8").state.hands[0] == "278"


def test_turn_counts_every_move_passes_included() -> None:
    state = table("782", "3", "4")
    turns = [state.turn]
    for choice in ("7", "pass", "pass", "2"):
        state = play(state, choice).state
        turns.append(state.turn)
    assert turns == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("hands", "choices", "winner", "last_tile"),
    [
        (("58", "5", "3"), ("5", "5"), 1, "5"),
        (("58", "2", "3"), ("5", "pass", "pass", "8"), 0, "8"),
        (("5", "2", "3"), ("5",), 0, "5"),
    ],
    ids=["by a defence", "by a bonus tile", "by an attack from an even hand"],
)
def test_empty_hand_wins_at_once(
    hands: tuple[str, ...], choices: tuple[str, ...], winner: int, last_tile: str
) -> None:
    step = play(table(*hands, target=1), *choices)
    assert step.state.phase == "Finished"
    assert step.state.winner == winner
    assert step.result is not None
    assert step.result.winners == (winner,)
    assert step.result.extra["last_tile"] == last_tile
    assert GAME.choices(step.state) == {}


def test_only_the_winner_scores() -> None:
    step = play(table("58", "2", "3", then="9"), "5", "pass", "pass", "8")
    assert step.result is not None
    assert step.result.points == step.result.scores == step.state.scores == (5, 0, 0)


def test_result_shows_the_winners_discards_with_face_down_tiles() -> None:
    step = play(table("5T8", "2", "3", then="9"), "5", "pass", "pass", "T", "8")
    assert step.result is not None
    assert step.result.extra == {
        "last_tile": "8", "bonus_discards": 1, "winner_discards": "5A,TB,8A",
    }  # fmt: skip
    assert GAME.flat_result(step.result) == {
        "winner": 0, "last_tile": "8", "bonus_discards": 1, "round_points": 5,
        "winner_hand": "", "winner_hand_size": 0, "winner_discards": "5A,TB,8A",
        "scores": "5,0,0", "round": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("config", "points"),
    [
        ({}, 6),
        ({"last_bonus_counts": False}, 5),
        ({"card": "cave"}, 5),
        ({"card": "cave", "last_bonus_counts": False}, 4),
        ({"card": "volcano"}, 6),
        ({"card": "gamemarket"}, 6),
    ],
    ids=str,
)
def test_closing_with_a_face_down_tile(config: dict[str, Any], points: int) -> None:
    """Seat 1 laid one tile face down, seat 0 two, the closing 8 among them."""
    state = table("35648", "6237", start=1, target=1000, then="9", **config)
    step = play(state, "6", "pass", "2", "3", "3", "5", "pass", "6", "4", "pass", "8")
    assert step.result is not None
    assert step.result.points == (points, 0)


def test_closing_bonus_tile_counts_unless_switched_off() -> None:
    for counts, points in ((True, 5), (False, 4)):
        state = table("58", "2", then="9", last_bonus_counts=counts)
        assert play(state, "5", "pass", "8").state.scores == (points, 0)


def test_switch_leaves_a_closing_defence_alone() -> None:
    for counts in (True, False):
        state = table("578", "38T", "2", start=0, then="9", last_bonus_counts=counts)
        step = play(state, "8", "8", "3", "pass", "pass", "T")
        assert step.result is not None
        assert step.result.points[1] == 1


def test_game_market_takes_the_difference_to_the_own_last_attack() -> None:
    state = table("37", "2", card="gamemarket", then="9")
    assert play(state, "3", "pass", "7").state.scores == (4 + 1, 0)


def test_game_market_without_an_own_attack_counts_the_bonus_alone() -> None:
    state = table("78", "7", card="gamemarket", then="9")
    assert play(state, "7", "7").state.scores == (0, 0)


def test_match_ends_at_the_target_and_overshoot_is_kept() -> None:
    step = play(table("51", "2", target=3), "5", "pass", "1")
    assert step.state.scores == (10, 0)
    assert step.state.phase == "Finished"
    assert GAME.outcome(step.state) == Outcome((10, 0), (1, 2), winner=0)


def test_match_goes_on_below_the_target() -> None:
    state = play(table("58", "2", target=6, then="9"), "5", "pass", "8").state
    assert (state.phase, state.round, state.winner) == ("Attack", 2, -1)
    assert GAME.outcome(state).winner == -1
    over = play(table("58", "2", target=5), "5", "pass", "8").state
    assert over.phase == "Finished"


def team_match(team_target: int) -> State:
    deals = Deals.given(
        [
            {"hands": ["5,8", "2", "3", "4"], "start": 0},
            {"hands": ["2", "3", "5,8", "4"], "start": 2},
        ],
        then="9",
    )
    config = GAME.config({"teams": True, "team_target": team_target})
    state = GAME.start(config, deals, 4).state
    return play(state, *("5", "pass", "pass", "pass", "8") * 2).state


def test_partners_win_by_their_sum_and_scores_stay_by_seat() -> None:
    state = team_match(10)
    assert state.phase == "Finished"
    assert GAME.outcome(state) == Outcome((5, 0, 5, 0), (1, 3, 1, 3), winner=2)


def test_partners_below_their_target_play_on() -> None:
    assert team_match(11).round == 3


def test_single_target_does_not_count_in_teams() -> None:
    config = {"teams": True, "team_target": 6, "target": 1}
    state = table("58", "2", "3", "4", then="9", **config)
    assert play(state, "5", "pass", "pass", "pass", "8").state.round == 2


def test_partners_sit_opposite() -> None:
    assert GAME.teams(GAME.config({"teams": True}), 4) == ((0, 2), (1, 3))
    assert GAME.teams(GAME.config(), 3) == ((0,), (1,), (2,))


def test_default_move_is_pass_else_the_first_on_offer() -> None:
    state = table("T87", "7")
    assert GAME.default(state, 0).choice == "7"
    assert GAME.default(play(state, "7").state, 1).choice == "pass"
    assert GAME.default(play(state, "7", "pass").state, 0).choice == "8"


@pytest.mark.parametrize(
    ("word", "known"),
    [("1", True), ("8", True), ("t", True), ("d", True), ("pass", True), ("9", False),
     ("07", False), ("", False), ("T", False), ("pas", False)],
)  # fmt: skip
def test_words_of_the_game(word: str, known: bool) -> None:
    assert GAME.known(word) is known


def test_events_tell_the_round_in_order() -> None:
    state = table("75T8", "73", target=1)
    told: list[Event] = []
    for choice in ("7", "7", "3"):
        step = play(state, choice)
        told += step.events
        state = step.state
    assert told == [
        Attacked(0, "7"),
        Defended(1, "7"),
        Attacked(1, "3"),
        RoundEnded(1, 1, "3", 2, ("7D", "3A"), (0, 2)),
        MatchEnded(1, (0, 2)),
    ]


def test_events_of_passes_and_face_down_tiles() -> None:
    state = table("75T", "3")
    assert play(state, "7", "pass").events == (Passed(1),)
    assert play(state, "7", "pass", "T").events == (LaidFaceDown(0, "T"),)


def test_closing_step_tells_the_next_deal() -> None:
    step = play(table("58", "2", then="9"), "5", "pass", "8")
    started, *hands = step.events[2:]
    assert started == RoundStarted(2, 1, (13, 14))
    assert hands == [Dealt(seat, tuple(hand)) for seat, hand in enumerate(step.state.hands)]


def test_must_defend_takes_pass_away_from_those_who_can_answer() -> None:
    rules = Rules(GAME, ("must-defend",))
    can = play(table("78", "75"), "7").state
    cannot = play(table("78", "55"), "7").state
    assert [m.choice for m in rules.legal(can)[1]] == ["7"]
    assert [m.choice for m in rules.legal(cannot)[1]] == ["pass"]
    assert rules.default(can, rules.legal(can), 1).choice == "7"


@pytest.mark.parametrize(
    ("hands", "depth", "lines"),
    [(("78", "75"), 1, 2), (("78", "75"), 2, 3), (("887", "8T7", "D7"), 6, 21)],
)
def test_number_of_lines_from_a_small_table(hands: tuple[str, ...], depth: int, lines: int) -> None:
    assert count_lines(GAME, table(*hands, target=1), depth) == lines


@pytest.mark.parametrize(
    ("seats", "preset", "lines"),
    [(2, "standard", 357), (3, "standard", 193), (4, "standard", 126), (5, "standard", 74),
     (4, "upstream", 118)],
)  # fmt: skip
def test_number_of_lines_of_four_steps_from_a_deal(seats: int, preset: str, lines: int) -> None:
    state = GAME.start(GAME.config({"preset": preset}), Deals.seed("perft"), seats).state
    assert count_lines(GAME, state, 4) == lines


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_tile_is_accounted_for_at_every_step(seats: int) -> None:
    for number in range(125):
        rng = stream("tiles", seats, number)
        state = GAME.start(GAME.config(), Deals.seed(f"tiles {number}"), seats).state
        check_tiles(state)
        while offers := GAME.choices(state).get(state.current):
            assert state.turn < 200
            move = offers[int(rng.random() * len(offers))]
            state = GAME.apply(state, {state.current: move}).state
            check_tiles(state)
        assert max(state.scores) >= 10


def test_count_of_tiles_sees_a_lost_and_a_doubled_tile() -> None:
    for hands in (("8", "2"), ("88888888", "2")):
        state = table("88", "2")
        state.hands = hands
        with pytest.raises(AssertionError, match=r"missing|too many"):
            check_tiles(state)
