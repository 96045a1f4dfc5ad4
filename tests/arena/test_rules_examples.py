"""The examples of the rules pages are worth what they say."""

import pytest

from arena.web.rules_text import rules_texts
from engine.riichi.payments import Payment, pay_each
from engine.riichi.scoring import best_score
from engine.taiwan.payments import legs
from tests.cases import riichi, sichuan
from tests.engine.taiwan_hands import items
from tests.engine.taiwan_table import GAME as TAIWAN


@pytest.mark.parametrize(
    ("by", "paid"), [("ron", [0, 3900, -3900, 0]), ("tsumo", [-2600, 5200, -1300, -1300])]
)
def test_riichi(by: str, paid: list[int]) -> None:
    config = riichi.config_of({"preset": "tenhou"})
    own = {"concealed": "2m 3m 4m 4p 5p 6p 3s 4s 5s 8p 8p 6s 7s", "melds": [], "seat_wind": "S"}
    table = {"win_tile": "8s", "round_wind": "E", "dora": ["1z"], "ura": ["1z"]}
    win = riichi.win_of(table, {**own, "flags": ["riichi"]}, tsumo=by == "tsumo")
    score = best_score(win, config)
    assert score is not None
    loser = 1 if by == "tsumo" else 2
    assert pay_each([Payment(score, 1, loser, 0, 0, {})], 0, config) == [paid]
    told = " ".join(rules_texts()["riichi"].example)
    assert all(f"{abs(points):,}" in told for points in paid if points)


def test_taiwan() -> None:
    hand = "4m 5m 6m 6m 7m 8m 9m 9m 3m 4m"
    found = items(hand, "5m", ("pong", "7z"), ("chi", "1m"))
    assert found == {"湊一色": 4, "箭字坎": 1}
    config = TAIWAN.config({})
    assert [leg.pays for leg in legs(config, 5, 1, (2,), 0, 0)] == [8]
    assert [leg.pays for leg in legs(config, 5, 1, (0,), 0, 2)] == [13]
    told = " ".join(rules_texts()["taiwan"].example)
    assert "3 + 5 = 8 points" in told
    assert "3 + 10 = 13 points" in told


@pytest.mark.parametrize(
    ("by", "paid"), [("discard", [-8, 8, 0, 0]), ("self_draw", [-9, 27, -9, -9])]
)
def test_sichuan(by: str, paid: list[int]) -> None:
    row = {
        "id": "example", "concealed": "3s4s5s5s6s7s9s9s7s8s", "win_tile": "6s", "void": "m",
        "melds": [["exposed_kong", "2s2s2s2s"]], "win_by": by, "winner": 1, "payer": 0,
        "preset": "blood_battle",
    }  # fmt: skip
    assert sichuan.hu_deltas(row, sichuan.config_of(row)) == paid
    told = " ".join(rules_texts()["sichuan"].example)
    assert "= 8 points from the discarder" in told
    assert "8 + 1 = 9 points, 27 in all" in told
