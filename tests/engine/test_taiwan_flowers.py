"""Declared hands, and flowers that win."""

from typing import Any

import pytest

from engine.game import PLAYERS
from engine.taiwan.deal import live
from engine.taiwan.events import FlowersPaid, ReadyDeclared
from engine.taiwan.model import State
from engine.taiwan.tiles import NAMES, flower_names
from engine.taiwan.win import flower_winner
from tests.engine.taiwan_table import (
    GAME,
    READY,
    check,
    discard_drawn,
    items,
    legal,
    play,
    step,
    table,
    throw_drawn,
    won,
)

# -- declared hands


def test_who_is_ready_as_dealt_may_say_so_before_the_first_draw() -> None:
    state = table("", READY, opened=False)
    assert state.phase == "Opening"
    assert legal(state, 1) == ["ready", "pass"]
    assert legal(state, 2) == ["pass"]
    assert legal(state, 0) == []
    done = step(state, "1ready")
    assert ReadyDeclared(1) in done.events
    assert done.state.current == 0


def declared(draws: str = "5z 1z 2z 3z 6s", **config: Any) -> State:
    """Seat 1 declared as dealt and has had one turn; then it draws again."""
    state = table("7z", READY, draws=draws, opened=False, **config)
    return play(state, "1ready", "0discard:7z", "")


def test_a_declared_hand_is_locked() -> None:
    state = declared()
    assert legal(state, 1) == ["discard:5z"]
    claims = play(table("4z 8s", READY, opened=False), "1ready", "0discard:4z")
    assert legal(claims, 1) == ["pass"]


def test_a_declared_win() -> None:
    state = play(declared(), "1discard:5z", "")
    for _ in range(3):
        state = throw_drawn(state)
    assert legal(state, 1) == ["discard:6s", "win"]
    assert items(step(state, "1win")) == {"天聽": 8, "不求": 1, "自摸": 1}


def test_declining_a_win_voids_the_declaration() -> None:
    state = play(declared("5z 9s 1z 2z 6s"), "1discard:5z", "", "2discard:9s")
    assert legal(state, 1) == ["win", "pass"]
    state = play(state, "")
    assert state.players[1].void
    state = throw_drawn(throw_drawn(state))
    assert legal(state, 1) == ["discard:6s"]
    free = play(declared("5z 9s 1z 2z 6s", passed_win="none"), "1discard:5z", "", "2discard:9s", "")
    free = throw_drawn(throw_drawn(free))
    assert items(step(free, "1win")) == {"門清": 1, "不求": 1, "自摸": 1}


def test_the_dealer_declares_with_the_first_discard() -> None:
    state = table(READY + "5z")
    assert "ready:5z" in legal(state, 0)
    state = play(state, "0ready:5z")
    assert GAME.view(state, PLAYERS[1])["declared"] == ["dealt", None, None, None]


def test_others_declare_with_their_first_discard() -> None:
    state = throw_drawn(table("", READY, draws="5z"))
    assert [choice for choice in legal(state, 1) if choice.startswith("ready")] == ["ready:5z"]
    state = play(state, "1ready:5z", "")
    assert state.players[1].declared == 2
    assert "ready" not in "".join(legal(throw_drawn(throw_drawn(throw_drawn(state))), 1))


def test_gamesofa_declares_at_any_discard_but_not_as_dealt() -> None:
    opening = table("", READY, opened=False, preset="gamesofa")
    assert legal(opening, 1) == ["pass"]
    state = throw_drawn(table("", READY, draws="5z 1z 2z 3z 6z", preset="gamesofa"))
    state = throw_drawn(throw_drawn(throw_drawn(throw_drawn(state))))
    assert "ready:6z" in legal(state, 1)
    assert play(state, "1ready:6z").players[1].declared == 3
    dealer = table(READY + "5z", preset="gamesofa")
    assert play(dealer, "0ready:5z").players[0].declared == 3


def test_a_hand_far_from_ready_declares_nothing() -> None:
    state = table("147m 258p 369s 1234567z")
    assert not [choice for choice in legal(state, 0) if choice.startswith("ready")]


# -- flowers


def test_the_eighth_own_flower_wins() -> None:
    state = table("", "f1 f2 f3 f4 f5 f6 f7", draws="f8")
    done = step(play(state, f"0discard:{NAMES[state.drawn]}"))
    assert items(done) == {"八仙過海": 8}
    assert won(done).payers == (0, 2, 3)
    assert won(done).pays == (12, 11, 11)
    assert done.result is not None
    assert done.result.extra["reason"] == "flower8"


def test_seven_flowers_rob_the_eighth() -> None:
    state = table("", "f8", "f1 f2 f3 f4 f5 f6", draws="1z f7")
    done = step(play(throw_drawn(state), "1discard:1z"))
    assert items(done) == {"七搶一": 8}
    assert (won(done).seat, won(done).payers, won(done).pays) == (2, (1,), (11,))
    laid = table("", "f1 f2 f3 f4 f5 f6 f7", "", draws="1z f8")
    done = step(play(throw_drawn(laid), "1discard:1z"))
    assert (won(done).seat, won(done).payers) == (1, (2,))
    assert won(done).flowers == tuple(f"{n}f" for n in range(1, 9))


def test_eight_flowers_as_dealt_win_when_the_hand_opens() -> None:
    dealt = table("f1 f2 f3 f4 f5 f6 f7 f8", opened=False)
    done = step(dealt)
    assert items(done) == {"配牌花胡": 12}
    assert won(done).pays == (16, 16, 16)
    assert (done.state.round.dealer, done.state.round.streak) == (0, 1)
    split = step(table("", "f1 f2 f3 f4 f5 f6 f7 f8", opened=False, preset="gamesofa"))
    assert items(split) == {"八仙過海": 8, "配牌花胡": 4}


def test_nobody_wins_by_six_and_two() -> None:
    state = table("f1 f2", "f3 f4 f5 f6 f7 f8")
    assert flower_winner(state.players) is None
    assert state.phase == "Discard"


def test_by_option_flowers_are_paid_at_once_and_play_goes_on() -> None:
    state = table("", "f1 f2 f3 f4 f5 f6 f7", draws="f8", flower_win="bonus")
    done = step(play(state, f"0discard:{NAMES[state.drawn]}"))
    assert done.result is None
    assert done.state.scores == (-12, 34, -11, -11)
    (paid,) = (event for event in done.events if isinstance(event, FlowersPaid))
    assert (paid.seat, paid.source, paid.item, sum(paid.deltas)) == (1, 1, "八仙過海", 0)
    assert (done.state.phase, done.state.current) == ("Discard", 1)
    check(done.state)


def test_a_bonus_as_dealt_counts_in_the_result_of_the_hand() -> None:
    state = table("f8", "f1 f2 f3 f4 f5 f6 f7", flower_win="bonus", max_hands=1)
    assert state.scores == (-12, 12, 0, 0)
    assert flower_names(state.players[1].flowers) == [f"{n}f" for n in range(1, 9)]
    while not (done := discard_drawn(state)).result:
        state = done.state
    assert done.result.points == (-12, 12, 0, 0)


def optional() -> State:
    """Seat 2 has laid the eighth flower, seat 1 holds seven."""
    hands = ("", "f1 f2 f3 f4 f5 f6 f7")
    state = table(*hands, draws="1z f8 2z", tail="1z 2z 3z 4z 5z 6z 7z 7z", flower_win="optional")
    return play(throw_drawn(state), "1discard:1z", "")


def test_by_option_a_flower_win_may_be_declined() -> None:
    state = optional()
    assert (state.phase, state.claim, state.current) == ("Claim", "flower", 2)
    assert legal(state, 1) == ["win", "pass"]
    assert legal(state, 2) == ["pass"]
    done = step(state, "1win")
    assert items(done) == {"七搶一": 8}
    declined = play(state, "")
    assert (declined.phase, declined.current, NAMES[declined.drawn]) == ("Discard", 2, "7z")
    check(declined)


def test_by_option_dealt_flowers_may_be_declined() -> None:
    hands = ("f1 f2 f3 f4 f5 f6 f7 f8",)
    state = table(*hands, flower_win="optional", opened=False)
    assert legal(state, 0) == ["win", "pass"]
    assert items(step(state, "0win")) == {"配牌花胡": 12}
    assert play(state, "").phase == "Discard"
    ready = table("", "f1 f2 f3 f4 f5 f6 f7 f8", tail="123456789m", opened=False)
    assert ready.players[1].flowers == 0xFF
    both = State(table("", READY, flower_win="optional", opened=False))
    both.players[1].flowers = 0xFF
    assert legal(both, 1) == ["ready", "win", "pass"]


@pytest.mark.parametrize(("tile", "complete"), [("6s", True), ("1z", False)])
def test_what_the_replacement_of_a_combined_win_adds(tile: str, complete: bool) -> None:
    state = State(table("", READY, draws="f8", tail=tile, flower_win="combined"))
    state.players[1].flowers = 0x7F
    done = step(play(state, f"0discard:{NAMES[state.drawn]}"))
    found = items(done)
    assert found["八仙過海"] == 8
    assert ("自摸" in found) == complete
    assert (won(done).tile == tile) == complete


def test_a_combined_win_without_a_replacement_counts_the_flowers_alone() -> None:
    state = State(table("", READY, draws="f8", flower_win="combined"))
    state.players[1].flowers = 0x7F
    state.tail -= live(state) - 1
    done = step(play(state, f"0discard:{NAMES[state.drawn]}"))
    assert items(done) == {"八仙過海": 8}


def test_a_combined_win_as_dealt() -> None:
    state = State(table(READY + "6s", flower_win="combined", opened=False))
    state.players[0].flowers = 0xFF
    assert won(step(state)).yaku == ("配牌花胡", "天胡", "花槓", "花槓")
    other = State(table("", READY, flower_win="combined", opened=False))
    other.players[1].flowers = 0xFF
    assert items(step(other)) == {"配牌花胡": 12}
