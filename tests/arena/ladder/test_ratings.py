"""Ratings are computed from stored matches alone, from all of a season at once."""

import json
import math
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from arena.ladder.ratings import COURSE_POINTS, Ratings, Standing
from arena.ladder.season import HALF_LIFE_MS, Order, Rated, fit_season
from arena.plugins.manager import load_plugins
from arena.store import StoredMatch, StoredPlayer
from arena.tournament.ratings import MIDDLE, rate
from arena.tournament.results import Line, places2
from tests.arena import simulated

PLUGINS = load_plugins(entry_points=False)
TURNS = ((1, 2, 3, 4), (2, 1, 3, 4), (1, 2, 4, 3))


def match(
    number: int,
    *identities: str,
    ranks: tuple[int, ...] = (1, 2, 3, 4),
    status: Any = "finished",
    versions: tuple[int | None, ...] = (),
) -> StoredMatch:
    players = [
        StoredPlayer(seat, who, who, None, (versions or (None,) * 4)[seat], 0, ranks[seat],
                     {"timeout": 2} if seat == 3 else {}, None)
        for seat, who in enumerate(identities)
    ]  # fmt: skip
    return StoredMatch(
        f"m{number}", "r", "ladder", "tigerdragon", 1, status, True, number, number, {}, None, None,
        None, players,
    )  # fmt: skip


def ratings(*matches: StoredMatch, game: str = "tigerdragon") -> Ratings:
    found = Ratings(PLUGINS.game(game))
    found.rate(fit_season(list(found.add_all(matches).values())))
    return found


def rated(found: Ratings, identity: str) -> Rated:
    standing = found.of(identity)
    assert standing.rated is not None
    return standing.rated


def test_whoever_wins_rises_and_gets_surer() -> None:
    few, found = (
        ratings(
            *(match(n, "bot:1", "bot:2", "house:a", "house:b", ranks=TURNS[n % 3])
              for n in range(many))
        )
        for many in (12, 60)
    )  # fmt: skip
    order = [standing.identity for standing in found.ranked(found.standings)]
    assert order == ["bot:1", "bot:2", "house:a", "house:b"]
    first, second = found.of("bot:1"), found.of("bot:2")
    assert first.rating > MIDDLE > found.of("house:b").rating
    assert width(rated(found, "bot:1")) < width(rated(few, "bot:1"))
    ahead = found.superiority(first, second)
    assert ahead is not None
    assert ahead > 0.9
    assert found.superiority(second, first) == pytest.approx(1 - ahead)
    assert (first.games, first.places, first.seats) == (60, {1: 40, 2: 20}, {0: 60})
    assert found.of("house:b").faults == 120


def width(found: Rated) -> float:
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def test_fewer_than_ten_matches_give_no_interval_and_rank_last() -> None:
    found = ratings(*(match(n, "bot:1", "bot:2", "house:a", "house:b") for n in range(9)))
    assert rated(found, "bot:1").low is None
    assert found.superiority(found.of("bot:1"), found.of("bot:2")) is None
    known = ratings(
        *(match(n, "bot:1", "bot:2", "house:a", "house:b") for n in range(30)),
        match(31, "bot:9", "bot:2", "house:a", "house:b"),
    )
    assert [one.identity for one in known.ranked(known.standings)][-1] == "bot:9"


def test_the_order_of_matches_does_not_matter() -> None:
    played = [match(n, "bot:1", "bot:2", "house:a", "bot:3", ranks=TURNS[n * n % 3])
              for n in range(40)]  # fmt: skip
    forth, back = ratings(*played), ratings(*played[::-1])
    for identity in forth.standings:
        assert forth.of(identity).rating == pytest.approx(back.of(identity).rating)


def test_an_old_match_weighs_less() -> None:
    def lead(first_won: int, then_won: int) -> float:
        old = [match(n, "bot:1", "bot:2", "house:a", "house:b", ranks=TURNS[1 - first_won])
               for n in range(20)]  # fmt: skip
        new = [replace(match(n, "bot:1", "bot:2", "house:a", "house:b", ranks=TURNS[1 - then_won]),
                       finished=2 * HALF_LIFE_MS + n) for n in range(20, 40)]  # fmt: skip
        found = ratings(*old, *new)
        return found.of("bot:1").rating - found.of("bot:2").rating

    assert lead(0, 1) > 50
    assert lead(0, 1) == pytest.approx(-lead(1, 0), abs=1)


def test_ratings_agree_with_those_of_tournaments() -> None:
    rng = Random(3)
    lines, orders = [], []
    for deal in range(200):
        table = tuple(rng.sample(range(6), 4))
        scores = [who / 4 + simulated.gumbel(rng) for who in table]
        places = tuple(places2([1 + sum(o > s for o in scores) for s in scores]))
        lines.append(Line(deal, table, places, places, (0, 1, 2, 3)))
        orders.append(Order(tuple((who,) for who in table), places, 1))
    expected, found = rate(lines, 6), fit_season(orders).ratings
    for who in range(6):
        assert found[who].rating == pytest.approx(expected.intervals[who].mean, abs=0.1)
        assert found[who].low == pytest.approx(expected.intervals[who].low, abs=2)


def test_a_match_counts_once_and_a_void_one_never() -> None:
    one = match(1, "bot:1", "bot:2", "bot:3", "bot:4")
    void = match(2, "bot:4", "bot:3", "bot:2", "bot:1", status="void")
    twice = ratings(one, one, void)
    assert twice.standings == ratings(one).standings
    assert twice.of("bot:1").games == 1


def test_in_pieces_or_at_once_the_ratings_are_the_same() -> None:
    played = [match(n, "bot:1", "bot:2", "house:a", "bot:3", ranks=(n % 4 + 1, 2, 3, 4))
              for n in range(12)]  # fmt: skip
    pieces, whole = Ratings(PLUGINS.game("tigerdragon")), Ratings(PLUGINS.game("tigerdragon"))
    pieces.add_all(played[:5])
    pieces.add_all(played[3:])
    whole.add_all(played)
    assert pieces.standings == whole.standings


def test_partners_rise_and_fall_together() -> None:
    found = ratings(match(1, "a", "b", "c", "d", ranks=(1, 3, 1, 3)), game="texas42")
    assert found.of("a").rating == pytest.approx(found.of("c").rating)
    assert found.of("a").rating > MIDDLE > found.of("b").rating
    assert found.of("b").rating == pytest.approx(found.of("d").rating)


def test_who_ties_shares_places_and_partners_are_one() -> None:
    tied = ratings(match(1, "a", "b", "c", "d", ranks=(2, 1, 2, 2)))
    assert [tied.of(who).place.total for who in "abcd"] == [3.0, 1.0, 3.0, 3.0]
    partners = ratings(match(1, "a", "b", "c", "d", ranks=(1, 3, 1, 3)), game="texas42")
    assert [partners.of(who).place.total for who in "abcd"] == [1.0, 2.0, 1.0, 2.0]
    copies = ratings(match(1, "a", "b", "a", "", ranks=(1, 2, 3, 4)))
    assert (copies.of("a").place.total, copies.of("a").place.matches) == (2.0, 1)


def test_those_who_tie_share_places_in_the_counts_as_in_the_mean() -> None:
    tied = ratings(match(1, "a", "b", "c", "d", ranks=(1, 1, 3, 4)))
    assert [tied.of(who).places for who in "ac"] == [{1: 0.5, 2: 0.5}, {3: 1.0}]
    partners = ratings(match(1, "a", "b", "c", "d", ranks=(1, 3, 1, 3)), game="texas42")
    assert [partners.of(who).places for who in "ab"] == [{1: 1.0}, {2: 1.0}]


def test_a_new_version_has_a_rating_of_its_own() -> None:
    four = ("bot:1", "bot:2", "bot:3", "bot:4")
    found = ratings(
        *(match(n, *four, versions=(7, 8, 9, 10)) for n in range(20)),
        *(match(n, *four, ranks=(4, 1, 2, 3), versions=(11, 8, 9, 10)) for n in range(20, 40)),
    )
    one = found.of("bot:1")
    assert (one.games, one.version_games, one.version) == (40, 20, 11)
    assert one.rating == min(found.of(who).rating for who in four)
    assert found.fitted.ratings["bot:1", 7].rating > MIDDLE


def test_a_stored_leaderboard_is_read_as_it_was() -> None:
    found = ratings(*(match(n, "bot:1", "bot:2", "house:a", "house:b") for n in range(15)))
    again = Ratings.read(found.game, json.loads(json.dumps(found.as_data())))
    assert again.standings == found.standings
    assert again.add_all([match(14, "bot:1", "bot:2", "house:a", "house:b")]) == {}
    assert list(again.add_all([match(15, "bot:1", "bot:2", "house:a", "house:b")])) == ["m15"]
    assert [point[0] for point in again.of("bot:1").course] == [15]


def test_the_course_of_a_rating_stays_short() -> None:
    one = Standing("bot:1")
    for games in range(1000):
        one.games = games
        one.rate(Rated(1500 + games, 1400, 1600, games))
    assert len(one.course) <= COURSE_POINTS
    assert (one.course[0][0], one.course[-1][:2]) == (0, [999, 2499])


def test_one_who_sat_at_several_seats_has_one_rating_and_a_stranger_none() -> None:
    found = ratings(match(1, "house:a", "house:a", "bot:1", ""))
    assert set(found.standings) == {"house:a", "bot:1"}
    assert found.of("house:a").games == 2
    assert math.isfinite(found.of("house:a").rating)
    assert found.of("bot:9").games == 0
