"""What is said about results: ratings, intervals, tables; sensible words for odd cases."""

import json
import math
from collections import Counter
from random import Random
from statistics import fmean

import choix
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.local.intervals import Interval, interval, student_two_sided
from arena.tournament.company import company_effects
from arena.tournament.holm import holm
from arena.tournament.means import mean_of, mean_place
from arena.tournament.ratings import MIDDLE, draws_of, fit, rate
from arena.tournament.report import remarks
from arena.tournament.results import Line, places2
from arena.tournament.standings import standings
from arena.tournament.tables import cross_table, saving, seat_table
from tests.arena import simulated

NAMES = ("a", "b", "c", "d")


def line(deal: int, entrants: str, ranks: str, points: tuple[int, ...] = ()) -> Line:
    """`line(0, "abcd", "1234")`: entrants by letter, ranks by digit."""
    who = tuple(ord(letter) - ord("a") for letter in entrants)
    places = tuple(places2([int(rank) for rank in ranks]))
    return Line(
        deal, who, points or tuple(-place for place in places), places, tuple(range(len(who)))
    )


# -- Plackett-Luce


def orders(bots: int, matches: int, rng: Random) -> list[tuple[int, ...]]:
    strengths = [rng.gauss(0, 0.7) for _ in range(bots)]

    def luck(who: int) -> float:
        return -strengths[who] - simulated.gumbel(rng)

    return [tuple(sorted(rng.sample(range(bots), 4), key=luck)) for _ in range(matches)]


@pytest.mark.parametrize("bots", [4, 8, 16])
def test_ratings_agree_with_an_independent_implementation(bots: int) -> None:
    seen = orders(bots, 150 * bots, Random(bots))
    ours = fit(Counter(draws_of(order, (2, 4, 6, 8)) for order in seen), bots, prior=0)
    logs = [math.log(weight) for weight in ours]
    theirs = choix.ilsr_rankings(bots, seen)
    assert [value - fmean(logs) for value in logs] == pytest.approx(
        [value - fmean(theirs) for value in theirs], abs=1e-6
    )


def test_the_order_of_matches_does_not_matter() -> None:
    lines = simulated.blocks((0.3, 0.1, -0.1, -0.3), 20, Random(1))
    backwards = rate(lines[::-1], 4)
    assert [found.mean for found in rate(lines, 4).intervals] == pytest.approx(
        [found.mean for found in backwards.intervals]
    )


def test_tied_bots_are_rated_alike() -> None:
    ratings = rate([line(deal, "abcd", "1133") for deal in range(10)], 4)
    a, b, c, d = (found.mean for found in ratings.intervals)
    assert a == pytest.approx(b)
    assert c == pytest.approx(d)
    assert a > MIDDLE > c
    assert ratings.superiority(0, 1) == pytest.approx(0.5)


def test_ties_lie_between_a_win_and_a_loss() -> None:
    def ahead(ranks: str) -> float:
        lines = [line(deal, "ab", "12" if deal % 2 else "21") for deal in range(20)]
        found = rate([*lines, *(line(20 + deal, "ab", ranks) for deal in range(10))], 2)
        return found.intervals[0].mean - found.intervals[1].mean

    assert ahead("21") < ahead("11") < ahead("12")
    assert ahead("11") == pytest.approx(0)


def test_a_sweep_has_a_finite_rating_with_a_wide_interval() -> None:
    found = rate([line(deal, "abcd", "1234") for deal in range(50)], 4).intervals
    assert all(each.low is not None and each.high is not None for each in found)
    for each in found:
        assert each.low is not None
        assert each.high is not None
        assert math.isfinite(each.mean)
        assert 100 < each.high - each.low < 10_000


def test_more_deals_make_the_interval_narrower() -> None:
    def width(deals: int) -> float:
        found = rate(simulated.blocks((0.3, 0.1, -0.1, -0.3), deals, Random(4)), 4).intervals[0]
        assert found.low is not None
        assert found.high is not None
        return found.high - found.low

    assert width(400) == pytest.approx(width(100) / 2, rel=0.25)


@pytest.mark.parametrize(
    ("ranks", "places"),
    [([1, 2, 3, 4], [1, 2, 3, 4]), ([1, 1, 3, 4], [1.5, 1.5, 3, 4]), ([2, 1, 2, 2], [3, 1, 3, 3])],
)
def test_those_who_tie_share_their_places(ranks: list[int], places: list[float]) -> None:
    assert [place / 2 for place in places2(ranks)] == places


# -- means


def test_few_deals_give_a_mean_and_no_interval() -> None:
    assert mean_of([(6, 2), (2, 2)]) == Interval(2.0, None, None, 2)
    assert mean_of([]) is None
    assert mean_of([(0, 0)] * 8) is None


def test_a_mean_counts_deals_by_their_matches_and_has_student_s_interval() -> None:
    found = mean_of([(2, 1), (4, 1), (6, 1), (8, 1), (10, 1), (0, 0)])
    plain = interval([2, 4, 6, 8, 10])
    assert found is not None
    assert (found.mean, found.n) == (plain.mean, plain.n)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))
    assert mean_of([(4, 4), (10, 1)] * 5) == mean_of([(10, 1), (4, 4)] * 5)
    uneven = mean_of([(4, 4), (10, 1)] * 5)
    assert uneven is not None
    assert uneven.mean == pytest.approx(14 / 5)


def test_a_sweep_is_never_certain_and_stays_within_the_places() -> None:
    found = mean_place([(4, 4)] * 20, 4)
    assert found is not None
    assert (found.mean, found.low) == (1, 1)
    assert found.high is not None
    assert 1.02 < found.high < 1.2
    last = mean_place([(16, 4)] * 20, 4)
    assert last is not None
    assert (last.mean, last.high) == (4, 4)


def test_a_sweep_of_few_deals_has_no_interval_for_it_would_rest_on_what_is_imagined() -> None:
    for end in (4, 16):
        for few in ([(end, 4)] * 19, [*[(end, 4)] * 18, (10, 4)]):
            found = mean_place(few, 4)
            assert found is not None
            assert (found.low, found.high, found.n) == (None, None, 19)
    enough = mean_place([*[(4, 4)] * 8, (5, 4), (6, 4)], 4)
    assert enough is not None
    assert enough.low is not None
    assert mean_place([], 4) is None


# -- tables


def test_the_cross_table_counts_ties_as_halves() -> None:
    cell = cross_table([line(0, "ab", "12"), line(1, "ab", "11"), line(2, "ba", "12")])[0, 1]
    assert (cell.share.mean, cell.meetings) == (0.5, 3)


def test_copies_of_one_bot_never_meet_themselves() -> None:
    table = cross_table([line(deal, "abab", "1234") for deal in range(6)])
    assert set(table) == {(0, 1), (1, 0)}
    assert table[0, 1].share.mean == 0.75
    assert table[0, 1].meetings == 24


def test_a_share_never_leaves_zero_to_one_and_a_sweep_is_no_certainty() -> None:
    lines = [line(deal, "ab", "12") for deal in range(10)]
    swept = cross_table(lines)[0, 1].share
    assert (swept.mean, swept.high) == (1, 1)
    assert swept.low is not None
    assert 0.6 < swept.low < 0.9


def test_the_seat_table_finds_the_better_seat() -> None:
    rows = seat_table(
        [line(deal, "abcd"[t:] + "abcd"[:t], "1234") for deal in range(8) for t in range(4)]
    )
    assert [row.place.mean for row in rows if row.place] == [1, 2, 3, 4]


def company(seed: int, deals: int, suffers: float) -> list[Line]:
    """A tournament of five in which the first does worse when the second is at the table."""
    rng, lines = Random(seed), []
    for deal in range(deals):
        table = rng.sample(range(5), 4)
        scores = {
            who: who / 10 + rng.random() - suffers * (who == 0 and 1 in table) for who in table
        }
        ranks = [1 + sum(other > scores[who] for other in scores.values()) for who in table]
        places = tuple(places2(ranks))
        lines.append(Line(deal, tuple(table), places, places, (0, 1, 2, 3)))
    return lines


def test_a_bot_that_suffers_from_another_shows_in_the_company() -> None:
    lines = company(6, 300, 0.5)
    found = company_effects(lines, rate(lines, 5))
    worst = min(found, key=lambda pair: found[pair].mean)
    assert worst == (0, 1)
    assert found[worst].excludes_zero


def test_where_there_is_no_company_hardly_a_table_shows_any() -> None:
    shown = 0
    for seed in range(60):
        lines = company(seed, 80, 0.0)
        shown += bool(company_effects(lines, rate(lines, 5)))
    assert shown <= 9  # 3 are expected of 60; at 5 % each of 20 pairs it would be 38


def test_bots_that_always_meet_have_no_company_to_compare() -> None:
    lines = simulated.blocks((1.0, 0, 0, -1.0), 50, Random(2))
    assert company_effects(lines, rate(lines, 4)) == {}


def test_holm_stops_at_the_first_pair_that_may_be_chance() -> None:
    assert holm({(0, 1): 0.04, (0, 2): 0.01, (0, 3): 0.02}) == [(0, 2), (0, 3), (0, 1)]
    assert holm({(0, 1): 0.04, (0, 2): 0.02}) == [(0, 2), (0, 1)]
    assert holm({(0, 1): 0.04, (0, 2): 0.03}) == []
    assert student_two_sided(2.2281, 10) == pytest.approx(0.05, abs=1e-5)
    assert student_two_sided(-8.610, 4) == pytest.approx(0.001, abs=1e-5)
    assert student_two_sided(3.182, 3) == pytest.approx(0.05, abs=1e-4)


def test_the_saving_is_one_for_independent_matches_and_more_where_luck_is_shared() -> None:
    rng = Random(8)
    alone = saving(simulated.blocks((0, 0, 0, 0), 300, rng, shared=0))
    dealt = saving(simulated.blocks((0, 0, 0, 0), 300, rng, shared=0.9))
    assert alone is not None
    assert alone.low is not None
    assert alone.high is not None
    assert alone.low <= 1 <= alone.high
    assert dealt is not None
    assert dealt.low is not None
    assert dealt.low > 2


def test_nothing_is_said_of_the_saving_where_every_deal_comes_out_even() -> None:
    lines = [line(0, "ab", "12", (5, 3)), line(0, "ba", "12", (5, 3))]
    assert saving(lines) is None
    assert saving([]) is None


# -- odd cases


@pytest.mark.parametrize(
    ("lines", "names", "words"),
    [
        ([], (), "no bots, no matches"),
        ([], NAMES, "no deal has been played in full yet"),
        ([line(d, "aaaa", "1234") for d in range(6)], ("a",), "a played alone"),
        ([line(0, "abcd", "1234")], NAMES, "1 deals are too few for intervals"),
        ([line(d, "abcd", "1234") for d in range(6)], NAMES, "a won every match"),
        ([line(d, "abcd", "1234") for d in range(6)], NAMES, "d lost every match"),
        ([line(d, "abc", "123") for d in range(6)], NAMES, "d has not played"),
    ],
)
def test_odd_tournaments_get_sensible_words(
    lines: list[Line], names: tuple[str, ...], words: str
) -> None:
    rows, _ = standings(lines, names)
    assert any(words in said for said in remarks(lines, rows))


matches = st.lists(
    st.tuples(st.integers(0, 6), st.lists(st.integers(1, 4), min_size=4, max_size=4)), max_size=30
)


@settings(max_examples=60, deadline=None)
@given(matches)
def test_no_table_ever_holds_inf_or_nan(seen: list[tuple[int, list[int]]]) -> None:
    lines = []
    for deal, values in seen:
        ranks = [1 + sum(other < value for other in values) for value in values]
        lines.append(line(deal, "abcd", "".join(map(str, ranks))))
    rows, ratings = standings(lines, NAMES)
    tables = [
        rows,
        cross_table(lines),
        seat_table(lines),
        company_effects(lines, ratings),
        saving(lines),
    ]
    text = json.dumps(repr(tables))
    assert "inf" not in text
    assert "nan" not in text
    assert [row.rank for row in rows] == [1, 2, 3, 4]
