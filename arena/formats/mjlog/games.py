"""Whole recorded games: where they lie, what rules they were played by."""

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from gzip import GzipFile
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import unquote
from zipfile import BadZipFile, ZipFile

from arena.errors import LogError
from arena.formats.mjlog.moves import Choices, round_moves
from arena.formats.mjlog.tags import LoggedRound, read_tags
from arena.formats.mjlog.walls import rebuild_walls
from engine.mahjong.tiles import PLAIN_IDS, RED_ID_FACES

MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one log, unpacked; the longest games have some 100,000."""
MOST_ROUNDS: Final = 200
BROKEN: Final = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError)
"""What tags and numbers that do not hold raise while they are read."""
IGNORED: Final = ("UN", "BYE", "TAIKYOKU", "SHUFFLE", "GO", "mjloggm")
NO_RED, NO_KUITAN, HANCHAN, THREE_PLAYERS, CHIPS, HONBA_1500, GOLD = (
    2, 4, 8, 0x10, 0x200, 0x400, 0x800,
)  # fmt: skip


@dataclass(slots=True)
class LoggedGame:
    """A recorded game: options, rounds, and whether its walls came from the seed."""

    name: str
    config: dict[str, Any]
    rounds: list[LoggedRound]
    private: bool = False
    """A private lobby settles final points by rules that the log does not tell."""

    @property
    def has_wall(self) -> bool:
        """Whether the walls are the real ones and not pieced together from the draws."""
        return all(item.from_seed for item in self.rounds)

    @property
    def deals(self) -> list[dict[str, list[int]]]:
        """The walls in the form that `Deals.given` takes."""
        return [{"wall": item.wall} for item in self.rounds]

    @property
    def faces(self) -> bytes:
        """The face of each tile id in this game's set."""
        return RED_ID_FACES if self.config["red_fives"] else PLAIN_IDS

    def moves(self) -> Iterator[Choices]:
        """Every step's choices by seat; seats that pass a claim are left out."""
        for item in self.rounds:
            yield from round_moves(item, self.faces)


def import_mjlog(path: Path) -> Iterator[LoggedGame]:
    """Every four-player game in a file, a folder or a zip; LogError if it is no sound log."""
    for name, text in texts(path):
        game = read_game(name, text)
        if game is not None:
            yield game


def texts(path: Path, endings: Sequence[str] = (".mjlog",)) -> Iterator[tuple[str, str]]:
    """The logs under a path by name, unpacked; in a folder those whose names end like this."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and file.name.endswith(tuple(endings)):
                yield from texts(file)
    elif path.suffix == ".zip":
        yield from _zipped(path)
    else:
        yield path.name.partition(".")[0], unpack_text(path.read_bytes())


def _zipped(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with ZipFile(path) as archive:
            for name in archive.namelist():
                if not name.endswith("/"):
                    with archive.open(name) as opened:
                        data = _bounded(opened)
                    yield Path(name).stem, unpack_text(data)
    except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise LogError(f"{path.name}: a broken zip file ({error})") from None


def unpack_text(data: bytes) -> str:
    """The text of a log, gzipped or not; LogError if it cannot be unpacked."""
    if data[:2] == b"\x1f\x8b":
        try:
            data = _bounded(GzipFile(fileobj=BytesIO(data)))
        except (OSError, EOFError, zlib.error) as error:
            raise LogError(f"not a whole gzip file: {error}") from None
    return data.decode("utf-8", "replace")


def _bounded(source: IO[bytes] | GzipFile) -> bytes:
    data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise LogError(f"a log unpacks to over {MOST_BYTES} bytes")
    return data


def read_game(name: str, text: str) -> LoggedGame | None:
    """A game with its walls; None if it is not for four players or has no round.

    LogError if what the tags say cannot be a game.
    """
    try:
        return _read_game(name, text)
    except BROKEN as error:
        raise LogError(f"{name}: not a sound mjlog ({type(error).__name__}: {error})") from None


def _read_game(name: str, text: str) -> LoggedGame | None:
    tags = read_tags(text)
    go = next((tag.attributes for tag in tags if tag.name == "GO"), {})
    kind = int(go.get("type", 0))
    starts = [place for place, tag in enumerate(tags) if tag.name == "INIT"]
    if kind & THREE_PLAYERS or not starts:
        return None
    if len(starts) > MOST_ROUNDS:
        raise LogError(f"{name}: {len(starts)} rounds; expected at most {MOST_ROUNDS}")
    rounds = []
    for start, end in zip(starts, [*starts[1:], len(tags)], strict=True):
        body = [tag for tag in tags[start + 1 : end] if tag.name not in IGNORED]
        rounds.append(LoggedRound(tags[start], body))
    seed = next((tag.attributes["seed"] for tag in tags if tag.name == "SHUFFLE"), "")
    rebuild_walls(rounds, seed)
    date = re.match(r"(\d{6})\d{4}gm", name)
    month = int(date[1]) if date else 202001 if seed else 200901
    start = 100 * rounds[0].init.numbers("ten")[0]
    private = go.get("lobby", "0") != "0"
    own = json.loads(unquote(go["config"])) if "config" in go else {}  # a log that we wrote
    config = {**config_of(kind, month, start), **own, "draws": "wall"}
    return LoggedGame(name, config, rounds, private)


def config_of(kind: int, month: int, start: int) -> dict[str, Any]:
    """Our options for a game's type bits, its month (logs without a seed are old) and start.

    Chip lobbies round mangan up, turn kan dora at once and have a larger uma; gold lobbies pay
    the bare difference to the start.
    """
    old = month < 201001
    gold = bool(kind & GOLD)
    chips = bool(kind & CHIPS)
    uma = [10, 5, -5, -10] if old and not kind & HANCHAN else [20, 10, -10, -20]
    if chips or gold:
        uma = [0, 0, 0, 0] if gold else [30, 10, -10, -30]
    return {
        "preset": "tenhou",
        "length": "hanchan" if kind & HANCHAN else "tonpuu",
        "start_points": start,
        "target": start if gold else 30_000,
        "red_fives": 0 if kind & NO_RED else 3,
        "kuitan": not kind & NO_KUITAN,
        "honba_points": 1500 if kind & HONBA_1500 else 300,
        "kiriage": chips,
        "kan_dora": "immediate" if chips else "before_discard",
        "tenpai_yame": not old,
        "uma": uma,
        "rounding": "one_decimal" if gold or month > 202201 else "half_away",
    }
