"""How a folder of cases is read, run and counted."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cases.__main__ import Tally, exit_code, last_line, main
from tests.cases.folder import Case, check_of, in_words, read_folder, runnable, uncited
from tests.conftest import DATA

TESTS = Path(__file__).parents[1]
DECK = {"id": "deck", "kind": "deck", "in": {}, "out": {"tiles": 38}}


def write(folder: Path, game: str, *rows: dict[str, Any]) -> None:
    (folder / game).mkdir()
    (folder / game / "cases.json").write_text(json.dumps({"cases": rows}))


def run_cases(folder: Path) -> tuple[int, str]:
    """Exit code and last line of the command behind `make cases`."""
    command = [sys.executable, "-m", "tests.cases", str(folder), "-p", "no:cacheprovider"]
    # What the command itself covers is not measured: that would only slow it down.
    env = {key: value for key, value in os.environ.items() if not key.startswith("COV_")}
    done = subprocess.run(
        command, cwd=TESTS.parent, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines()[-1]


def test_every_case_in_words_has_a_test_that_cites_it() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py"))
    assert uncited(in_words(read_folder(DATA)), source) == []


def test_a_longer_id_does_not_cite_a_shorter_one() -> None:
    cases = [Case("chess", "F1", "flow", DATA), Case("chess", "F2", "error", DATA)]
    assert uncited(cases, 'mark("chess:F10") and "chess:F2"') == ["chess:F1"]


def test_names_of_cases_are_unique() -> None:
    names = [case.name for case in read_folder(DATA)]
    assert len(names) == len(set(names))


def test_an_unknown_kind_fails_with_a_sentence() -> None:
    case = Case("tigerdragon", "x", "riddle", DATA)
    with pytest.raises(pytest.fail.Exception, match="tigerdragon:x: unknown kind 'riddle'; known:"):
        check_of(case)


def test_a_game_without_a_module_fails_with_a_sentence() -> None:
    with pytest.raises(pytest.fail.Exception, match="no module for chess"):
        check_of(Case("chess", "x", "mate", DATA))


def test_a_case_that_expects_an_unknown_fact_fails() -> None:
    row = {**DECK, "out": {"weight": 3}}
    with pytest.raises(AssertionError, match="no such facts: weight"):
        check_of(case := Case("tigerdragon", "deck", "deck", DATA, row))(case)


def test_cases_in_words_are_told_from_those_to_run(tmp_path: Path) -> None:
    write(tmp_path, "chess", {"id": "a", "kind": "mate"}, {"id": "b", "kind": "flow"})
    cases = read_folder(tmp_path)
    assert [case.name for case in runnable(cases)] == ["chess:a"]
    assert [case.name for case in in_words(cases)] == ["chess:b"]


def test_files_of_a_game_are_cases_by_their_path(tmp_path: Path) -> None:
    (tmp_path / "tigerdragon" / "recordings").mkdir(parents=True)
    (tmp_path / "tigerdragon" / "recordings" / "one.jsonl").touch()
    (case,) = read_folder(tmp_path)
    assert (case.name, case.kind) == ("tigerdragon:recordings/one", "recording")


def test_the_command_counts_what_held_and_what_is_listed(tmp_path: Path) -> None:
    write(tmp_path, "tigerdragon", DECK, {"id": "f", "kind": "flow"})
    assert run_cases(tmp_path) == (0, "cases: 1 run, 0 failed, 1 flow listed")


def test_the_command_counts_failures(tmp_path: Path) -> None:
    wrong = {**DECK, "id": "wrong", "out": {"tiles": 39}}
    write(tmp_path, "tigerdragon", DECK, wrong, {"id": "odd", "kind": "riddle"})
    assert run_cases(tmp_path) == (1, "cases: 3 run, 2 failed")


def test_a_folder_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "nowhere"
    assert main(missing, []) == 1
    assert capsys.readouterr().out == f"cases: there is no folder {missing}\n"


def test_a_folder_that_cannot_be_read_is_a_failure(tmp_path: Path) -> None:
    write(tmp_path, "tigerdragon", DECK)
    (tmp_path / "tigerdragon" / "cases.json").write_text("{")
    tally = Tally()
    tally.pytest_collectreport(pytest.CollectReport("test_cases.py", "failed", None, []))
    assert last_line(tally, tmp_path) == "cases: 0 run, 1 failed"
    assert exit_code(tally) == 1


def test_a_folder_without_cases_is_a_failure() -> None:
    assert exit_code(Tally()) == 1


def test_cases_in_words_of_another_folder_are_listed_even_if_ours_have_tests(
    tmp_path: Path,
) -> None:
    write(tmp_path, "chess", {"id": "a", "kind": "flow"})
    tally = Tally()
    tally.in_words.add("chess:a")
    assert last_line(tally, tmp_path) == "cases: 0 run, 0 failed, 1 flow listed"
