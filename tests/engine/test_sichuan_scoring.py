"""番 What hands are worth, by each scale and with every optional item."""

from typing import Any

import pytest

from engine.sichuan.ends import standing
from engine.sichuan.hand import live_waits, new_player, pairs, waits_of
from engine.sichuan.reading import is_complete, readings
from engine.sichuan.scoring import Score, best_value, score, top_value
from tests.engine.sichuan_table import FAR, GAME, PLAIN, kinds, melds, player


def worth(hand: str, laid: str = "", *luck: Any, **config: Any) -> Score:
    """A complete hand, the winning tile in it."""
    full = new_player(kinds(hand))
    return score(GAME.config(config), full.counts, melds(laid), luck)


def names(hand: str, laid: str = "", *luck: Any, **config: Any) -> dict[str, int]:
    return dict(worth(hand, laid, *luck, **config).fans)


DOUBLING: list[tuple[str, str, str, tuple[str, ...], dict[str, int]]] = [
    ("plain", "123m 456m 789m 123p 55p", "", (), {}),
    ("all triplets", "222m 333m 777p 888m 99p", "", (), {"对对胡": 1}),
    (
        "triplets with a concealed kong",
        "222m 333m 777p 99p",
        "ckong:8m",
        (),
        {"对对胡": 1, "根": 1},
    ),
    ("golden hook", "99p", "pong:2m pong:3m pong:7p pong:5p", (), {"金钩钓": 2}),
    ("pure golden hook", "99m", "pong:2m pong:3m pong:7m pong:5m", (), {"清一色": 2, "金钩钓": 2}),
    (
        "eighteen arhats",
        "99p",
        "kong:2m ckong:3m akong:7p kong:5p",
        (),
        {"金钩钓": 2, "根": 4},
    ),
    (
        "pure eighteen arhats",
        "99m",
        "kong:2m ckong:3m akong:7m kong:5m",
        (),
        {"清一色": 2, "金钩钓": 2, "根": 4},
    ),
    ("dragon seven pairs", "2222m 55m 66m 77p 88p 99p", "", (), {"七对": 2, "根": 1}),
    ("two roots", "2222m 5555m 66m 77p 88p", "", (), {"七对": 2, "根": 2}),
    ("flush", "111m 234m 567m 888m 99m", "", (), {"清一色": 2}),
    ("flush with melds of another suit", "234m 567m 888m 99m", "pong:1p", (), {}),
    ("root of a pong and a run", "345m 678m 999m 11p", "pong:3m", (), {"根": 1}),
    ("kong flower", PLAIN + "1p", "", ("self_draw", "gang_hua"), {"杠上花": 1}),
    ("kong shot", PLAIN + "1p", "", ("gang_pao",), {"杠上炮": 1}),
    ("robbed kong", PLAIN + "1p", "", ("rob_kong",), {"抢杠胡": 1}),
    ("last tile", PLAIN + "1p", "", ("last_tile",), {"海底": 1}),
    (
        "kong flower with the last tile",
        PLAIN + "1p",
        "",
        ("self_draw", "gang_hua", "last_tile"),
        {"杠上花": 1, "海底": 1},
    ),
    ("heaven", PLAIN + "1p", "", ("self_draw", "tianhu"), {"天胡": 5}),
    ("earth", PLAIN + "1p", "", ("self_draw", "dihu"), {"地胡": 5}),
]


@pytest.mark.parametrize(
    ("hand", "laid", "luck", "fans"),
    [row[1:] for row in DOUBLING],
    ids=[row[0] for row in DOUBLING],
)
def test_items_of_a_hand(hand: str, laid: str, luck: tuple[str, ...], fans: dict[str, int]) -> None:
    found = worth(hand, laid, *luck)
    assert dict(found.fans) == fans
    assert found.fan == sum(fans.values())
    assert found.value == 2 ** min(found.fan, 4)


LINEAR: list[tuple[str, str, str, tuple[str, ...], int]] = [
    ("plain concealed hand on a discard", PLAIN + "1p", "", (), 2),
    ("plain concealed hand self-drawn", PLAIN + "1p", "", ("self_draw",), 3),
    ("flush on a discard", "111m 234m 567m 888m 99m", "", (), 4),
    ("flush self-drawn", "111m 234m 567m 888m 99m", "", ("self_draw",), 5),
    ("plain hand with a pong", "123m 456m 123p 55p", "pong:9m", (), 1),
    ("triplets", "222m 333m 777p 99p", "pong:9m", (), 2),
    ("pure triplets", "222m 333m 777m 99m", "pong:8m", (), 4),
    ("golden hook", "99p", "pong:2m pong:3m pong:7p pong:5p", (), 2),
    ("pure golden hook", "99m", "pong:2m pong:3m pong:7m pong:5m", (), 5),
    ("root", "123m 456m 123p 55p", "kong:9m", (), 2),
    ("seven pairs have no item", "22m 33m 55m 66m 77p 88p 99p", "", (), 2),
    ("robbed kong has no item", PLAIN + "1p", "", ("rob_kong",), 2),
    ("kong shot with the last tile", PLAIN + "1p", "", ("gang_pao", "last_tile"), 4),
    ("heaven", PLAIN + "1p", "", ("self_draw", "tianhu"), 8),
    ("earth", PLAIN + "1p", "", ("self_draw", "dihu"), 8),
]


@pytest.mark.parametrize(
    ("hand", "laid", "luck", "value"), [row[1:] for row in LINEAR], ids=[row[0] for row in LINEAR]
)
def test_value_by_the_contract(hand: str, laid: str, luck: tuple[str, ...], value: int) -> None:
    assert worth(hand, laid, *luck, preset="contract").value == value


def test_the_contract_leaves_heaven_and_earth_out_by_option() -> None:
    luck = ("self_draw", "tianhu")
    assert worth(PLAIN + "1p", "", *luck, preset="contract", heaven_earth=False).value == 3


def test_optional_items_count_only_where_a_table_plays_them() -> None:
    terminals = "123m 789m 111p 789p 99p"
    assert names(terminals) == {}
    assert names(terminals, dai_yao_jiu=True) == {"带幺九": 2}
    assert names("123m 456m 111p 789p 99p", dai_yao_jiu=True) == {}
    assert names("123m 789m 222p 789p 99p", dai_yao_jiu=True) == {}
    assert names("1111m 9999m 1111p 99p", dai_yao_jiu=True) == {"七对": 2, "根": 3}
    generals = "222m 555m 888m 222p 55p"
    assert names(generals) == {"对对胡": 1}
    assert names(generals, jiang_dui=True) == {"将对": 3}
    assert names("222m 555m 888m 222p 66p", jiang_dui=True) == {"对对胡": 1}
    inner = "234m 456m 678m 345p 55p"
    assert names(inner, duan_yao_jiu=True) == {"断幺九": 1}
    assert names(PLAIN + "1p", duan_yao_jiu=True) == {}
    assert names(PLAIN + "1p", men_qing=True) == {"门清": 1}
    assert names("123m 456m 123p 55p", "ckong:9m", men_qing=True) == {"门清": 1, "根": 1}
    assert names("123m 456m 123p 55p", "pong:9m", men_qing=True) == {}


def test_self_draw_is_an_item_only_with_add_fan() -> None:
    assert names(PLAIN + "1p", "", "self_draw") == {}
    assert names(PLAIN + "1p", "", "self_draw", zimo_bonus="add_fan") == {"自摸": 1}
    assert names(PLAIN + "1p", "", zimo_bonus="add_fan") == {}


def test_heaven_and_earth_are_off_in_the_textbook() -> None:
    assert worth(PLAIN + "1p", "", "tianhu", preset="sbr").value == 1
    assert worth(PLAIN + "1p", "", "dihu", preset="sbr").value == 1


def test_cap_and_base_bound_the_value() -> None:
    pure_pairs = "11m 22m 44m 55m 77m 88m 99m"
    assert worth(pure_pairs).value == 16
    assert worth(pure_pairs, preset="sbr").value == 8
    assert worth(pure_pairs, cap=2, base=3).value == 12
    assert top_value(GAME.config({"cap": 3, "base": 2})) == 16


def test_runs_or_pairs_whichever_is_dearer() -> None:
    assert names("223344m 667788p 99p") == {"七对": 2}
    assert names("222333444m 777p 88p") == {"对对胡": 1}


# -- completeness and waits


def test_four_alike_are_two_pairs_but_never_with_melds() -> None:
    hand = new_player(kinds("2222m 5555m 66m 77p 88p"))
    assert pairs(hand.counts) == 7
    assert is_complete(hand.counts, hand.keys, 4)
    small = new_player(kinds("22m 55m 66m 77p 88p 9p"))
    assert not is_complete(small.counts, small.keys, 3)


def waits(hand: str, laid: str = "") -> str:
    full = new_player(kinds(hand))
    mask = waits_of(full.counts, full.keys, 4 - len(laid.split()))
    tiles = [kind for kind in range(34) if mask >> kind & 1]
    return "".join(f"{kind % 9 + 1}{'mps'[kind // 9]}" for kind in tiles)


def test_waits() -> None:
    assert waits(PLAIN) == "1p4p"
    assert waits(FAR) == ""
    assert waits("22m 33m 55m 66m 77p 88p 9p") == "9p"
    assert waits("222m 33m 55m 66m 77p 88p") == "2m"
    assert waits("223344m 667788p 9p") == "6p9p"
    assert waits("22m 33m 44m 66m 77m 88m 5m") == "2m5m8m"
    assert waits("9p", "pong:2m pong:3m pong:7p pong:5p") == "9p"
    assert waits("22m 33m 55m 66m 77p", "pong:9p") == ""


def test_a_wait_for_a_fifth_tile_is_no_wait() -> None:
    """5m would complete the hand, but all four are in it."""
    seat = player("4m 6m 789m 123p 44p", laid="kong:5m")
    assert live_waits(seat) == []
    assert standing(seat) == "noten"
    assert live_waits(player("4m 6m 789m 123p 44p", laid="pong:9p")) == [4]


def test_how_a_player_stands() -> None:
    assert standing(player(PLAIN)) == "ready"
    assert standing(player(FAR)) == "noten"
    assert standing(player(PLAIN, void="p")) == "pig"
    assert standing(player(PLAIN, won=True)) == "won"


def test_readiness_is_worth_the_dearest_wait_without_luck() -> None:
    config = GAME.config()
    assert best_value(config, player("222m 333m 777m 88m 99m")) == 8
    assert best_value(config, player("22m 34m 555p 666p 777p")) == 1
    assert best_value(config, player(FAR)) == 0
    assert best_value(GAME.config({"preset": "contract"}), player(PLAIN)) == 2


def test_every_reading_is_found() -> None:
    shapes = {
        reading.shape for reading in readings(new_player(kinds("223344m 667788p 99p")).counts, ())
    }
    assert shapes == {"pairs", "sets"}
    assert readings(new_player(kinds(FAR + "1p")).counts, ()) == []
