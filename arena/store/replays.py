"""Logs as they lie in the store: compressed, and always to the same bytes."""

import gzip
import zlib
from collections.abc import Iterable
from typing import Final

from arena.errors import StoreError

CODEC: Final = "gzip"
LEVEL: Final = 6


def pack(lines: Iterable[str]) -> bytes:
    """A log's lines as the compressed file."""
    text = "".join(f"{line}\n" for line in lines)
    return gzip.compress(text.encode(), LEVEL, mtime=0)


def unpack(blob: bytes, codec: str) -> str:
    """The file that was packed."""
    if codec != CODEC:
        raise StoreError(f"this arena cannot read logs packed by {codec!r}, only by {CODEC!r}")
    try:
        return gzip.decompress(blob).decode()
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise StoreError(f"the packed log is broken: {error}") from None
