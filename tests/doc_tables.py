"""Tables of the documentation that are made from the code."""

from pathlib import Path

import pytest

from tests.arena.golden import assert_same, updating


def check_table(page: Path, heading: str, rows: list[str], request: pytest.FixtureRequest) -> None:
    """The table under this heading line has exactly these rows."""
    text = page.read_text(encoding="utf-8")
    before, found, after = text.partition(f"{heading}\n|{'---|' * heading.count(' | ')}---|\n")
    assert found, f"{page.name} has no table {heading}"
    table, blank, rest = after.partition("\n\n")
    wanted = "\n".join(rows)
    if updating(request):
        page.write_text(f"{before}{found}{wanted}{blank}{rest or chr(10)}", encoding="utf-8")
    else:
        assert_same(table.rstrip("\n"), wanted, f"docs/{page.name}, table {heading}", request)
