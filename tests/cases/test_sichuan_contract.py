"""Every line of the settlement contract's own list of tests, and the test that keeps it here."""

from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).with_name("test_sichuan.py").read_text(encoding="utf-8")

LINES: Mapping[str, str] = {
    # unit tests, score transfer arithmetic
    "unit 1a: self-draw, winner +3x, others -1x": (
        "test_self_draw_winner_gains_three_times_what_each_other_player_loses"
    ),
    "unit 1b: discard, winner +1x, discarder -1x": (
        "test_discard_winner_gains_what_the_discarder_loses"
    ),
    "unit 1c: zero-sum after each transfer": (
        "test_the_sum_stays_400_after_every_transfer_of_a_match"
    ),
    # unit tests, turn order after HU
    "unit 2a: self-draw, winner's next seat": (
        "test_after_a_self_draw_the_winners_neighbour_is_next"
    ),
    "unit 2b: discard by the adjacent seat": (
        "test_after_an_adjacent_discard_win_the_discarders_neighbour_is_the_winner"
    ),
    "unit 2c: discard by a seat that is not adjacent": (
        "test_after_a_distant_discard_win_the_discarders_neighbour_is_next_and_not_the_winners"
    ),
    # unit tests, multi-HU settlement
    "unit 3a: seating order": (
        "test_several_wins_are_settled_in_seating_order_from_the_discarders_neighbour"
    ),
    "unit 3b: discarder pays the sum of all values": (
        "test_discarder_pays_the_sum_of_all_values_and_each_winner_gets_its_own"
    ),
    "unit 3c: each winner gets its own value": (
        "test_discarder_pays_the_sum_of_all_values_and_each_winner_gets_its_own"
    ),
    "unit 3d: only the last HU triggers a draw": "test_only_the_last_of_several_wins_draws",
    # unit tests, edge cases
    "unit 4a: negative scores": "test_scores_may_become_negative",
    "unit 4b: missing discard_player_id": (
        "test_missing_discarder_is_refused_and_never_paid_as_a_self_draw"
    ),
    "unit 4c: several HU by the same player": (
        "test_a_player_who_has_won_wins_again_and_every_other_seat_pays"
    ),
    # unit tests, architectural separation
    "unit 5a: gameplay testable without scoring": "test_play_is_the_same_without_a_settlement",
    "unit 5b: zero-sum failure blocks no turn": "test_zero_sum_violation_stops_no_turn",
    # integration tests, full game flow
    "integration 1a: play until HU, scores update": (
        "test_game_is_played_until_a_win_and_the_scores_change"
    ),
    "integration 1b: blood-battle wins accumulate": "test_wins_of_a_blood_battle_add_up",
    "integration 1c: the game continues after HU": "test_game_goes_on_after_a_win",
    # integration tests, multi-HU end to end
    "integration 2a: two or three HU at once": ("test_two_or_three_win_at_once_and_all_are_marked"),
    "integration 2b: all winners marked, scores correct": (
        "test_two_or_three_win_at_once_and_all_are_marked"
    ),
    "integration 2c: turn order after multi-HU": (
        "test_after_several_wins_the_turn_goes_to_the_discarders_next_active_seat"
    ),
}


def test_every_line_of_the_contract_has_a_test() -> None:
    """3 + 3 + 4 + 3 + 2 unit and 3 + 3 integration lines, none without a test that is there."""
    assert len(LINES) == 21
    for line, name in LINES.items():
        assert name.startswith("test_"), f"no test for {line}"
        assert f"\ndef {name}(" in TESTS, f"{line}: there is no {name}"
