"""The history of a round: one token per placement or pass, face-down tiles hidden or shown."""

from collections.abc import Iterable
from typing import Final

from engine.game import Seat
from engine.tigerdragon.model import State

PASS_TOKENS: Final = tuple(f"{seat}pass" for seat in range(5))
BONUS_TOKENS: Final = tuple(f"{seat}B" for seat in range(5))


def discards(state: State) -> list[list[str]]:
    """This round's tokens by seat, face-down tiles shown; passes leave none."""
    rows: list[list[str]] = [[] for _ in range(state.table.seats)]
    for token in shown_history(state, range(state.table.seats)):
        if not token.endswith("pass"):
            rows[int(token[0])].append(token[1:])
    return rows


def shown_history(state: State, seats: Iterable[Seat]) -> list[str]:
    """The round's tokens in order, the face-down tiles of these seats shown, such as `0TB`."""
    rows = list(state.history)
    for seat in seats:
        at = -1
        for tile in state.face_down[seat]:
            at = rows.index(BONUS_TOKENS[seat], at + 1)
            rows[at] = f"{seat}{tile}B"
    return rows
