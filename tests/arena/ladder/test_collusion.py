"""Pairs that gain by each other's company are found, honest ones are not."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from arena.cli.collusion import say_report
from arena.ladder.collusion import Gains, collusion_report, welch
from arena.ladder.season import Order, fit_season
from arena.plugins.manager import load_plugins
from arena.store import open_store
from tests.arena.conftest import Arena
from tests.arena.simulated_ladder import random_season
from tests.web.filled_ladders import fill_ladder

MATCHES = 700


@pytest.mark.parametrize(
    ("together", "gaining"),
    [((3.0, -3.0), {(0,)}), ((1.2, 1.2), {(0, 1), (1, 0)})],
    ids=["feeding", "avoiding each other's discards"],
)
def test_accomplices_are_found(
    together: tuple[float, float], gaining: set[tuple[int, ...]]
) -> None:
    found = []
    for seed in range(5):
        orders = random_season(MATCHES, 300 + seed, together=together)
        report = collusion_report(orders, Random(seed))
        found += [each for each in report.found if set(each.pair) == {0, 1}]
    assert {each.gaining for each in found} & gaining
    assert len({each.effect.n for each in found}) >= 4  # in nearly every season
    for each in found:
        assert each.effect.low is not None
        assert each.effect.low > 0


@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_honest_pairs_are_not_found_even_where_the_ratings_fit_badly(noise: float) -> None:
    flagged = 0
    for seed in range(12):
        orders = random_season(500, 400 + seed, bots=10, noise=noise)
        flagged += bool(collusion_report(orders, Random(seed)).found)
    assert flagged <= 2


def test_who_simply_beats_another_is_no_accomplice() -> None:
    """Bot 0 always finishes ahead of bot 1, and gains nothing on the others by it."""
    orders = []
    for order in random_season(MATCHES, 7):
        table = [who for (who,) in order.units]
        places = dict(zip(table, order.places2, strict=True))
        if 0 in places and 1 in places and places[0] > places[1]:
            places[0], places[1] = places[1], places[0]
        orders.append(Order(order.units, tuple(places[who] for who in table), order.finished))
    found = collusion_report(orders, Random(1)).found
    assert [each for each in found if each.gaining in ((0, 1), (1, 0))] == []


def test_what_happens_between_the_two_is_left_out() -> None:
    orders = random_season(60, 8, bots=5)
    gains = Gains(orders, fit_season(orders))
    together, _ = gains.against_thirds(0, 1)
    rows = [row for row in gains.by_player[0] if 1 in row]
    assert together == pytest.approx([sum(row.values()) - row[1] for row in rows])


def test_the_number_of_matches_that_an_effect_needs_finds_it() -> None:
    """The figure is for four cases of five; here an effect is planted and looked for."""
    report = collusion_report(random_season(MATCHES, 9), Random(1))
    assert report.matches_needed(0.25) > 3 * report.matches_needed(0.5)
    needed = report.matches_needed(0.55)
    hits = 0
    for seed in range(10):
        # Two of twelve meet in one match of eleven; 1.5 of strength is about half a place.
        orders = random_season(11 * needed, 500 + seed, together=(1.9, 1.9))
        hits += any(set(each.pair) == {0, 1} for each in collusion_report(orders, Random(1)).found)
    assert hits >= 6


def test_tables_of_two_and_partners_have_no_third_party() -> None:
    two = [Order(((0,), (1,)), (2, 4), at) for at in range(50)]
    partners = [Order(((0, 1), (2, 3)), (2, 4), at) for at in range(50)]
    for orders in (two, partners, []):
        report = collusion_report(orders, Random(1))
        assert (report.matches, report.comparisons, report.found) == (0, 0, ())


def test_equal_samples_differ_by_nothing() -> None:
    assert welch([1.0] * 12, [1.0] * 20) == (0.0, 11)


def test_the_report_names_the_pair_and_what_could_have_been_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names: dict[object, str] = {who: f"bot{who}" for who in range(12)}
    orders = random_season(MATCHES, 301, together=(3.0, -3.0))
    say_report(collusion_report(orders, Random(1)), names)
    out = capsys.readouterr().out
    assert re.search(r"^bot\d+ and bot\d+ +bot0 +\d\.\d+ \[\d\.\d+, \d\.\d+\] ", out, re.MULTILINE)
    assert re.search(r"^198 comparisons in 700 matches; an honest ladder", out, re.MULTILINE)
    assert re.search(r"^0.5 +\d\d +\d+$", out, re.MULTILINE)
    say_report(collusion_report(random_season(MATCHES, 1), Random(1)), names)
    assert capsys.readouterr().out.startswith("no pair gains by each other's company\n")


def test_operators_read_the_report(arena: Arena, tmp_path: Path) -> None:
    plugins = load_plugins(entry_points=False)
    url = f"sqlite:///{tmp_path / 'arena.db'}"
    with open_store(url, create=True) as store:
        fill_ladder(store, plugins, 48)
    code, out, err = arena("collusion", "tigerdragon", "--db", url)
    assert (code, err) == (0, "")
    assert out == "48 matches: no two bots have met in enough of them, nothing to compare\n"
    code, out, _ = arena("collusion", "tigerdragon", "--db", url, "--json")
    told = json.loads(out)
    assert (told["matches"], told["game"]) == (48, "tigerdragon")
    assert (told["found"], told["comparisons"], told["matches_needed"]) == ([], 0, {})
    code, out, _ = arena("collusion", "riichi", "--db", url)
    assert out.startswith("0 matches: no two bots have met")
    code, _, err = arena("collusion", "whist", "--db", url)
    assert code == 1
    assert "no game 'whist'" in err
