"""A mean place is told with how sure it is, wherever it is told."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from arena.ladder.mean_place import MeanPlace
from arena.local.intervals import Interval
from arena.plugins.manager import load_plugins
from tests.arena.commands import typed
from tests.web.filled_ladders import ladder_server


def placed(*ranks: int) -> MeanPlace:
    """Somebody who came out so at tables of four."""
    found = MeanPlace()
    for rank in ranks:
        found.add([rank], 4)
    return found


def test_few_matches_have_a_mean_and_no_interval() -> None:
    assert placed().interval is None
    assert placed(2).interval == Interval(2.0, None, None, 1)
    assert placed(1, 1, 4, 4).interval == Interval(2.5, None, None, 4)


def test_whoever_always_wins_is_not_sure_to_win() -> None:
    found = placed(*[1] * 10).interval
    assert found is not None
    assert (found.mean, found.low) == (1.0, 1.0)
    assert found.high == pytest.approx(1.550, abs=0.001)
    many = placed(*[1] * 1000).interval
    assert many is not None
    assert many.high == pytest.approx(1.007, abs=0.001)


def test_several_seats_of_a_match_are_one_observation() -> None:
    twice, once = MeanPlace(), MeanPlace()
    for _ in range(5):
        twice.add([1, 4], 4)
        once.add([2, 3], 4)
    assert twice == once
    assert twice.matches == 5


@pytest.mark.parametrize("shares", [(1, 1, 1, 1), (70, 20, 8, 2), (90, 5, 3, 2)], ids=str)
def test_the_interval_holds_the_true_mean_as_often_as_it_says(shares: tuple[int, ...]) -> None:
    truth = sum(place * share for place, share in enumerate(shares, 1)) / sum(shares)
    rng, series = Random(5), 1000
    for matches in (10, 20, 40):
        found = [placed(*rng.choices((1, 2, 3, 4), shares, k=matches)) for _ in range(series)]
        ends = [(one.low, one.high) for each in found if (one := each.interval)]
        held = sum((low or 9) <= truth <= (high or 0) for low, high in ends)
        assert held / series > 0.91, (matches, held)


async def test_the_command_tells_interval_and_n(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server(tmp_path, load_plugins(entry_points=False), 15) as running:
        words = ("leaderboard", "tigerdragon", "--server", running.url)
        code, out, _ = await typed(capsys, *words)
        _, listed, _ = await typed(capsys, *words, "--json")
        _, table, _ = await typed(capsys, *words, "--csv")
    rows = {row["name"]: row for row in map(json.loads, listed.splitlines())}
    assert (code, rows["mochi"]["matches"], rows["counter"]["matches"] >= 10) == (0, 5, True)
    assert rows["mochi"]["mean_place_low"] is rows["mochi"]["mean_place_high"] is None
    mochi, counter = rows["mochi"]["mean_place"], rows["counter"]
    assert re.search(rf"^\d +mochi .* {mochi:.2f}, too few for 95 %, 5 matches ", out, re.MULTILINE)
    told = "{mean_place:.2f}, {mean_place_low:.2f} to {mean_place_high:.2f}, {matches} matches"
    assert told.format(**counter) in out
    assert counter["mean_place_low"] < counter["mean_place"] < counter["mean_place_high"]
    assert "nan" not in out + listed + table
    assert ",mean_place,mean_place_low,mean_place_high,matches," in table
