"""Options and markers of the whole suite."""

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hostile_report import attacks_line
from tests.made_secrets import SECRETS
from tools.compiled import stale

CLIENT_LANGUAGES = ("typescript", "go", "java", "cpp", "rust")
STORES = ("sqlite", "postgresql")
HERE = Path(__file__).parent
DATA = HERE / "data"
GATED = {HERE / name for name in ("engine", "protocol", "bots", "cases")}
"""Folders whose tests the coverage gates of `make check` count on."""


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
    group.addoption(
        "--thorough", action="store_true", help="make every try of the long random searches"
    )


def pytest_configure(config: pytest.Config) -> None:
    if changed := stale():
        raise pytest.UsageError(
            f"{changed[0]} has changed since `make compiled`; run that again, or `make interpreted`"
        )
    SECRETS.watch()
    # A shell lets what runs in its background ignore Ctrl-C, and every child inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "case(id): the test of one case in words, cited as GAME:ID")
    config.addinivalue_line("markers", "acceptance(id): a point of tests/web/points.py")
    config.addinivalue_line("markers", "long: plays on and on, and is not traced")
    config.addinivalue_line("markers", "traced: in a gated folder and not long; set by itself")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say which tests `make check` runs with coverage, before any are chosen."""
    for item in items:
        if GATED.intersection(item.path.parents) and not item.get_closest_marker("long"):
            item.add_marker("traced")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lines on the store's databases, the pages, the clients, and the attacks of hostile bots."""
    words = [
        f"{name} {how}"
        for name in STORES
        if (how := _went(terminalreporter, rf"tests/arena/store/.*\[{name}"))
    ]
    if words:
        terminalreporter.write_line(f"stores: {', '.join(words)}")
    if how := _went(terminalreporter, "tests/web/test_page_"):
        terminalreporter.write_line(f"pages in Chromium: {how}")
    words = [
        f"{name} {how}"
        for name in CLIENT_LANGUAGES
        if (how := _went(terminalreporter, rf"tests/tools/test_clients.*\[{name}\]"))
    ]
    if words:
        terminalreporter.write_line(f"clients: {', '.join(words)}")
    if line := attacks_line(terminalreporter.stats):
        terminalreporter.write_line(line)


def _went(reporter: pytest.TerminalReporter, tests: str) -> str:
    """How these tests went: ok, failed, skipped, or nothing if there were none."""
    kinds = {
        kind
        for kind in ("passed", "failed", "error", "skipped")
        for report in reporter.stats.get(kind, ())
        if re.match(tests, report.nodeid)
    }
    if kinds & {"failed", "error"}:
        return "failed"
    return "ok" if "passed" in kinds else "skipped (not installed)" if kinds else ""


@pytest.fixture(scope="session", autouse=True)
def _children_save_what_they_log() -> Iterator[None]:
    with SECRETS.watch_children():
        yield


@pytest.fixture(autouse=True)
def _no_secret_in_a_log(
    request: pytest.FixtureRequest, _children_save_what_they_log: None
) -> Iterator[None]:
    """No secret made by this process or those that it starts may stand in a line they log."""
    yield
    folder = request.node.funcargs.get("tmp_path")
    leaked = SECRETS.leaked(folder.rglob("arena.log*") if isinstance(folder, Path) else ())
    assert not leaked, f"logged with a secret: {leaked[0]}"


@pytest.fixture
def tries(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many of a number of random tries are made: a fifth, and with `--thorough` all."""
    share = 1 if request.config.getoption("--thorough") else 5
    return lambda number: number // share


@pytest.fixture
def point(request: pytest.FixtureRequest) -> object:
    """The number of a promise in a checklist; it only gives its test an id."""
    return request.param
