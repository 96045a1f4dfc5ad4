"""Submitted bots: a .py file, a folder or a zip, checked and laid out in a fresh folder.

Nothing in them is run, and no name or size they claim is believed: bytes are counted as they come.
"""

import os
import shutil
import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from arena.errors import SubmissionError

CHUNK: Final = 64 * 1024
KEPT_OUT: Final = "__pycache__"
"""A folder's own clutter, left behind together with whatever begins with a dot."""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How much one submission may be."""

    packed: int = 16 * 1024 * 1024
    unpacked: int = 32 * 1024 * 1024
    files: int = 1000
    depth: int = 12
    name: int = 200
    ratio: int = 100
    """How many times larger a packed file may become; beyond a first megabyte."""


LIMITS: Final = ArchiveLimits()
FREE_OF_RATIO: Final = 1024 * 1024
BROKEN: Final = (
    BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error, zlib.error,
)  # fmt: skip
"""What `zipfile` raises for headers, names and contents that do not hold."""


def lay_out(source: Path, folder: Path, limits: ArchiveLimits = LIMITS) -> None:
    """Put a submission's files into an empty folder; SubmissionError says what is wrong with it."""
    if source.is_symlink() and not source.exists():
        raise SubmissionError(f"{source}: a link to nothing")
    if source.is_dir():
        _Copy(folder, limits).folder(source)
    elif source.suffix == ".py" and source.is_file():
        _Copy(folder, limits).file(source, source.name)
    elif source.suffix == ".zip" and source.is_file():
        _unzip(source, folder, limits)
    elif source.exists():
        raise SubmissionError(f"{source.name}: a bot is a .py file, a folder or a .zip")
    else:
        raise SubmissionError(f"{source}: no such file or folder")


class _Copy:
    """Writes files below one folder and keeps count."""

    def __init__(self, target: Path, limits: ArchiveLimits) -> None:
        self._target = target
        self._limits = limits
        self._seen: set[str] = set()
        self._bytes = 0

    def folder(self, source: Path) -> None:
        """A folder with all that is in it, links and hidden things excepted."""
        for path in walk(source):
            mode = path.lstat().st_mode
            name = path.relative_to(source).as_posix()
            if not stat.S_ISREG(mode):
                kind = "a link" if stat.S_ISLNK(mode) else "no ordinary file"
                raise SubmissionError(f"{name}: {kind}; only files can be submitted")
            self.file(path, name, runs=bool(mode & 0o100))

    def file(self, source: Path, name: str, *, runs: bool = False) -> None:
        """One file of this machine."""
        with source.open("rb") as opened:
            self.stream(opened, name, self._limits.unpacked, runs=runs)

    def stream(self, source: IO[bytes], name: str, most: int, *, runs: bool) -> None:
        """One file from wherever it comes, `most` bytes of it at most."""
        path = self._target / self._checked(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        left = most
        with path.open("xb") as sink:
            while chunk := source.read(CHUNK):
                left -= len(chunk)
                self._bytes += len(chunk)
                if self._bytes > self._limits.unpacked:
                    raise SubmissionError(f"over {_size(self._limits.unpacked)} in all")
                if left < 0:
                    raise SubmissionError(f"{name}: unpacks to over {self._limits.ratio} times")
                sink.write(chunk)
        path.chmod(0o755 if runs else 0o644)

    def _checked(self, name: str) -> PurePosixPath:
        path = PurePosixPath(name)
        if problem := name_problem(name, self._limits):
            raise SubmissionError(f"{name[:80]!r}: {problem}")
        if name.lower() in self._seen:
            raise SubmissionError(f"{name[:80]!r}: twice in one submission")
        self._seen.add(name.lower())
        if len(self._seen) > self._limits.files:
            raise SubmissionError(f"over {self._limits.files} files")
        return path


def name_problem(name: str, limits: ArchiveLimits = LIMITS) -> str:
    """What keeps a name from being a plain path below the bot's folder; empty if nothing."""
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or ":" in name:
        return "an absolute path or a foreign one; names are relative, with /"
    if any(part in ("", ".", "..") for part in parts):
        return "a path that leads elsewhere"
    if not name.isprintable():
        return "a name with control characters"
    if len(name.encode("utf-8", "replace")) > limits.name or len(parts) > limits.depth:
        return f"a name over {limits.name} bytes or {limits.depth} folders deep"
    return ""


def walk(folder: Path) -> Iterator[Path]:
    """The entries below a folder in order; links are given, never followed."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith(".") or entry.name == KEPT_OUT:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from walk(Path(entry.path))
        else:
            yield Path(entry.path)


def _unzip(source: Path, folder: Path, limits: ArchiveLimits) -> None:
    size = source.stat().st_size
    if size > limits.packed:
        raise SubmissionError(f"{source.name}: {_size(size)}; {_size(limits.packed)} at most")
    _check_directory(source, limits)
    copy = _Copy(folder, limits)
    try:
        with ZipFile(source) as packed:
            for entry in packed.infolist():
                _take(packed, entry, copy, limits)
    except BROKEN as error:
        raise SubmissionError(f"{source.name}: a broken zip file ({error})") from None
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise SubmissionError(f"{source.name}: {error.strerror or error}") from None


def _take(packed: ZipFile, entry: ZipInfo, copy: _Copy, limits: ArchiveLimits) -> None:
    if entry.filename.endswith("/"):  # `is_dir` fails on an empty name
        if problem := name_problem(entry.filename.rstrip("/"), limits):
            raise SubmissionError(f"{entry.filename[:80]!r}: {problem}")
        return
    mode = entry.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        kind = "a link" if stat.S_ISLNK(mode) else "no ordinary file"
        raise SubmissionError(f"{entry.filename[:80]!r}: {kind}; only files can be submitted")
    if entry.flag_bits & 1 or entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise SubmissionError(f"{entry.filename[:80]!r}: encrypted or packed in a way not read")
    most = max(FREE_OF_RATIO, entry.compress_size * limits.ratio)
    with packed.open(entry) as opened:
        copy.stream(opened, entry.filename, most, runs=bool(mode & 0o100))


def _check_directory(source: Path, limits: ArchiveLimits) -> None:
    """Refuse a huge table of contents before it is read into memory."""
    with source.open("rb") as opened:
        opened.seek(max(0, source.stat().st_size - 65_557))
        tail = opened.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) < place + 22:
        raise SubmissionError(f"{source.name}: no zip file")
    length = struct.unpack_from("<I", tail, place + 12)[0]
    if length > limits.files * 2 * (46 + limits.name) or b"PK\x06\x07" in tail[place - 20 : place]:
        raise SubmissionError(f"{source.name}: over {limits.files} files")


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:.0f} MiB"
