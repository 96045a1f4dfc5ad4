"""How rounds end: aborts, exhaustive draws, nagashi, several wins; and who deals next."""

import pytest

from engine.riichi.ends import is_tenpai
from engine.riichi.events import DoraRevealed
from engine.riichi.moves import PASS, RON
from engine.riichi.payments import nagashi_payments, noten_penalties
from tests.engine.riichi_table import GAME, RYANMEN, Play

NINE = "19m 19p 19s 123z 2355p"
KOKUSHI_ISH = "19m 19p 19s 1234z 235p"


@pytest.mark.case("riichi:F61")
def test_nine_kinds_may_abort_but_need_not() -> None:
    play = Play({1: NINE}, "6p", turn=1, first=True)
    assert {"kyuushu", "tsumogiri"} <= set(play.legal(1))
    play.turn("kyuushu")
    assert play.reason == "kyuushu"
    assert play.started is not None
    assert (play.started.dealer, play.started.honba) == (0, 1)


@pytest.mark.case("riichi:F62")
def test_eight_kinds_are_too_few() -> None:
    play = Play({1: "19m 19p 19s 112z 2355p"}, "6p", turn=1, first=True)
    assert "kyuushu" not in play.legal(1)


@pytest.mark.case("riichi:F63")
def test_no_kyuushu_after_any_call() -> None:
    hands = {1: "1111z 258m 369p 147s", 2: KOKUSHI_ISH}
    play = Play(hands, "9m 6p", turn=1, first=True, replacements="9p")
    play.turn("ankan:1z").go("tsumogiri")
    assert "kyuushu" not in play.legal(2)


@pytest.mark.case("riichi:F64")
def test_four_equal_winds_abort() -> None:
    play = Play(None, "3z 3z 3z 3z", first=True)
    for _ in range(4):
        play.go("tsumogiri")
    assert play.reason == "suufon"
    off = Play(None, "3z 3z 3z 3z", first=True, abort_suufon=False)
    for _ in range(4):
        off.go("tsumogiri")
    assert off.result is None


@pytest.mark.case("riichi:F65")
def test_a_call_breaks_the_four_winds() -> None:
    play = Play({1: "1111z 258m 369p 147s"}, "3z 9m 3z 3z", first=True, replacements="3z")
    play.go("tsumogiri").turn("ankan:1z")
    for _ in range(3):
        play.go("tsumogiri")
    assert play.result is None


@pytest.mark.case("riichi:F66")
def test_a_ron_on_the_fourth_wind_comes_first() -> None:
    play = Play({0: "111m 222p 333s 789s 3z"}, "3z 3z 3z 3z", first=True)
    for _ in range(3):
        play.go("tsumogiri")
    play.turn("tsumogiri")
    # Whoever waits on the fourth wind has discarded the first: furiten, unless a variant offers it.
    assert play.legal(0) == ["pass"]
    step = GAME.apply(play.state, {0: RON, 1: PASS, 2: PASS})
    assert step.result is not None
    assert (step.result.extra["reason"], step.result.winners) == ("ron", (0,))
    assert play.claim().reason == "suufon"


@pytest.mark.case("riichi:F68")
def test_four_riichi_abort_after_the_fourth_stick() -> None:
    play = Play({3: RYANMEN}, "1z", turn=3, sticks=3).riichi(0, 1, 2)
    play.go("riichi:tsumogiri")
    assert play.reason == "suucha"
    assert play.result is not None
    assert play.result.extra["sticks"] == 4
    assert play.state.scores[3] == 24_000


@pytest.mark.case("riichi:F69")
def test_a_ron_on_the_fourth_riichi_discard_wins() -> None:
    hands = {0: "123m 678m 345p 678s 1z", 3: RYANMEN}
    play = Play(hands, "1z", turn=3, sticks=3).riichi(0, 1, 2)
    play.go("riichi:tsumogiri", {0: "ron"})
    assert play.reason == "ron"
    assert sum(play.deltas) == 3000
    assert play.deltas[3] == 3000 - play.deltas[0]


def kans(*counts: int) -> Play:
    """Seat 1 about to add the last of four kans, so many on the table by seat."""
    play = Play({1: "147m 369s 1z 2z"}, "5p", turn=1, replacements="9m 9m 9m 9m")
    play.melds(1, ("pon", "555p", 0))
    tiles = iter("2468")
    for seat, count in enumerate(counts):
        rows = [("ankan", next(tiles) * 4 + "s", -1) for _ in range(count)]
        play.melds(seat, *rows)
    return play


@pytest.mark.case("riichi:F70")
def test_four_kans_of_two_players_abort_after_the_discard() -> None:
    play = kans(3, 0, 0, 0).go("kakan:5p")
    assert play.result is None
    assert play.go("tsumogiri").reason == "suukaikan"


@pytest.mark.case("riichi:F71")
def test_rinshan_after_the_fourth_kan_wins() -> None:
    play = Play({1: "123m 45s 99s 678m"}, "5p", turn=1, replacements="9m 9m 9m 6s")
    play.melds(1, ("pon", "555p", 0))
    play.melds(0, *[("ankan", f"{n * 4}p", -1) for n in "123"])
    play.go("kakan:5p")
    assert play.turn("tsumo").reason == "tsumo"


@pytest.mark.case("riichi:F73")
def test_four_kans_of_one_player_play_on() -> None:
    play = kans(0, 3, 0, 0).go("kakan:5p").go("tsumogiri")
    assert play.result is None
    assert play.state.current == 2


@pytest.mark.case("riichi:F74")
def test_three_rons_abort() -> None:
    hands = dict.fromkeys((1, 2, 3), RYANMEN)
    play = Play(hands, "6s").riichi(1, 2, 3).go("tsumogiri", dict.fromkeys(hands, "ron"))
    assert play.reason == "sanchahou"
    assert play.deltas == [0, 0, 0, 0]
    paid = Play(hands, "6s", triple_ron="pays").riichi(1, 2, 3)
    assert paid.go("tsumogiri", dict.fromkeys(hands, "ron")).reason == "ron"
    assert paid.result is not None
    assert paid.result.winners == (1, 2, 3)


def test_head_bump_lets_only_the_nearest_win() -> None:
    hands = dict.fromkeys((1, 3), RYANMEN)
    play = Play(hands, "6s", multi_ron="headbump").riichi(1, 3)
    play.go("tsumogiri", dict.fromkeys(hands, "ron"))
    assert play.result is not None
    assert play.result.winners == (1,)


@pytest.mark.case("riichi:F77")
def test_nagashi_of_a_noten_dealer_is_paid_and_the_deal_moves() -> None:
    play = Play(None, "9s", left=1, turn=0).pond(0, "1m 9p 1z").go("tsumogiri")
    assert play.reason == "nagashi"
    assert play.deltas == [12_000, -4000, -4000, -4000]
    assert play.started is not None
    assert (play.started.dealer, play.started.honba) == (1, 1)


@pytest.mark.case("riichi:F80")
def test_calling_others_tiles_does_not_spoil_the_own_nagashi() -> None:
    play = Play({1: "147m 258p 12z 34z"}, "5s", left=1, turn=3)
    play.pond(1, "1m 9p 1z").melds(1, ("pon", "222m", 0)).go("tsumogiri")
    assert play.reason == "nagashi"
    assert play.deltas == [-4000, 8000, -2000, -2000]


def test_a_called_discard_spoils_nagashi() -> None:
    play = Play(None, "5s", left=1, turn=3).pond(1, "1m 9p 1z", called="9p").go("tsumogiri")
    assert play.reason == "exhaustive"


def test_two_nagashi_are_both_paid() -> None:
    assert nagashi_payments([0, 1], 0) == [8000, 4000, -6000, -6000]


@pytest.mark.case("riichi:F81")
def test_one_tenpai_gets_a_thousand_from_each() -> None:
    assert noten_penalties([False, True, False, False]) == [-1000, 3000, -1000, -1000]


@pytest.mark.case("riichi:F82")
def test_two_tenpai_share_three_thousand() -> None:
    assert noten_penalties([True, True, False, False]) == [1500, 1500, -1500, -1500]
    assert noten_penalties([True, True, True, False]) == [1000, 1000, 1000, -3000]


@pytest.mark.case("riichi:F84")
def test_none_or_all_tenpai_pay_nothing() -> None:
    assert noten_penalties([False] * 4) == noten_penalties([True] * 4) == [0, 0, 0, 0]


@pytest.mark.case("riichi:F85")
def test_a_tenpai_dealer_stays_after_an_exhaustive_draw() -> None:
    play = Play({1: RYANMEN}, "5p", left=1, turn=3, dealer=1, sticks=1).go("tsumogiri")
    assert play.deltas == [-1000, 3000, -1000, -1000]
    assert play.started is not None
    assert (play.started.dealer, play.started.honba, play.started.sticks) == (1, 1, 1)


def test_a_noten_dealer_passes_the_deal_on() -> None:
    play = Play({2: RYANMEN}, "5p", left=1, turn=3, dealer=1).go("tsumogiri")
    assert play.started is not None
    assert (play.started.dealer, play.started.honba) == (2, 1)


@pytest.mark.case("riichi:F88")
def test_waiting_on_the_own_four_tiles_only_is_noten_by_option() -> None:
    play = Play({1: "1111m 234p 567p 789s"})
    assert not is_tenpai(play.player(1), play.state)
    play = Play({1: "1111m 234p 567p 789s"}, own_four_noten=False)
    assert is_tenpai(play.player(1), play.state)


@pytest.mark.case("riichi:F90")
def test_a_dealer_among_two_winners_stays() -> None:
    play = Play({0: RYANMEN, 3: RYANMEN}, "6s", turn=2).riichi(0, 3)
    play.go("tsumogiri", {0: "ron", 3: "ron"})
    assert play.result is not None
    assert play.result.winners == (3, 0)
    assert play.started is not None
    assert (play.started.dealer, play.started.honba) == (0, 1)


def test_a_win_of_another_moves_the_deal_and_clears_honba_and_sticks() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2, honba=2, sticks=1).riichi(1)
    play.go("tsumogiri", {1: "ron"})
    assert play.started is not None
    assert (play.started.dealer, play.started.honba, play.started.sticks) == (1, 0, 0)


@pytest.mark.case("riichi:F39")
def test_an_open_kans_dora_is_turned_with_the_discard_and_counts_for_its_ron() -> None:
    hands = {1: "777z 147m 258p 3699s", 2: "123m 678m 345p 46s 99s"}
    play = Play(hands, "7z", dora="1z 8s", replacements="5s").riichi(2)
    play.go("tsumogiri", {1: "minkan:7z"})
    assert play.dora_names() == ["1z"]
    play.turn("tsumogiri")
    assert play.types()[-4:] == ["called", "drawn", "dora_revealed", "discarded"]
    assert play.claim({2: "ron"}).yaku()["dora"] == 2


@pytest.mark.case("riichi:F41")
def test_by_ronin_it_is_turned_after_the_discard_has_passed() -> None:
    hands = {1: "777z 147m 258p 3699s", 2: "123m 678m 345p 46s 99s"}
    play = Play(hands, "7z", dora="1z 8s", replacements="5s", preset="ronin").riichi(2)
    play.go("tsumogiri", {1: "minkan:7z"}).turn("tsumogiri")
    assert "dora" not in play.claim({2: "ron"}).yaku()
    passed = Play(hands, "7z", dora="1z 8s", replacements="5s", preset="ronin")
    passed.go("tsumogiri", {1: "minkan:7z"}).go("tsumogiri")
    assert passed.dora_names() == ["1z", "8s"]


@pytest.mark.case("riichi:F42")
def test_a_pending_dora_is_turned_at_the_next_kan() -> None:
    play = Play({1: "147m 6z 258p"}, "7z", turn=1, replacements="6s 9p")
    play.melds(1, ("pon", "777z", 0), ("pon", "666s", 0))
    play.go("kakan:7z").go("kakan:6s").go("tsumogiri")
    assert play.types()[:7] == [
        "called", "drawn", "called", "dora_revealed", "drawn", "dora_revealed", "discarded",
    ]  # fmt: skip
    assert play.state.shown == 3


def test_a_concealed_kans_dora_is_turned_before_the_replacement_draw() -> None:
    play = Play({1: "1111m 258p 369s 123z"}, "9m", turn=1, dora="1z 8s").turn("ankan:1m")
    assert play.types() == ["called", "dora_revealed", "drawn"]
    assert [e.indicator for e in play.events if isinstance(e, DoraRevealed)] == ["8s"]


def test_by_option_an_open_kans_dora_is_turned_at_once() -> None:
    play = Play({1: "777z 147m 258p 3699s"}, "7z", kan_dora="immediate")
    play.go("tsumogiri", {1: "minkan:7z"})
    assert play.types()[-3:] == ["called", "dora_revealed", "drawn"]
