"""Run the cases of one folder and say how many held: `python -m tests.cases [DIR] [options]`."""

import sys
from pathlib import Path

import pytest

from tests.cases.folder import in_words, read_folder
from tests.conftest import DATA

HERE = Path(__file__).parent


class Tally:
    """Counts the cases that ran and those that failed."""

    def __init__(self) -> None:
        self.cases: set[str] = set()
        self.in_words: set[str] = set()
        self.ran: set[str] = set()
        self.failed: set[str] = set()
        self.unread = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            cited = {name for mark in item.iter_markers("case") for name in mark.args}
            self.in_words |= cited
            if cited or item.name.startswith("test_case["):
                self.cases.add(item.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)
            self.unread = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.nodeid in self.cases and (report.when == "call" or report.failed):
            self.ran.add(report.nodeid)
        if report.failed:
            self.failed.add(report.nodeid)


def last_line(tally: Tally, folder: Path) -> str:
    """What ran, what failed, and how many cases in words have no test in this run."""
    line = f"cases: {len(tally.ran)} run, {len(tally.failed)} failed"
    if tally.unread:
        return line
    own = folder.resolve() == DATA
    listed = [c for c in in_words(read_folder(folder)) if not (own and c.name in tally.in_words)]
    return f"{line}, {len(listed)} flow listed" if listed else line


def exit_code(tally: Tally) -> int:
    """0 if there were cases and all of them held."""
    return int(bool(tally.failed) or not tally.ran)


def main(folder: Path, options: list[str]) -> int:
    """Run a folder's cases and print how it went as the last line."""
    if not folder.is_dir():
        sys.stdout.write(f"cases: there is no folder {folder}\n")
        return 1
    tally = Tally()
    # The tests that cite a case in words belong to the cases of our own folder only.
    tests = HERE if folder.resolve() == DATA else HERE / "test_cases.py"
    code = pytest.main([str(tests), "-q", f"--cases={folder}", *options], plugins=[tally])
    sys.stdout.write(f"{last_line(tally, folder)}\n")
    return exit_code(tally) if code == pytest.ExitCode.OK else 1


if __name__ == "__main__":
    given, rest = sys.argv[1:2], sys.argv[2:]
    sys.exit(main(Path(*given) if given else DATA, rest))
