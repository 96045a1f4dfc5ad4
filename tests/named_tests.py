"""Tests that the documentation names."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]


def is_test(name: str) -> bool:
    """Return whether a `file::test` is in the tree; a file alone must hold some test."""
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
