"""Break the rules one line at a time: every break must turn the named tests red.

`tests/mutants.toml` lists the breaks. Each is made in a copy of the tree, two copies at a time.
The last line says how it went: `mutants: 15 of 15 killed`.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from difflib import ndiff
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants.toml"
COPIED = (
    "arena",
    "bots",
    "docs",
    "engine",
    "examples",
    "protocol",
    "tests",
    "tools",
    "pyproject.toml",
)
JOBS = 2
GREEN, RED = 0, 1
"""Exit codes of pytest; any other means that the tests could not be run."""


class MutantError(Exception):
    """The list of mutants cannot be used as it stands."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One rule break: in `file`, `old` becomes `new`, and `tests` must notice."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def texts(self, root: Path) -> tuple[str, str]:
        """The file below this folder as it is, and with the rule broken."""
        path = root / self.file
        if not path.is_file():
            raise MutantError(f"{self.name}: there is no file {self.file}")
        text = path.read_text(encoding="utf-8")
        found = text.count(self.old)
        if found != 1:
            raise MutantError(
                f"{self.name}: {self.old!r} is {found} times in {self.file}, not once"
            )
        return text, text.replace(self.old, self.new)


def read(path: Path) -> list[Mutant]:
    """The mutants of a list; a MutantError names the one that is not complete."""
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    mutants = [read_one(number, row) for number, row in enumerate(rows, 1)]
    names = [mutant.name for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise MutantError(f"{name}: two mutants have this name")
    return mutants


def read_one(number: int, row: dict[str, Any]) -> Mutant:
    """One entry of the list."""
    name = row.get("name", f"mutant {number}")
    wanted = {item.name for item in fields(Mutant)}
    if wrong := wanted.symmetric_difference(row):
        raise MutantError(f"{name}: missing or unknown: {', '.join(sorted(wrong))}")
    if changed_lines(row["old"], row["new"]) != 1:
        raise MutantError(f"{name}: a mutant changes one line into another")
    return Mutant(name, row["file"], row["old"], row["new"], tuple(row["tests"]))


def changed_lines(old: str, new: str) -> int:
    """Lines of the old text that are not in the new one; others only say where."""
    return sum(line.startswith("- ") for line in ndiff(old.splitlines(), new.splitlines()))


def copy_tree(target: Path) -> Path:
    """A copy of everything that tests need, without caches."""
    target.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            # Compiled modules would run instead of the broken source.
            ignored = shutil.ignore_patterns("__pycache__", ".*", "*.so", "*.pyd")
            shutil.copytree(source, target / name, ignore=ignored)
        else:
            shutil.copy(source, target / name)
    return target


def run_tests(root: Path, tests: Iterable[str]) -> int:
    """The exit code of pytest, which stops at the first failure."""
    env = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    command = [sys.executable, "-m", "pytest", *options, *tests]
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, check=False)
    return done.returncode


def killed(mutant: Mutant, root: Path) -> bool:
    """Whether the tests notice this mutant; the copy is whole again afterwards."""
    path = root / mutant.file
    whole, broken = mutant.texts(root)
    path.write_text(broken, encoding="utf-8")
    try:
        code = run_tests(root, mutant.tests)
    finally:
        path.write_text(whole, encoding="utf-8")
    if code not in (GREEN, RED):
        raise MutantError(f"{mutant.name}: pytest could not run the tests (exit code {code})")
    return code == RED


def hunt(mutants: Sequence[Mutant], scratch: Path, jobs: int = JOBS) -> int:
    """Try them all, one line each; how many were killed."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        copies.put(copy_tree(scratch / str(number)))

    def attempt(mutant: Mutant) -> bool:
        root = copies.get()
        try:
            dead = killed(mutant, root)
        finally:
            copies.put(root)
        say(f"{'killed  ' if dead else 'SURVIVED'} {mutant.name} ({mutant.file})")
        return dead

    with ThreadPoolExecutor(jobs) as pool:
        return sum(pool.map(attempt, mutants))


def say(line: str) -> None:
    """One line of the report, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def check_green(mutants: Sequence[Mutant], scratch: Path) -> None:
    """A MutantError if a mutant does not fit, or the tests are red before anything is broken."""
    for mutant in mutants:
        mutant.texts(ROOT)
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    if run_tests(copy_tree(scratch / "whole"), tests) != GREEN:
        raise MutantError("the tests are red before any rule is broken")


def main(words: Sequence[str] | None = None) -> int:
    """Exit code 0 when every mutant is killed."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("only", nargs="*", help="names, or parts of names, of mutants to try")
    parser.add_argument("--list", type=Path, default=LIST, help="another list of mutants")
    asked = parser.parse_args(words)
    try:
        mutants = read(asked.list)
        if asked.only:
            mutants = [m for m in mutants if any(part in m.name for part in asked.only)]
        with TemporaryDirectory(prefix="mutants-") as folder:
            check_green(mutants, Path(folder))
            dead = hunt(mutants, Path(folder))
    except MutantError as error:
        say(f"mutants: {error}")
        return 1
    say(f"mutants: {dead} of {len(mutants)} killed")
    return 0 if dead == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
