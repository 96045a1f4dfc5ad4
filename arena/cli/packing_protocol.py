"""The protocol of a submission that has none in its bot.toml, or no bot.toml: added to its zip."""

import io
import re
from enum import StrEnum
from zipfile import BadZipFile, ZipFile

from arena.children.sandbox.manifest import MANIFEST
from arena.children.sandbox.program import ENTRY
from arena.cli.packing import entry
from arena.errors import SubmissionError

BOT_TABLE = re.compile(r"^[ \t]*\[bot\][ \t]*(#.*)?$", re.MULTILINE)
NAMED = re.compile(r"""^[ \t]*protocol[ \t]*=""", re.MULTILINE)


class Protocol(StrEnum):
    """What a bot may speak, as its bot.toml names it."""

    MJAI = "mjai"
    BATCH = "mjai-batch"
    TURNS = "mjai-turns"
    ACTS = "mjai-acts"


def with_protocol(
    text: str, filename: str, content: bytes, protocol: Protocol
) -> tuple[str, bytes]:
    """Return a submission as a zip whose bot.toml names a protocol."""
    stem = filename.rpartition(".")[0]
    if filename.endswith(".py"):
        files, manifest = {ENTRY: (content, 0o644)}, ""
    else:
        files, manifest = unpacked(text, content)
    written = io.BytesIO()
    with ZipFile(written, "w") as target:
        for name, (data, mode) in files.items():
            target.writestr(entry(name, mode), data)
        target.writestr(entry(MANIFEST, 0o644), named(text, manifest, protocol))
    return f"{stem}.zip", written.getvalue()


def unpacked(text: str, content: bytes) -> tuple[dict[str, tuple[bytes, int]], str]:
    """Return the files of a zip with their modes, and the text of its bot.toml."""
    try:
        with ZipFile(io.BytesIO(content)) as source:
            files = {
                info.filename: (source.read(info), info.external_attr >> 16 or 0o644)
                for info in source.infolist()
                if not info.is_dir()
            }
    except (BadZipFile, RuntimeError, NotImplementedError) as error:
        raise SubmissionError(f"{text}: no zip that can be read ({error})") from None
    inside = [name for name in files if name.rpartition("/")[2] == MANIFEST]
    if inside and inside != [MANIFEST]:
        raise SubmissionError(
            f"{text}: its {inside[0]} is not at the root; write protocol = ... into it"
        )
    data, _ = files.pop(MANIFEST, (b"", 0))
    return files, data.decode("utf-8", "replace")


def named(text: str, manifest: str, protocol: Protocol) -> str:
    """Return a bot.toml that names a protocol; SubmissionError if it names one already."""
    line = f'protocol = "{protocol}"'
    if NAMED.search(manifest):
        raise SubmissionError(
            f"{text}: its {MANIFEST} names a protocol; change it there, without --protocol"
        )
    if not manifest.strip():
        return f"[bot]\n{line}\n"
    found = BOT_TABLE.search(manifest)
    if found is None:
        raise SubmissionError(f"{text}: its {MANIFEST} has no line [bot]; add it with {line}")
    return f"{manifest[: found.end()]}\n{line}{manifest[found.end() :]}"
