from typing import Any

import pytest

from engine.game import Seat
from engine.riichi.model import MISSED_NOTHING
from engine.riichi.win import waits_on_orphans
from tests.engine.riichi_table import RYANMEN, Play


def chi(hand: str, discard: str, uses: str, **options: Any) -> Play:
    """Seat 1 has just called a run of seat 0's discard."""
    return Play({1: hand}, discard, **options).go("tsumogiri", {1: f"chi:{uses}"})


def pon(hand: str, discard: str, uses: str, source: Seat) -> Play:
    """Seat 1 has just called a triplet of another seat's discard."""
    return Play({1: hand}, discard, turn=source).go("tsumogiri", {1: f"pon:{uses}"})


@pytest.mark.case("riichi:F14")
def test_kuikae_forbids_the_called_tile_and_the_other_end() -> None:
    legal = chi("2345m 1199p 234s 77z", "5m", "34m").legal(1)
    assert "discard:5m" not in legal
    assert "discard:2m" not in legal
    assert "discard:1p" in legal


@pytest.mark.case("riichi:F15")
def test_kuikae_after_a_middle_call_forbids_only_the_same_tile() -> None:
    legal = chi("34567m 199p 234s 77z", "4m", "35m").legal(1)
    assert "discard:4m" not in legal
    assert {"discard:6m", "discard:7m"} <= set(legal)


@pytest.mark.case("riichi:F16")
def test_edge_runs_have_no_other_end() -> None:
    legal = chi("1234m 1199p 234s 77z", "3m", "12m").legal(1)
    assert "discard:3m" not in legal
    assert "discard:4m" in legal
    assert "discard:6m" in chi("6789m 1199p 234s 77z", "7m", "89m").legal(1)


@pytest.mark.case("riichi:F17")
def test_a_called_1_with_2_and_3_forbids_1_and_4() -> None:
    legal = chi("11234m 199p 234s 77z", "1m", "23m").legal(1)
    assert not {"discard:1m", "discard:4m"} & set(legal)


@pytest.mark.case("riichi:F18")
def test_kuikae_after_a_pon_forbids_the_fourth_tile_red_or_not() -> None:
    legal = pon("550m 1199p 234s 777z", "5m", "55m", 3).legal(1)
    assert "discard:0m" not in legal
    assert {"discard:1p", "discard:7z"} <= set(legal)


@pytest.mark.case("riichi:F20")
def test_the_ban_lasts_for_that_discard_only() -> None:
    play = Play({1: "3456m 1199p 234s 77z"}, "3m 9m 9m 9m 6m").go("tsumogiri", {1: "chi:45m"})
    assert not {"discard:3m", "discard:6m"} & set(play.legal(1))
    play.go("discard:1p")
    for _ in range(3):
        play.go("tsumogiri")
    assert {"discard:3m", "discard:6m", "tsumogiri"} <= set(play.legal(1))


@pytest.mark.case("riichi:F21")
def test_with_kuikae_same_only_the_same_tile_is_banned() -> None:
    legal = chi("3456m 1199p 234s 77z", "3m", "45m", kuikae="same").legal(1)
    assert "discard:3m" not in legal
    assert "discard:6m" in legal
    free = chi("3345m 1199p 234s 77z", "3m", "45m", kuikae="none").legal(1)
    assert "discard:3m" in free


def test_a_call_that_leaves_only_forbidden_discards_is_not_offered() -> None:
    play = Play({1: "3456m"}, "3m").melds(
        1, ("pon", "111z", 0), ("pon", "222z", 0), ("pon", "333z", 0)
    )
    assert "chi:45m" not in play.turn("tsumogiri").legal(1)


def test_the_stronger_claim_wins_and_ron_beats_all() -> None:
    hands = {1: "46p 147m 258s 12344z", 2: "55p 147m 369s 12344z", 3: "123m 678m 345s 46p 99s"}
    play = Play(hands, "5p").go("tsumogiri", {1: "chi:46p", 2: "pon:55p"})
    assert play.state.current == 2
    play = Play(hands, "5p").riichi(3).go("tsumogiri", {1: "chi:46p", 2: "pon:55p", 3: "ron"})
    assert play.reason == "ron"


@pytest.mark.case("riichi:F48")
def test_the_lower_claim_stands_when_the_higher_is_passed() -> None:
    hands = {1: "46p 147m 258s 12344z", 2: "55p 147m 369s 12344z"}
    play = Play(hands, "5p").go("tsumogiri", {1: "chi:46p"})
    assert play.state.current == 1
    assert [meld.type for meld in play.player(1).melds] == ["chi"]


@pytest.mark.case("riichi:F49")
def test_chi_only_from_the_left_neighbour() -> None:
    play = Play({1: "46p 147m 258s 12344z", 2: "46p 147m 258s 12344z"}, "5p").turn("tsumogiri")
    assert "chi:46p" in play.legal(1)
    assert play.legal(2) == ["pass"]


@pytest.mark.case("riichi:F50")
def test_ron_and_pon_are_offered_together_and_a_pon_makes_furiten() -> None:
    play = Play({2: "234m 678p 99s 456s 55z"}, "5z").turn("tsumogiri")
    assert play.legal(2) == ["pon:55z", "ron", "pass"]
    play.claim({2: "pon:55z"})
    assert play.furiten(2) == "temporary"
    assert play.go("discard:9s").player(2).missed == MISSED_NOTHING


def test_red_fives_give_a_choice_of_what_to_use() -> None:
    play = Play({1: "550m 406p 147s 123z"}, "5m").turn("tsumogiri")
    assert play.legal(1) == ["pon:55m", "pon:50m", "minkan:5m", "pass"]
    play = Play({1: "3450p 147m 258s 123z"}, "6p").turn("tsumogiri")
    assert play.legal(1) == ["chi:45p", "chi:40p", "pass"]


@pytest.mark.case("riichi:F53")
def test_a_kan_needs_one_live_tile() -> None:
    play = Play({1: "111m 258p 369s 1234z"}, "1m", turn=1, left=2)
    assert "ankan:1m" in play.legal(1)
    assert play.turn("ankan:1m").state.left == 0
    assert "ankan:1m" not in Play({1: "111m 258p 369s 1234z"}, "1m", turn=1, left=1).legal(1)


@pytest.mark.case("riichi:F55")
def test_by_ronin_a_kan_needs_two_live_tiles() -> None:
    hand = {1: "111m 258p 369s 1234z"}
    assert "ankan:1m" not in Play(hand, "1m", turn=1, left=2, preset="ronin").legal(1)
    assert "ankan:1m" in Play(hand, "1m", turn=1, left=3, preset="ronin").legal(1)


@pytest.mark.case("riichi:F56")
def test_no_kan_right_after_pon_or_chi() -> None:
    legal = pon("1111m 258p 369s 155z", "5z", "55z", 3).legal(1)
    assert all(choice.startswith("discard:") for choice in legal)


def test_no_call_on_the_last_discard() -> None:
    play = Play({1: "46p 55p 147m 258s 123z"}, "5p", left=1).turn("tsumogiri")
    assert play.legal(1) == ["pass"]


@pytest.mark.case("riichi:F58")
def test_kokushi_may_not_rob_a_concealed_kan_unless_the_option_says_so() -> None:
    hands = {1: "19m 19p 199s 234567z", 2: "111z 147m 258p 3699s"}
    play = Play(hands, "1z", turn=2).turn("ankan:1z")
    assert play.state.phase == "Discard"
    robbed = Play(hands, "1z", turn=2, chankan_ankan=True).turn("ankan:1z")
    assert robbed.legal(1) == ["ron", "pass"]
    assert robbed.legal(3) == ["pass"]
    assert "kokushi" in robbed.claim({1: "ron"}).yaku()


def test_a_hand_that_waits_on_the_tile_otherwise_robs_no_concealed_kan() -> None:
    # One waits on 4s and 7s, the kan's tile, the other on honours with a meld on the table.
    hands = {2: "444s 147m 258p 1234z", 3: "123m 678m 345p 56s 99s", 0: "111z 222z 333z 4z"}
    play = Play(hands, "4s", turn=2, chankan_ankan=True).melds(0, ("pon", "777z", 1))
    play.turn("ankan:4s")
    assert "ron" not in play.legal(3)
    assert not waits_on_orphans(play.player(3))
    assert not waits_on_orphans(play.player(0))


def test_only_kokushi_robs_a_concealed_kan() -> None:
    hands = {1: "789m 678m 345p 23z 22s 1z", 2: "111z 147m 258p 3699s"}
    play = Play(hands, "1z", turn=2, chankan_ankan=True).turn("ankan:1z")
    assert play.legal(1) == ["pass"]


@pytest.mark.case("riichi:F37")
def test_no_open_and_no_added_kan_in_riichi() -> None:
    play = Play({1: "111m 456p 789s 45s 77z"}, "1m").riichi(1).turn("tsumogiri")
    assert play.legal(1) == ["pass"]


@pytest.mark.case("riichi:F123")
def test_liability_starts_with_the_called_third_dragon_set() -> None:
    play = Play({1: "77z 12m 369s"}, "7z", turn=2)
    play.melds(1, ("pon", "555z", 0), ("pon", "666z", 3))
    play.go("tsumogiri", {1: "pon:77z"})
    assert play.player(1).pao == (("daisangen", 2),)


@pytest.mark.case("riichi:F124")
def test_no_liability_while_the_third_set_is_concealed() -> None:
    play = Play({1: "66777z 12m 369s"}, "6z", turn=2).melds(1, ("pon", "555z", 0))
    play.go("tsumogiri", {1: "pon:66z"})
    assert play.player(1).pao == ()


@pytest.mark.case("riichi:F125")
def test_a_liable_player_pays_nothing_when_another_wins() -> None:
    play = Play({3: RYANMEN}, "6s", turn=0).riichi(3)
    play.player(1).pao = (("daisangen", 2),)
    play.go("tsumogiri", {3: "ron"})
    assert play.deltas[2] == 0
    assert play.deltas[0] == -play.deltas[3]


def test_liability_for_four_winds_and_by_option_four_kans() -> None:
    play = Play({1: "44z 12m"}, "4z", turn=2)
    play.melds(1, *[("pon", f"{n}{n}{n}z", 0) for n in (1, 2, 3)])
    assert play.go("tsumogiri", {1: "pon:44z"}).player(1).pao == (("daisuushii", 2),)
    kans = [("minkan", f"{n}{n}{n}{n}m", 0) for n in (1, 2, 3)]
    play = Play({1: "444p 9s"}, "4p", turn=2, pao_suukantsu=True).melds(1, *kans)
    assert play.go("tsumogiri", {1: "minkan:4p"}).player(1).pao == (("suukantsu", 2),)
    play = Play({1: "444p 9s"}, "4p", turn=2).melds(1, *kans)
    assert play.go("tsumogiri", {1: "minkan:4p"}).player(1).pao == ()
