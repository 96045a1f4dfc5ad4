"""Ranks with intervals that hold for the whole field at once."""

from random import Random

import pytest

from arena.ladder.season import Order, fit_season
from arena.tournament.ranks import separated
from arena.tournament.results import Line, places2
from arena.tournament.standings import standings
from tests.arena.simulated import gumbel, league

TEN = [f"bot{number}" for number in range(10)]


def test_who_is_surely_better_bounds_the_ranks() -> None:
    gaps = {("a", "b"): (50.0, 0.2), ("a", "c"): (90.0, 1e-6), ("b", "c"): (-40.0, 1e-5)}
    found = separated("abc", lambda one, other: gaps[one, other])
    everybody = frozenset("abc")
    assert [found.ranks(who, everybody) for who in "abc"] == [(1, 2), (2, 3), (2, 2)]
    # Of those who are shown alone; a retired bot takes no rank.
    assert found.ranks("c", frozenset("ac")) == (2, 2)
    assert found.ranks("x", everybody) is None


def test_many_comparisons_make_no_winner_of_equals() -> None:
    """The best of ten equals was surely better than somebody in one tournament of four."""
    rng, wrong, trials = Random(31), 0, 150
    for _ in range(trials):
        rows, _ = standings(league([0.0] * 10, 25, rng), TEN)
        wrong += any(row.ranks not in (None, (1, 10)) for row in rows)
    assert wrong / trials <= 0.08


def test_bots_far_apart_have_a_rank_of_their_own() -> None:
    rows, _ = standings(league([3.0, 1.0, -1.0, -3.0], 60, Random(3)), TEN[:4])
    assert [row.ranks for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_neighbours_do_not_chain_a_whole_table_together() -> None:
    """Each neighbour may be the better one, yet the first and the last are told apart."""
    rows, _ = standings(league([0.8, 0.4, 0.0, -0.4, -0.8], 60, Random(5)), TEN[:5])
    ranks = [row.ranks or (0, 0) for row in rows]
    assert any(first != last for first, last in ranks)
    assert ranks[0][1] < ranks[-1][0]


def test_a_handful_of_deals_leaves_all_ranks_open() -> None:
    rows, _ = standings(league([3.0, -3.0, 0.0, 0.0], 3, Random(1)), TEN[:4])
    assert {row.ranks for row in rows} == {None}


@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_the_ladder_ranks_all_its_bots_at_once(gap: float) -> None:
    rng, orders = Random(8), []
    for at in range(400):
        table = rng.sample(range(8), 4)
        scores = [gap * (who < 2) + gumbel(rng) for who in table]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        orders.append(Order(tuple((who,) for who in table), tuple(places2(ranks)), at))
    fitted, everybody = fit_season(orders), frozenset(range(8))
    found = [fitted.apart.ranks(who, everybody) for who in range(8)]
    assert found == ([(1, 8)] * 8 if not gap else [(1, 2)] * 2 + [(3, 8)] * 6)


def test_entrants_that_have_not_played_take_no_rank() -> None:
    lines = [Line(deal, (0, 1), (1, 0), (2, 4), (0, 1)) for deal in range(20)]
    rows, _ = standings(lines, TEN[:3])
    assert [row.ranks for row in rows] == [(1, 1), (2, 2), None]
