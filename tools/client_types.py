"""Writes the typed views of our games into the clients: `python tools/client_types.py`.

A test compares the files with what this would write.
"""

import sys
from pathlib import Path
from typing import Final

from arena.plugins.manager import load_plugins
from arena.sdk.client_types import source

CLIENTS: Final = Path(__file__).resolve().parents[1] / "clients"
FILES: Final = {
    "typescript": CLIENTS / "javascript" / "games.d.mts",
    "go": CLIENTS / "go" / "arena" / "views.go",
    "java": CLIENTS / "java" / "Views.java",
    "cpp": CLIENTS / "cpp" / "views.hpp",
    "rust": CLIENTS / "rust" / "views.rs",
}


def texts() -> dict[Path, str]:
    """Return every generated file with its text."""
    games = load_plugins(entry_points=False).games
    return {file: source(language, games) for language, file in FILES.items()}


def main() -> int:
    """Write the files that differ, and name them."""
    for file, text in texts().items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(CLIENTS.parent)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
