"""Names to show: any script, but nothing that could disturb the text around them.

A player is known by `player_id`, which is ASCII and reaches logs, addresses, files and terminals.
A display name stands beside it on pages alone.
"""

import unicodedata
from typing import Final

LONGEST: Final = 32
MARKS_IN_A_ROW: Final = 3
"""Combining marks that a letter may carry; more would climb over the lines above."""
SIGNS: Final = " ._-'"
RULE: Final = f"1 to {LONGEST} letters, marks and digits of any script, single spaces and . _ - '"


def display_name(text: str) -> str:
    """Return a name as it is shown, composed (NFC); ValueError if it cannot be shown safely."""
    if len(text) > 4 * LONGEST:  # composing is not free
        raise ValueError(RULE)
    name = unicodedata.normalize("NFC", text)
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        shown = kind[0] in "LM" or kind == "Nd" or letter in SIGNS
        if not shown or kind == "Me" or marks > MARKS_IN_A_ROW or blank(letter):
            raise ValueError(RULE)
    fits = 1 <= len(name) <= LONGEST and name == " ".join(name.split())
    if not fits or unicodedata.category(name[0])[0] == "M":
        raise ValueError(RULE)
    return name


def blank(letter: str) -> bool:
    """Return whether a letter is drawn as nothing: fillers, and marks that only choose a glyph."""
    return letter in "\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5" or (
        "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    )
