"""`arena strength`: pairs told apart, told as lines, and kept for `arena bots`."""

import json
from pathlib import Path

import pytest

from arena.local.intervals import Interval
from arena.plugins.manager import load_plugins
from arena.study.strength import (
    FIRST_LOOK,
    MOST_DEALS,
    Gap,
    keep,
    ladder,
    lead_of,
    pairs,
    read_gaps,
    settled,
    stored,
)
from tests.arena.conftest import Arena


def gap(mean: float, low: float, high: float, n: int = 40) -> Gap:
    return Gap("tigerdragon", "counter", "defender", mean, low, high, n)


def test_a_gap_is_one_line_with_the_better_bot_first() -> None:
    assert (
        str(gap(6.16, 5.68, 6.64))
        == "counter is ahead of defender by 6.16 [5.68, 6.64] points per deal, 40 deals"
    )
    assert (
        str(gap(-2, -2.5, -1.5))
        == "defender is ahead of counter by 2.00 [1.50, 2.50] points per deal, 40 deals"
    )
    near = "counter and defender are not separated after 40 deals: 0.5 [-0.5, 1.5]"
    assert str(gap(0.5, -0.5, 1.5)) == near
    alone = Gap("tigerdragon", "counter", "defender", 3.0, None, None, 1)
    assert str(alone) == "counter and defender are not separated after 1 deals: 3.00"


def test_zero_must_be_well_outside_as_a_pair_is_looked_at_several_times() -> None:
    assert not settled(Interval(1.1, 0.1, 2.1, 20))
    assert settled(Interval(1.4, 0.4, 2.4, 20))
    assert settled(Interval(-1.4, -2.4, -0.4, 20))


def test_deals_without_any_spread_prove_nothing() -> None:
    assert not settled(Interval(1.0, 1.0, 1.0, 8))


def test_every_pair_is_played_and_those_of_the_strongest_last() -> None:
    found = pairs(["random", "greedy", "search"])
    assert found == [("greedy", "random"), ("search", "random"), ("search", "greedy")]


def test_a_ladder_has_four_strengths_at_every_game() -> None:
    plugins = load_plugins(entry_points=False)
    for game in plugins.games:
        names = ladder(plugins, game)
        assert names[0] == "random"
        assert names[-1] == f"{game}-search"
        assert len(names) >= 4


def test_what_is_found_replaces_what_was_found_before(tmp_path: Path) -> None:
    file = tmp_path / "strength.json"
    assert read_gaps(file) == []
    keep(file, [gap(1.0, 0.5, 1.5)])
    other = Gap("tigerdragon", "counter", "random", 3.0, 2.0, 4.0, 16)
    keep(file, [gap(2.123456, 1.5, 2.5), other])
    assert read_gaps(file) == [gap(2.1235, 1.5, 2.5), other]


def test_a_lead_is_over_the_nearest_bot_below() -> None:
    other = Gap("tigerdragon", "counter", "random", 3.0, 2.0, 4.0, 16)
    assert lead_of("counter", [other, gap(2, 1, 3)]) == gap(2, 1, 3)
    assert lead_of("random", [other]) is None


def test_strength_prints_a_line_a_pair_and_keeps_it(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "strength.json"
    words = ("strength", "tigerdragon", "random", "counter", "--jobs", "1", "--out", str(file))
    code, out, err = arena(*words)
    assert (code, err) == (0, "")
    (kept,) = read_gaps(file)
    assert kept.separated
    assert kept.mean > 0
    assert kept.n >= FIRST_LOOK
    said = "counter is ahead of random by "
    assert out.startswith(said)
    assert float(out.removeprefix(said).split()[0]) == pytest.approx(kept.mean, abs=0.0051)
    assert out.endswith(f", {kept.n} deals\n")


def test_a_pair_without_time_is_not_separated(arena: Arena) -> None:
    words = ("strength", "tigerdragon", "first", "twin=first", "--minutes", "0")
    row = json.loads(arena(*words, "--jobs", "1", "--json")[1])
    assert (row["a"], row["b"], row["mean"], row["separated"]) == ("twin=first", "first", 0, False)
    assert 1 <= row["n"] < MOST_DEALS  # the first look, however many deals that was


def test_strength_of_an_unknown_game_names_the_nearest(arena: Arena) -> None:
    code, out, err = arena("strength", "tigerdragn")
    assert (code, out) == (1, "")
    assert "tigerdragon" in err


def test_bots_are_listed_with_their_strength(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.catalogue.stored", lambda _plugins: [gap(2, 1, 3)])
    line = next(line for line in arena("bots")[1].splitlines() if line.startswith("counter"))
    assert "2.0 [1.0, 3.0] points per deal on defender, 40 deals" in line
    rows = {row["name"]: row for row in map(json.loads, arena("bots", "--json")[1].splitlines())}
    assert rows["counter"]["strength"]["mean"] == 2
    assert rows["random"]["strength"] is None


def test_an_installed_game_brings_the_strength_of_its_bots(tmp_path: Path) -> None:
    plugins = load_plugins(entry_points=False)
    game = plugins.game("tigerdragon")
    assert {found.game for found in stored(plugins)} == set(plugins.games)
    plugins.games = {"other": type("Other", (type(game),), {"strength": tmp_path / "own.json"})()}
    assert stored(plugins) == []
    keep(tmp_path / "own.json", [gap(2, 1, 3)])
    assert [found.mean for found in stored(plugins)] == [2]
