"""Submitted archives and manifests that are no honest ones."""

import stat
import struct
import warnings
from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from tests.arena.ladder.ladder_servers import submission

Bad = dict[str, tuple[dict[str, Any], int, str]]
SOURCE = b"print()"


def sent(archive: bytes) -> dict[str, Any]:
    """A submission of these bytes as a zip."""
    return submission(filename="bot.zip", archive=b64encode(archive).decode())


def packed(
    entries: Iterable[tuple[str, bytes]], *, mode: int = 0, method: int = ZIP_DEFLATED
) -> bytes:
    """A zip of these entries in this order, whatever their names are."""
    written = BytesIO()
    with ZipFile(written, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that comes twice
        for name, content in entries:
            entry = ZipInfo("x" * len(name.encode()))  # ZipInfo itself tidies a name
            entry.filename = name
            entry.compress_type = method
            entry.external_attr = mode << 16
            archive.writestr(entry, content)
    return written.getvalue()


def zip_of(*names: str, mode: int = 0, method: int = ZIP_DEFLATED) -> dict[str, Any]:
    """A submission of a bot.py and small files of these names."""
    return sent(packed([("bot.py", SOURCE), *((name, b"x") for name in names)], mode=mode,
                       method=method))  # fmt: skip


def with_manifest(text: str) -> dict[str, Any]:
    """A submission whose bot.toml says this."""
    return sent(packed([("bot.toml", text.encode())]))


def changed(archive: bytes, place: bytes, offset: int, form: str, value: int) -> dict[str, Any]:
    """A submission with one number of a zip's record replaced."""
    data = bytearray(archive)
    struct.pack_into(form, data, data.rfind(place) + offset, value)
    return sent(bytes(data))


CENTRAL, END = b"PK\x01\x02", b"PK\x05\x06"
PLAIN = packed([("bot.py", SOURCE * 1000)])
STORED = packed([("bot.py", SOURCE)], method=ZIP_STORED)
BAD_ARCHIVES: Bad = {
    "a device": (zip_of("tty", mode=stat.S_IFCHR | 0o666), 400, "no ordinary file"),
    "a pipe": (zip_of("pipe", mode=stat.S_IFIFO | 0o666), 400, "no ordinary file"),
    "a socket": (zip_of("socket", mode=stat.S_IFSOCK | 0o666), 400, "no ordinary file"),
    "names that differ by case": (zip_of("BOT.py"), 400, "twice"),
    "a name twice": (zip_of("bot.py"), 400, "twice"),
    "a file that is a folder": (zip_of("bot.py/more.py"), 400, ""),
    "a name from the root": (zip_of("/etc/cron.d/x"), 400, "absolute"),
    "a name with a drive": (zip_of("C:x.py"), 400, "absolute"),
    "a name that climbs late": (zip_of("a/../../x.py"), 400, "leads elsewhere"),
    "a name that climbs the other way": (zip_of("..\\x.py"), 400, "absolute"),
    "a name from right to left": (zip_of("\u202eyp.tob"), 400, "control characters"),
    "a name with a line end": (zip_of("a\nb.py"), 400, "control characters"),
    "a name of 300 bytes": (zip_of("n" * 300), 400, "over 200 bytes"),
    "40 folders deep": (zip_of("d/" * 40 + "x.py"), 400, "folders deep"),
    "1001 files": (zip_of(*(f"f{number}" for number in range(1001))), 400, "over 1000 files"),
    "a packing that is not read": (zip_of("x", method=ZIP_BZIP2), 400, "packed in a way"),
    "a lie about its size": (changed(PLAIN, CENTRAL, 24, "<I", 10), 400, "broken"),
    "a lie about its place": (changed(PLAIN, CENTRAL, 42, "<I", 2**31), 400, ""),
    "a locked entry": (changed(PLAIN, CENTRAL, 8, "<H", 1), 400, "encrypted"),
    "a table beyond its end": (changed(STORED, END, 16, "<I", 2**31), 400, ""),
    "a table of 4 GB": (changed(STORED, END, 12, "<I", 2**32 - 2), 400, ""),
}
BAD_MANIFESTS: Bad = {
    "tables in tables": (with_manifest("[" + ".".join(["a"] * 4000) + "]"), 400, "expected [bot]"),
    "tables in braces": (with_manifest("a=" + "{a=" * 4000), 400, "expected [bot]"),
    "a number of 10,000 digits": (with_manifest("[bot]\nn = " + "9" * 10_000), 400, "[bot]"),
    "100,000 keys": (
        with_manifest("[bot]\n" + "\n".join(map("k{}=1".format, range(10**5)))), 400, "[bot]",
    ),
    "a command of numbers": (with_manifest("[bot]\ncommand = [1, 2]"), 400, "expected a program"),
    "a command of nothing": (with_manifest("[bot]\ncommand = ''"), 400, "expected a program"),
    "a command that climbs": (with_manifest("[bot]\ncommand = '../../bin/sh'"), 400, "no program"),
    "a command with a zero byte": (
        with_manifest('[bot]\ncommand = "a\\u0000"'), 400, "expected a program",
    ),
    "a level that is none": (
        with_manifest("[bot]\ncommand = 'node x'\ndetail = 'root'"), 400, "full or flat",
    ),
}  # fmt: skip
