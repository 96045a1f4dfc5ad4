"""Environments with packages from outside, installed as their readers install them."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 300


@dataclass(frozen=True, slots=True)
class Environment:
    """A Python with all that this one has, and packages of its own."""

    folder: Path

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.folder / "venv" / "bin" / "python")

    def install(self, project: Path, *options: str) -> None:
        """Install a project from its folder, without a look at any index."""
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        offline = ["--no-deps", "--no-build-isolation", "--no-index"]
        done = subprocess.run(
            [*pip, *offline, *options, str(project)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def arena(self, *words: str, code: int = 0) -> str:
        """Return what a command prints; it must end with this code."""
        done = subprocess.run(
            [self.python, "-m", "arena.cli", *words],
            cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
            env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Run `arena serve` in a process of its own; yield where it listens."""
        command = [self.python, "-m", "arena.cli", "serve"]
        pipe, null = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(
            command, cwd=self.folder, stdout=pipe, stderr=null, text=True
        ) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+", process.stdout.readline())
                assert found is not None
                yield found.group()
            finally:
                process.terminate()


def make_environment(folder: Path) -> Environment:
    """Make an environment that shares this one's packages."""
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    site = folder / "venv" / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    # `addsitedir` reads the .pth files there, too: the arena itself may be editable.
    line = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (site / "shared.pth").write_text(line, encoding="utf-8")
    return Environment(folder)
