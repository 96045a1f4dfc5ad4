"""Nobody knows a deal of a series before its time: a boxed spy tries, with real processes."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import arena
from arena.cli import run
from arena.errors import LogError
from arena.match.log import read_log, verify
from arena.plugins.manager import load_plugins
from arena.tournament import runner
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan
from arena.tournament.repository import Memory
from engine.rng import deal_seed, series_match_id
from tests.arena.boxed_spy import SHORT, spy_spec
from tests.arena.boxes import needs_box

pytestmark = needs_box


@pytest.fixture
def spy(tmp_path: Path) -> str:
    return spy_spec(tmp_path)


@pytest.fixture
def long_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many matches as possible one after the other in one worker."""
    monkeypatch.setattr(runner, "CHUNK_SECONDS", 1000.0)


def found_out(settings: dict[str, Any]) -> list[str]:
    """What the spy says in the matches of a tournament."""
    wanted = {"game": "tigerdragon", "seats": 2, "config": SHORT, **settings}
    begun = start(make_plan(wanted, load_plugins()), Memory())
    begun.run(1)
    results = begun.runner.progress.results
    assert len(results) == begun.schedule.total
    return [reason for played in results.values() for _, _, reason, _ in played.faults]


def test_a_series_tells_nothing_of_its_deals(spy: str) -> None:
    rows = arena.series("tigerdragon", [spy, "first"], deals=2, config=SHORT)
    assert [row.faults for row in rows] == [0] * 8


def test_the_seed_of_a_deal_tells_that_deal_and_no_other(tmp_path: Path) -> None:
    ids = [series_match_id("root", block, turn) for block in (0, 1) for turn in (0, 1)]
    spec = spy_spec(tmp_path, deal_seed("root", 1), *ids)
    rows = arena.series("tigerdragon", [spec, "first"], deals=2, seed="root", config=SHORT)
    known = [(row.block, row.rotation) for row in rows if row.faults]
    assert known == [(1, 0), (1, 1)]


@pytest.mark.usefixtures("long_chunks")
def test_a_comparison_tells_nothing_of_its_deals(spy: str) -> None:
    assert found_out({"bots": [spy, "first"], "format": "compare", "deals": 3}) == []


@pytest.mark.usefixtures("long_chunks")
def test_a_tournament_tells_nothing_of_its_deals(spy: str) -> None:
    bots = [spy, "first", "random"]
    assert found_out({"bots": bots, "format": "gauntlet", "deals": 3}) == []


def played_challenge(folder: Path, spec: str, deals: int) -> list[dict[str, Any]]:
    """The lines of a challenge's own process."""
    task = {
        "game": "tigerdragon", "seed": "5f" * 32, "deals": deals, "first": 0,
        "bots": [f"spy={spec}", "first"], "config": SHORT, "variants": [], "plugins": [],
        "folder": str(folder),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "arena.ladder.challenge_worker"],
        input=json.dumps(task), capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_challenge_tells_nothing_of_its_deals_and_its_logs_keep_the_promise(
    spy: str, tmp_path: Path
) -> None:
    rows = played_challenge(tmp_path, spy, 2)
    assert [row["faults"] for row in rows] == [0, 0]
    names = [name for row in rows for name in row["matches"]]
    assert len(set(names)) == len(names) > 2
    game = load_plugins().game("tigerdragon")
    for name in names:
        log = read_log(tmp_path / f"{name}.jsonl")
        verify(log, game)
        assert log.header["match_id"] == name
        other = replace(log, result={**(log.result or {}), "deals": {"seed": "another"}})
        with pytest.raises(LogError, match="the seed is not the one whose hash was published"):
            verify(other, game)
        for ack, over in frames_seen(tmp_path / name):
            assert ack["seed_hash"] == log.header["seed_hash"]
            assert (over["type"], over["seed"]) == ("game_over", None)


def test_a_single_match_reveals_the_seed_of_its_published_hash(spy: str, tmp_path: Path) -> None:
    log, logs = tmp_path / "match.jsonl", tmp_path / "logs"
    words = ["play", "tigerdragon", spy, "first", "--config", "target=1", "--seed", "7"]
    assert run([*words, "--log", str(log), "--bot-logs", str(logs)]) == 0
    assert run(["replay", "verify", str(log)]) == 0
    (ack, over), *_ = frames_seen(logs)
    assert ack["seed_hash"] == read_log(log).header["seed_hash"]
    assert (over["type"], over["seed"]) == ("game_over", "7")


def frames_seen(folder: Path) -> list[list[dict[str, Any]]]:
    """By seat the first and the last frame that the spy wrote to stderr."""
    logs = [file.read_text() for file in folder.glob("*.log")]
    assert logs
    rows = [[json.loads(line[line.index("{") :]) for line in text.splitlines()] for text in logs]
    return [[seen[0], seen[-1]] for seen in rows]
