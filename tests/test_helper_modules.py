"""What several tests share lies in a helper module, never in a module of tests."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def imported(source: str) -> set[str]:
    """Names of all modules that a source imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def modules_of_tests(modules: set[str]) -> set[str]:
    """The modules of tests among these."""
    return {
        name
        for name in modules
        if name.startswith("tests.")
        and (HERE.parent / f"{name.replace('.', '/')}.py").exists()
        and name.rpartition(".")[2].startswith("test_")
    }


@pytest.mark.parametrize("folder", ["tests", "tools"])
def test_nobody_imports_from_a_module_of_tests(folder: str) -> None:
    files = sorted((HERE.parent / folder).rglob("*.py"))
    assert files
    reaching = {
        str(file.relative_to(HERE.parent)): found
        for file in files
        if (found := modules_of_tests(imported(file.read_text(encoding="utf-8"))))
    }
    assert reaching == {}


def test_an_import_from_a_module_of_tests_is_seen() -> None:
    for line in ("from tests.test_readme import PAGE", "from tests import test_readme"):
        assert modules_of_tests(imported(f"def f():\n    {line}")) == {"tests.test_readme"}
