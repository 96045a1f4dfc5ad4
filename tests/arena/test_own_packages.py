"""A folder of the user's own with the name of one of our packages: told, not a riddle."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.commands import ROOT


@pytest.mark.parametrize("name", ["bots", "engine", "protocol"])
def test_a_folder_that_hides_ours_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    done = import_arena(tmp_path)
    last = done.stderr.splitlines()[-1]
    assert f"a package `{name}`, but {tmp_path / name} hides it; rename your folder" in last
    assert done.returncode == 1


def test_a_file_that_hides_ours_is_named(tmp_path: Path) -> None:
    (tmp_path / "bots.py").touch()
    assert f"{tmp_path / 'bots.py'} hides it" in import_arena(tmp_path).stderr


def test_a_plain_folder_of_that_name_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    assert import_arena(tmp_path).returncode == 0


def import_arena(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", "import arena"], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
