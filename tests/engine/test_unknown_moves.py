"""A move that no rule names is refused: none of the games takes it for another."""

from typing import Any

import pytest

from engine.errors import IllegalMoveError
from engine.game import AnyGame
from engine.riichi import Riichi
from engine.riichi.moves import MINKAN, RON
from engine.riichi.moves import PASS as RIICHI_PASS
from engine.rng import Deals
from engine.sichuan import Sichuan
from engine.sichuan.moves import PASS as SICHUAN_PASS
from engine.sichuan.moves import PONG, VOID
from engine.taiwan import Taiwan
from engine.taiwan.moves import PASS as TAIWAN_PASS
from engine.taiwan.moves import PONG as TAIWAN_PONG

OF_ANOTHER_STEP = [
    (Riichi(), RIICHI_PASS),
    (Riichi(), RON),
    (Riichi(), MINKAN[0]),
    (Taiwan(), TAIWAN_PASS),
    (Taiwan(), TAIWAN_PONG[0]),
    (Sichuan(), SICHUAN_PASS),
    (Sichuan(), PONG[0]),
    (Sichuan(), VOID[0]),
]


def first_turn(game: AnyGame) -> Any:
    """The first position in which one seat has its turn."""
    state = game.start(game.config({}), Deals.seed("unknown moves"), 4).state
    while game.asking(state) != "turn":
        moves = {seat: game.default(state, seat) for seat in game.choices(state)}
        state = game.apply(state, moves).state
    return state


@pytest.mark.parametrize(
    ("game", "move"),
    OF_ANOTHER_STEP,
    ids=lambda item: getattr(item, "choice", getattr(item, "name", "")),
)
def test_a_turn_refuses_the_move_of_another_step(game: AnyGame, move: Any) -> None:
    state = first_turn(game)
    with pytest.raises(IllegalMoveError, match=f"{move.choice!r} is no move of a turn"):
        game.apply(state, {state.current: move})
