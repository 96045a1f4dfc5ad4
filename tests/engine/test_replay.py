"""Positions rebuilt from moves, and moves that were never on offer."""

import pytest

from engine.errors import IllegalMoveError
from engine.replay import replay
from engine.rng import Deals
from engine.variants import Position, Rules, Variant, changing
from tests.engine.race import Race, race_with


def positions(*moves: dict[int, str], auto_pass: bool = False) -> list[Position]:
    game = Race()
    return list(replay(Rules(game), game.config(), Deals.seed(1), 2, moves, auto_pass=auto_pass))


def test_replay_gives_the_first_position_and_one_a_move() -> None:
    rows = positions({0: "one"}, {1: "two"}, {0: "stay", 1: "stay"}, {1: "two"})
    assert [row.state.at for row in rows] == [0, 1, 3, 3, 5]


def test_every_prefix_of_the_moves_works() -> None:
    assert [row.state.at for row in positions({0: "two"})] == [0, 2]
    assert len(positions()) == 1


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ([{0: "three"}], "step 1: seat 0 chose 'three'; legal were one,two"),
        ([{0: "one"}, {0: "one"}], "step 2: seat 1 must choose, but no move is given"),
        ([{0: "one", 1: "one"}], "step 1: seat 1 has nothing to decide"),
        ([{0: "one"}, {1: "one"}, {0: "stay"}], "step 3: seat 1 must choose"),
        ([{}], "step 1: seat 0 must choose"),
    ],
)
def test_move_that_was_not_on_offer_is_refused(moves: list[dict[int, str]], message: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        positions(*moves)
    assert str(caught.value).startswith(message)


def test_positions_before_a_bad_move_are_still_given() -> None:
    game = Race()
    rows = replay(Rules(game), game.config(), Deals.seed(1), 2, [{0: "one"}, {1: "x"}])
    assert [next(rows).state.at, next(rows).state.at] == [0, 1]
    with pytest.raises(IllegalMoveError):
        next(rows)


def test_auto_pass_fills_in_what_a_partial_log_leaves_out_of_a_claim() -> None:
    rows = positions({0: "one"}, {1: "one"}, {0: "one"}, auto_pass=True)
    assert rows[-1].state.at == 3


def test_auto_pass_never_plays_for_a_seat_whose_turn_it_is() -> None:
    with pytest.raises(IllegalMoveError, match="step 1: seat 0 must choose"):
        positions({}, auto_pass=True)


def test_replay_goes_through_the_variants() -> None:
    variant = Variant("one-only", "filter", changing(lambda _, o: {s: x[:1] for s, x in o.items()}))
    game = race_with(variant)
    table = Rules(game, ("one-only",))
    with pytest.raises(IllegalMoveError, match="legal were one"):
        list(replay(table, game.config(), Deals.seed(1), 2, [{0: "two"}]))


def test_move_after_the_end_is_refused() -> None:
    game = Race()
    rows = replay(Rules(game), game.config({"goal": 1}), Deals.seed(1), 2, [{0: "one"}, {1: "one"}])
    with pytest.raises(IllegalMoveError, match="seat 1 has nothing to decide"):
        list(rows)
