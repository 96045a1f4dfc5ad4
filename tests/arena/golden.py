"""Files that hold an output as it must be; `pytest --golden-update` rewrites them."""

import json
from collections.abc import Collection
from itertools import zip_longest
from pathlib import Path

import pytest

from arena.match.log import log_lines, read_log, verify
from arena.match.match import Match
from engine.game import AnyGame

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(text: str, name: str, request: pytest.FixtureRequest) -> None:
    """The text is what the file of this name under tests/golden holds."""
    file = GOLDEN / name
    if updating(request):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    golden = file.read_text(encoding="utf-8") if file.exists() else ""
    assert_same(golden, text, f"tests/golden/{name}", request)


def updating(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be rewritten instead of compared."""
    return bool(request.config.getoption("--golden-update"))


def assert_same(golden: str, text: str, where: str, request: pytest.FixtureRequest) -> None:
    """Two texts are equal, or the failure names place, line, key and the command that updates."""
    if (problem := difference(golden, text)) is not None:
        command = f"python -m pytest '{request.node.nodeid}' --golden-update"
        meant = f"If that is meant: {command}, then read git diff"
        pytest.fail(f"{where}: {problem}\n{meant}", pytrace=False)


def difference(golden: str, text: str) -> str | None:
    """Return where two texts first differ: the line, and for JSON lines the key."""
    for number, (old, new) in enumerate(zip_longest(golden.splitlines(), text.splitlines()), 1):
        if old != new:
            key = differing_key(old, new)
            where = f"line {number}, {key}" if key else f"line {number}"
            return f"{where}\n  golden: {shown(old)}\n  now:    {shown(new)}"
    return None if golden == text else "the last line's end differs"


def differing_key(old: str | None, new: str | None) -> str:
    """Return the first key whose values differ, with its path, if both lines are JSON objects."""
    try:
        before, after = json.loads(old or ""), json.loads(new or "")
    except ValueError:
        return ""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return ""
    path: list[str] = []
    while isinstance(before, dict) and isinstance(after, dict):
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        if not keys:
            return "order of keys" + (f" in {'.'.join(path)}" if path else "")
        path.append(keys[0])
        before, after = before.get(keys[0]), after.get(keys[0])
    return f"key {'.'.join(path)}: {before!r} -> {after!r}"


def shown(line: str | None) -> str:
    """Return a line short enough to read."""
    return "(no such line)" if line is None else line[:200]


def assert_golden_log(match: Match, name: str, request: pytest.FixtureRequest) -> None:
    """The log of a match is the golden one of this name, such as `riichi/tonpuu`."""
    text = "".join(f"{line}\n" for line in log_lines(match))
    assert_golden(text, f"{name}.jsonl", request)


def assert_logs_hold(game: AnyGame, cases: Collection[str]) -> None:
    """A game has the golden logs of these cases, and its rules replay every one."""
    files = sorted((GOLDEN / game.name).glob("*.jsonl"))
    assert {file.stem for file in files} == set(cases)
    for file in files:
        verify(read_log(file), game)
