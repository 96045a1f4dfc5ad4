"""The check of a bot: what it finds, what it prints, and the examples that pass it."""

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.match.clock import ClockRules
from arena.plugins.manager import load_plugins
from arena.sdk.check import check, first_difference, usual_opponents
from arena.sdk.decision_recorder import Decision
from arena.sdk.report import SLOW_MS, Report, kind_of, percentile
from tests.arena.conftest import Arena
from tests.arena.golden_reports import golden

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SHORT = {"target": 1}
PLUGINS = load_plugins(entry_points=False)


def bot_file(folder: Path, body: str) -> str:
    """A bot whose `act` has this body; `self.asked` counts."""
    file = folder / "bot.py"
    file.write_text(
        "import random\nfrom bots import Bot\nclass Odd(Bot):\n    name = 'odd'\n    asked = 0\n"
        f"    def act(self, turn):\n        self.asked += 1\n        {body}\n",
        encoding="utf-8",
    )
    return str(file)


def test_a_bot_without_faults_passes_and_every_seat_is_tried() -> None:
    seen: list[tuple[int, int, int]] = []
    report = check(
        "random",
        "tigerdragon",
        progress=lambda played: seen.append((played.number, played.of, played.seat)),
    )
    assert report.passed
    assert seen == [(1, 5, 0), (2, 5, 1), (3, 5, 2), (4, 5, 3), (5, 5, 3)]
    opponents = [played.opponents[0] for played in report.matches]
    assert opponents == ["first", "defender", "counter", "random", "random"]
    assert report.difference is None
    assert report.used.keys() <= report.offered.keys() == {"N", "T", "D", "pass"}
    assert report.decisions == sum(report.used.values()) == len(report.times_ms)


def test_faults_are_reported_with_their_reasons(tmp_path: Path) -> None:
    body = "return '9' if self.asked == 3 else turn.legal[1 // (self.asked - 5)]"
    report = check(bot_file(tmp_path, body), "tigerdragon", config=SHORT, opponents=["first"])
    assert not report.passed
    kinds = [(number, fault.kind) for number, fault in report.faults]
    assert kinds == [(1, "illegal"), (1, "crash"), (2, "illegal"), (2, "crash")]
    assert report.faults[0][1].reason.startswith("answered '9'; legal were ")
    assert "ZeroDivisionError" in report.faults[1][1].reason
    assert report.problems == ["4 faults"]


def test_faults_of_others_are_not_the_bots(tmp_path: Path) -> None:
    other = bot_file(tmp_path, "return '9'")
    assert check("random", "tigerdragon", config=SHORT, opponents=[other]).faults == []


def test_a_bot_of_chance_of_its_own_is_told_where_the_runs_part(tmp_path: Path) -> None:
    spec = bot_file(tmp_path, "return turn.legal[random.randrange(len(turn.legal))]")
    report = check(spec, "riichi", config={"length": "tonpuu"}, opponents=["first"])
    assert report.passed
    assert report.difference is not None
    assert re.fullmatch(r"decision \d+, step \d+: \S+, then \S+", report.difference)


def test_runs_of_different_length_differ() -> None:
    one = Decision(1, ("a", "b"), "a")
    assert first_difference([one], [one, one]) == "one run of the same match was longer"
    assert first_difference([one], [one]) is None


def test_a_slow_bot_fails() -> None:
    report = Report("slow", "tigerdragon", "s", times_ms=[1.0] * 98 + [SLOW_MS + 1.0] * 2)
    assert not report.passed
    assert report.problems == ["p99 5,001 ms per decision; a room allows 5,000 ms"]
    assert Report("quick", "tigerdragon", "s", times_ms=[1.0] * 199 + [SLOW_MS + 1.0]).passed


def test_a_child_that_hangs_is_late_and_the_check_is_broken_off() -> None:
    sleeper = 'import sys; print(\'{"type":"ready"}\', flush=True); sys.stdin.read()'
    child = f"cmd:{shlex.quote(sys.executable)} -c {shlex.quote(sleeper)}"
    clock = ClockRules(decision_ms=20, bank_ms=0, round_bonus_ms=0)
    report = check(child, "tigerdragon", clock=clock)
    assert report.broken_off
    assert len(report.matches) == 1
    assert {(fault.kind, fault.reason) for _, fault in report.faults} == {
        ("timeout", "no answer within 20 ms")
    }


async def test_a_server_can_run_the_check_in_a_thread() -> None:
    child = f"flat:sh {EXAMPLES / 'flat_bot.sh'}"
    report = await asyncio.to_thread(check, child, "tigerdragon", config=SHORT, opponents=["first"])
    assert report.passed
    assert report.times_ms


@pytest.mark.parametrize(
    ("choice", "kind"),
    [("7", "N"), ("T", "T"), ("6-4", "N-N"), ("2m", "Nm"), ("discard:5p", "discard")],
)
def test_choices_are_counted_by_kind(choice: str, kind: str) -> None:
    assert kind_of(choice) == kind


def test_percentiles_are_values_that_occurred() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, p) for p in (50, 99)] == [50.0, 99.0]
    assert percentile([3.0], 99) == 3.0


# -- the examples


def runtime(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def in_python(_folder: Path) -> str:
    return str(EXAMPLES / "brave_bot.py")


def in_javascript(_folder: Path) -> str:
    return f"flat:{runtime('node')} {EXAMPLES / 'flat_bot.mjs'}"


def in_go(folder: Path) -> str:
    program = folder / "flat_bot"
    build = [runtime("go"), "build", "-o", str(program), str(EXAMPLES / "flat_bot.go")]
    subprocess.run(build, check=True, cwd=folder)
    return f"flat:{program}"


def in_shell(_folder: Path) -> str:
    return f"flat:{runtime('sh')} {EXAMPLES / 'flat_bot.sh'}"


@pytest.mark.parametrize("language", [in_python, in_javascript, in_go, in_shell])
def test_an_example_passes_the_check_for_every_game(
    language: Callable[[Path], str], tmp_path: Path
) -> None:
    spec = language(tmp_path)
    for game in PLUGINS.games.values():
        rival = usual_opponents(game, PLUGINS)[2]
        report = check(spec, game, config=game.short, opponents=[rival])
        assert report.passed, (game.name, report.faults)
        assert report.difference is None
        assert report.decisions


# -- the command


def test_the_command_tells_what_it_found_and_what_to_do_next(
    arena: Arena,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(EXAMPLES)
    code, out, _ = arena("check", "./brave_bot.py", "--game", "tigerdragon")
    assert code == 0
    golden(request, "check-passed.txt", out)


def test_the_command_fails_and_says_how_to_see_why(
    arena: Arena,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    bot_file(tmp_path, "return '9' if self.asked > 4 else turn.legal[0]")
    monkeypatch.chdir(tmp_path)
    code, out, _ = arena("check", "./bot.py", "--game", "tigerdragon", "--config", "target=2")
    assert code == 1
    golden(request, "check-failed.txt", out)
    again = shlex.split(out.splitlines()[-1])[1:]
    code, out, _ = arena(*again)
    assert code == 0
    assert "! 0 odd: illegal, answered '9'" in out
    assert (tmp_path / "match.jsonl").is_file()


def test_the_command_in_json_is_one_object(arena: Arena) -> None:
    code, out, _ = arena("check", "random", "--game", "texas42", "--against", "first", "--json")
    row = json.loads(out)
    assert code == 0
    assert (row["passed"], row["same_choices"], row["matches"]) == (True, True, 2)
    assert row["kinds"]["N-N"]["used"] > 0
