"""Running tournaments: the same table on any executor, and nothing lost when a worker dies."""

import asyncio
import json
import threading
from collections.abc import Callable
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any

import pytest

from arena.errors import TournamentError
from arena.plugins.manager import Plugins, load_plugins
from arena.tournament.lifecycle import Tournament, check_game, go_on, proven, start
from arena.tournament.plan import Plan, make_plan, read_plan
from arena.tournament.report import Report, as_json
from arena.tournament.repository import Kept, Memory
from arena.tournament.runner import Progress
from arena.tournament.schedule import Schedule

KILLERS = Path(__file__).with_name("killers.py")
FIVE = ["counter", "defender", "random", "first", "other=random"]
SHORT = {"target": 2}


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return load_plugins()


def plan_of(plugins: Plugins, **settings: Any) -> Plan:
    wanted = {"game": "tigerdragon", "bots": FIVE, "deals": 10, "seed": "5", "config": SHORT}
    return make_plan(wanted | settings, plugins)


def told(report: Report) -> str:
    """All that must be the same on any executor."""
    data = as_json(report)
    data.pop("times")
    return json.dumps(data)


def stop_after(matches: int) -> tuple[Callable[[Progress], None], list[Tournament]]:
    """A watch that cancels a run in the middle; the tournament is put into the list."""
    begun: list[Tournament] = []

    def watch(progress: Progress) -> None:
        if progress.done >= matches:
            begun[0].runner.cancel()

    return watch, begun


def test_two_processes_give_the_same_table_as_none(plugins: Plugins) -> None:
    plan = plan_of(plugins, format="swiss", rounds=2)
    tables = [told(start(plan, Memory()).run(jobs)) for jobs in (1, 2)]
    assert tables[0] == tables[1]
    assert json.loads(tables[0])["matches"] == start(plan, Memory()).schedule.total


def test_bots_of_this_process_need_no_event_loop(
    plugins: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("an event loop was started")

    monkeypatch.setattr(asyncio, "new_event_loop", refuse)
    monkeypatch.setattr(asyncio, "Runner", refuse)
    assert start(plan_of(plugins), Memory()).run().matches == 40


@pytest.mark.parametrize("form", ["round-robin", "swiss", "gauntlet", "league"])
def test_a_cancelled_run_goes_on_to_the_same_table(plugins: Plugins, form: str) -> None:
    plan = plan_of(plugins, format=form, rounds=2)
    whole = start(plan, Memory()).run()
    archive = Memory()
    watch, begun = stop_after(13)
    begun.append(start(plan, archive, watch=watch))
    begun[0].run()
    kept = archive.kept[begun[0].id]
    done = len(archive.results(kept.id))
    assert kept.state == "running"
    assert 13 <= done < whole.matches
    rest = go_on(kept, archive)
    assert told(rest.run()) == told(whole)
    assert rest.runner.progress.played == whole.matches - done
    assert archive.kept[kept.id].state == "finished"


def test_a_run_in_a_thread_can_be_followed_and_cancelled(plugins: Plugins) -> None:
    seen: list[int] = []
    reached = threading.Event()

    def watch(progress: Progress) -> None:
        seen.append(progress.done)
        reached.set()

    begun = start(plan_of(plugins, deals=5000), Memory(), watch=watch)
    thread = threading.Thread(target=begun.run)
    thread.start()
    assert reached.wait(30)
    begun.runner.cancel()
    thread.join(30)
    assert not thread.is_alive()
    assert 0 < seen[-1] < 20_000


def test_another_schedule_is_refused(plugins: Plugins) -> None:
    archive = Memory()
    begun = start(plan_of(plugins), archive)
    kept = archive.kept[begun.id]
    with pytest.raises(TournamentError, match="makes another schedule of its plan"):
        go_on(Kept(kept.id, kept.plan, "0" * 64), archive)


def test_a_tournament_of_an_earlier_version_is_shown_but_does_not_go_on(plugins: Plugins) -> None:
    data = plan_of(plugins).as_json()
    del data["derivation"]  # earlier versions had one way to make deals of a seed
    plan_hash = sha256(dumps(data | {"name": ""}, sort_keys=True).encode()).hexdigest()
    plan = read_plan(data)
    blocks = Schedule(plan).blocks
    rows = dumps([[block.deal, list(block.table)] for block in blocks])
    kept = Kept("old", plan, sha256(f"{plan_hash}{rows}".encode()).hexdigest(), "finished")
    assert proven(kept).blocks[3].seed(plan) == "5:3"
    with pytest.raises(TournamentError, match="old was begun by an earlier version"):
        go_on(kept, Memory())
    assert Schedule(plan_of(plugins)).hash != kept.hash


def test_a_bot_file_that_changed_is_refused(plugins: Plugins, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = "from bots import Bot\nclass Mine(Bot):\n    def act(self, turn): return turn.legal[0]\n"
    file.write_text(text)
    archive = Memory()
    begun = start(plan_of(plugins, bots=[str(file), "random"]), archive)
    file.write_text(text.replace("[0]", "[-1]"))
    with pytest.raises(TournamentError, match="is not what it was when the tournament began"):
        go_on(archive.kept[begun.id], archive)


def test_a_game_whose_rules_changed_is_refused(plugins: Plugins) -> None:
    from dataclasses import replace

    plan = replace(plan_of(plugins), game_version=99)
    with pytest.raises(TournamentError, match="began with 99"):
        check_game(plan, plugins)


def test_a_league_goes_on_with_a_newcomer(plugins: Plugins) -> None:
    from arena.tournament.plan import Entrant

    archive = Memory()
    begun = start(plan_of(plugins, format="league", deals=5), archive)
    assert begun.run().deals == 5
    longer = go_on(archive.kept[begun.id], archive, deals=6, newcomers=[Entrant("new", "first")])
    report = longer.run()
    assert report.deals == 11
    assert {row.name for row in report.standings} == {*[n.split("=")[0] for n in FIVE], "new"}
    assert archive.kept[begun.id].plan.deals == 11


# -- when a worker dies


def test_a_bot_that_kills_its_worker_is_found_and_the_rest_is_unharmed(
    plugins: Plugins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_OF_ARENA_KILLED", str(tmp_path / "killed"))
    bots = [f"{KILLERS}:Killer", f"{KILLERS}:Once", "random", "first"]
    report = start(plan_of(plugins, bots=bots, deals=2), Memory()).run(2)
    assert report.matches == 8
    (row,) = report.faults  # one process was killed by chance: nobody is blamed for that
    assert (tmp_path / "killed").exists()
    assert (row.name, row.kind) == ("killer", "crash")
    assert "killed its worker" in row.reason  # its exit code, if the pool has noticed it
    met = {(line["a"], line["b"]): line["met"] for line in as_json(report)["cross"]}
    assert met["once", "random"] == met["killer", "first"] == 8


def test_a_bot_that_never_answers_does_not_keep_the_run_from_ending(
    plugins: Plugins, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked"
    monkeypatch.setenv("TEST_OF_ARENA_ASKED", str(asked))
    plan = plan_of(plugins, bots=[f"{KILLERS}:Sleeper", "random"], seats=2, deals=1)
    begun = start(plan, Memory())
    thread = threading.Thread(target=begun.run, args=(2,))
    thread.start()
    while not asked.exists():
        thread.join(0.05)
        assert thread.is_alive()
    begun.runner.cancel()
    thread.join(60)
    assert not thread.is_alive()


def test_a_bot_that_cannot_be_found_by_a_worker_is_told(plugins: Plugins, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from bots import Bot\nclass Mine(Bot):\n    def act(self, turn): return turn.legal[0]\n"
    )
    begun = start(plan_of(plugins, bots=[str(file), "random"]), Memory())
    file.unlink()
    with pytest.raises(Exception, match=r"mine\.py"):
        begun.run()


# -- what is measured


def test_time_is_taken_for_every_decision(plugins: Plugins) -> None:
    report = start(plan_of(plugins, deals=2), Memory()).run()
    assert {row.name for row in report.times} == set(report.names)
    assert all(row.decisions > 0 and row.milliseconds > 0 for row in report.times)


def test_children_play_too_and_their_time_is_taken(plugins: Plugins) -> None:
    child = "child=cmd:python -m bots.stdio examples/brave_bot.py"
    plan = plan_of(plugins, bots=[child, "random"], deals=1, seats=2)
    report = start(plan, Memory()).run()
    assert report.faults == ()
    assert {row.name: row.decisions > 0 for row in report.times} == {"child": True, "random": True}


def test_faults_are_counted_by_cause(plugins: Plugins, tmp_path: Path) -> None:
    file = tmp_path / "mute.py"
    file.write_text("from bots import Bot\nclass Mute(Bot):\n    def act(self, turn): return ''\n")
    report = start(plan_of(plugins, bots=[str(file), "first"], deals=2, seats=2), Memory()).run()
    (row,) = report.faults
    assert (row.name, row.kind) == ("Mute", "illegal")
    assert "legal were" in row.reason


# -- A against B


def test_a_comparison_stops_at_the_same_deal_on_any_executor(plugins: Plugins) -> None:
    plan = plan_of(
        plugins, bots=["counter", "first"], format="compare", deals=500, sprt=(0.0, 0.1, 0.05, 0.05)
    )
    runs = [start(plan, Memory()) for _ in range(2)]
    reports = [begun.run(jobs) for begun, jobs in zip(runs, (1, 2), strict=True)]
    first, second = (begun.runner.progress.comparison for begun in runs)
    assert first is not None
    assert second is not None
    assert first.test is not None
    assert first.test.decision == "H1"
    assert first.deals == second.deals < 100
    assert "(SPRT accepts H1 " in reports[0].verdict
    data = [as_json(report) | {"times": [], "faults": []} for report in reports]
    assert data[0] == data[1]


def test_a_comparison_against_a_third_uses_the_same_deals(plugins: Plugins) -> None:
    plan = plan_of(plugins, bots=["first", "counter", "random"], format="compare", deals=30)
    begun = start(plan, Memory())
    report = begun.run()
    assert report.verdict == "counter is better than first"
    comparison = begun.runner.progress.comparison
    assert comparison is not None
    assert comparison.deals == 30
