"""Notes by a bot's author: a short text, from the submission or written later."""

from pathlib import Path
from typing import Any, Final
from unicodedata import category

from arena.children.sandbox.manifest import MANIFEST, bot_table
from arena.children.sandbox.program import only_folder
from arena.errors import SubmissionError

MOST: Final = 2000
"""Characters of a bot's notes."""
README: Final = ("README.md", "README.txt", "README")
README_LINES: Final = 10
README_BYTES: Final = 16 * 1024
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of text, and could make notes look like something else."""


def checked_notes(text: Any) -> str:
    """Notes as they are kept; SubmissionError if they are too long."""
    if not isinstance(text, str):
        raise SubmissionError(f"notes: expected a text, got {type(text).__name__}")
    if len(text) > MOST:
        raise SubmissionError(f"notes: {len(text)} characters, {MOST} at most")
    return plain(text)


def plain(text: str) -> str:
    """A text without signs that steer whatever shows it; lines and tabs stay."""
    told = text.replace("\r\n", "\n")
    return "".join(sign for sign in told if sign in "\n\t" or not steers(sign)).strip()


def steers(sign: str) -> bool:
    """Whether a sign is not to be seen, but does something."""
    return category(sign) in ("Cc", "Cs", "Co") or sign in TURNING


def notes_of(files: Path) -> str:
    """The notes that a submission brings along: `[bot] notes`, else how its README begins."""
    here = only_folder(files)
    if (here / MANIFEST).is_file() and (notes := bot_table(here / MANIFEST).get("notes")):
        return checked_notes(notes)
    for name in README:
        if (here / name).is_file():
            return beginning(here / name)
    return ""


def beginning(file: Path) -> str:
    """The first lines of a README, as far as notes go."""
    with file.open("rb") as opened:
        lines = opened.read(README_BYTES).decode("utf-8", "replace").split("\n")[:README_LINES]
    return plain("\n".join(lines))[:MOST]
