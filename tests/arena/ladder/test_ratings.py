"""Ratings are worked out from stored matches, and from nothing else."""

import math
from typing import Any

import pytest

from arena.ladder.ratings import MU, NEW_VERSION_SIGMA, SIGMA, Ratings, likely_better
from arena.plugins.manager import load_plugins
from arena.store import StoredMatch, StoredPlayer

PLUGINS = load_plugins(entry_points=False)


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
    found.add_all(matches)
    return found


def test_whoever_wins_rises_and_gets_surer() -> None:
    found = ratings(*(match(n, "bot:1", "bot:2", "house:a", "house:b") for n in range(30)))
    order = [standing.identity for standing in found.ranked(found.standings)]
    assert order == ["bot:1", "bot:2", "house:a", "house:b"]
    first, second = found.of("bot:1"), found.of("bot:2")
    assert first.mu > MU > found.of("house:b").mu
    assert first.sigma < SIGMA
    assert likely_better(first, second) > 0.9
    assert likely_better(second, first) == pytest.approx(1 - likely_better(first, second))
    assert (first.games, first.places, first.seats) == (30, {1: 30}, {0: 30})
    assert found.of("house:b").faults == 60


def test_a_match_counts_once_and_a_void_one_never() -> None:
    one = match(1, "bot:1", "bot:2", "bot:3", "bot:4")
    void = match(2, "bot:4", "bot:3", "bot:2", "bot:1", status="void")
    twice = ratings(one, one, void)
    assert twice.standings == ratings(one).standings
    assert twice.of("bot:1").games == 1


def test_in_pieces_or_at_once_the_ratings_are_the_same() -> None:
    played = [match(n, "bot:1", "bot:2", "house:a", "bot:3", ranks=(n % 4 + 1, 2, 3, 4))
              for n in range(12)]  # fmt: skip
    pieces = ratings(*played[:5])
    pieces.add_all(played[3:])
    assert pieces.standings == ratings(*played).standings


def test_partners_rise_and_fall_together() -> None:
    found = ratings(match(1, "a", "b", "c", "d", ranks=(1, 3, 1, 3)), game="texas42")
    assert found.of("a").mu == found.of("c").mu > MU
    assert found.of("b").mu == found.of("d").mu < MU


def test_who_ties_shares_places_and_partners_are_one() -> None:
    tied = ratings(match(1, "a", "b", "c", "d", ranks=(2, 1, 2, 2)))
    assert [tied.of(who).place.total for who in "abcd"] == [3.0, 1.0, 3.0, 3.0]
    partners = ratings(match(1, "a", "b", "c", "d", ranks=(1, 3, 1, 3)), game="texas42")
    assert [partners.of(who).place.total for who in "abcd"] == [1.0, 2.0, 1.0, 2.0]
    copies = ratings(match(1, "a", "b", "a", "", ranks=(1, 2, 3, 4)))
    assert (copies.of("a").place.total, copies.of("a").place.matches) == (2.0, 1)


def test_luck_makes_a_match_say_less() -> None:
    one = match(1, "bot:1", "bot:2", "bot:3", "bot:4")
    assert ratings(one).of("bot:1").mu > ratings(one, game="riichi").of("bot:1").mu > MU


def test_a_new_version_is_less_sure_of_its_rating() -> None:
    four = ("bot:1", "bot:2", "bot:3", "bot:4")
    turns = ((1, 2, 3, 4), (4, 3, 2, 1))
    found = ratings(
        *(match(n, *four, ranks=turns[n % 2], versions=(7, 8, 9, 10)) for n in range(90))
    )
    assert found.of("bot:1").sigma < NEW_VERSION_SIGMA
    mu = found.of("bot:1").mu
    found.add_all([match(99, *four, versions=(11, 8, 9, 10))])
    assert found.of("bot:1").sigma > found.of("bot:2").sigma
    assert abs(found.of("bot:1").mu - mu) < 5
    assert found.of("bot:1").games == 91


def test_one_who_sat_at_several_seats_has_one_rating_and_a_stranger_none() -> None:
    found = ratings(match(1, "house:a", "house:a", "bot:1", ""))
    assert set(found.standings) == {"house:a", "bot:1"}
    assert found.of("house:a").games == 2
    assert math.isfinite(found.of("house:a").mu)
    assert found.of("bot:9").games == 0
