"""刮风下雨 Kongs: who pays, who robs, and what becomes of the money."""

from typing import Any

import pytest

from engine.sichuan.model import Player, State
from engine.sichuan.settlement import Books, Kong, Settlement
from tests.engine.sichuan_table import (
    FAR,
    FOUR,
    GAME,
    ON_5P,
    PLAIN,
    discarded,
    legal,
    meld_of,
    on_turn,
    play,
    player,
    position,
    seats_with,
    told,
)


def test_concealed_kong_is_paid_by_everybody_still_playing() -> None:
    table = position(*seats_with(s1=player(FOUR), s3=player(won=True)))
    step = play(on_turn(table, 1, "9p"), s1="ckong:1m")
    assert step.state.books.scores == (98, 104, 98, 100)
    assert step.state.began == "kong"
    assert not step.state.calm
    assert [entry.payer for entry in step.state.books.ledger] == [2, 0]


def added(drawn: str, robber: Player | None = None, **config: Any) -> State:
    """Seat 1 adds 5p to its pong."""
    owner = player("123m 456m 789m" + ("" if drawn == "5p" else "5p") + "2p", laid="pong:5p")
    if drawn == "5p":
        owner = player("123m 456m 789m 2p", laid="pong:5p")
    table = position(*seats_with(s1=owner, s2=robber or player(FAR)), config=config)
    return play(on_turn(table, 1, drawn), s1="akong:5p").state


def test_added_kong_is_paid_once_nobody_robs_it() -> None:
    state = added("5p")
    assert state.phase == "Claim"
    assert state.books.scores == (100,) * 4
    step = play(state)
    assert step.state.books.scores == (99, 103, 99, 99)
    assert step.state.players[1].melds == (meld_of("akong", "5p", 3),)
    assert step.state.began == "kong"


def test_added_kong_with_an_older_tile_is_paid_only_by_option() -> None:
    assert play(added("9p")).state.books.scores == (100,) * 4
    assert play(added("9p", postponed_kong_pays=True)).state.books.scores == (99, 103, 99, 99)


def test_robbed_kong_stays_a_pong_is_not_paid_and_its_owner_pays() -> None:
    state = added("5p", player(ON_5P))
    assert legal(state, 2) == ["hu", "pass"]
    step = play(state, s2="hu")
    (won,) = told(step, "won")
    assert (won.kind, won.source) == ("rob_kong", 1)
    assert told(step, "hu_settled")[0].fans == (("抢杠胡", 1),)
    assert step.state.books.scores == (100, 98, 102, 100)
    assert step.state.players[1].melds == (meld_of("pong", "5p", 3),)
    assert sum(step.state.players[1].counts) == 10
    assert step.state.current == 3
    assert step.state.calm is False
    assert step.state.books.ledger == ()


def test_robber_without_the_wait_is_not_asked() -> None:
    table = added("5p", player("55p 123m 456m 789m 9p 1p"))
    assert legal(table, 2) == ["pass"]


def shot(**config: Any) -> State:
    """Seat 1 has laid a concealed kong and discards 1p, on which seats 2 and 3 wait."""
    seats = seats_with(
        s1=player("1111s 456m 789m 22p 1p", void=""), s2=player(PLAIN), s3=player(PLAIN)
    )
    step = play(on_turn(position(*seats, config=config, wall="9m9m9m9m"), 1, "9p"), s1="ckong:1s")
    assert step.state.books.scores == (98, 106, 98, 98)
    return play(step.state, s1="discard:1p").state


def test_kong_money_moves_to_the_winner_of_the_next_discard() -> None:
    step = play(shot(), s2="hu")
    assert told(step, "hu_settled")[0].fans == (("杠上炮", 1),)
    assert step.state.books.scores == (98, 98, 106, 98)
    assert {entry.status for entry in step.state.books.ledger} == {"moved"}


def test_kong_money_is_shared_and_the_rest_goes_to_the_first_winner() -> None:
    step = play(shot(), s2="hu", s3="hu")
    assert step.state.books.scores == (98, 96, 103, 103)
    pay = Settlement(GAME.config())
    books, _ = pay.kong("g", Books((100,) * 4), Kong(1, 1, "concealed", won=frozenset({0})))
    books, _ = pay.move_kong_money("g", books, 1, [2, 3, 0])
    assert books.scores == (101, 100, 100, 99)


def test_kong_money_goes_back_or_stays_by_option() -> None:
    back = play(shot(gang_pao="refund"), s2="hu").state.books
    assert back.scores == (100, 98, 102, 100)
    assert {entry.status for entry in back.ledger} == {"refunded"}
    stays = play(shot(gang_pao="keep"), s2="hu").state.books
    assert stays.scores == (98, 104, 100, 98)
    assert {entry.status for entry in stays.ledger} == {"paid"}


def test_only_the_discard_right_after_the_kong_counts_as_its_shot() -> None:
    state = play(shot()).state
    state = play(state, s2="discard:1m").state
    assert not state.after_kong


@pytest.mark.parametrize(
    ("option", "paid"), [("self_draw", [-5, -5, 15, -5]), ("discard", [-4, 0, 4, 0])]
)
def test_self_draw_after_a_fed_kong_is_paid_by_all_or_by_the_feeder(
    option: str, paid: list[int]
) -> None:
    table = position(
        *seats_with(s2=player("999m 456m 789p 5p 234p")),
        wall="1s5p",
        config={"dian_gang_hua": option},
    )
    step = play(discarded(table, 0, "9m"), s2="kong:9m")
    step = play(step.state, s2="hu")
    assert told(step, "hu_settled")[0].fans == (("根", 1), ("杠上花", 1))
    fed = (98, 100, 102, 100)
    assert [a - b for a, b in zip(step.state.books.scores, fed, strict=True)] == paid


@pytest.mark.parametrize("bonus", ["add_base", "add_fan", "none"])
def test_win_that_the_feeder_pays_alone_has_no_bonus_of_a_self_draw(bonus: str) -> None:
    config = {"dian_gang_hua": "discard", "zimo_bonus": bonus}
    seats = seats_with(s2=player("999m 456m 789p 5p 234p"))
    step = play(discarded(position(*seats, wall="1s5p", config=config), 0, "9m"), s2="kong:9m")
    (paid,) = told(play(step.state, s2="hu"), "hu_settled")
    assert paid.deltas == (-4, 0, 4, 0)
