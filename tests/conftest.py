"""Options and markers of the whole suite."""

from pathlib import Path

import pytest

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


@pytest.fixture
def point(request: pytest.FixtureRequest) -> object:
    """The number of a promise in a checklist; it only gives its test an id."""
    return request.param
