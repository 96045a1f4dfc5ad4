"""docs/security.md names the test of every threat, and each of them is there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
THREATS = TEXT.partition("## Threats")[2].splitlines()


def rows() -> list[list[str]]:
    """The cells of the threat table below its head."""
    table = [line for line in THREATS if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def has(name: str) -> bool:
    """Whether a `file::test` is in the tree; a file alone must hold some test."""
    file, _, test = name.partition("::")
    path = ROOT / file
    if not path.is_file():
        return False
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    tests = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")
    }
    return test in tests if test else bool(tests)


def test_every_threat_names_a_test_that_exists() -> None:
    assert len(rows()) >= 20
    for threat, _, cell in rows():
        named = re.findall(r"`(tests/[^`]+)`", cell)
        assert named, threat
        assert [name for name in named if not has(name)] == [], threat


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not has("tests/arena/test_quotas.py::test_of_nothing")
    assert not has("tests/arena/test_nothing.py")
