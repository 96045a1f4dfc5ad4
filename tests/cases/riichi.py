"""The scored hands and several-ron cases of riichi; flow cases have tests of their own."""

from collections.abc import Mapping
from typing import Any

from engine.mahjong.melds import Meld
from engine.mahjong.tiles import read_tiles
from engine.riichi import Riichi
from engine.riichi.claims import counted_rons
from engine.riichi.config import RiichiConfig
from engine.riichi.payments import Payment, added_up, pay_each, worth
from engine.riichi.reading import Win, readings
from engine.riichi.scoring import Score, best_score
from tests.cases.folder import Case, Check

WINDS = "ESWN"


def config_of(data: Mapping[str, Any]) -> RiichiConfig:
    return Riichi().config({"preset": data["preset"], **data.get("rules", {})})


def tiles(texts: list[str]) -> tuple[int, ...]:
    return tuple(read_tiles(" ".join(texts)))


def meld_of(row: list[Any]) -> Meld:
    kind: Any
    kind, text, *source = row
    faces = tuple(sorted(read_tiles(text)))
    kind = "minkan" if kind == "daiminkan" else kind
    return Meld.of_faces(kind, faces, faces[0] if source else -1, source[0] if source else -1)


def win_of(table: Mapping[str, Any], own: Mapping[str, Any], *, tsumo: bool) -> Win:
    (tile,) = read_tiles(table["win_tile"])
    return Win(
        concealed=(*read_tiles(own["concealed"]), tile),
        melds=tuple(meld_of(row) for row in own["melds"]),
        tile=tile,
        tsumo=tsumo,
        seat_wind=27 + WINDS.index(own["seat_wind"]),
        round_wind=27 + WINDS.index(table["round_wind"]),
        flags=frozenset(own["flags"]),
        dora=tiles(table["dora"]),
        ura=tiles(table["ura"]),
    )


def check_value(score: Score, expect: Mapping[str, Any]) -> None:
    assert sorted(map(list, score.yaku)) == sorted(expect["yaku"])
    assert score.han == expect["han"]
    assert score.fu == expect["fu"]
    assert score.limit == expect["limit"]
    assert score.yakuman == expect.get("yakuman", 0)


def check_score(case: Case) -> None:
    """One win: its yaku, han, fu, limit and what everybody pays."""
    data, expect = case.data, case.data["expect"]
    config = config_of(data)
    tsumo = data["win_by"] == "tsumo"
    win = win_of(data, data, tsumo=tsumo)
    score = best_score(win, config)
    if not expect["can_win"]:
        assert score is None
        assert bool(readings(win)) == (expect["why"] == "no_yaku")
        return
    assert score is not None
    check_value(score, expect)
    winner = data["winner"]
    payment = Payment(
        score,
        winner,
        winner if tsumo else data["loser"],
        data["dealer"],
        data["honba"],
        data.get("pao", {}),
    )
    assert pay_each([payment], data["sticks"], config) == [expect["deltas"]]


def check_multi_ron(case: Case) -> None:
    """Several wins on one tile, nearest first, and what everybody pays together."""
    data = case.data
    config = config_of(data)
    payments = []
    for own in data["wins"]:
        score = best_score(win_of(data, own, tsumo=False), config)
        assert score is not None
        check_value(score, own["expect"])
        pao = data.get("pao", {})
        payment = Payment(score, own["winner"], data["loser"], data["dealer"], data["honba"], pao)
        assert worth(payment) == own["expect"]["points"]
        payments.append(payment)
    payments.sort(key=lambda payment: (payment.winner - data["loser"]) % 4)
    counted = counted_rons([payment.winner for payment in payments], config)
    rows = pay_each(payments[: len(counted)], data["sticks"], config) if counted else [[0] * 4]
    assert added_up(rows) == data["expect"]["deltas"]


KINDS: Mapping[str, Check] = {"score": check_score, "multi_ron": check_multi_ron}
