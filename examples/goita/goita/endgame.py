"""The end of a Goita round, exactly: all hands open, both sides at their best.

Only what still matters of a position is kept, so that the same ending is solved once.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.game import Seat
from goita.pieces import SIGNS, receives
from goita.rules import State, attacks, kings_open, points_of_last

REMEMBERED = 10_000
"""Endings; the garbage collector visits all of them now and then, and no answer may wait for it."""


class Ending(NamedTuple):
    """What decides the rest of a round; `first` is how the turn began, in the phase Attack only."""

    hands: tuple[str, ...]
    phase: str
    current: Seat
    attacker: Seat
    attack: str
    first: str
    kings_open: bool
    lone_king_last: bool


def ending(state: State) -> Ending:
    """Return what of a position decides the rest of its round."""
    first = state.laid[state.current][-1] if state.phase == "Attack" else ""
    return Ending(
        state.hands, state.phase, state.current, state.attacker, state.attack,
        first, kings_open(state), state.config.lone_king_last,
    )  # fmt: skip


@lru_cache(maxsize=REMEMBERED)
def lead(end: Ending) -> int:
    """Return the points of the round if all play their best, negative for seats 1 and 3."""
    values = [after(end, choice) for choice in choices(end)]
    return max(values) if end.current % 2 == 0 else min(values)


def choices(end: Ending) -> list[str]:
    """Return what the seat to move may do, as the rules offer it."""
    hand = end.hands[end.current]
    pieces = [piece for piece in SIGNS if piece in hand]
    if end.phase == "Attack":
        return [f"attack:{piece}" for piece in follow_ups(end, hand, end.first)]
    if end.phase == "Open":
        return [f"down:{p}" for p in pieces if follow_ups(end, hand.replace(p, "", 1), f"d{p}")]
    takes = [piece for piece in pieces if receives(piece, end.attack)]
    takes = [p for p in takes if follow_ups(end, hand.replace(p, "", 1), f"r{p}")]
    return [*[f"take:{piece}" for piece in takes], "pass"]


def follow_ups(end: Ending, hand: str, first: str) -> list[str]:
    """Return what a hand may attack with after the first piece of its turn."""
    return attacks(hand, first, kings_open=end.kings_open, lone_king_last=end.lone_king_last)


def after(end: Ending, choice: str) -> int:
    """Return the points of the round after a choice, if all play their best from then on."""
    seat = end.current
    if choice == "pass":
        return lead(asked(end, (seat + 1) % 4))
    verb, _, piece = choice.partition(":")
    hand = end.hands[seat].replace(piece, "", 1)
    then = end._replace(
        hands=(*end.hands[:seat], hand, *end.hands[seat + 1 :]),
        kings_open=end.kings_open or (verb != "down" and piece in "kj"),
    )
    if verb != "attack":
        return lead(then._replace(phase="Attack", first=verb[0].replace("t", "r") + piece))
    if not hand:
        points, _ = points_of_last(end.first, piece)
        return points if seat % 2 == 0 else -points
    return lead(asked(then._replace(attacker=seat, attack=piece, first=""), (seat + 1) % 4))


def asked(end: Ending, seat: Seat) -> Ending:
    """Return the ending in which this seat decides; the attacker begins anew if all passed."""
    if seat == end.attacker:
        return end._replace(phase="Open", current=seat, attack="")
    return end._replace(phase="Receive", current=seat)
