"""虎と龍 How a round is played: attack, defend, pass, lay face down."""

from collections.abc import Mapping
from typing import Final

from engine.game import Event, Seat, Step
from engine.tigerdragon.ends import close_round
from engine.tigerdragon.events import (
    ATTACKED,
    DEFENDED,
    FACE_DOWN,
    PASSED,
)
from engine.tigerdragon.history import BONUS_TOKENS, PASS_TOKENS
from engine.tigerdragon.model import State
from engine.tigerdragon.moves import LAY, PASS, Move
from engine.tigerdragon.tiles import NUMBERS, WIRE_ORDER

ANYTHING: Final = tuple((tile, LAY[tile]) for tile in WIRE_ORDER)
NOBODY: Final[Mapping[Seat, tuple[Move, ...]]] = {}


def defenders(attack: str, *, wild_answerable: bool) -> str:
    """The tiles that answer an attack, in the wire's order."""
    if attack in NUMBERS:
        return attack + ("T" if int(attack) % 2 == 0 else "D")
    if not wild_answerable:
        return ""
    return "2468" if attack == "T" else "1357"


def _answers(*, wild_answerable: bool) -> dict[str, tuple[tuple[str, Move], ...]]:
    table = {}
    for attack in WIRE_ORDER:
        tiles = defenders(attack, wild_answerable=wild_answerable)
        table[attack] = tuple((tile, LAY[tile]) for tile in tiles)
    return table


ANSWERS: Final = {
    True: _answers(wild_answerable=True),
    False: _answers(wild_answerable=False),
}


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """Any tile when attacking or laying face down; an answer or `pass` when defending."""
    if state.phase == "Finished":
        return NOBODY
    seat = state.current
    hand = state.hands[seat]
    if state.phase == "Defend":
        answers = ANSWERS[state.table.config.wild_answerable][state.attack]
        return {seat: (*[move for tile, move in answers if tile in hand], PASS)}
    return {seat: tuple([move for tile, move in ANYTHING if tile in hand])}


def default(state: State) -> Move:
    """Pass where one may, else the first tile on offer."""
    return PASS if state.phase == "Defend" else choices(state)[state.current][0]


def apply(state: State, move: Move) -> Step[State, Event]:
    """The position after the current player's move."""
    seat = state.current
    new = State(state)
    new.turn += 1
    if move is PASS:
        pass_by(new, seat)
        return Step(new, (PASSED[seat],))
    tile = move.choice
    hand = state.hands[seat].replace(tile, "", 1)
    new.hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    event = lay(new, seat, tile)
    if hand:
        return Step(new, (event,))
    return close_round(new, seat, tile, event)


def pass_by(new: State, seat: Seat) -> None:
    """The next seat answers; back at the attacker, the attack stands and earns a bonus tile."""
    new.history = (*new.history, PASS_TOKENS[seat])
    new.current = (seat + 1) % new.table.seats
    if new.current == new.attacker:
        new.phase = "BonusReceive"


def lay(new: State, seat: Seat, tile: str) -> Event:
    """Put a tile on the table as the phase demands, and say what happened."""
    if new.phase == "Attack":
        new.history = (*new.history, f"{seat}{tile}A")
        new.attack = tile
        new.attacker = seat
        new.phase = "Defend"
        new.current = (seat + 1) % new.table.seats
        return ATTACKED[seat, tile]
    if new.phase == "Defend":
        new.history = (*new.history, f"{seat}{tile}D")
        new.attack = ""
        new.attacker = seat
        new.phase = "Attack"
        return DEFENDED[seat, tile]
    lay_face_down(new, seat, tile)
    if not new.table.config.keep_attack_tile:
        new.attack = ""
    new.phase = "Attack"
    return FACE_DOWN[seat, tile]


def lay_face_down(new: State, seat: Seat, tile: str) -> None:
    """Add a tile that only its owner knows; the history says no more than that it lies there."""
    new.history = (*new.history, BONUS_TOKENS[seat])
    down = new.face_down
    new.face_down = (*down[:seat], down[seat] + tile, *down[seat + 1 :])
