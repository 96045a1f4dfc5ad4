"""What bots wrote to stderr, kept beside a match: a file a seat, each line with its step."""

from collections.abc import Sequence
from pathlib import Path

from arena.errors import LogError
from engine.game import Seat

Lines = Sequence[tuple[int, str]]
"""The number of steps played by then, and the text."""


def write_bot_log(folder: Path, seat: Seat, lines: Lines) -> None:
    """Write a seat's lines as `SEAT.log`, the step before a tab."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{n}\t{line}\n" for n, line in lines)
    (folder / f"{seat}.log").write_text(text, encoding="utf-8")


def read_bot_logs(folder: Path) -> dict[int, list[tuple[Seat, str]]]:
    """By step, who wrote what; LogError if a file is not as we write them."""
    if not folder.is_dir():
        raise LogError(f"{folder}: no such folder")
    found: dict[int, list[tuple[Seat, str]]] = {}
    for file in sorted(folder.glob("[0-9].log")):
        # Only "\n" ends a line here: a bot may write whatever else it likes.
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n")[:-1], 1):
            n, tab, text = line.partition("\t")
            if not tab or not n.isdecimal():
                raise LogError(f"{file}: line {number}: expected a step, a tab and a text")
            found.setdefault(int(n), []).append((int(file.stem), text))
    return found
