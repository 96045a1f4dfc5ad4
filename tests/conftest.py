"""Options and markers of the whole suite."""

from pathlib import Path

import pytest

from tests.hostile_report import attacks_line

STORES = ("sqlite", "postgresql")
DATA = Path(__file__).parent / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("arena")
    group.addoption(
        "--cases",
        metavar="DIR",
        type=Path,
        default=DATA,
        help="read the table-driven cases from this folder (default: tests/data)",
    )
    group.addoption(
        "--golden-update", action="store_true", help="rewrite the golden files instead of comparing"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(id): the test of one case in words, cited as GAME:ID")
    config.addinivalue_line("markers", "acceptance(id): a point of tests/web/points.py")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line on the databases of the store's tests, one on the attacks of hostile bots."""
    words = [f"{name} {how}" for name in STORES if (how := _went(terminalreporter, name))]
    if words:
        terminalreporter.write_line(f"stores: {', '.join(words)}")
    if line := attacks_line(terminalreporter.stats):
        terminalreporter.write_line(line)


def _went(reporter: pytest.TerminalReporter, name: str) -> str:
    """How the store's tests went on a database: ok, failed, skipped, or nothing if none ran."""
    kinds = {
        kind
        for kind in ("passed", "failed", "error", "skipped")
        for report in reporter.stats.get(kind, ())
        if report.nodeid.startswith("tests/arena/store/") and f"[{name}" in report.nodeid
    }
    if kinds & {"failed", "error"}:
        return "failed"
    return "ok" if "passed" in kinds else "skipped (not installed)" if kinds else ""


@pytest.fixture
def point(request: pytest.FixtureRequest) -> object:
    """The number of a promise in a checklist; it only gives its test an id."""
    return request.param
