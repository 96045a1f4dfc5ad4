"""The command line: what it prints, and one clear line when something is wrong."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from arena.cli import app, main
from arena.cli.commands import COMMANDS
from arena.local.loop import play
from engine import model
from tests.arena.conftest import Arena
from tests.arena.golden import assert_golden

ROOT = Path(__file__).parents[2]
FOUR = ("tigerdragon", "counter", "defender", "random", "random")
SHORT = ("--config", "target=1")


def start(*words: str, stdin: int | None = subprocess.DEVNULL) -> subprocess.Popen[str]:
    """Run a command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *words],
        cwd=ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# -- play


def test_play_tells_the_match_round_by_round(arena: Arena, request: pytest.FixtureRequest) -> None:
    code, out, err = arena("play", *FOUR, "--seed", "7")
    assert (code, err) == (0, "")
    assert_golden(out, "tigerdragon/account.txt", request)


def test_play_in_json_gives_a_line_a_step_and_the_outcome_last(arena: Arena) -> None:
    code, out, err = arena("play", *FOUR, "--seed", "7", "--json")
    assert (code, err) == (0, "")
    *steps, last = map(json.loads, out.splitlines())
    assert [row["n"] for row in steps] == list(range(1, last["steps"] + 1))
    assert last["outcome"]["points"][last["outcome"]["winner"]] >= 10
    assert last["seed"] == "7"
    assert not any("ms" in row for row in steps)
    assert steps[0]["events"][0]["type"] == "attacked"


def test_play_in_json_gives_the_same_bytes_twice() -> None:
    runs = [start("play", *FOUR, "--seed", "7", "--json").communicate(timeout=60) for _ in "ab"]
    assert runs[0] == runs[1]
    assert runs[0][0].count("\n") > 50


def test_play_in_json_leaves_out_how_long_anybody_thought(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "later.py"
    file.write_text(
        "from bots import Bot\nclass Later(Bot):\n    name = 'later'\n"
        "    async def act(self, turn):\n        return turn.legal[0]\n",
        encoding="utf-8",
    )
    log = tmp_path / "match.jsonl"
    words = ("play", "tigerdragon", str(file), "first", *SHORT, "--json", "--log", str(log))
    _, out, _ = arena(*words)
    assert '"ms"' in log.read_text(encoding="utf-8")
    assert '"ms"' not in out


def test_a_fresh_seed_is_printed_and_repeats_the_match(arena: Arena) -> None:
    _, first, _ = arena("play", "tigerdragon", "random", "random", *SHORT)
    found = re.search(r"seed (\w+)", first)
    assert found is not None
    _, again, _ = arena("play", "tigerdragon", "random", "random", *SHORT, "--seed", found[1])
    assert again == first
    _, out, err = arena("play", "tigerdragon", "random", "random", *SHORT, "--json")
    assert json.loads(out.splitlines()[-1])["seed"] in err


def test_config_comes_from_a_file_and_from_options(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('target = 3\ncard = "fog"\n', encoding="utf-8")
    (tmp_path / "more.json").write_text('{"target": 2}', encoding="utf-8")
    words = ("--config", str(tmp_path / "rules.toml"), "--config", str(tmp_path / "more.json"))
    _, out, _ = arena(
        "play", "tigerdragon", "first", "first", "--json", *words, "--variant", "must-defend"
    )
    last = json.loads(out.splitlines()[-1])
    assert (last["config"]["card"], last["config"]["target"]) == ("fog", 2)
    assert last["variants"] == ["must-defend"]


def test_faults_are_told_where_they_happen(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        "from bots import Bot\nclass Odd(Bot):\n    name = 'odd'\n"
        "    def act(self, turn):\n        return '9'\n",
        encoding="utf-8",
    )
    code, out, _ = arena("play", "tigerdragon", str(file), "first", *SHORT, "--seed", "7")
    assert code == 0
    assert "  ! 0 odd: illegal, answered '9'; legal were 2,4,5,6,7,8,D,T" in out


def test_the_bot_of_the_docs_plays_as_the_docs_say(arena: Arena, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(from arena.*?)```", text, re.DOTALL)
    assert found is not None
    file = tmp_path / "brave.py"
    file.write_text(found[1], encoding="utf-8")
    words = ("play", "tigerdragon", "brave", "random", "random", "random", "--plugin", str(file))
    code, out, err = arena(*words, "--seed", "1")
    assert (code, err) == (0, "")
    assert "0 brave" in out
    assert " 0 faults" in out


def test_step_waits_before_every_decision_and_shows_the_choices() -> None:
    process = start("play", "tigerdragon", "first", "first", "--step", "--seed", "7", stdin=-1)
    out, err = process.communicate("\nq\n", timeout=60)
    assert process.returncode == 130
    assert "0 first holds " in err
    assert err.splitlines()[-1].endswith("arena: interrupted")
    assert out.count("attacks with") == 1


def test_step_goes_on_when_nobody_is_there_to_press_enter() -> None:
    process = start("play", "tigerdragon", "first", "first", "--step", "--seed", "7", *SHORT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err.count("holds") == 1
    assert "steps, 0 faults" in out


# -- logs


def test_a_log_is_shown_as_the_match_was_told(arena: Arena, tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    _, told, _ = arena("play", *FOUR, "--seed", "7", "--log", file)
    assert arena("replay", "show", file) == (0, told, "")
    code, out, _ = arena("replay", "verify", file)
    assert code == 0
    assert re.fullmatch(r".*match\.jsonl: ok, tigerdragon, \d+ steps\n", out)


def test_a_log_is_shown_in_json_as_it_was_played(arena: Arena, tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    _, played, _ = arena("play", *FOUR, "--seed", "7", "--json", "--log", file)
    _, shown, _ = arena("replay", "show", file, "--json")
    assert shown.splitlines()[:-1] == played.splitlines()[:-1]
    assert json.loads(shown.splitlines()[-1])["deals"] == {"seed": "7"}


def test_a_torn_log_is_verified_and_the_tear_told(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    lines = play("tigerdragon", ["first"] * 2, seed=1, config={"target": 1}).log
    file.write_text("\n".join([*lines, '{"n":']), encoding="utf-8")
    code, _, err = arena("replay", "verify", str(file))
    assert code == 0
    assert err == f"{file}: the last line is incomplete and was dropped\n"


def test_a_forged_log_is_refused_in_one_line(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    lines = play("tigerdragon", ["first"] * 2, seed=1, config={"target": 1}).log
    file.write_text("\n".join([lines[0], '{"n":1,"moves":{"0":"9"}}', *lines[2:]]))
    code, out, err = arena("replay", "verify", str(file))
    assert (code, out) == (1, "")
    assert re.fullmatch(r"arena: .*match\.jsonl: step 1: seat 0 chose '9'; legal were .*\n", err)


# -- the rest


def test_series_prints_every_pair_with_its_interval(arena: Arena) -> None:
    words = ("series", "tigerdragon", "random", "counter", "defender", "--deals", "20")
    code, out, _ = arena(*words, "--seed", "1")
    head, *pairs = out.splitlines()
    assert (code, head) == (0, "tigerdragon: 20 deals, 60 matches, seed 1")
    form = r"(\w+) is ahead of (\w+) by \d+\.\d+ \[-?\d+\.\d+, \d+\.\d+\] points per deal, 20 deals"
    found = [re.fullmatch(form, pair) for pair in pairs]
    names = [match.groups() if match else None for match in found]
    assert names == [("counter", "defender"), ("counter", "random"), ("defender", "random")]


def test_series_of_one_deal_has_no_interval(arena: Arena) -> None:
    words = ("series", "tigerdragon", "counter", "random", "--deals", "1", "--seed", "1")
    assert arena(*words)[1].endswith("points per deal, 1 deal (too few for an interval)\n")
    row = json.loads(arena(*words, "--json")[1])
    assert (row["low"], row["high"], row["n"], row["seed"]) == (None, None, 1, "1")


def test_games_and_bots_are_listed(arena: Arena) -> None:
    assert "tigerdragon  Tiger & Dragon  2, 3, 4, 5" in arena("games")[1]
    names = {json.loads(line)["name"] for line in arena("games", "--json")[1].splitlines()}
    assert "tigerdragon" in names
    assert "counter" in arena("bots")[1]
    found = {json.loads(line)["name"] for line in arena("bots", "--json")[1].splitlines()}
    assert {"random", "first", "counter", "defender"} <= found


def test_a_game_from_outside_is_listed_with_its_plugin(arena: Arena) -> None:
    plugin = str(ROOT / "examples" / "higher_card.py")
    assert "higher_card" in arena("games", "--plugin", plugin)[1]
    words = ("play", "higher_card", "random", "random", "--plugin", plugin, "--seed", "1")
    assert "5 steps, 0 faults" in arena(*words)[1]


def test_schemas_of_the_protocol_and_of_a_game(arena: Arena) -> None:
    assert json.loads(arena("schema", "tigerdragon")[1]).keys() == {
        "view", "events", "config", "variants",
    }  # fmt: skip
    assert json.loads(arena("schema")[1])


def test_examples_are_copied_once(arena: Arena, tmp_path: Path) -> None:
    code, out, _ = arena("examples", str(tmp_path / "mine"))
    assert code == 0
    assert [Path(line).is_file() for line in out.splitlines()] == [True] * out.count("\n")
    assert (tmp_path / "mine" / "higher_card.py").is_file()
    code, _, err = arena("examples", str(tmp_path / "mine"))
    assert code == 1
    assert "exists already" in err


def test_bench_engine_prints_rates_and_the_ratio(arena: Arena) -> None:
    _, out, _ = arena("bench", "engine", "tigerdragon", "--seconds", "0.05")
    assert [word in out for word in ("matches/s", "steps/s", "decisions/s")] == [True] * 3
    row = json.loads(arena("bench", "engine", "tigerdragon", "--seconds", "0.05", "--json")[1])
    assert row["ratio"] > 0  # how much is for a quiet machine to say
    assert row["steps_per_second"] > row["decisions_per_second"] > row["matches_per_second"]


def test_bench_profile_shows_where_the_time_goes(arena: Arena) -> None:
    _, out, _ = arena("bench", "engine", "tigerdragon", "--seconds", "0.05", "--profile")
    assert "tottime" in out
    assert "(apply)" in out


def test_conformance_ends_with_its_count(arena: Arena) -> None:
    example = str(ROOT / "examples" / "higher_card.py")
    code, out, _ = arena("conformance", "higher_card", "--plugin", example, "--seed", "1")
    assert re.fullmatch(r"conformance higher_card: \d+ checks, 0 failed", out.splitlines()[-1])
    assert code == 0


def test_conformance_names_what_fails(arena: Arena, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from arena import hookimpl\nfrom engine.tigerdragon import TigerDragon\n"
        "class Bad(TigerDragon):\n    name = 'bad'\n    seats, default_seats = (2,), 2\n"
        "    def default(self, state, seat):\n        return None\n"
        "@hookimpl\ndef arena_register_games():\n    return [Bad()]\n",
        encoding="utf-8",
    )
    code, out, _ = arena("conformance", "bad", "--plugin", str(file), "--seed", "1")
    assert code == 1
    assert "FAILED default" in out
    assert not out.endswith(" 0 failed\n")


# -- wrong use


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("nope", 2, "arena: No such command 'nope'"),
        ("play", 2, "arena play: Missing argument 'GAME'"),
        ("replay", 2, "arena replay: Missing command"),
        ("play tigerdragon random random --nope", 2, "No such option: --nope"),
        ("series tigerdragon random random --deals x", 2, "Invalid value for '--deals'"),
        ("series tigerdragon random random --deals 0", 2, "Invalid value for '--deals'"),
        ("play tigerdragn random random", 1, "arena: no game 'tigerdragn'; did you mean"),
        ("play tigerdragon randm random", 1, "arena: no bot 'randm'; did you mean 'random'?"),
        ("play tigerdragon random", 1, "tigerdragon is for 2, 3, 4 or 5 players; 1 given"),
        ("play tigerdragon random random --config tarjet=3", 1, "did you mean 'target'?"),
        ("play tigerdragon random random --config nofile", 2, "--config nofile: No such file"),
        ("play tigerdragon random random --config LICENSE", 2, "--config LICENSE: Expecting"),
        ("play tigerdragon random random --variant must", 1, "no variant 'must'"),
        ("play tigerdragon random random --log /nope/x", 2, "--log /nope/x: there is no such"),
        ("play tigerdragon box: random", 1, "which bot? write box:./mybot.py"),
        ("play tigerdragon ./nope.py random", 1, "./nope.py: no such file"),
        ("schema nope", 1, "no game 'nope'; known: "),
        (
            "replay verify /nope",
            1,
            "arena: /nope: no such file; expected a log file, a match id, ",
        ),
        ("replay show LICENSE", 1, "LICENSE: line 1 is no JSON object"),
    ],
)
def test_wrong_use_is_one_clear_line(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, words: str, code: int, message: str
) -> None:
    monkeypatch.chdir(ROOT)
    found, out, err = arena(*words.split())
    assert (found, out, err.count("\n")) == (code, "", 1)
    assert message in err


def test_a_plugin_left_out_is_one_line_on_stderr() -> None:
    process = start("games", "--plugin", "/nope.py")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "tigerdragon" in out
    assert err == "arena: warning: plugin left out: plugin /nope.py, reason no such file\n"


def test_an_error_of_our_own_is_one_line_too(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("arena.cli.catalogue.load_plugins", fails)
    code, out, err = arena("games")
    assert (code, out) == (1, "")
    assert err == "arena: RuntimeError: a bug (ARENA_TRACEBACK=1 shows where)\n"
    monkeypatch.setenv("ARENA_TRACEBACK", "1")
    with pytest.raises(RuntimeError, match="a bug"):
        main(["games"])


def test_ctrl_c_is_one_line() -> None:
    process = start("play", "tigerdragon", "first", "first", "--step", stdin=subprocess.PIPE)
    assert process.stderr is not None
    assert "holds" in process.stderr.readline()  # it waits for Enter now
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith("arena: interrupted\n")
    assert "Traceback" not in err


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    process = start("series", "tigerdragon", "first", "first", "--deals", "1")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    err = process.stderr.read()
    assert process.wait(timeout=60) == 141
    assert err == ""
    process.stderr.close()


def test_only_a_terminal_gets_colours(arena: Arena) -> None:
    assert "\x1b" not in arena("games")[1]
    master, slave = os.openpty()
    words = [sys.executable, "-m", "arena.cli", "games"]
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}
    env.pop("NO_COLOR", None)
    subprocess.run(words, cwd=ROOT, stdout=slave, env=env, check=True)
    os.close(slave)
    shown = os.read(master, 10_000).decode()
    os.close(master)
    assert "\x1b[1mname" in shown


# -- help


def test_without_words_the_help_is_shown(arena: Arena) -> None:
    code, out, _ = arena()
    assert code == 0
    assert out.startswith("Usage: arena")
    assert arena("--help")[1] == out


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("command", ["", "play", "series", "replay", "bench engine"])
def test_help_fits_the_terminal(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, columns: int, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = arena(*command.split(), "--help")
    assert max(map(len, out.splitlines())) <= columns
    cut_off = re.search(r"\w\.\.\.$", out, re.MULTILINE)
    assert cut_off is None or columns < 80


def loaded(name: str) -> Any:
    """A command with all that is below it."""
    return get_command(app([name])).commands[name]  # type: ignore[attr-defined]  # a group


def typed(name: str) -> list[str]:
    """A command as it is typed, or those below it."""
    return [f"arena {name} {below}".rstrip() for below in getattr(loaded(name), "commands", [""])]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_what_the_command_says_itself(name: str) -> None:
    assert (loaded(name).help or "").startswith(COMMANDS[name].line) or name == "demo"


def test_the_help_waits_for_nothing_but_itself() -> None:
    heavy = "aiohttp sqlalchemy pydantic numpy rich arena.server arena.plugins"
    code = (
        "import sys; from arena.cli import run; run(['--help']);"
        f"print([name for name in {heavy.split()} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", [command for name in COMMANDS for command in typed(name)])
def test_every_command_has_its_entry_in_the_docs(command: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert re.search(rf"^### `{command}\b", text, re.MULTILINE)


def test_the_version_is_shown(arena: Arena) -> None:
    code, out, _ = arena("--version")
    assert code == 0
    python = ".".join(map(str, sys.version_info[:3]))
    kind = "interpreted" if str(model.__file__).endswith(".py") else "compiled"
    assert re.fullmatch(
        rf"arena (\d+\.\d+\.\d+\S*|not installed) \(Python {re.escape(python)}, {kind}\)\n", out
    )
