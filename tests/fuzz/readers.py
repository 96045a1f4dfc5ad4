"""The readers that are fuzzed, and the errors that each is documented to raise."""

import json
import resource
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from arena.children.sandbox.manifest import bot_table, read_manifest
from arena.children.sandbox.program import prepare
from arena.errors import LinkError, LogError, SpecError, UnknownNameError
from arena.formats.mjai import import_mjai
from arena.formats.mjlog.games import read_game, unpack_text
from arena.formats.mjlog.verify import verify as verify_mjlog
from arena.formats.tenhou6 import tenhou6_lines
from arena.match.link import is_link, read_link
from arena.match.log import parse_log, split_lines, verify
from arena.match.rebuild import replayed_match
from arena.plugins.manager import load_plugins
from protocol.codec import decode, read, read_join
from protocol.errors import ProtocolError
from protocol.messages import CLIENT, Join
from tests.fuzz import inputs

PLUGINS = load_plugins(entry_points=False)
MOST_SECONDS = 5.0
"""CPU time that one input may take."""
MOST_MB = 100
"""How far the peak of resident memory may rise while one input is read."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader, what it is given, and all that it may raise."""

    name: str
    given: st.SearchStrategy[Any]
    read: Callable[[Any], None]
    raises: tuple[type[Exception], ...]


def read_frame(frame: bytes) -> None:
    """Read a frame as the server does."""
    data = decode(frame)
    model = CLIENT[data["type"]]
    if model is Join:
        read_join(data)
    else:
        read(model, data)


def read_whole_link(text: str) -> None:
    """Read a link and play its match to the end."""
    is_link(text)
    for _ in read_link(text, PLUGINS.game).positions():
        pass


def read_whole_log(text: str) -> None:
    """Read a log and check it."""
    log = parse_log(split_lines(text))
    verify(log, PLUGINS.game(log.header["game"]))


def read_mjlog(data: bytes) -> None:
    """Read a recorded game and replay it."""
    game = read_game("2020010100gm-0009-0000-0000", unpack_text(data))
    if game is not None:
        with suppress(LogError):
            replayed_match(
                PLUGINS.game("riichi"), "x", list("0123"), game.config, game.deals, game.moves()
            )
        verify_mjlog(game)


def read_exchanged(text: str) -> None:
    """Read a log of another program, whichever it is, and replay it."""
    data = json.loads(text)
    lines = data if isinstance(data, list) else tenhou6_lines(data)
    game = import_mjai(lines)
    replayed_match(PLUGINS.game("riichi"), "x", game.names, game.config, game.deals, game.moves)


def read_archive(data: bytes) -> None:
    """Lay out a submitted zip."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "bot.zip")
        file.write_bytes(data)
        prepare(str(file)).remove()


def read_toml(data: bytes) -> None:
    """Read a submitted manifest, alone and beside the bot it describes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "bot.toml")
        file.write_bytes(data)
        with suppress(SpecError):
            bot_table(file)
        with suppress(SpecError):
            read_manifest(file)
        prepare(folder).remove()


READERS = (
    Reader("codec", inputs.frames(), read_frame, (ProtocolError,)),
    Reader("link", inputs.links(), read_whole_link, (LinkError, UnknownNameError)),
    Reader("log", inputs.logs(), read_whole_log, (LogError, UnknownNameError)),
    Reader("mjlog", inputs.mjlogs(), read_mjlog, (LogError,)),
    Reader("exchanged", inputs.exchanged(), read_exchanged, (LogError,)),
    Reader("zip", inputs.archives(), read_archive, (SpecError,)),
    Reader("toml", inputs.manifests(), read_toml, (SpecError,)),
)


def peak_mb() -> float:
    """The highest resident memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fuzz(reader: Reader, examples: int, number: int) -> int:
    """Give a reader so many inputs; how many it was given. What it must not do raises."""
    tried = 0

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,  # CPU time is measured below: a busy machine is nobody's fault
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(reader.given)
    def try_one(data: Any) -> None:
        nonlocal tried
        tried += 1
        begun, before = process_time(), peak_mb()
        with suppress(*reader.raises):
            reader.read(data)
        spent, grown = process_time() - begun, peak_mb() - before
        assert spent < MOST_SECONDS, f"{reader.name}: {spent:.1f} s for one input"
        assert grown < MOST_MB, f"{reader.name}: {grown:.0f} MB for one input"

    try_one()
    return tried
