"""`arena strength`: pairs told apart, told as lines, and kept for `arena bots`."""

import json
from pathlib import Path

import pytest

from arena.local.intervals import Interval
from arena.plugins.manager import load_plugins
from arena.study.strength import FIRST_LOOK, MOST_DEALS, clear, ladder, measure, pairs
from arena.study.strength_file import (
    Gap,
    HouseRating,
    Strength,
    keep,
    lead_of,
    read_strength,
    settled,
    stored,
)
from tests.arena.commands import ROOT
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


def test_the_pairs_share_the_minutes_and_the_last_takes_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, given = 0.0, []

    def played(*_words: object, minutes: float, jobs: int) -> None:  # noqa: ARG001
        nonlocal now
        given.append(minutes)
        now += 60 * minutes

    monkeypatch.setattr("arena.study.strength.monotonic", lambda: now)
    monkeypatch.setattr("arena.study.strength.pair", played)
    names = ["random", "defender", "counter"]
    list(measure(load_plugins(entry_points=False), "tigerdragon", names, minutes=16))
    assert given == [4, 3, 9]


@pytest.mark.parametrize(
    ("low", "n", "settled"),
    [(3.0, 8, True), (2.5, 8, False), (2.5, 31, False), (2.5, 32, True), (0.5, 32, False)],
)
def test_few_deals_settle_only_what_is_obvious(low: float, n: int, settled: bool) -> None:
    assert clear(Interval(4.0, low, 8.0 - low, n)) is settled


def test_a_ladder_has_four_strengths_at_every_game() -> None:
    plugins = load_plugins(entry_points=False)
    for game in plugins.games:
        names = ladder(plugins, game)
        assert names[0] == "random"
        assert names[-1] == f"{game}-search"
        assert len(names) >= 4


def test_what_is_found_replaces_what_was_found_before(tmp_path: Path) -> None:
    file = tmp_path / "strength.json"
    assert read_strength(file) == Strength()
    rated = HouseRating("counter", 1600.0, 1550.0, 1650.0, 96, 0.2)
    keep(file, Strength([gap(1.0, 0.5, 1.5)], [rated]))
    other = Gap("tigerdragon", "counter", "random", 3.0, 2.0, 4.0, 16)
    keep(file, Strength([gap(2.123456, 1.5, 2.5), other]))
    assert read_strength(file) == Strength([gap(2.1235, 1.5, 2.5), other], [rated])


def test_a_lead_is_over_the_nearest_bot_below() -> None:
    other = Gap("tigerdragon", "counter", "random", 3.0, 2.0, 4.0, 16)
    assert lead_of("counter", [other, gap(2, 1, 3)]) == gap(2, 1, 3)
    assert lead_of("random", [other]) is None


def test_strength_prints_a_line_a_pair_and_keeps_it(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "strength.json"
    words = ("strength", "tigerdragon", "random", "counter", "--jobs", "1", "--out", str(file))
    code, out, err = arena(*words)
    assert (code, err) == (0, "")
    found = read_strength(file)
    (kept,) = found.pairs
    assert found.bots == []  # ratings are saved only if all bots of the game took part
    assert kept.separated
    assert kept.mean > 0
    assert kept.n >= FIRST_LOOK
    said = "counter is ahead of random by "
    line, *ratings = out.splitlines()
    assert float(line.removeprefix(said).split()[0]) == pytest.approx(kept.mean, abs=0.0051)
    assert line.endswith(f", {kept.n} deals")
    assert [row.split(":")[0] for row in ratings] == ["counter", "random"]
    values = [float(row.split()[1]) for row in ratings]
    assert values[0] > 1500 > values[1]
    assert f" {2 * kept.n} matches, " in ratings[0]


def test_a_pair_without_time_is_not_separated(arena: Arena) -> None:
    words = ("strength", "tigerdragon", "first", "twin=first", "--minutes", "0")
    row, *rated = map(json.loads, arena(*words, "--jobs", "1", "--json")[1].splitlines())
    assert [one["rating"] for one in rated] == [1500, 1500]
    assert (row["a"], row["b"], row["mean"], row["separated"]) == ("twin=first", "first", 0, False)
    assert 1 <= row["n"] < MOST_DEALS  # the first look, however many deals that was


def test_bots_of_a_plugin_file_play_in_processes_of_their_own(arena: Arena) -> None:
    words = ("strength", "tigerdragon", "random", "brave", "--minutes", "0", "--jobs", "2")
    code, out, err = arena(*words, "--plugin", str(ROOT / "examples" / "brave_bot.py"))
    assert (code, err) == (0, "")
    assert "brave and random are not separated" in out.splitlines()[0]


def test_strength_of_an_unknown_game_names_the_nearest(arena: Arena) -> None:
    code, out, err = arena("strength", "tigerdragn")
    assert (code, out) == (1, "")
    assert "tigerdragon" in err


KNOWN = Strength([gap(2, 1, 3)], [HouseRating("counter", 1612.3, 1590.2, 1634.8, 240, 0.26)])


def test_bots_are_listed_with_their_strength(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.catalogue.stored", lambda _plugins: KNOWN)
    line = next(line for line in arena("bots")[1].splitlines() if line.startswith("counter"))
    assert "1612 [1590, 1635], 240 matches, 0.3 ms " in line
    assert "2.0 [1.0, 3.0] on defender, 40 deals" in line
    rows = {row["name"]: row for row in map(json.loads, arena("bots", "--json")[1].splitlines())}
    assert rows["counter"]["strength"]["mean"] == 2
    assert rows["counter"]["rating"]["rating"] == 1612.3
    assert rows["random"]["strength"] is rows["random"]["rating"] is None


def test_an_installed_game_brings_the_strength_of_its_bots(tmp_path: Path) -> None:
    plugins = load_plugins(entry_points=False)
    game = plugins.game("tigerdragon")
    assert {found.game for found in stored(plugins).pairs} == set(plugins.games)
    plugins.games = {"other": type("Other", (type(game),), {"strength": tmp_path / "own.json"})()}
    assert stored(plugins) == Strength([], [])
    keep(tmp_path / "own.json", KNOWN)
    assert stored(plugins) == KNOWN
