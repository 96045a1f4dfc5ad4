"""Every move of riichi, made once; `choice` is its text everywhere."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.mahjong.tiles import KIND_NAMES, KINDS, NAMES, NO_TILE, PLAIN, RED_FACES, write_group

Verb = Literal[
    "discard", "tsumogiri", "riichi", "chi", "pon", "minkan", "ankan", "kakan",
    "ron", "tsumo", "kyuushu", "pass",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """A move, equal to itself alone.

    `face` is the tile given away (NO_TILE: the drawn one), `uses` are those from the hand. For
    the three kans `kind` says which; they use all tiles of that kind.
    """

    choice: str
    verb: Verb
    face: int = NO_TILE
    uses: tuple[int, ...] = ()
    kind: int = -1


PASS: Final = Move("pass", "pass")
RON: Final = Move("ron", "ron")
TSUMO: Final = Move("tsumo", "tsumo")
KYUUSHU: Final = Move("kyuushu", "kyuushu")
TSUMOGIRI: Final = Move("tsumogiri", "tsumogiri")
RIICHI_TSUMOGIRI: Final = Move("riichi:tsumogiri", "riichi")
DISCARD: Final = tuple(Move(f"discard:{name}", "discard", face) for face, name in enumerate(NAMES))
RIICHI: Final = tuple(Move(f"riichi:{name}", "riichi", face) for face, name in enumerate(NAMES))
MINKAN: Final = tuple(Move(f"minkan:{n}", "minkan", kind=k) for k, n in enumerate(KIND_NAMES))
ANKAN: Final = tuple(Move(f"ankan:{n}", "ankan", kind=k) for k, n in enumerate(KIND_NAMES))
KAKAN: Final = tuple(Move(f"kakan:{n}", "kakan", kind=k) for k, n in enumerate(KIND_NAMES))

Pair = tuple[int, int]


def faces_of(kind: int) -> list[int]:
    """The faces of a kind: two for a five."""
    plain = PLAIN[kind]
    return [plain, plain + 1] if plain + 1 in RED_FACES else [plain]


def _pon_moves() -> dict[Pair, Move]:
    moves = {}
    for kind in range(KINDS):
        for first in faces_of(kind):
            for second in faces_of(kind):
                if first <= second and not (first == second and first in RED_FACES):
                    uses = (first, second)
                    moves[uses] = Move(f"pon:{write_group(uses)}", "pon", uses=uses)
    return moves


def _chi_moves() -> dict[Pair, Move]:
    moves = {}
    for low in range(27):
        for high in (low + 1, low + 2):
            if low // 9 != high // 9:
                continue
            for first in faces_of(low):
                for second in faces_of(high):
                    uses = (first, second)
                    moves[uses] = Move(f"chi:{write_group(uses)}", "chi", uses=uses)
    return moves


PON: Final = _pon_moves()
CHI: Final = _chi_moves()

WORDS: Final = frozenset(
    move.choice
    for move in (
        PASS, RON, TSUMO, KYUUSHU, TSUMOGIRI, RIICHI_TSUMOGIRI,
        *DISCARD, *RIICHI, *MINKAN, *ANKAN, *KAKAN, *PON.values(), *CHI.values(),
    )
)  # fmt: skip
"""Every choice there is."""
