"""立直 declaring, what follows from it, kans in it, ippatsu."""

import pytest

from tests.engine.riichi_table import RYANMEN, Play


def declarations(play: Play, seat: int = 1) -> list[str]:
    return [c.removeprefix("riichi:") for c in play.legal(seat) if c.startswith("riichi")]


@pytest.mark.case("riichi:F22")
def test_exactly_1000_points_are_enough() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, left=31, scores=(33_000, 1000, 33_000, 33_000))
    assert declarations(play) == ["tsumogiri"]
    play.go("riichi:tsumogiri")
    assert play.state.scores[1] == 0
    assert play.state.sticks == 1


@pytest.mark.case("riichi:F23")
def test_900_points_are_not_enough() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, left=31, scores=(33_100, 900, 33_000, 33_000))
    assert declarations(play) == []


@pytest.mark.case("riichi:F24")
def test_riichi_needs_four_live_tiles() -> None:
    assert declarations(Play({1: RYANMEN}, "1z", turn=1, left=5)) == ["tsumogiri"]
    assert declarations(Play({1: RYANMEN}, "1z", turn=1, left=4)) == []


@pytest.mark.case("riichi:F26")
def test_an_open_hand_cannot_declare_one_with_concealed_kans_can() -> None:
    opened = Play({1: "678m 345p 45s 99s"}, "1z", turn=1).melds(1, ("chi", "123m", 0))
    assert declarations(opened) == []
    closed = Play({1: "678m 345p 45s 99s"}, "1z", turn=1).melds(1, ("ankan", "1111m", -1))
    assert declarations(closed) == ["tsumogiri"]


@pytest.mark.case("riichi:F27")
def test_only_discards_that_leave_tenpai() -> None:
    assert declarations(Play({1: "123m 678m 345p 4599s"}, "1z", turn=1)) == ["tsumogiri"]


@pytest.mark.case("riichi:F28")
def test_two_tenpai_discards() -> None:
    play = Play({1: "123m 678m 345p 4699s"}, "4s", turn=1)
    assert declarations(play) == ["4s", "6s", "tsumogiri"]
    play = Play({1: "123m 678m 345p 4499s"}, "6s", turn=1)
    assert declarations(play) == ["4s", "tsumogiri"]


@pytest.mark.case("riichi:F29")
def test_a_declaring_discard_that_is_ronned_costs_no_stick() -> None:
    hands = {1: RYANMEN, 2: "234m 678p 99s 456s 11z"}
    play = Play(hands, "1z", turn=1, dealer=1).go("riichi:tsumogiri", {2: "ron"})
    assert play.reason == "ron"
    assert play.deltas[1] == -play.deltas[2]
    assert play.result is not None
    assert play.result.extra["sticks"] == 0


def test_the_stick_stays_when_the_declaring_discard_is_called() -> None:
    play = Play({1: RYANMEN, 3: "11z 147m 258p 36999s"}, "1z", turn=1)
    play.go("riichi:tsumogiri", {3: "pon:11z"})
    assert play.state.sticks == 1
    assert play.state.scores[1] == 24_000


@pytest.mark.case("riichi:F32")
def test_waiting_only_on_a_fifth_tile_is_not_tenpai() -> None:
    play = Play({1: "1111m 234p 567p 789s"}, "9p", turn=1)
    assert declarations(play) == ["1m"]


@pytest.mark.case("riichi:F33")
def test_a_drawn_fourth_tile_may_be_a_kan_in_riichi() -> None:
    play = Play({1: "111m 456p 789s 45s 77z"}, "1m", turn=1).riichi(1)
    assert play.legal(1) == ["tsumogiri", "ankan:1m"]


@pytest.mark.case("riichi:F34")
def test_four_tiles_held_since_before_are_no_kan_in_riichi() -> None:
    play = Play({1: "111123m 456p 78s 99s"}, "9p", turn=1).riichi(1)
    assert play.legal(1) == ["tsumogiri"]


@pytest.mark.case("riichi:F35")
def test_no_kan_in_riichi_if_the_wait_changes() -> None:
    for rule in ("strict", "lenient"):
        hand = {1: "3334m 456p 789s 777z"}
        play = Play(hand, "3m", turn=1, riichi_ankan=rule).riichi(1)
        assert play.waits(1) == ["2m", "4m", "5m"]
        assert play.legal(1) == ["tsumogiri"]


@pytest.mark.case("riichi:F36")
def test_strict_forbids_a_kan_that_loses_a_reading() -> None:
    hand = {1: "222333444m 67p 99s"}
    assert Play(hand, "3m", turn=1).riichi(1).legal(1) == ["tsumogiri"]
    lenient = Play(hand, "3m", turn=1, riichi_ankan="lenient").riichi(1)
    assert lenient.legal(1) == ["tsumogiri", "ankan:3m"]
    assert Play(hand, "3m", turn=1, riichi_ankan="none").riichi(1).legal(1) == ["tsumogiri"]


@pytest.mark.case("riichi:F113")
def test_a_call_before_the_own_first_turn_spoils_double_riichi() -> None:
    hands = {0: "147m 258p 369s 1234z", 2: RYANMEN, 3: "55z 147m 258p 36999s"}
    play = Play(hands, "5z 9m 9m 1z 9p 9p 9p 6s", first=True)
    play.go("tsumogiri", {3: "pon:55z"}).go("discard:1m")
    play.go("tsumogiri").go("tsumogiri").go("riichi:tsumogiri")
    assert play.player(2).riichi == 1


def test_a_riichi_on_the_first_undisturbed_turn_is_double() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, first=True)
    assert play.go("riichi:tsumogiri").player(1).riichi == 2


@pytest.mark.case("riichi:F114")
def test_a_concealed_kan_of_another_spoils_double_riichi_chiihou_and_kyuushu() -> None:
    hands = {1: "1111z 258m 369p 147s", 2: RYANMEN}
    play = Play(hands, "9m 6s", turn=1, first=True, replacements="9p")
    play.turn("ankan:1z").go("tsumogiri")
    play.turn("tsumo")
    assert "chiihou" not in play.yaku()
    again = Play(hands, "9m 1z", turn=1, first=True, replacements="9p")
    again.turn("ankan:1z").go("tsumogiri").go("riichi:tsumogiri")
    assert again.player(2).riichi == 1
    many = Play({1: hands[1], 2: "19m 19p 19s 123z 2355p"}, "9m 6p", turn=1, first=True)
    many.turn("ankan:1z").go("tsumogiri")
    assert "kyuushu" not in many.legal(2)


@pytest.mark.case("riichi:F115")
def test_the_own_concealed_kan_spoils_tenhou() -> None:
    play = Play({0: "1111z 678m 345p 45s 9s"}, "9s", first=True, replacements="6s")
    play.turn("ankan:1z").turn("tsumo")
    assert {"rinshan", "tsumo"} <= set(play.yaku())
    assert "tenhou" not in play.yaku()


def test_the_dealers_first_draw_may_be_tenhou_the_others_chiihou() -> None:
    assert Play({0: RYANMEN}, "6s", first=True).turn("tsumo").yaku() == {"tenhou": 13}
    play = Play({1: RYANMEN}, "9m 6s", first=True).go("tsumogiri").turn("tsumo")
    assert play.yaku() == {"chiihou": 13}


def test_renhou_may_be_a_yakuman() -> None:
    play = Play({2: "123m 678m 345p 46s 99s"}, "5s", first=True, renhou="yakuman")
    assert play.go("tsumogiri", {2: "ron"}).yaku() == {"renhou": 13}


def test_a_ron_before_the_own_first_draw_is_renhou_by_option() -> None:
    play = Play({2: "123m 678m 345p 46s 99s"}, "5s", first=True, preset="ronin")
    assert play.go("tsumogiri", {2: "ron"}).yaku() == {"renhou": 5}
    assert Play({2: "123m 678m 345p 46s 99s"}, "5s", first=True).turn("tsumogiri").legal(2) == [
        "pass"
    ]


@pytest.mark.case("riichi:F116")
def test_any_call_ends_ippatsu() -> None:
    hands = {0: "55z 147m 258p 36999s", 1: "123m 678m 345p 456s 9s"}
    play = Play(hands, "5z", turn=2).riichi(1, ippatsu=True)
    play.go("tsumogiri", {0: "pon:55z"}).go("discard:9s", {1: "ron"})
    assert "riichi" in play.yaku()
    assert "ippatsu" not in play.yaku()


@pytest.mark.case("riichi:F117")
def test_the_own_concealed_kan_ends_ippatsu() -> None:
    play = Play({1: "111m 456p 789s 45s 77z"}, "1m", turn=1, replacements="6s")
    play.riichi(1, ippatsu=True).turn("ankan:1m").turn("tsumo")
    assert "rinshan" in play.yaku()
    assert "ippatsu" not in play.yaku()


@pytest.mark.case("riichi:F118")
def test_ippatsu_ends_with_the_own_next_discard() -> None:
    play = Play({1: RYANMEN}, "9m 6s", turn=1).riichi(1, ippatsu=True)
    play.go("tsumogiri").go("tsumogiri", {1: "ron"})
    assert "ippatsu" not in play.yaku()
    soon = Play({1: RYANMEN}, "6s", turn=3).riichi(1, ippatsu=True)
    assert "ippatsu" in soon.go("tsumogiri", {1: "ron"}).yaku()


@pytest.mark.case("riichi:F119")
def test_a_kan_that_is_robbed_does_not_end_ippatsu() -> None:
    play = Play({1: RYANMEN, 2: "147m 258p 1234z"}, "6s", turn=2)
    play.riichi(1, ippatsu=True).melds(2, ("pon", "666s", 0))
    play.turn("kakan:6s").claim({1: "ron"})
    assert {"ippatsu", "chankan"} <= set(play.yaku())


@pytest.mark.case("riichi:F120")
def test_rinshan_on_the_very_last_tile_is_not_haitei() -> None:
    play = Play({1: "111m 456p 789s 45s 77z"}, "1m", turn=1, left=2, replacements="6s")
    play.turn("ankan:1m").turn("tsumo")
    assert "rinshan" in play.yaku()
    assert "haitei" not in play.yaku()


@pytest.mark.case("riichi:F121")
def test_the_discard_after_it_is_the_last_discard() -> None:
    hands = {1: "111m 456p 789s 45s 77z", 2: "123m 678m 345p 46s 99s"}
    play = Play(hands, "1m", turn=1, left=2, replacements="5s")
    play.turn("ankan:1m").turn("tsumogiri")
    assert play.legal(2) == ["ron", "pass"]
    assert "houtei" in play.claim({2: "ron"}).yaku()


@pytest.mark.case("riichi:F122")
def test_haitei_needs_the_live_walls_last_tile() -> None:
    play = Play({1: RYANMEN}, "6s", turn=1, left=1).turn("tsumo")
    assert "haitei" in play.yaku()
    assert "houtei" not in play.yaku()
    assert "haitei" not in Play({1: RYANMEN}, "6s", turn=1, left=2).turn("tsumo").yaku()
