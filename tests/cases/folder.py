"""What a folder of cases holds: `DIR/<game>/cases.json` and the files a game's module names."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

IN_WORDS = ("flow", "error")
"""Kinds that are a position and an expectation partly in words: each has a test of its own."""


@dataclass(frozen=True, slots=True)
class Case:
    """One row of a cases.json, or one whole file; cited as GAME:ID."""

    game: str
    id: str
    kind: str
    path: Path
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.game}:{self.id}"


Check = Callable[[Case], Awaitable[None] | None]


def game_module(game: str) -> ModuleType | None:
    """The module beside this one that plays a game's cases: KINDS, and FILES by pattern."""
    name = f"{__package__}.{game}"
    return import_module(name) if game.isidentifier() and find_spec(name) else None


def read_folder(folder: Path) -> list[Case]:
    """Every case of every game in this folder."""
    if not folder.is_dir():
        raise pytest.UsageError(f"--cases: there is no folder {folder}")
    games = sorted(path for path in folder.iterdir() if path.is_dir())
    return [case for game in games for case in (*read_rows(game), *read_files(game))]


def read_rows(folder: Path) -> list[Case]:
    """The rows of a game's cases.json, if it has one."""
    path = folder / "cases.json"
    if not path.exists():
        return []
    rows = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return [Case(folder.name, row["id"], row["kind"], path, row) for row in rows]


def read_files(folder: Path) -> list[Case]:
    """The files that are a case each, such as recordings."""
    patterns: Mapping[str, str] = getattr(game_module(folder.name), "FILES", {})
    cases = []
    for pattern, kind in patterns.items():
        for path in sorted(folder.glob(pattern)):
            name = path.relative_to(folder).with_suffix("").as_posix()
            cases.append(Case(folder.name, name, kind, path))
    return cases


def check_of(case: Case) -> Check:
    """The function for a case's kind; a failure with a sentence where there is none."""
    module = game_module(case.game)
    if module is None:
        pytest.fail(f"{case.name}: tests/cases has no module for {case.game}", pytrace=False)
    kinds: Mapping[str, Check] = module.KINDS
    if case.kind not in kinds:
        known = ", ".join(kinds)
        pytest.fail(f"{case.name}: unknown kind {case.kind!r}; known: {known}", pytrace=False)
    return kinds[case.kind]


def same(case: Case, expected: Any, found: Any) -> None:
    """Fail with what was expected and what was found, a line each."""
    if found != expected:
        lines = f"{case.name}, expected: {expected}\n{case.name}, got:      {found}"
        pytest.fail(lines, pytrace=False)


def runnable(cases: Iterable[Case]) -> list[Case]:
    """The cases that can be run as they are."""
    return [case for case in cases if case.kind not in IN_WORDS]


def in_words(cases: Iterable[Case]) -> list[Case]:
    """The cases that need a test of their own."""
    return [case for case in cases if case.kind in IN_WORDS]


def uncited(cases: Iterable[Case], source: str) -> list[str]:
    """The names of cases that no test in this source text cites."""
    return [case.name for case in cases if not re.search(rf"\b{re.escape(case.name)}\b", source)]
