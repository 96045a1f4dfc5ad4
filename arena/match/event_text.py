"""The text of an event for readers who cannot draw: names for its seats, letters for its pieces."""

import re
from collections.abc import Sequence
from typing import Final

MARK: Final = re.compile(r"\{(\d)\}|\[([^][]+)\]")
"""`{2}`, a seat, or `[3m]`, a piece, in `Event.text`."""


def plain_text(text: str, players: Sequence[str]) -> str:
    """Return an event's text with the players' names in it, pieces as they are written."""
    return MARK.sub(lambda mark: mark[2] or _name(int(mark[1]), players), text)


def _name(seat: int, players: Sequence[str]) -> str:
    return players[seat] if seat < len(players) else f"seat {seat}"
