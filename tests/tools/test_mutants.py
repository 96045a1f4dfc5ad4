"""The list of mutants is read strictly, and survivors are named."""

from pathlib import Path

import pytest

from tools import mutants
from tools.mutants import Mutant, MutantError

ENTRY = """
[[mutant]]
name = "two and two are five"
file = "sum.py"
old = "2 + 2"
new = "5"
tests = ["test_sum.py"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mutants.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_entry_is_read(tmp_path: Path) -> None:
    (mutant,) = mutants.read(written(tmp_path, ENTRY))
    assert mutant == Mutant("two and two are five", "sum.py", "2 + 2", "5", ("test_sum.py",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('tests = ["test_sum.py"]', "", "two and two are five: missing or unknown: tests"),
        ('name = "two and two are five"', "", "mutant 1: missing or unknown: name"),
        ('new = "5"', 'new = "5"\nwhy = "x"', "two and two are five: missing or unknown: why"),
        ('new = "5"', 'new = "2 + 2"', "a mutant changes one line into another"),
        ('old = "2 + 2"', 'old = "a\\nb"', "a mutant changes one line into another"),
    ],
)
def test_entry_that_is_not_complete_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(MutantError, match=message):
        mutants.read(written(tmp_path, ENTRY.replace(old, new)))


def test_two_mutants_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MutantError, match="two mutants have this name"):
        mutants.read(written(tmp_path, ENTRY * 2))


def test_lines_beside_the_broken_one_may_say_where_it_stands(tmp_path: Path) -> None:
    text = ENTRY.replace('"2 + 2"', '"a\\n2 + 2"').replace('"5"', '"a\\n5"')
    assert mutants.read(written(tmp_path, text))[0].old == "a\n2 + 2"


@pytest.mark.parametrize(("text", "times"), [("x = 4\n", 0), ("x = 2 + 2\ny = 2 + 2\n", 2)])
def test_old_text_must_stand_exactly_once(tmp_path: Path, text: str, times: int) -> None:
    (tmp_path / "sum.py").write_text(text, encoding="utf-8")
    (mutant,) = mutants.read(written(tmp_path, ENTRY))
    with pytest.raises(MutantError, match=rf"'2 \+ 2' is {times} times in sum\.py, not once"):
        mutant.texts(tmp_path)


def test_missing_file_is_named(tmp_path: Path) -> None:
    (mutant,) = mutants.read(written(tmp_path, ENTRY))
    with pytest.raises(MutantError, match=r"there is no file sum\.py"):
        mutant.texts(tmp_path)


@pytest.mark.parametrize(("expected", "dead"), [("4", True), ("x", False)])
def test_mutant_is_killed_when_its_tests_turn_red_and_the_file_is_whole_again(
    tmp_path: Path, expected: str, dead: bool
) -> None:
    (tmp_path / "sum.py").write_text("x = 2 + 2\n", encoding="utf-8")
    test = f"from sum import x\n\n\ndef test_sum() -> None:\n    assert x == {expected}\n"
    (tmp_path / "test_sum.py").write_text(test, encoding="utf-8")
    (mutant,) = mutants.read(written(tmp_path, ENTRY))
    assert mutants.killed(mutant, tmp_path) is dead
    assert (tmp_path / "sum.py").read_text(encoding="utf-8") == "x = 2 + 2\n"


def test_tests_that_cannot_be_run_are_no_kill(tmp_path: Path) -> None:
    (tmp_path / "sum.py").write_text("x = 2 + 2\n", encoding="utf-8")
    (mutant,) = mutants.read(written(tmp_path, ENTRY))
    with pytest.raises(MutantError, match="pytest could not run the tests"):
        mutants.killed(mutant, tmp_path)


def test_every_mutant_of_our_list_fits_the_tree_and_names_tests_that_exist() -> None:
    for mutant in mutants.read(mutants.LIST):
        mutant.texts(mutants.ROOT)
        assert all(map(exists, mutant.tests)), mutant.name


def exists(test: str) -> bool:
    """Whether a test file, or one test of it, is in the tree."""
    file, _, name = test.partition("[")[0].partition("::")
    path = mutants.ROOT / file
    return path.exists() and (not name or f"def {name}(" in path.read_text(encoding="utf-8"))


def test_list_that_cannot_be_used_ends_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, ENTRY)
    assert mutants.main(["--list", str(path)]) == 1
    assert capsys.readouterr().out == "mutants: two and two are five: there is no file sum.py\n"
