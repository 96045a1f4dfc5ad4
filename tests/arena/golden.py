"""Files that hold an output as it must be; `pytest --golden-update` rewrites them."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(text: str, name: str, request: pytest.FixtureRequest) -> None:
    """The text is what the file of this name under tests/golden holds."""
    file = GOLDEN / name
    if request.config.getoption("--golden-update"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
