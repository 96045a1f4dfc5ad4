"""A few of the positions of `make tactics`."""

import pytest

from bots.searchers import Texas42Search, TigerDragonSearch
from tests.bots.endings import TEXAS42, TIGERDRAGON
from tests.tactics import solved, texas42_puzzles, tigerdragon_puzzles

SOME = 12


@pytest.mark.parametrize("name", ["tigerdragon", "texas42"])
def test_searches_find_what_is_known_to_be_best(name: str) -> None:
    if name == "tigerdragon":
        found = solved(TIGERDRAGON, TigerDragonSearch, tigerdragon_puzzles(SOME))
    else:
        found = solved(TEXAS42, Texas42Search, texas42_puzzles(SOME))
    assert found == (SOME, SOME)
