"""台 What hands are worth: every item with what excludes it, every option, and the payments."""

from typing import Any

import pytest

from engine.mahjong.tiles import EAST, count_kinds
from engine.taiwan.items import flower_win_items
from engine.taiwan.payments import deltas_of, legs
from engine.taiwan.reading import Win, open_run
from engine.taiwan.scoring import score
from tests.engine.taiwan_hands import items
from tests.engine.taiwan_table import GAME, tiles

PLAIN = "456m 789m 234p 78s 44z"
CHI = ("chi", "1m")


def test_an_incomplete_hand_has_no_score() -> None:
    win = Win(count_kinds(tiles("1m 2m")), (), 0, "discard", 0, EAST, 0, True, frozenset())
    assert score(win, GAME.config()) is None


# -- concealed, self-drawn, begged


@pytest.mark.parametrize(
    ("flags", "by", "expected"),
    [
        ("", "discard", {"門清": 1}),
        ("", "self_draw", {"門清": 1, "不求": 1, "自摸": 1}),
        ("tianhu", "self_draw", {"天胡": 16}),
        ("dihu", "self_draw", {"地胡": 16, "不求": 1, "自摸": 1}),
        ("renhu", "discard", {"人胡": 16}),
        ("tianting", "self_draw", {"天聽": 8, "不求": 1, "自摸": 1}),
        ("diting", "self_draw", {"地聽": 4, "自摸": 1}),
        ("diting", "discard", {"地聽": 4}),
        ("renhu tianting", "discard", {"人胡": 16}),
    ],
)
def test_timing_replaces_the_items_it_implies(
    flags: str, by: str, expected: dict[str, int]
) -> None:
    assert items("123m" + PLAIN, "6s", by=by, flags=flags) == expected


def test_a_heavenly_win_has_no_single_wait() -> None:
    hand = "123m 456m 789m 234p 567s 4z"
    assert items(hand, "4z", by="self_draw", flags="tianhu", seat=0) == {"天胡": 16}
    assert items(hand, "4z", by="self_draw", flags="dihu")["獨聽"] == 1


@pytest.mark.parametrize("by", ["discard", "self_draw"])
def test_one_row_for_a_concealed_self_draw(by: str) -> None:
    found = items("123m" + PLAIN, "6s", by=by, preset="gamesofa")
    assert found == ({"門清自摸": 3} if by == "self_draw" else {"門清": 1})


def test_ready_hands_of_gamesofa() -> None:
    hand = "123m" + PLAIN
    assert items(hand, "6s", by="self_draw", flags="diting", preset="gamesofa") == {
        "地聽": 4,
        "自摸": 2,
    }
    assert items(hand, "6s", flags="declared", preset="gamesofa") == {"門清": 1, "宣告聽牌": 1}
    assert items(hand, "6s", flags="renhu", preset="gamesofa") == {"人胡": 8}


BEGGED = [("chi", "1m"), ("chi", "4m"), ("chi", "7p"), ("chi", "2s"), ("chi", "5s")]


def test_begged_hands_without_their_single_wait() -> None:
    assert items("4z", "4z", *BEGGED, preset="gamesofa") == {"全求": 2}
    assert items("4z", "4z", *BEGGED, by="self_draw", preset="gamesofa") == {"半求": 1, "自摸": 1}


# -- sequences


def test_all_sequences_needs_an_open_end() -> None:
    assert items("123m 456m 789p 234s 78s 55p", "9s")["平胡"] == 2
    assert items("123m 456m 789p 234s 78s 55p", "6s")["平胡"] == 2
    assert "平胡" not in items("123m 456m 789p 234s 68s 55p", "7s")
    assert "平胡" not in items("123m 456m 789p 234s 89s 55p", "7s")
    assert "平胡" not in items("123m 456m 789p 234s 12s 55p", "3s")
    assert "平胡" not in items("123m 456m 789p 234s 678s 5p", "5p")


@pytest.mark.parametrize(
    "change",
    [{"by": "self_draw"}, {"by": "rob_kong"}, {"flowers": "f1"}],
)
def test_what_cancels_all_sequences(change: dict[str, Any]) -> None:
    assert "平胡" not in items("123m 456m 789p 234s 78s 55p", "6s", **change)


def test_all_sequences_has_no_honors_and_no_triplets() -> None:
    assert "平胡" not in items("123m 456m 789p 234s 78s 44z", "6s")
    assert "平胡" not in items("111m 456m 789p 234s 78s 55p", "6s")
    assert items("456m 789p 234s 78s 55p", "6s", CHI) == {"平胡": 2}


def test_a_pair_with_two_waits_is_no_all_sequences() -> None:
    assert items("123m 456m 789p 234p 4567s", "7s") == {"門清": 1}


def test_open_runs() -> None:
    assert [open_run(low, low) for low in range(7)] == [True] * 6 + [False]
    assert [open_run(low, low + 2) for low in range(7)] == [False] + [True] * 6
    assert not any(open_run(low, low + 1) for low in range(7))


# -- triplets


def test_a_triplet_completed_by_a_discard_is_not_concealed() -> None:
    hand = "111m 555m 999p 22s 77s"
    assert items(hand, "7s", CHI) == {"三暗坎": 2}
    assert items(hand, "7s", CHI, by="self_draw") == {"四暗坎": 5, "自摸": 1}
    assert items("111m 555m 999p 222s 7s", "7s", CHI) == {"四暗坎": 5, "獨聽": 1}
    assert items("111m 55m 99p 789s", "9p", CHI, ("pong", "7p")) == {}


def test_a_concealed_kong_counts_as_a_concealed_triplet() -> None:
    found = items("111m 555m 789s 4z", "4z", ("concealed_kong", "9p"))
    assert (found["三暗坎"], found["門清"]) == (2, 1)


def test_five_concealed_triplets_absorb_and_by_option_do_not() -> None:
    hand = "111m 555m 999p 222s 77s 33z"
    assert items(hand, "7s", by="self_draw") == {"五暗坎": 8, "不求": 1, "自摸": 1}
    kept = items(hand, "7s", by="self_draw", five_concealed_absorbs=False)
    assert kept == {"五暗坎": 8, "對對胡": 4, "門清": 1, "不求": 1, "自摸": 1}


def test_four_concealed_triplets_absorb_nothing() -> None:
    found = items("111m 555m 999p 222s 77s 33z", "7s")
    assert found == {"四暗坎": 5, "對對胡": 4, "門清": 1}


def test_the_best_place_of_the_winning_tile_counts() -> None:
    # The 3m ends 345m or is one of 333m; as the end of the run it leaves the triplet concealed.
    assert items("333m 45m 111p 999p 777s 33z", "3m")["四暗坎"] == 5


# -- honors and colors


def test_seat_and_round_winds_count_apart() -> None:
    hand = "123m 456m 789p 45s 99s"
    assert items(hand, "3s", ("pong", "2z")) == {"風牌": 1}
    assert items(hand, "3s", ("pong", "1z")) == {"風圈": 1}
    assert items(hand, "3s", ("open_kong", "2z"), wind=EAST + 1) == {"風牌": 1, "風圈": 1}
    assert items(hand, "3s", ("pong", "3z")) == {}


def test_dragons() -> None:
    two = [("pong", "7z"), ("pong", "6z")]
    assert items("123m 456p 78m 55z", "9m", *two) == {"小三元": 4}
    assert items("123m 456p 78m 55z", "9m", *two, little_dragons_adds_pungs=True) == {
        "小三元": 4,
        "箭字坎": 2,
    }
    assert items("123m 78m 55p", "9m", *two, ("pong", "5z")) == {"大三元": 8}
    assert items("123m 456p 78m 55p", "9m", *two) == {"箭字坎": 2}


def test_four_winds() -> None:
    three = [("pong", "1z"), ("pong", "2z"), ("pong", "3z")]
    little = {"小四喜": 8, "湊一色": 4}
    assert items("123m 78m 44z", "9m", *three) == {**little, "風牌": 1, "風圈": 1}
    assert items("123m 78m 44z", "9m", *three, little_winds_adds_winds=False) == little
    assert items("78m 55m", "9m", *three, ("pong", "4z")) == {"大四喜": 16, "湊一色": 4}


def test_colors() -> None:
    assert items("23p 456p 678p 789p 234p 55p", "1p")["清一色"] == 8
    assert items("456m 67m 789m 99m", "8m", ("pong", "4z"), CHI) == {"湊一色": 4}
    assert "湊一色" not in items("456m 67m 789m 99m", "8m", ("pong", "4z"), ("chi", "1p"))


def test_all_honors() -> None:
    honors = [("pong", "1z"), ("pong", "2z"), ("pong", "5z"), ("pong", "6z")]
    found = items("333z 4z", "4z", *honors)
    assert "對對胡" not in found
    assert found["字一色"] == 16
    assert items("333z 4z", "4z", *honors, preset="gamesofa")["字一色"] == 8


# -- flowers and the moment of the win


def test_flowers() -> None:
    hand, tile = PLAIN, "6s"
    assert items(hand, tile, CHI, flowers="f1 f2 f6") == {"花牌": 2}
    assert items(hand, tile, CHI, flowers="f1 f2 f3 f4 f6") == {"花槓": 2, "花牌": 1}
    assert items(hand, tile, CHI, flowers="f5 f6 f7 f8") == {"花槓": 2}
    assert items(hand, tile, CHI, flowers="f5 f6 f7 f8", flower_kong_keeps_own=True) == {
        "花槓": 2,
        "花牌": 1,
    }
    assert items(hand, tile, CHI, flowers="f1 f3") == {}


def test_the_moment_of_the_win() -> None:
    hand, tile = PLAIN, "6s"
    assert items(hand, tile, CHI, by="rob_kong") == {"搶槓": 1}
    assert items(hand, tile, CHI, by="self_draw", flags="last_tile kong_bloom") == {
        "自摸": 1,
        "海底撈月": 1,
        "槓上開花": 1,
    }
    assert items(hand, tile, CHI, flags="last_tile") == {"河底撈魚": 1}
    assert items(hand, tile, CHI, flags="last_tile", preset="gamesofa") == {}


def test_a_wait_on_the_fifth_copy_does_not_make_two() -> None:
    # 3334s waits for 2s, 4s and 5s; with all 2s and 5s in melds only 4s is left.
    hand = "3334s 456m"
    assert items(hand, "4s", ("open_kong", "2s"), ("open_kong", "5s"), ("chi", "1m"))["獨聽"] == 1


def test_seven_pairs_and_a_triplet_by_option() -> None:
    hand = "11m 55m 99m 22p 77p 33s 88s 44z"
    assert items(hand, "4z", migi=True) == {"嚦咕嚦咕": 8}
    own = items(hand, "4z", migi=True, by="self_draw")
    assert own == {"嚦咕嚦咕": 8, "不求": 1, "自摸": 1}


def test_seven_pairs_may_be_worth_more_than_sets() -> None:
    found = items("112233m 445566m 77m 88m", "8m", migi=True)
    assert found == {"嚦咕嚦咕": 8, "清一色": 8}
    assert items("112233m 445566m 77m 88m", "8m") == {"門清": 1, "清一色": 8}


# -- flower wins and payments


def test_flower_wins() -> None:
    config, split = GAME.config(), GAME.config({"deal_flower": "8+4"})
    assert flower_win_items(config, robbed=True, as_dealt=False) == [("七搶一", 8)]
    assert flower_win_items(config, robbed=False, as_dealt=False) == [("八仙過海", 8)]
    assert flower_win_items(config, robbed=False, as_dealt=True) == [("配牌花胡", 12)]
    parts = flower_win_items(split, robbed=False, as_dealt=True)
    assert parts == [("八仙過海", 8), ("配牌花胡", 4)]


def test_the_cap_counts_after_the_dealer_tai_and_per_leg() -> None:
    rows = legs(GAME.config(), 78, 1, (0, 2, 3), dealer=0, streak=3)
    assert [(leg.dealer_tai, leg.tai, leg.pays) for leg in rows] == [
        (7, 81, 84),
        (0, 78, 81),
        (0, 78, 81),
    ]
    assert deltas_of(1, rows) == (-84, 246, -81, -81)


def test_base_unit_and_streak_cap_are_options() -> None:
    config = GAME.config({"base": 30, "unit": 10, "streak_cap": 9})
    (leg,) = legs(config, 2, 0, (1,), dealer=0, streak=12)
    assert (leg.dealer_tai, leg.pays) == (19, 30 + 10 * 21)


def test_bystanders_settle_without_the_dealer() -> None:
    (leg,) = legs(GAME.config(), 2, 1, (2,), dealer=0, streak=5)
    assert (leg.dealer_tai, leg.pays) == (0, 5)
