"""Luck taken out of results: zero on average, whatever the players do with it."""

import json
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from arena.ladder.luck import (
    Seen,
    deal_luck,
    deals_of,
    draw_luck,
    explained,
    luck_share,
    table_of,
    unlucky_means,
    usual_results,
)
from arena.local.loop import play
from arena.match.log import MatchLog, parse_log
from arena.plugins.manager import load_plugins
from arena.store import open_store
from engine.rng import Deals
from tests.arena.conftest import Arena
from tests.web.filled_ladders import fill_ladder

PLUGINS = load_plugins(entry_points=False)


def logged(game: str, bots: list[str], seed: str) -> MatchLog:
    short = PLUGINS.game(game).short
    return parse_log(play(game, bots, seed=seed, config=short, plugins=PLUGINS).log)


def simulated_matches(seed: int, matches: int = 60) -> list[list[Seen]]:
    """Four players whose results are half luck; the best of them is two points ahead."""
    rng, found = Random(seed), []
    for _ in range(matches):
        chance = [rng.gauss(0, 1) for _ in range(4)]
        found.append(
            [
                Seen(who, skill + 2 * luck + rng.gauss(0, 2), luck)
                for who, skill, luck in zip("abcd", (2.0, 0.0, 0.0, -2.0), chance, strict=True)
            ]
        )
    return found


def test_taking_luck_out_changes_no_expectation_and_narrows_the_interval() -> None:
    plain, less, held, saved = [], [], 0, []
    for seed in range(200):
        first = unlucky_means(simulated_matches(seed))[0]
        plain.append(first.plain.mean)
        less.append(first.without_luck.mean)
        low, high = first.without_luck.low, first.without_luck.high
        held += (low or 9) <= 2 <= (high or -9)
        saved.append(first.saved or 0)
    for means in (plain, less):
        assert fmean(means) == pytest.approx(2, abs=4 * stdev(means) / 200**0.5)
    assert stdev(less) < 0.85 * stdev(plain)
    assert 0.91 <= held / 200 <= 0.985
    assert 0.4 < fmean(saved) < 0.6  # half of the variance is luck


def test_a_share_is_found_in_other_matches_than_the_one_it_is_used_for() -> None:
    """Every other match shows its luck once, the rest three times."""
    slopes = (1, 3)
    seen = [[Seen("a", slopes[n % 2] * luck, luck)] for n, luck in enumerate([1, 1, -1, -1] * 3)]
    assert [luck_share(seen[::2]), luck_share(seen[1::2])] == [1, 3]
    less = unlucky_means(seen)[0].without_luck
    # Taken out are three times the luck of the first and once that of the second: what is left is
    # twice the luck of each, while shares of their own would leave nothing at all.
    assert (less.high or 0) > 1
    assert luck_share([]) == 0.0


def test_luck_that_explains_nothing_saves_nothing() -> None:
    rng = Random(5)
    seen = [[Seen(who, rng.gauss(0, 1), rng.gauss(0, 1)) for who in "ab"] for _ in range(200)]
    rows = unlucky_means(seen)
    assert explained(rows, seen) == pytest.approx(0, abs=0.06)
    assert all(abs(row.saved or 0) < 0.12 for row in rows)


def test_the_luck_of_a_deal_is_zero_on_average_and_says_who_was_dealt_well() -> None:
    game = PLUGINS.game("tigerdragon")
    log = logged("tigerdragon", ["counter"] * 4, "luck")
    table = table_of(log, game, PLUGINS.bot("defender"))
    usual = usual_results(table, 150, "usual")
    found = [deal_luck(table, Deals.seed(f"deal{n}"), usual, 1, "r").points for n in range(150)]
    for seat in zip(*found, strict=True):
        # Two samples of 150 deals are compared, so the error is that of their difference.
        assert abs(fmean(seat)) < 4 * stdev(seat) * (2 / 150) ** 0.5
    again = deal_luck(table, deals_of(log), usual, 2, "r")
    assert again == deal_luck(table, deals_of(log), usual, 2, "r")


def test_the_luck_of_draws_is_zero_on_average() -> None:
    game, total = PLUGINS.game("sichuan"), []
    for number in range(30):
        log = logged("sichuan", ["random"] * 4, f"draws{number}")
        table = table_of(log, game, PLUGINS.bot("random"))
        total.append(draw_luck(log, table, 4, 4, f"d{number}"))
    for seat in zip(*total, strict=True):
        assert abs(fmean(seat)) < 4 * stdev(seat) / 30**0.5
    assert stdev(seat) > 0


def test_a_lucky_draw_counts_for_who_drew_it() -> None:
    """A round that ends at the examined step has nothing left to draw, and no luck of its own."""
    log = logged("tigerdragon", ["counter"] * 4, "t")
    table = table_of(log, PLUGINS.game("tigerdragon"), PLUGINS.bot("random"))
    # All tiles of Tiger & Dragon are dealt at the start: with deterministic playouts there is none.
    steps = len(log.steps)
    assert len(draw_luck(log, table, steps, 1, "t")) == 4


def test_the_commands_show_plain_and_adjusted_results(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    words = ("play", "tigerdragon", *["counter"] * 4, "--config", "target=1", "--seed", "7")
    words = (*words, "--log", str(file))
    assert arena(*words)[0] == 0
    code, out, err = arena("luck", "match", str(file), "--rounds", "2", "--draws", "2", "--json")
    assert (code, err) == (0, "")
    rows: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert len(rows) == 4
    assert len({row["luck_of_deal"] for row in rows}) > 1
    assert all(isinstance(row["luck_of_draws"], float) for row in rows)
    code, out, _ = arena("luck", "match", str(file), "--rounds", "1")
    assert "less its mean over 60 other deals" in out
    url = f"sqlite:///{tmp_path / 'arena.db'}"
    with open_store(url, create=True) as store:
        fill_ladder(store, PLUGINS, 12)
    code, out, err = arena("luck", "ladder", "tigerdragon", "--db", url, "--rounds", "1")
    assert (code, err) == (0, "")
    assert out.startswith("player")
    assert "% of the variance of a single match's places" in out
    code, out, _ = arena("luck", "ladder", "riichi", "--db", url)
    assert out == "no rated match of riichi has ended yet\n"
