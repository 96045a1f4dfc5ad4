"""What bots wrote to stderr, kept beside a match: a file a seat, each line with its step."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import LogError
from engine.game import Seat

Lines = Sequence[tuple[int, str]]
"""The number of steps played by then, and the text."""
KEPT_BYTES: Final = 64 * 1024
"""What a store keeps of a seat's log: the newest lines."""
LINE_BYTES: Final = 4096


def write_bot_log(folder: Path, seat: Seat, lines: Lines) -> None:
    """Write a seat's lines as `SEAT.log`, the step before a tab."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{line}\n" for line in told(lines))
    (folder / f"{seat}.log").write_text(text, encoding="utf-8")


def told(lines: Lines) -> list[str]:
    """Lines as a file has them: the step, a tab and the text."""
    return [f"{n}\t{line}" for n, line in lines]


def newest(lines: Iterable[str]) -> list[str]:
    """The last lines, no more than a store keeps; a long one is cut, and the first says so."""
    kept: list[str] = []
    size = 0
    every = list(lines)
    for line in reversed(every):
        short = line.encode()[:LINE_BYTES].decode("utf-8", "ignore")
        size += len(short.encode()) + 1
        if size > KEPT_BYTES:
            left = len(every) - len(kept)
            step = kept[-1].partition("\t")[0]
            return [f"{step}\t({left} lines before this one are not kept)", *reversed(kept)]
        kept.append(short)
    return kept[::-1]


def read_bot_logs(folder: Path) -> dict[int, list[tuple[Seat, str]]]:
    """By step, who wrote what; LogError if a file is not as we write them."""
    if not folder.is_dir():
        raise LogError(f"{folder}: no such folder")
    found: dict[int, list[tuple[Seat, str]]] = {}
    for file in sorted(folder.glob("[0-9].log")):
        for number, (n, text) in enumerate(parted(file.read_text(encoding="utf-8")), 1):
            if not n.isdecimal():
                raise LogError(f"{file}: line {number}: expected a step, a tab and a text")
            found.setdefault(int(n), []).append((int(file.stem), text))
    return found


def parted(text: str) -> Iterator[tuple[str, str]]:
    """A log's lines as step and text; without a tab there is no step."""
    # Only "\n" ends a line here: a bot may write whatever else it likes.
    for line in text.split("\n")[:-1]:
        n, tab, words = line.partition("\t")
        yield (n, words) if tab else ("", line)
