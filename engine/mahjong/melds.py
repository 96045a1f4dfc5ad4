"""Melds laid on the table: one form for every mahjong, each with its own words for the types."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.mahjong.tiles import KIND, KIND_NAMES, NAMES, write_names

MeldType = Literal[
    "chi",
    "pon", "minkan", "ankan", "kakan",
    "pong", "open_kong", "concealed_kong", "added_kong",
    "kong", "ckong", "akong",
]  # fmt: skip
"""The words of riichi, of Taiwan and of Sichuan, which shares `pong`; views carry them."""
TRIPLES: Final = ("chi", "pon", "pong")
CONCEALED: Final = ("ankan", "concealed_kong", "ckong")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: its lowest kind, the tile that was claimed and who gave it.

    `called` and `source` are -1 for a concealed kong; an added kong keeps those of its pong.
    Where red fives are told from plain ones, `faces` are its tiles, lowest first and an added one
    last, and `called` is a face; elsewhere there are no faces and `called` is a kind.
    """

    type: MeldType
    kind: int
    called: int = -1
    source: int = -1
    faces: tuple[int, ...] = ()

    @staticmethod
    def of_faces(
        word: MeldType, faces: tuple[int, ...], called: int = -1, source: int = -1
    ) -> "Meld":
        """The meld of these faces."""
        return Meld(word, KIND[faces[0]], called, source, faces)

    @property
    def is_run(self) -> bool:
        """Whether this is a chi."""
        return self.type == "chi"

    @property
    def is_kong(self) -> bool:
        """Whether this has four tiles."""
        return self.type not in TRIPLES

    @property
    def is_open(self) -> bool:
        """Whether a tile of it was claimed."""
        return self.type not in CONCEALED

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return 3 if self.type in TRIPLES else 4

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of its tiles, three or four."""
        if self.type == "chi":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * self.size

    @property
    def names(self) -> list[str]:
        """Its tiles as text."""
        if self.faces:
            return [NAMES[face] for face in self.faces]
        return [KIND_NAMES[kind] for kind in self.kinds]

    @property
    def called_name(self) -> str | None:
        """The claimed tile as text; nothing for a concealed kong."""
        if self.called < 0:
            return None
        return NAMES[self.called] if self.faces else KIND_NAMES[self.called]

    def as_json(self, *, shown: bool = True) -> dict[str, Any]:
        """The plain object that views carry; a concealed kong lies face down unless shown."""
        visible = shown or self.is_open
        return {
            "type": self.type,
            "tiles": self.names if visible else None,
            "called": self.called_name,
            "from": self.source if self.source >= 0 else None,
        }

    def __str__(self) -> str:
        return f"{self.type}:{write_names(self.names)}"


def kinds_laid(melds: Sequence[Meld], kind: int) -> int:
    """How many tiles of a kind lie in these melds."""
    return sum([meld.kinds.count(kind) for meld in melds])
