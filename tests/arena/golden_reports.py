"""Reports of `arena check`, compared with golden files."""

import re

import pytest

from tests.arena.golden import assert_golden


def golden(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """Compare with a golden text, times left out."""
    assert_golden(re.sub(r"\d+(\.\d+)? ms", "# ms", text), f"sdk/{name}", request)
