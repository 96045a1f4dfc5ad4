"""docs/security.md: each promise is held by a threat's line, each threat by tests that exist."""

import re
from pathlib import Path

from tests.named_tests import is_test

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of a section's table below its head."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_every_threat_names_a_test_that_exists() -> None:
    assert len(rows("Threats")) >= 40
    for threat, _, _, cell in rows("Threats"):
        named = re.findall(r"`(tests/[^`]+)`", cell)
        assert named, threat
        assert [name for name in named if not is_test(name)] == [], threat


def test_every_promise_has_a_threat_and_every_threat_a_promise() -> None:
    promised = [name for name, _, _ in rows("What is promised")]
    assert len(promised) == len(set(promised)) >= 15
    held = {name for _, promises, _, _ in rows("Threats") for name in promises.split()}
    assert held == set(promised)
    assert all(promises for _, promises, _, _ in rows("Threats"))


def test_a_promise_is_one_sentence() -> None:
    for name, _, sentence in rows("What is promised"):
        assert sentence.endswith("."), name
        assert ". " not in sentence, name


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not is_test("tests/arena/test_quotas.py::test_of_nothing")
    assert not is_test("tests/arena/test_nothing.py")
