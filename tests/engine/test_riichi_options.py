"""Rules that an option switches, on and off, played at the table where they show."""

from typing import Any

import pytest

from engine.mahjong.tiles import read_tiles
from engine.riichi.events import Won
from engine.riichi.reading import Win
from engine.riichi.scoring import Score, best_score
from tests.engine.riichi_table import GAME, RYANMEN, Play

KANCHAN = "123m 678m 345p 46s 99s"


def win_of(play: Play) -> Won:
    """The one win of a round."""
    (won,) = (event for event in play.events if isinstance(event, Won))
    return won


def worth(
    concealed: str,
    tile: str,
    *,
    tsumo: bool = False,
    flags: str = "",
    under: str = "",
    **options: Any,
) -> Score:
    """A closed hand of the south seat in the east round; `under` are the ura indicators."""
    score = best_score(
        Win(
            concealed=tuple(read_tiles(f"{concealed} {tile}")),
            melds=(),
            tile=read_tiles(tile)[0],
            tsumo=tsumo,
            seat_wind=28,
            round_wind=27,
            flags=frozenset(flags.split()),
            ura=tuple(read_tiles(under)),
        ),
        GAME.config(options),
    )
    assert score is not None, "no yaku"
    return score


# -- value


def test_pinfu_by_tsumo_is_20_fu_or_no_pinfu_at_all() -> None:
    with_pinfu = worth(RYANMEN, "6s", tsumo=True)
    assert (dict(with_pinfu.yaku), with_pinfu.fu) == ({"tsumo": 1, "pinfu": 1}, 20)
    without = worth(RYANMEN, "6s", tsumo=True, tsumo_pinfu=False)
    assert (dict(without.yaku), without.fu) == ({"tsumo": 1}, 30)
    assert dict(worth(RYANMEN, "6s", tsumo_pinfu=False).yaku) == {"pinfu": 1}


def test_a_tsumo_on_a_replacement_has_its_two_fu_by_option() -> None:
    # 20, the kan 16, the middle wait 2 and the dragons 2 are 40: the draw's two make it 50.
    hand = {1: "13m 678m 345p 555s 77z"}
    fu = []
    for option in (True, False):
        play = Play(hand, "5s", turn=1, replacements="2m", rinshan_fu=option)
        fu.append(win_of(play.turn("ankan:5s").turn("tsumo")).fu)
    assert fu == [50, 40]


@pytest.mark.parametrize(
    ("options", "han"),
    [({}, 4), ({"ura": False}, 0), ({"kan_ura": False}, 2)],
    ids=["both", "none", "only the first"],
)
def test_ura_and_kan_ura(options: dict[str, Any], han: int) -> None:
    score = worth(RYANMEN, "6s", flags="riichi", under="8s 8s", **options)
    assert dict(score.yaku).get("ura", 0) == han


def test_only_the_ura_that_count_are_shown() -> None:
    shown = []
    for option in (True, False):
        play = Play({1: "111m 456p 789s 45s 77z"}, "1m", turn=1, replacements="6s", kan_ura=option)
        shown.append(len(win_of(play.riichi(1).turn("ankan:1m").turn("tsumo")).ura))
    assert shown == [2, 1]


def test_red_fives_count_only_where_they_are_in_the_set() -> None:
    hand = "123m 678m 34p 567s 99s"
    assert dict(worth(hand, "0p", flags="riichi").yaku)["aka"] == 1
    assert "aka" not in dict(worth(hand, "0p", flags="riichi", red_fives=0).yaku)


@pytest.mark.parametrize(
    ("renhou", "han", "limit"),
    [("mangan", 5, "mangan"), ("haneman", 6, "haneman"), ("baiman", 8, "baiman"),
     ("sanbaiman", 11, "sanbaiman"), ("yakuman", 13, "yakuman")],
)  # fmt: skip
def test_what_renhou_is_worth(renhou: str, han: int, limit: str) -> None:
    score = worth(KANCHAN, "5s", flags="renhou", renhou=renhou)
    assert (dict(score.yaku), score.limit) == ({"renhou": han}, limit)


def test_renhou_adds_to_other_yaku_and_dora() -> None:
    score = worth("234m 678m 345p 34s 88s", "0s", flags="renhou", renhou="mangan")
    assert dict(score.yaku) == {"renhou": 5, "pinfu": 1, "tanyao": 1, "aka": 1}
    assert (score.han, score.limit) == (8, "baiman")


def test_yakuman_may_be_kept_from_stacking() -> None:
    hand, tile = "111222333z 44z 55z", "5z"
    assert worth(hand, tile, tsumo=True).yakuman == 3
    assert worth(hand, tile, tsumo=True, yakuman_cap=1).yakuman == 1


# -- several rons


def test_honba_of_a_double_ron_goes_to_the_nearest_or_to_each() -> None:
    hands = dict.fromkeys((1, 3), RYANMEN)
    paid = []
    for option in ("nearest", "each"):
        play = Play(hands, "6s", honba=2, sticks=1, multi_honba=option).riichi(1, 3)
        play.go("tsumogiri", dict.fromkeys(hands, "ron"))
        paid.append(play.deltas)
    assert paid == [[-4600, 3600, 0, 2000], [-5200, 3600, 0, 2600]]


def test_head_bump_goes_before_the_abort_by_three_rons() -> None:
    hands = dict.fromkeys((1, 2, 3), RYANMEN)
    play = Play(hands, "6s", multi_ron="headbump").riichi(1, 2, 3)
    play.go("tsumogiri", dict.fromkeys(hands, "ron"))
    assert play.result is not None
    assert (play.reason, play.result.winners) == ("ron", (1,))


def test_a_riichi_that_three_ron_costs_no_stick() -> None:
    hands = {0: "123m 678m 345p 78p 22s", **dict.fromkeys((1, 2, 3), RYANMEN)}
    play = Play(hands, "6s").riichi(1, 2, 3)
    play.go("riichi:tsumogiri", dict.fromkeys((1, 2, 3), "ron"))
    assert play.reason == "sanchahou"
    assert (play.state.scores[0], play.state.sticks) == (25_000, 0)


# -- aborts and draws


def test_nine_kinds_do_not_abort_where_that_is_off() -> None:
    hand = {1: "19m 19p 19s 123z 2355p"}
    assert "kyuushu" in Play(hand, "6p", turn=1, first=True).legal(1)
    assert "kyuushu" not in Play(hand, "6p", turn=1, first=True, abort_kyuushu=False).legal(1)


def test_four_riichi_play_on_where_that_is_off() -> None:
    play = Play({3: RYANMEN}, "1z 1z", turn=3, sticks=3, abort_suucha=False).riichi(0, 1, 2)
    play.go("riichi:tsumogiri")
    assert play.result is None
    assert play.state.sticks == 4


def test_four_kans_play_on_where_that_is_off_and_nobody_kans_again() -> None:
    hands = {1: "147m 369s 1z 2z", 2: "9999s 258m 147p 123z"}
    play = Play(hands, "5p", turn=1, replacements="9m 9m 9m 9m", abort_suukaikan=False)
    play.melds(1, ("pon", "555p", 0)).melds(0, *[("ankan", f"{n * 4}p", -1) for n in "123"])
    play.go("kakan:5p").go("tsumogiri")
    assert play.result is None
    assert (play.state.current, "ankan:9s" in play.legal(2)) == (2, False)


def test_without_nagashi_such_a_draw_is_a_plain_one() -> None:
    play = Play(None, "9s", left=1, nagashi=False).pond(0, "1m 9p 1z").go("tsumogiri")
    assert (play.reason, play.deltas) == ("exhaustive", [0, 0, 0, 0])


def test_nagashi_leaves_the_sticks_and_pays_no_honba() -> None:
    play = Play(None, "9s", left=1, honba=1, sticks=2).pond(0, "1m 9p 1z").go("tsumogiri")
    assert play.deltas == [12_000, -4000, -4000, -4000]
    assert play.started is not None
    assert (play.started.honba, play.started.sticks) == (2, 2)


def test_a_draw_leaves_the_sticks() -> None:
    play = Play({1: RYANMEN}, "9m", left=1, sticks=1, turn=3).riichi(1).go("tsumogiri")
    assert play.started is not None
    assert play.started.sticks == 1


# -- kans, riichi, furiten


def test_an_open_kans_dora_is_not_turned_for_its_rinshan_tsumo() -> None:
    hands = {1: "777z 123m 345p 45s 99s"}
    play = Play(hands, "7z", dora="1z 8s", replacements="6s")
    play.go("tsumogiri", {1: "minkan:7z"}).turn("tsumo")
    assert "dora" not in play.yaku()
    assert "dora_revealed" not in play.types()


def test_a_concealed_kan_turns_what_an_open_one_left_pending() -> None:
    hands = {1: "777z 1111m 258p 369s"}
    play = Play(hands, "7z", replacements="9p 9s")
    play.go("tsumogiri", {1: "minkan:7z"}).turn("ankan:1m")
    assert play.types()[-4:] == ["called", "dora_revealed", "dora_revealed", "drawn"]


def test_a_robbed_kan_turns_no_dora() -> None:
    play = Play({1: RYANMEN, 2: "147m 258p 1234z"}, "6s", turn=2).riichi(1)
    play.melds(2, ("pon", "666s", 0)).turn("kakan:6s").claim({1: "ron"})
    assert "dora_revealed" not in play.types()


def test_by_ronin_a_called_discard_has_passed_too() -> None:
    hands = {1: "777z 147m 258p 3699s", 2: "55m 147p 258s 11223z"}
    play = Play(hands, "7z", replacements="5m", preset="ronin")
    play.go("tsumogiri", {1: "minkan:7z"}).go("tsumogiri", {2: "pon:55m"})
    assert play.types()[-3:] == ["discarded", "dora_revealed", "called"]


def test_a_passed_chankan_makes_furiten() -> None:
    play = Play({1: RYANMEN, 2: "147m 258p 1234z"}, "6s", turn=2, replacements="3s")
    play.melds(2, ("pon", "666s", 0)).turn("kakan:6s")
    assert "ron" in play.legal(1)
    play.claim().turn("tsumogiri")
    assert "ron" not in play.legal(1)
    assert play.furiten(1) == "temporary"


def test_no_concealed_kan_in_riichi_where_that_is_off() -> None:
    hand = {1: "111m 456p 789s 45s 77z"}
    play = Play(hand, "1m", turn=1, riichi_ankan="none").riichi(1)
    assert play.legal(1) == ["tsumogiri"]


def test_what_a_riichi_needs_is_an_option() -> None:
    def offers(**options: Any) -> list[str]:
        play = Play({1: RYANMEN}, "1z", turn=1, scores=(49_100, 900, 25_000, 25_000), **options)
        return [choice for choice in play.legal(1) if choice.startswith("riichi")]

    assert offers(left=31) == []
    assert offers(left=31, riichi_min_points=0) == ["riichi:tsumogiri"]
    assert offers(left=4, riichi_min_points=0) == []
    assert offers(left=4, riichi_min_points=0, riichi_min_live=0) == ["riichi:tsumogiri"]


def test_without_kuikae_any_tile_may_follow_a_call() -> None:
    play = Play({1: "3456m 1199p 234s 77z"}, "3m", kuikae="none")
    play.go("tsumogiri", {1: "chi:45m"})
    assert {"discard:3m", "discard:6m"} <= set(play.legal(1))


# -- liability, from the call to the payment


def test_who_feeds_the_third_dragon_pays_the_tsumo_alone() -> None:
    play = Play({1: "77z 12m 99s 9m"}, "7z 1p 1p 1p 3m", turn=2, honba=1)
    play.melds(1, ("pon", "555z", 0), ("pon", "666z", 3))
    play.go("tsumogiri", {1: "pon:77z"}).go("discard:9m")
    play.go("tsumogiri").go("tsumogiri").go("tsumogiri").turn("tsumo")
    assert play.yaku() == {"daisangen": 13}
    assert play.deltas == [0, 32_300, -32_300, 0]


# -- sticks at the end


def test_sticks_left_at_the_end_go_to_the_leader() -> None:
    scores = (24_000, 20_000, 32_000, 22_000)
    play = Play({2: RYANMEN}, "5m", left=1, hand=7, sticks=2, scores=scores).riichi(2)
    play.go("tsumogiri")
    assert play.over
    assert play.state.scores == (23_000, 19_000, 37_000, 21_000)
    assert sum(play.state.scores) == 100_000
