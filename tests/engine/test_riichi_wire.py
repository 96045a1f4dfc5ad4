"""The view, the flat wire, observations, options and deals of riichi."""

from typing import Any

import pytest

from engine.errors import ConfigError, DealError
from engine.game import FULL, PUBLIC, Viewer
from engine.mahjong.hands import kinds_in
from engine.mahjong.tiles import KIND_NAMES
from engine.riichi import Riichi
from engine.riichi.payments import Payment, pay
from engine.riichi.scoring import Score, limit_of, next_dora
from engine.rng import Deals
from tests.engine.riichi_table import GAME, RYANMEN, Play


def view(play: Play, seat: int) -> Any:
    return GAME.view(play.state, Viewer.player(seat))


def test_flat_keys_stand_in_the_order_of_the_docs() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1).melds(2, ("pon", "555p", 0))
    flat = GAME.flat(view(play, 1))
    assert list(flat) == [
        "turn", "phase", "current_player", "name", "dealer", "honba", "sticks", "left", "dora",
        "tile", "hand", "hand_sizes", "drawn", "melds", "riichi", "legal", "scores",
    ]  # fmt: skip
    assert flat["name"] == "E1"
    assert flat["drawn"] == "1z"
    assert flat["hand"].endswith("9s,9s,1z")
    assert flat["melds"] == ";;pon:555p;"
    assert flat["tile"] == ""


def test_a_claim_shows_the_tile_and_names_the_receiver_only_if_it_can_claim() -> None:
    play = Play({1: RYANMEN}, "6s", turn=3).riichi(1).turn("tsumogiri")
    asked, other = view(play, 1), view(play, 2)
    assert (asked["current_player"], asked["legal"]) == (1, ["ron", "pass"])
    assert (other["current_player"], other["legal"], other["to_act"]) == (3, [], None)
    assert GAME.flat(other)["tile"] == "6s"


def test_discard_tokens_carry_their_marks() -> None:
    play = Play({0: "11z 147m 258p 36999s", 1: RYANMEN}, "1z", turn=1)
    play.pond(3, "5p 0m", called="5p").go("riichi:tsumogiri", {0: "pon:11z"})
    assert GAME.flat_discards(view(play, 2)) == ["", "1z_rc", "", "5pc,0m"]


def test_a_round_result_tells_hands_and_yaku() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2, honba=1).riichi(1).go("tsumogiri", {1: "ron"})
    assert play.result is not None
    flat = GAME.flat_result(play.result)
    assert flat["winners"] == "1"
    assert flat["reason"] == "ron"
    assert flat["yaku"].startswith("riichi:1,pinfu:1")
    assert flat["hands"].endswith("9s,9s,6s")
    assert flat["deltas"].split(",")[0] == "0"
    assert flat["fu"] == "30"


def test_an_exhaustive_draw_tells_who_was_tenpai() -> None:
    play = Play({2: RYANMEN}, "5p", left=1, turn=3).go("tsumogiri")
    assert play.result is not None
    flat = GAME.flat_result(play.result)
    assert (flat["winner"], flat["tenpai"], flat["yaku"]) == (-1, "2", "")


def test_hands_and_the_wall_are_hidden_by_viewer() -> None:
    play = Play()
    public, full = GAME.view(play.state, PUBLIC), GAME.view(play.state, FULL)
    assert public["hands"] == [None] * 4
    assert public["wall"] is None
    assert public["drawn"] is None
    assert len(full["wall"]) == 136
    assert all(full["hands"])


def test_visible_tiles_are_the_own_hand_melds_ponds_and_indicators() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, dora="9s").pond(0, "9s 3m").melds(2, ("pon", "999s", 0))
    visible = view(play, 1)["visible"]
    assert visible[KIND_NAMES.index("9s")] == 2 + 1 + 1 + 3
    assert visible[KIND_NAMES.index("1z")] == 1
    assert visible[KIND_NAMES.index("3m")] == 2


def test_an_observation_works_out_the_hand() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, dora="8s")
    seen = GAME.read(view(play, 1))
    east = KIND_NAMES.index("1z")
    assert seen.distance == 0
    assert seen.distance_without(east) == 0
    assert [KIND_NAMES[k] for k in kinds_in(seen.useful_without(east))] == ["3s", "6s"]
    assert seen.unseen_in(seen.useful_without(east)) == 8
    assert seen.bonus(seen.faces) == 2
    assert set(seen.value_kinds) == {31, 32, 33, 27, 28}
    waiting = GAME.read(view(Play({1: RYANMEN}), 1))
    assert waiting.waits == ["3s", "6s"]
    assert GAME.read(view(Play({1: "123m 678m 345p 4s 99s 1z"}), 1)).useful[0] == "2s"


def test_safe_tiles_are_the_own_pond_and_whatever_passed_since_the_riichi() -> None:
    play = Play({1: RYANMEN}, "9m 1z 5p 7s", turn=0)
    play.go("tsumogiri").go("riichi:tsumogiri").go("tsumogiri")
    seen = GAME.read(view(play, 3))
    assert seen.threats == [1]
    assert [KIND_NAMES[k] for k in kinds_in(seen.safe_against(1))] == ["5p", "1z"]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"uma": [1, 2, 3]}, "uma"),
        ({"uma": [30, 10, -10, -20]}, "uma"),
        ({"red_fives": 2}, "red_fives"),
        ({"start_points": 0}, "start_points"),
        ({"double_yakuman": ["tenhou"]}, "double_yakuman"),
        ({"kuikae": "never"}, "kuikae"),
        ({"preset": "tokyo"}, "preset"),
    ],
)
def test_options_that_do_not_fit_are_refused_by_name(options: dict[str, Any], field: str) -> None:
    with pytest.raises(ConfigError) as error:
        GAME.config(options)
    assert error.value.field == field


@pytest.mark.parametrize("deal", [{}, {"wall": [1, 2, 3]}, {"wall": [0] * 136}, "wall", [1]])
def test_a_deal_that_is_no_wall_is_refused(deal: Any) -> None:
    with pytest.raises(DealError, match="wall"):
        GAME.start(GAME.config(), Deals.given([deal]), 4)


def test_a_given_wall_is_dealt_from_its_end() -> None:
    deals = Deals.given([{"wall": list(range(136))}])
    state = GAME.start(GAME.config(), deals, 4).state
    assert view_hand(state, 0) == ["4s", *["8s"] * 4, *["3z"] * 4, *["7z"] * 4, "3s"]
    assert GAME.view(state, PUBLIC)["dora"] == ["2m"]


def view_hand(state: Any, seat: int) -> list[str]:
    return list(GAME.view(state, Viewer.player(seat))["hand"])


def test_without_red_fives_there_are_none() -> None:
    state = GAME.start(GAME.config({"red_fives": 0}), Deals.seed("plain"), 4).state
    names = GAME.view(state, FULL)["wall"]
    assert not any(name.startswith("0") for name in names)


def test_without_atozuke_every_wait_must_give_a_yaku() -> None:
    hand = {1: "55z 678m 345p 99s"}
    meld = ("chi", "123m", 0)
    assert "ron" in Play(hand, "5z", turn=3).melds(1, meld).turn("tsumogiri").legal(1)
    strict = Play(hand, "5z", turn=3, atozuke=False).melds(1, meld).turn("tsumogiri")
    assert "ron" not in strict.legal(1)


@pytest.mark.parametrize(
    ("indicator", "dora"), [("9m", "1m"), ("4z", "1z"), ("7z", "5z"), ("1p", "2p"), ("5z", "6z")]
)
def test_an_indicator_points_at_the_next_kind(indicator: str, dora: str) -> None:
    assert KIND_NAMES[next_dora(KIND_NAMES.index(indicator))] == dora


def test_who_pays_the_honba_of_a_shared_ron() -> None:
    score = Score((("daisangen", 13),), 13, None, "yakuman", 8000, 1)
    payment = Payment(score, 1, 3, 0, 2, {"daisangen": 2})
    for rule, deltas in {
        "liable": [0, 32_600, -16_600, -16_000],
        "half": [0, 32_600, -16_300, -16_300],
        "discarder": [0, 32_600, -16_000, -16_600],
    }.items():
        assert pay(payment, Riichi().config({"pao_honba": rule})) == deltas


def test_liability_by_parts_shifts_only_its_own_yakuman() -> None:
    score = Score((("daisangen", 13), ("tsuuiisou", 13)), 26, None, "yakuman", 16_000, 2)
    config = Riichi().config({"pao_composite": "part"})
    ron = Payment(score, 1, 3, 0, 1, {"daisangen": 2})
    assert pay(ron, config) == [0, 64_300, -16_300, -48_000]
    own = Payment(score, 1, 2, 0, 0, {"daisangen": 2})
    assert pay(own, config) == [0, 64_000, -64_000, 0]


def test_limits_rise_with_han() -> None:
    config = Riichi().config()
    names = [limit_of(han, 30, config)[0] for han in (4, 5, 6, 8, 11, 13)]
    assert names == [None, "mangan", "haneman", "baiman", "sanbaiman", "kazoe"]
    assert limit_of(4, 30, Riichi().config({"kiriage": True})) == ("mangan", 2000)
    assert limit_of(3, 70, config) == ("mangan", 2000)
