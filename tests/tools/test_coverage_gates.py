"""The gates fall when tests leave too much unrun."""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.coverage_gates import GATES, main, reached


def row(lines: int, covered: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": covered,
            "missing_lines": lines - covered,
            "num_branches": branches,
            "covered_branches": taken,
            "missing_branches": branches - taken,
        },
        "missing_lines": list(range(covered + 1, lines + 1)),
        "missing_branches": [[1, 7], [3, -1]][: branches - taken],
    }


def judged(folder: Path, files: dict[str, Any]) -> int:
    path = folder / "coverage.json"
    path.write_text(json.dumps({"files": files}))
    return main(path)


def test_everything_run_holds_every_gate(tmp_path: Path) -> None:
    assert judged(tmp_path, {"engine/game.py": row(100, 100), "bots/bot.py": row(10, 10)}) == 0


def test_a_scoring_file_must_be_run_whole(tmp_path: Path) -> None:
    assert judged(tmp_path, {"engine/x/scoring.py": row(100, 99)}) == 1
    assert judged(tmp_path, {"engine/x/rules.py": row(100, 99)}) == 0


@pytest.mark.parametrize(("folder", "percent"), [("engine", 95), ("protocol", 95), ("bots", 90)])
def test_each_folder_has_its_mark(tmp_path: Path, folder: str, percent: int) -> None:
    assert judged(tmp_path, {f"{folder}/a.py": row(100, percent)}) == 0
    assert judged(tmp_path, {f"{folder}/a.py": row(100, percent - 1)}) == 1


def test_branches_are_not_hidden_by_lines() -> None:
    assert reached([row(990, 990, 10, 5)["summary"]]) == 50


def test_the_worst_lines_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(tmp_path, {"bots/a.py": row(20, 18, 4, 2)})
    output = capsys.readouterr().out
    assert "bots/a.py: 50.0 %, not run: 19, 20, 1->7, 3->exit" in output
    assert output.endswith(f"coverage: {len(GATES) - 1} of {len(GATES)} gates hold\n")
