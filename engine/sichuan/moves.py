"""Every move of Sichuan, made once; `choice` is its text everywhere."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final, Literal

from engine.sichuan.tiles import NAMES, SUIT_NAMES

Verb = Literal["exchange", "void", "discard", "pong", "kong", "ckong", "akong", "hu", "pass"]


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A move: `kind` is its tile, or the suit of a void; `tiles` the three to exchange.

    Each is made once, here, so that moves are compared by identity.
    """

    choice: str
    verb: Verb
    kind: int = -1
    tiles: tuple[int, ...] = ()


def _of_kinds(verb: Verb) -> tuple[Move, ...]:
    return tuple(Move(f"{verb}:{name}", verb, kind) for kind, name in enumerate(NAMES))


def _exchanges() -> dict[tuple[int, ...], Move]:
    moves: dict[tuple[int, ...], Move] = {}
    for suit, letter in enumerate(SUIT_NAMES):
        for tiles in combinations_with_replacement(range(9 * suit, 9 * suit + 9), 3):
            digits = "".join(NAMES[kind][0] for kind in tiles)
            moves[tiles] = Move(f"exchange:{digits}{letter}", "exchange", tiles=tiles)
    return moves


EXCHANGE: Final = _exchanges()
VOID: Final = tuple(Move(f"void:{name}", "void", suit) for suit, name in enumerate(SUIT_NAMES))
DISCARD: Final = _of_kinds("discard")
PONG: Final = _of_kinds("pong")
KONG: Final = _of_kinds("kong")
CKONG: Final = _of_kinds("ckong")
AKONG: Final = _of_kinds("akong")
HU: Final = Move("hu", "hu")
PASS: Final = Move("pass", "pass")
WORDS: Final = frozenset(
    move.choice
    for move in (*EXCHANGE.values(), *VOID, *DISCARD, *PONG, *KONG, *CKONG, *AKONG, HU, PASS)
)
