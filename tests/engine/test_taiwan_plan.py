"""The preset `plan`: the table of the implementation plan, and each of its switches alone."""

from typing import Any

import pytest

from engine.game import PUBLIC, Viewer
from engine.taiwan.config import PRESETS
from engine.taiwan.items import tai_table
from engine.taiwan.payments import Leg, deltas_of, legs
from engine.taiwan.tiles import NAMES
from tests.engine.taiwan_hands import items
from tests.engine.taiwan_table import (
    GAME,
    READY,
    legal,
    play,
    step,
    table,
    throw_drawn,
    won,
)
from tests.engine.taiwan_table import items as won_items

PLAIN = "123m 456m 789m 234p 78s 44z"
PLAN = GAME.config({"preset": "plan"})
TRIPLETS = "111m 555m 999p 222s 77s 33z"
FIVE_CHI = [("chi", "1m"), ("chi", "4m"), ("chi", "7p"), ("chi", "2s")]
FLOWERS = "f1 f2 f3 f4 f5 f6 f7 f8"

SWITCHES: list[tuple[dict[str, Any], dict[str, Any], dict[str, int], dict[str, int]]] = [
    (
        {"concealed_self_draw_tai": 2},
        {"concealed": PLAIN, "tile": "6s", "by": "self_draw"},
        {"門清": 1, "不求": 1, "自摸": 1},
        {"不求": 2},
    ),
    (
        {"four_concealed_absorbs": True},
        {"concealed": TRIPLETS, "tile": "7s"},
        {"四暗坎": 5, "對對胡": 4, "門清": 1},
        {"四暗坎": 5},
    ),
    (
        {"all_sequences_with_flowers": True},
        {"concealed": "123m 456m 789p 234s 78s 55p", "tile": "6s", "flowers": "f3"},
        {"門清": 1},
        {"平胡": 2, "門清": 1},
    ),
    (
        {"ready_dealt_keeps_concealed": True},
        {"concealed": PLAIN, "tile": "6s", "flags": "tianting"},
        {"天聽": 8},
        {"天聽": 8, "門清": 1},
    ),
    (
        {"flower_kong_keeps_own": True},
        {"concealed": PLAIN, "tile": "6s", "flowers": "f5 f6 f7 f8"},
        {"花槓": 2, "門清": 1},
        {"花槓": 2, "花牌": 1, "門清": 1},
    ),
]


@pytest.mark.parametrize(
    ("switch", "hand", "without", "with_it"), SWITCHES, ids=[next(iter(row[0])) for row in SWITCHES]
)
def test_a_switch_changes_its_item_alone_and_in_the_preset(
    switch: dict[str, Any], hand: dict[str, Any], without: dict[str, int], with_it: dict[str, int]
) -> None:
    assert items(**hand) == without
    assert items(**hand, **switch) == with_it
    assert items(**hand, preset="plan") == with_it


@pytest.mark.parametrize(
    ("by", "item"), [("self_draw", {"半求": 1, "自摸": 1}), ("discard", {"全求": 2})]
)
def test_begged_hands_may_have_a_concealed_kong(by: str, item: dict[str, int]) -> None:
    melds = (*FIVE_CHI, ("concealed_kong", "5s"))
    single = {"獨聽": 1}
    own = {"自摸": 1} if by == "self_draw" else {}
    assert items("4z", "4z", *melds, by=by) == {**own, **single}
    assert items("4z", "4z", *melds, by=by, begged_with_concealed_kong=True) == {**item, **single}
    assert items("4z", "4z", *melds, by=by, preset="plan") == {**item, **single}


@pytest.mark.parametrize(
    ("flags", "by", "expected"),
    [
        ("", "discard", {"門清": 1}),
        ("tianhu", "self_draw", {"天胡": 16}),
        ("dihu", "self_draw", {"地胡": 16, "不求": 2}),
        ("renhu", "discard", {"人胡": 16}),
        ("tianting", "self_draw", {"天聽": 8, "不求": 2}),
        ("diting", "self_draw", {"地聽": 4, "不求": 2}),
        ("diting", "discard", {"地聽": 4}),
    ],
)
def test_early_wins_and_ready_hands_of_the_plan(
    flags: str, by: str, expected: dict[str, int]
) -> None:
    assert items(PLAIN, "6s", by=by, flags=flags, preset="plan") == expected


def test_five_concealed_triplets_of_the_plan_keep_the_two_of_a_self_draw() -> None:
    assert items(TRIPLETS, "7s", by="self_draw", preset="plan") == {"五暗坎": 8, "不求": 2}


def test_the_table_of_the_plan() -> None:
    """The values that the plan's scorer prints, item by item."""
    assert {name: tai for name, tai in tai_table(PLAN).items() if tai} == {
        "門清": 1, "自摸": 1, "風牌": 1, "風圈": 1, "箭字坎": 1, "花牌": 1, "搶槓": 1, "獨聽": 1,
        "半求": 1, "槓上開花": 1, "海底撈月": 1, "河底撈魚": 1, "不求": 2, "平胡": 2, "全求": 2,
        "花槓": 2, "三暗坎": 2, "地聽": 4, "對對胡": 4, "小三元": 4, "湊一色": 4, "四暗坎": 5,
        "天聽": 8, "五暗坎": 8, "大三元": 8, "小四喜": 8, "清一色": 8, "七搶一": 8, "八仙過海": 8,
        "配牌花胡": 12, "天胡": 16, "地胡": 16, "人胡": 16, "大四喜": 16, "字一色": 16,
    }  # fmt: skip


# -- payments


def test_a_winning_dealers_streak_is_paid_by_all_beside_the_cap() -> None:
    rows = legs(PLAN, 5, 0, (2,), dealer=0, streak=2)
    assert rows == [Leg(2, 0, 3, 8, 2, 10), Leg(1, 0, 0, 0, 2, 2), Leg(3, 0, 0, 0, 2, 2)]
    assert deltas_of(0, rows) == (14, -2, -10, -2)
    (first, *_) = legs(PLAN, 80, 0, (1, 2, 3), dealer=0, streak=100)
    assert (first.tai, first.pull, first.pays) == (81, 100, 181)


def test_without_a_streak_and_for_other_winners_nobody_else_pays() -> None:
    assert legs(PLAN, 5, 0, (2,), dealer=0, streak=0) == [Leg(2, 0, 1, 6, 0, 6)]
    assert legs(PLAN, 5, 1, (2,), dealer=0, streak=3) == [Leg(2, 0, 0, 5, 0, 5)]


def test_a_paying_dealer_adds_nothing_by_the_plan_and_everything_by_default() -> None:
    assert legs(PLAN, 5, 1, (0,), dealer=0, streak=2)[0].dealer_tai == 0
    assert legs(GAME.config(), 5, 1, (0,), dealer=0, streak=2)[0].dealer_tai == 5
    involved = GAME.config({"preset": "plan", "dealer_tai": "involved"})
    assert legs(involved, 5, 1, (0,), dealer=0, streak=2)[0].dealer_tai == 5


def test_bystanders_of_a_discard_pay_in_the_event_and_the_scores() -> None:
    hand = "123m 456m 789m 234p 78s 44z"
    state = table("", hand, "", "6s", passes=1, streak=2, draws="1z", preset="plan")
    state = throw_drawn(throw_drawn(state))
    event = won(step(play(state, "3discard:6s"), "1win"))
    assert event.source == 3
    assert dict(zip(event.payers, event.pull, strict=True)) == {3: 2, 0: 2, 2: 2}
    tai = event.hand_tai + 3
    assert event.deltas == (-2, tai + 6, -2, -tai - 2)


# -- play


def test_any_tile_may_follow_a_claim_and_a_declined_win_costs_nothing() -> None:
    state = play(table("3m", "45m 36m", preset="plan"), "0discard:3m", "1chi:45m")
    assert {"discard:3m", "discard:6m"} <= set(legal(state, 1))
    declined = play(table("6s", READY, preset="plan"), "0discard:6s", "")
    assert not declined.players[1].locked


# -- flower wins


def test_items_beside_a_flower_win() -> None:
    """Twenty tai, as measured on the plan's scorer: 12 + 1 + 1 + 2 + 4."""
    hand, tail = "123m 456m 56s", "7s 7m 8m 9m 2p 3p 4p 4z"
    assert won_items(deal_flowers(hand, tail)) == {"配牌花胡": 12}
    event = won(deal_flowers(hand, tail, preset="plan"))
    assert list(zip(event.yaku, event.tai, strict=True)) == [
        ("配牌花胡", 12), ("門清", 1), ("獨聽", 1),
        ("花槓", 2), ("花牌", 1), ("花槓", 2), ("花牌", 1),
    ]  # fmt: skip
    assert event.pays == (20, 20, 20)


def deal_flowers(hand: str, tail: str, **config: Any) -> Any:
    """Seat 1 is dealt all flowers; its eight replacements come from the tail."""
    state = table("", f"{hand} {FLOWERS}", tail=tail, opened=False, **config)
    return step(state)


# -- ready hands that the table notices


def test_no_declaration_is_on_offer() -> None:
    assert legal(table("", READY, opened=False), 1) == ["ready", "pass"]
    state = table("", READY, opened=False, preset="plan")
    assert [legal(state, seat) for seat in (1, 2, 3)] == [["pass"]] * 3
    dealt = table(READY + "1z", preset="plan")
    assert not [choice for choice in legal(dealt, 0) if choice.startswith("ready")]


def drawn_at(*hands: str, draws: str, **config: Any) -> Any:
    """Seat 1's second turn: everybody has discarded once what was drawn."""
    state = table(*hands, draws=draws, preset="plan", **config)
    for _ in range(5):
        state = throw_drawn(state)
    return state


def test_a_hand_that_is_ready_as_dealt_is_noticed() -> None:
    state = drawn_at("", READY, draws="1z 2z 3z 5z 6s")
    assert won_items(step(state, "1win")) == {"天聽": 8, "不求": 2}


def test_a_hand_that_the_first_discard_leaves_ready_is_noticed() -> None:
    state = table("", "123m456m789m234p7s144z", draws="8s 2z 3z 5z 6s", preset="plan")
    state = play(throw_drawn(state), "1discard:1z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert won_items(step(state, "1win")) == {"地聽": 4, "不求": 2}


def test_the_dealers_first_discard_may_leave_a_hand_ready_as_dealt() -> None:
    state = play(table(READY + "1z", draws="2z 3z 5z 6s", preset="plan"), "0discard:1z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert won_items(step(state, "0win"))["天聽"] == 8


def test_a_hand_that_changes_is_no_longer_noticed() -> None:
    state = table("", READY, draws="5s 2z 3z 5z 6s", preset="plan")
    state = play(throw_drawn(state), "1discard:4z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert state.players[1].noticed == 0


def test_a_declined_win_is_no_longer_noticed() -> None:
    state = drawn_at("", READY, draws="1z 2z 3z 5z 6s")
    assert state.players[1].noticed
    assert not play(state, f"1discard:{NAMES[state.drawn]}").players[1].noticed


def test_only_those_who_see_the_hand_see_what_was_noticed() -> None:
    state = table("", READY, preset="plan")
    assert GAME.view(state, Viewer.player(1))["noticed"][1] == "dealt"
    assert GAME.view(state, Viewer.player(2))["noticed"] == [None] * 4
    assert GAME.view(state, PUBLIC)["noticed"] == [None] * 4


def test_every_switch_of_the_preset_differs_from_the_default() -> None:
    default = GAME.config()
    for name, value in PRESETS["plan"].items():
        assert getattr(default, name) != value, name
