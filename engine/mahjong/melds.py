"""Melds laid on the table."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.mahjong.tiles import KIND, NAMES, write_group

MeldType = Literal["chi", "pon", "minkan", "ankan", "kakan"]
KANS: Final = ("minkan", "ankan", "kakan")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: the faces, lowest first, the called one, and whose discard it was.

    `called` and `source` are -1 for a concealed kan; an added kan keeps those of its pon and
    has the added tile last.
    """

    type: MeldType
    faces: tuple[int, ...]
    called: int = -1
    source: int = -1

    @property
    def kind(self) -> int:
        """The kind of a triplet or kan; the lowest kind of a run."""
        return KIND[self.faces[0]]

    @property
    def is_run(self) -> bool:
        """Whether this is a chi."""
        return self.type == "chi"

    @property
    def is_kan(self) -> bool:
        """Whether this has four tiles."""
        return self.type in KANS

    @property
    def is_open(self) -> bool:
        """Whether a tile of it was called."""
        return self.type != "ankan"

    def as_json(self) -> dict[str, object]:
        """The plain object that views carry."""
        called = NAMES[self.called] if self.called >= 0 else None
        return {
            "type": self.type,
            "tiles": [NAMES[face] for face in self.faces],
            "called": called,
            "from": self.source if self.source >= 0 else None,
        }

    def __str__(self) -> str:
        return f"{self.type}:{write_group(self.faces)}"
