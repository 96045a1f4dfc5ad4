"""Where the recorded games lie: never in the repository, so tests that need them may skip."""

import os
from functools import cache
from pathlib import Path

import pytest


@cache
def reference_root() -> Path | None:
    """`ARENA_REFERENCE`, else shared/games beside the checkout; says once which it is."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "games"
    root = Path(os.environ.get("ARENA_REFERENCE", beside))
    found = root if root.is_dir() else None
    print(f"reference data: {found or 'absent'}")  # noqa: T201
    return found


def reference(name: str) -> Path:
    """The path of a reference file such as `riichi/wins.jsonl.gz`; skips where it is absent."""
    root = reference_root()
    if root is None or not (root / name).exists():
        pytest.skip(f"reference data: absent ({name}); set ARENA_REFERENCE to the folder")
    return root / name
