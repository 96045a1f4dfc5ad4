"""Tiles: 34 kinds, 37 faces (a red five is a face of its own), and their text.

A kind is 0..33: nine of m, p and s each, then east, south, west, north, haku, hatsu, chun.
A face is 0..36 in the order of the wire, a red five right after its plain one, so that sorted
faces read well. A tile id is 0..135, four to a kind.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import DealError

KINDS: Final = 34
NO_TILE: Final = -1
SUITS: Final = "mpsz"
FIVES: Final = (4, 13, 22)
RED_IDS: Final = (16, 52, 88)
YAOCHU: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""么九 yaochu: terminals and honours."""
EAST: Final = 27
WINDS: Final = (27, 28, 29, 30)
WIND_NAMES: Final = "ESWN"
DRAGONS: Final = (31, 32, 33)

KIND_NAMES: Final = tuple(
    f"{number}{suit}" for suit in SUITS for number in range(1, 8 if suit == "z" else 10)
)


def _faces() -> tuple[list[str], list[int]]:
    names, kinds = [], []
    for kind, name in enumerate(KIND_NAMES):
        names.append(name)
        kinds.append(kind)
        if kind in FIVES:
            names.append("0" + name[1])
            kinds.append(kind)
    return names, kinds


_NAMES, _KINDS = _faces()
NAMES: Final[tuple[str, ...]] = tuple(_NAMES)
"""The text of each face."""
KIND: Final = bytes(_KINDS)
"""The kind of each face."""
FACE_OF: Final[dict[str, int]] = {name: face for face, name in enumerate(NAMES)}
PLAIN: Final = bytes(FACE_OF[name] for name in KIND_NAMES)
"""The face of each kind that is not red."""
RED: Final = bytes(name[0] == "0" for name in NAMES)
"""1 for a red five."""
RED_FACES: Final = tuple(face for face in range(37) if RED[face])

PLAIN_IDS: Final = bytes(PLAIN[tile // 4] for tile in range(136))
"""The face of each tile id in a set without red fives."""
RED_ID_FACES: Final = bytes(PLAIN[tile // 4] + (tile in RED_IDS) for tile in range(136))
"""The face of each tile id in a set with one red five a suit."""

LETTERS: Final = {
    "E": "1z", "S": "2z", "W": "3z", "N": "4z", "P": "5z", "B": "5z", "F": "6z", "C": "7z",
}  # fmt: skip


def read_tiles(text: str) -> list[int]:
    """Faces from text such as `123m 05p 7z` or `E S C`; DealError names what is no tile."""
    faces: list[int] = []
    digits = ""
    for letter in text:
        if letter.isdecimal():
            digits += letter
        elif letter in SUITS and digits:
            faces += [_face(digit + letter, text) for digit in digits]
            digits = ""
        elif letter in LETTERS and not digits:
            faces.append(FACE_OF[LETTERS[letter]])
        elif letter not in " ,":
            raise DealError(f"tiles {text!r}: {letter!r} does not fit there")
    if digits:
        raise DealError(f"tiles {text!r}: {digits} without a suit (m, p, s or z)")
    return faces


def _face(name: str, text: str) -> int:
    if name not in FACE_OF:
        raise DealError(f"tiles {text!r}: there is no tile {name}")
    return FACE_OF[name]


def write_tiles(faces: Iterable[int]) -> str:
    """The short text of a hand, sorted, suits grouped: `123m05p7z`."""
    text, suit = "", ""
    for face in sorted(faces):
        name = NAMES[face]
        if name[1] != suit:
            text += suit
            suit = name[1]
        text += name[0]
    return text + suit


def face_names(faces: Iterable[int]) -> list[str]:
    """The text of each of these faces."""
    # A comprehension over a bytearray, as hands are, cannot be compiled by mypyc.
    return [NAMES[face] for face in faces]


def write_group(faces: Iterable[int]) -> str:
    """Tiles of one suit in the order given: `34m`, `505p`."""
    return write_names(face_names(faces))


def write_names(names: Sequence[str]) -> str:
    """The same for tiles that are text already."""
    return "".join([name[0] for name in names]) + names[0][1]


def count_kinds(kinds: Iterable[int]) -> bytes:
    """How many of each kind."""
    counts = bytearray(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


def count_faces(faces: Iterable[int]) -> bytearray:
    """How many of each kind, red fives with the plain ones."""
    counts = bytearray(KINDS)
    for face in faces:
        counts[KIND[face]] += 1
    return counts


def check_wall(wall: object, size: int = 136) -> bytes:
    """The tile ids of a given wall; DealError unless each id is there exactly once."""
    ids = list(wall) if isinstance(wall, list | tuple) else []
    if all(type(tile) is int for tile in ids) and sorted(ids) == list(range(size)):
        return bytes(ids)
    raise DealError(f"wall: expected the tile ids 0 to {size - 1}, each once")
