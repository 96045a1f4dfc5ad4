"""A bot on its way in: what it may be called and be made of. Nothing of it is run here."""

import re
import stat
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.children.sandbox.packages import check_required
from arena.children.sandbox.program import prepare
from arena.children.sandbox.submission_files import LIMITS, lay_out
from arena.errors import SpecError, SubmissionError
from arena.ladder.notes import notes_of
from arena.plugins.manager import Plugins
from arena.sdk.new_bot import NAME
from arena.store import Bots, BotVersion, NewVersion

FILENAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}\.(py|zip)")
MJAI_GAME: Final = "riichi"
PACKED_LIMIT: Final = LIMITS.packed


def check_name(name: str, plugins: Plugins) -> None:
    """SubmissionError unless a bot may be called this."""
    if not NAME.fullmatch(name):
        raise SubmissionError(
            f"{name[:64]!r} is no name for a bot: a small letter, then small letters, digits, - "
            "or _, 40 at most"
        )
    if name in plugins.bots:
        raise SubmissionError(f"{name} is a house bot; choose another name")


def new_version(
    game: str, filename: str, archive: bytes, offered: Sequence[str] = ()
) -> NewVersion:
    """A submission that can be kept; SubmissionError or SpecError says what is wrong with it.

    `offered` are the packages that it may require.
    """
    if not FILENAME.fullmatch(filename):
        raise SubmissionError(f"{filename[:80]!r}: a submission is a NAME.py or a NAME.zip")
    if not archive or len(archive) > PACKED_LIMIT:
        size = f"{PACKED_LIMIT // 1024 // 1024} MiB"
        raise SubmissionError(f"{filename}: {len(archive)} bytes; between 1 and {size}")
    with TemporaryDirectory(prefix="arena-submission-") as folder:
        source, files = Path(folder) / filename, Path(folder) / "files"
        source.write_bytes(archive)
        files.mkdir()
        lay_out(source, files)
        digest, notes = content_hash(game, files), notes_of(files)
        try:
            program = prepare(str(source))  # it has a bot.py, or a command that can be had here
        except SpecError as error:  # said by the name that its author knows
            raise SpecError(str(error).replace(f"box:{source}", filename)) from None
        program.remove()
        check_required(program.requires, offered)
    if program.protocol and game != MJAI_GAME:
        raise SubmissionError(f"{filename}: it speaks mjai, which is for {MJAI_GAME}, not {game}")
    command = " ".join(Path(word).name for word in program.argv) if program.kind == "exec" else ""
    return NewVersion([game], digest, filename, archive, command, notes)


def content_hash(game: str, files: Path) -> str:
    """SHA-256 of what is submitted: the game, and each file's name, right to run and bytes."""
    digest = sha256(game.encode())
    for path in sorted(path for path in files.rglob("*") if path.is_file()):
        runs = bool(path.stat().st_mode & stat.S_IXUSR)
        content = sha256(path.read_bytes()).hexdigest()
        digest.update(f"\0{path.relative_to(files).as_posix()}\0{runs:d}\0{content}".encode())
    return digest.hexdigest()


def write_out(folder: Path, bots: Bots, version: BotVersion) -> Path:
    """A kept version as a file again, for the sandbox to lay out."""
    return bots.write_out(version.id, folder / str(version.id) / version.filename)
