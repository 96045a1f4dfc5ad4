"""Tiger & Dragon positions for tests: laid out by hand, played on by choices, counted over."""

from collections import Counter
from typing import Any

from engine.game import Event, Step
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.model import State
from engine.tigerdragon.tiles import DECK

GAME = TigerDragon()


def table(*hands: str, start: int = 0, then: str = "error", **config: Any) -> State:
    """A first position with these hands, one text of tiles a seat."""
    deal = {"hands": [list(hand) for hand in hands], "start": start}
    return GAME.start(GAME.config(config), Deals.given([deal], then), len(hands)).state


def play(state: State, *choices: str) -> Step[State, Event]:
    """The last step of these choices, each of which must be on offer to the current seat."""
    step: Step[State, Event] = Step(state, ())
    for choice in choices:
        seat = step.state.current
        (move,) = [m for m in GAME.choices(step.state)[seat] if m.choice == choice]
        step = GAME.apply(step.state, {seat: move})
    return step


def legal(state: State) -> str:
    """What the current seat may choose, as the wire writes it."""
    return ",".join(move.choice for move in GAME.choices(state)[state.current])


def check_tiles(state: State) -> None:
    """Every tile is in a hand, on the table or set aside, and nowhere twice."""
    seats = range(state.table.seats)
    placed = [token[1] for token in state.history if token[-1] in "AD"]
    down = "".join(state.face_down)
    found = Counter([*"".join(state.hands), *placed, *down, *state.set_aside])
    missing, extra = Counter(DECK) - found, found - Counter(DECK)
    assert not missing, f"round {state.round} turn {state.turn}: missing {dict(missing)}"
    assert not extra, f"round {state.round} turn {state.turn}: too many {dict(extra)}"
    laid = [sum(token == f"{seat}B" for token in state.history) for seat in seats]
    assert [len(tiles) for tiles in state.face_down] == laid, f"{state.face_down}, laid {laid}"
