"""Drawings of tables: the scripts and style sheets that a plugin brings for the pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.errors import PluginError

FILE: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}\.(js|css|svg|png|webp|woff2)")
"""What a drawing's folder may serve; anything else in it stays where it is."""
MOST_FILES: Final = 64
MOST_BYTES: Final = 2 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a game's table is drawn: a module with `renderTable`, and a style sheet if it needs one.

    `folder` holds them and whatever they load; without one they are files of the arena's own.
    """

    script: str
    style: str = ""
    folder: Path | None = None

    def files(self) -> Mapping[str, bytes]:
        """Return what the folder serves by name; PluginError if something is amiss."""
        return {} if self.folder is None else read_folder(self.folder, self.script, self.style)


@cache
def read_folder(folder: Path, *needed: str) -> Mapping[str, bytes]:
    """Return the files of a drawing, read once; PluginError if one is missing or all are large."""
    try:
        paths = sorted(path for path in folder.iterdir() if FILE.fullmatch(path.name))
    except OSError as error:
        raise PluginError(f"a drawing's folder cannot be read: {error.strerror}") from None
    if len(paths) > MOST_FILES or sum(path.stat().st_size for path in paths) > MOST_BYTES:
        raise PluginError(f"a drawing has over {MOST_FILES} files or {MOST_BYTES} bytes")
    found = {path.name: path.read_bytes() for path in paths if path.is_file()}
    for name in filter(None, needed):
        if name not in found:
            has = ", ".join(found) or "none"
            raise PluginError(f"a drawing's folder has no file {name!r}; it has {has}")
    return found


def digest(files: Mapping[str, bytes]) -> str:
    """Return what stands in a drawing's addresses, so that browsers may save it for good."""
    text = sha256()
    for name, body in sorted(files.items()):
        text.update(name.encode() + b"\0" + sha256(body).digest())
    return text.hexdigest()[:12]


def check_drawing(game: object, drawing: object) -> None:
    """Raise PluginError unless this is a drawing that can be served."""
    if not isinstance(drawing, Drawing):
        raise PluginError(f"the drawing of {game!r} is {drawing!r}; expected arena.Drawing(...)")
    drawing.files()
