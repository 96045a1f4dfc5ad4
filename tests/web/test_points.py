"""No acceptance point of a built page is without its test."""

import re
from pathlib import Path

from tests.web.points import LATER, POINTS

HERE = Path(__file__).parent


def points_with_tests() -> set[str]:
    found = set()
    for file in HERE.glob("test_page*.py"):
        found |= set(re.findall(r'mark\.acceptance\("([^"]+)"\)', file.read_text("utf-8")))
    return found


def test_every_point_has_a_test() -> None:
    assert set(POINTS) - points_with_tests() == set()


def test_no_test_claims_an_unknown_point() -> None:
    assert points_with_tests() - set(POINTS) == set()


def test_no_point_is_both_built_and_later() -> None:
    assert set(POINTS) & set(LATER) == set()
