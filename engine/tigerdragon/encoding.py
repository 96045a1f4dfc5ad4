"""What a seat sees as numbers, for those who learn: one byte per channel.

The channels say nothing that the seat's view does not tell.
"""

from typing import Final, get_args

from engine.game import Seat
from engine.tigerdragon.config import Card
from engine.tigerdragon.model import State
from engine.tigerdragon.tiles import COPIES, WIRE_ORDER

MOST_SEATS: Final = 5
MOST: Final = 255
KINDS: Final = len(WIRE_ORDER)
KIND: Final[dict[str, int]] = {tile: kind for kind, tile in enumerate(WIRE_ORDER)}
CARDS: Final[tuple[str, ...]] = get_args(Card)
PHASES: Final[tuple[str, ...]] = ("Attack", "Defend", "BonusReceive")


def _named(row: str) -> list[str]:
    return [f"{row}={tile}" for tile in WIRE_ORDER]


def _channels() -> list[str]:
    names = [*_named("hand"), *_named("unseen"), *_named("attack")]
    for row in ("laid", "passed"):
        for seat in range(MOST_SEATS):
            names += _named(f"{row}[{seat}]")
    for row in ("tiles", "face_down", "score", "attacker", "start"):
        names += [f"{row}[{seat}]" for seat in range(MOST_SEATS)]
    names += [f"phase={phase}" for phase in PHASES]
    return [*names, *[f"card={card}" for card in CARDS]]


CHANNELS: Final[tuple[str, ...]] = tuple(_channels())
"""Seats are counted from the viewer: 0 is its own, 1 the next; those that are not there are 0."""


def encode(state: State, seat: Seat) -> bytes:
    """Write what a seat sees, one byte per channel."""
    hand, unseen, attack = (
        bytearray(KINDS),
        bytearray(COPIES[t] for t in WIRE_ORDER),
        bytearray(KINDS),
    )
    for tile in state.hands[seat] + state.face_down[seat]:
        unseen[KIND[tile]] -= 1
    for tile in state.hands[seat]:
        hand[KIND[tile]] += 1
    if state.attack:
        attack[KIND[state.attack]] = 1
    laid, passed = bytearray(MOST_SEATS * KINDS), bytearray(MOST_SEATS * KINDS)
    _read_history(state, seat, unseen, laid, passed)
    return b"".join((hand, unseen, attack, laid, passed, _numbers(state, seat)))


def _read_history(
    state: State, seat: Seat, unseen: bytearray, laid: bytearray, passed: bytearray
) -> None:
    """Count what lies face up, and on what everybody passed."""
    seats, attack = state.table.seats, 0
    for token in state.history:
        first = (int(token[0]) - seat) % seats * KINDS
        last = token[-1]
        if last == "s":  # pass
            passed[first + attack] += 1
        elif last != "B":
            kind = KIND[token[1]]
            laid[first + kind] += 1
            unseen[kind] -= 1
            if last == "A":
                attack = kind


def _numbers(state: State, seat: Seat) -> bytes:
    seats = state.table.seats
    rows = bytearray(5 * MOST_SEATS)
    for turn in range(seats):
        other = (seat + turn) % seats
        rows[turn] = len(state.hands[other])
        rows[MOST_SEATS + turn] = len(state.face_down[other])
        rows[2 * MOST_SEATS + turn] = min(state.scores[other], MOST)
        rows[3 * MOST_SEATS + turn] = other == state.attacker
        rows[4 * MOST_SEATS + turn] = other == state.start
    card = state.table.config.card
    phases = [phase == state.phase for phase in PHASES]
    return bytes(rows) + bytes([*phases, *[name == card for name in CARDS]])
