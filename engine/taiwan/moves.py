"""Every move of Taiwan mahjong, made once; `choice` is its text everywhere."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.mahjong.tiles import KINDS, NO_TILE
from engine.taiwan.tiles import NAMES

Verb = Literal["discard", "ready", "chi", "pong", "kong", "ckong", "akong", "win", "pass"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move: `kind` is the tile given away or the kind of a pong or kong.

    For a chi `uses` are the two kinds from the hand. A `ready` without a kind is the declaration
    before the first draw.
    """

    choice: str
    verb: Verb
    kind: int = NO_TILE
    uses: tuple[int, ...] = ()


def _of_kinds(verb: Verb) -> tuple[Move, ...]:
    return tuple(Move(f"{verb}:{NAMES[kind]}", verb, kind) for kind in range(KINDS))


def _chi_moves() -> dict[tuple[int, int], Move]:
    moves = {}
    for low in range(27):
        for high in (low + 1, low + 2):
            if low // 9 == high // 9:
                text = f"chi:{low % 9 + 1}{NAMES[high]}"
                moves[low, high] = Move(text, "chi", uses=(low, high))
    return moves


PASS: Final = Move("pass", "pass")
WIN: Final = Move("win", "win")
READY: Final = Move("ready", "ready")
DISCARD: Final = _of_kinds("discard")
READY_WITH: Final = _of_kinds("ready")
PONG: Final = _of_kinds("pong")
KONG: Final = _of_kinds("kong")
CKONG: Final = _of_kinds("ckong")
AKONG: Final = _of_kinds("akong")
CHI: Final = _chi_moves()

WORDS: Final = frozenset(
    move.choice
    for move in (
        PASS, WIN, READY, *DISCARD, *READY_WITH, *PONG, *KONG, *CKONG, *AKONG, *CHI.values(),
    )
)  # fmt: skip
"""Every choice there is."""
