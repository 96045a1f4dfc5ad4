"""One test a case, in the folder given by --cases."""

from pathlib import Path

import pytest

from tests.cases.folder import read_folder, runnable


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        folder: Path = metafunc.config.getoption("--cases")
        cases = runnable(read_folder(folder))
        metafunc.parametrize("case", cases, ids=[case.name for case in cases])
