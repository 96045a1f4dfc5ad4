"""Every example of a tournament, with still smaller numbers; and the two benches."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from arena.bench.tournament import bench_tournament
from arena.cli import main
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan, read_file
from arena.tournament.repository import Memory

EXAMPLES = Path(__file__).parents[2] / "examples" / "tournaments"
FILES = sorted(EXAMPLES.glob("*.toml"))


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load_plugins()


def test_there_is_an_example_for_every_game(plugins: Plugins) -> None:
    games = {tomllib.loads(file.read_text(encoding="utf-8"))["game"] for file in FILES}
    assert games == set(plugins.games)


def test_there_is_an_example_for_every_format(plugins: Plugins) -> None:
    formats = {make_plan(read_file(file), plugins).format for file in FILES}
    assert formats == {"round-robin", "gauntlet", "swiss", "league"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_runs(file: Path, plugins: Plugins) -> None:
    settings = {**read_file(file), "deals": 1, "rounds": 2}
    begun = start(make_plan(settings, plugins), Memory())
    report = begun.run()
    assert report.matches == begun.schedule.total > 0
    assert report.faults == ()


def test_the_mahjongs_draw_by_streams(plugins: Plugins) -> None:
    for file in FILES:
        config = make_plan(read_file(file), plugins).config
        assert config.get("draws", "streams") == "streams"


def test_bench_tournament_compares_processes_with_the_plain_loop(plugins: Plugins) -> None:
    found = bench_tournament(plugins, "texas42", seconds=0.1, rounds=1)
    assert found.ratio == pytest.approx(found.tournament / (2 * found.plain))
    assert 0 < found.ratio < 2


def test_bench_duplicate_prints_the_saving(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "duplicate", "--game", "texas42", "--deals", "50"])
    out, _ = capsys.readouterr()
    assert re.search(
        r"^games needed, independent/duplicate: \d+\.\d+ \[\d+\.\d+, \d+\.\d+\]$",
        out,
        flags=re.MULTILINE,
    )
    with pytest.raises(SystemExit):
        main(["bench", "duplicate", "--game", "sichuan", "--deals", "5", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["draws"] for row in rows] == ["wall", "streams"]
