"""Melds laid on the table."""

from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.mahjong.tiles import write_names
from engine.taiwan.tiles import NAMES

MeldType = Literal["chi", "pong", "open_kong", "added_kong", "concealed_kong"]
KONGS: Final = ("open_kong", "added_kong", "concealed_kong")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: its lowest kind, the kind that was claimed and who gave it.

    `called` and `source` are -1 for a concealed kong; an added kong keeps those of its pong.
    """

    type: MeldType
    kind: int
    called: int = -1
    source: int = -1

    @property
    def tiles(self) -> tuple[int, ...]:
        """All of its tiles, three or four."""
        if self.type == "chi":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (4 if self.is_kong else 3)

    @property
    def is_kong(self) -> bool:
        """Whether this has four tiles."""
        return self.type in KONGS

    @property
    def is_open(self) -> bool:
        """Whether a tile of it was claimed."""
        return self.type != "concealed_kong"

    def as_json(self, *, shown: bool = True) -> dict[str, Any]:
        """The plain object that views carry; a concealed kong lies face down unless shown."""
        visible = shown or self.is_open
        return {
            "type": self.type,
            "tiles": [NAMES[tile] for tile in self.tiles] if visible else None,
            "called": NAMES[self.called] if self.called >= 0 else None,
            "from": self.source if self.source >= 0 else None,
        }

    def __str__(self) -> str:
        return f"{self.type}:{write_names([NAMES[tile] for tile in self.tiles])}"
