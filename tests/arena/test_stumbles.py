"""Mistakes that authors make, and the words that a command finds for each."""

import io
import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer

import arena as arena_package
from arena.cli.commands import COMMANDS, load
from arena.cli.output import fitted, narrowed, wrapped
from arena.match.clock import ClockRules
from arena.plugins.manager import load_plugins
from arena.sdk.check import check
from arena.sdk.report_text import report_lines
from tests.arena.commands import ROOT, ended, interrupted, start, typed
from tests.arena.conftest import Arena

SHORT = {"target": 1}
QUICK = ClockRules(decision_ms=300, bank_ms=0, round_bonus_ms=0, ready_ms=1000)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("ARENA_SERVER", raising=False)


def bot_file(body: str, name: str = "bot.py", called: str = "mine") -> Path:
    """A bot whose `act` has this body."""
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        "import time\nfrom bots import Bot\n"
        f"class Mine(Bot):\n    name = {called!r}\n    def act(self, turn):\n        {body}\n",
        encoding="utf-8",
    )
    return file


def program(text: str) -> str:
    """A program of this text as a command."""
    Path("child.py").write_text(text, encoding="utf-8")
    return f"{sys.executable} {Path('child.py').absolute()}"


# -- what check says to do next


def test_a_house_bot_is_not_submitted(arena: Arena) -> None:
    _, out, _ = arena("check", "random", "--game", "texas42", "--against", "first")
    assert out.splitlines()[-3:] == [
        "next: see how far ahead it is, or write a bot of your own",
        "  arena compare random first --game texas42",
        "  arena new-bot mine --game texas42",
    ]


def test_a_program_is_submitted_as_it_was_checked(arena: Arena) -> None:
    child = "import json,sys\nfor line in sys.stdin:\n    seen = json.loads(line)\n" \
        "    if seen['type'] == 'state' and seen['legal']:\n" \
        "        choice = seen['legal'].split(',')[0]\n" \
        "        print(json.dumps({'type': 'action', 'choice': choice}), flush=True)\n"  # fmt: skip
    words = ("--game", "tigerdragon", "--against", "first", "--config", "target=1")
    code, out, _ = arena("check", f"flat:{program(child)}", *words)
    assert code == 0
    assert out.splitlines()[-1].startswith('  arena submit "flat:')


# -- choices as text


def shown(report: object) -> str:
    return "\n".join(line.text for line in report_lines(report))  # type: ignore[arg-type]  # a Report


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        ("int(turn.legal[0]) if turn.legal[0].isdigit() else turn.legal[0]",
         'act returned a number; choices are text: return str(choice), such as "'),
        ("None", "act returned None; is a return missing? return one of turn.legal"),
        ("turn.legal[:1]", "act returned a list or tuple; return one of turn.legal, not several"),
    ],
)  # fmt: skip
def test_what_is_no_text_is_named_with_its_type(answer: str, hint: str) -> None:
    report = check(str(bot_file(f"return {answer}")), "tigerdragon", config=SHORT)
    assert f"    hint: {hint}" in shown(report)


def test_play_gives_the_same_hint(arena: Arena) -> None:
    bot_file("return None")
    _, out, _ = arena("play", "tigerdragon", "./bot.py", "first", "--config", "target=1")
    assert "    hint: act returned None; is a return missing? return one of turn.legal\n" in out


def test_actions_of_an_env_are_spelled_as_legal_choices_are() -> None:
    for game in load_plugins(entry_points=False).games:
        env = arena_package.env(game, seed=1)
        seen, done, steps = env.reset(), False, 0
        while not done and steps < 300:
            assert set(seen.legal) <= set(env.actions), game
            assert {env.actions[at] for at, legal in enumerate(seen.mask) if legal} == set(
                seen.legal
            )
            seen, _, done = env.step(seen.legal[steps % len(seen.legal)])
            steps += 1


# -- children


TALKS = (
    "import json,sys\nfor line in sys.stdin:\n    seen = json.loads(line)\n"
    "    print(json.dumps({'type': 'ready'}), flush=True)\n"
    "    if seen['type'] == 'state' and seen['request_id'] is not None:\n"
    "        print('thinking', flush=True)\n"
    "        print(json.dumps({'type': 'action', 'choice': seen['legal'].split(',')[0],"
    " 'request_id': seen['request_id']}), flush=True)\n"
)
NO_FLUSH = (
    "import json,sys\nfor line in sys.stdin:\n    seen = json.loads(line)\n"
    "    if seen['type'] == 'join_ack': print(json.dumps({'type': 'ready'}))\n"
)
FLAT = (
    "import json,sys\nfor line in sys.stdin:\n    seen = json.loads(line)\n"
    "    if seen['type'] == 'state' and isinstance(seen['legal'], str) and seen['legal']:\n"
    "        print(json.dumps({'type': 'action', 'choice': seen['legal'].split(',')[0]}),"
    " flush=True)\n"
)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (TALKS, "stdout carries the protocol, one JSON object per line; print your own text to "
                "stderr"),
        (NO_FLUSH, "no line arrived in time; if the program did answer, flush stdout after "
                   "every line"),
        (FLAT, "the program never said that it is ready; if it reads the flat level, write flat: "
               "instead of cmd:"),
    ],
    ids=["talks", "no-flush", "flat"],
)  # fmt: skip
def test_a_child_s_mistake_is_named_with_its_likely_cause(text: str, hint: str) -> None:
    report = check(f"cmd:{program(text)}", "tigerdragon", config=SHORT, clock=QUICK)
    assert not report.passed
    assert f"    hint: {hint}" in shown(report)


def test_a_child_that_never_answers_is_given_up_after_two_timeouts() -> None:
    child = 'import sys; print(\'{"type":"ready"}\', flush=True); sys.stdin.read()'
    report = check(f"cmd:{program(child)}", "tigerdragon", config=SHORT, clock=QUICK)
    assert report.broken_off
    assert [fault.kind for _, fault in report.faults] == ["timeout", "timeout"]


def test_what_a_bot_prints_does_not_get_into_json(arena: Arena) -> None:
    bot_file("print('thinking'); return turn.legal[0]")
    words = ("./bot.py", "first", "--config", "target=1", "--json")
    for command in (("play", "tigerdragon"), ("series", "tigerdragon", "--deals", "1")):
        code, out, err = arena(*command, *words)
        assert code == 0
        assert all(json.loads(line) for line in out.splitlines())
        assert "thinking" in err
    code, out, err = arena("check", "./bot.py", "--game", "tigerdragon", "--json")
    assert (code, json.loads(out)["passed"], "thinking" in err) == (0, True, True)


# -- endless loops


LOOPS = "import itertools; any(False for _ in itertools.count())"


@pytest.mark.parametrize("command", [["check", "./bot.py", "--game", "tigerdragon"],
                                     ["play", "tigerdragon", "./bot.py", "first"]])  # fmt: skip
def test_who_thinks_for_long_is_named_and_stopped(command: list[str]) -> None:
    bot_file(LOOPS)
    env = {**os.environ, "ARENA_SLOW_SECONDS": "0.5", "ARENA_STUCK_SECONDS": "1.5"}
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", *command], env=env, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    notice, stopped = done.stderr.splitlines()
    assert re.fullmatch(
        r"0 mine has been thinking for 0\.5 s, at step \d+ \(Ctrl-C stops\)", notice
    )
    assert re.fullmatch(
        r"arena: 0 mine gave no answer within 1\.5 s, at step \d+; is there an endless loop in "
        r"act\? arena play \.\.\. --step shows the decision before it",
        stopped,
    )


async def test_ctrl_c_names_who_was_thinking() -> None:
    file = bot_file(LOOPS).absolute()
    process = start("play", "tigerdragon", str(file), "first", env={"ARENA_SLOW_SECONDS": "0.2"})
    assert process.stderr
    assert "has been thinking" in process.stderr.readline()
    code, _, err = await interrupted(process)
    assert code == 130
    assert re.fullmatch(r"0 mine was thinking, at step \d+\narena: interrupted\n", err)


# -- comparing


def test_two_files_of_one_name_are_told_apart_by_their_paths(arena: Arena) -> None:
    bot_file("return turn.legal[0]", "old/bot.py")
    bot_file("return turn.legal[-1]", "new/bot.py")
    words = ("--game", "tigerdragon", "--deals", "2", "--jobs", "1", "--seed", "1")
    code, out, err = arena("compare", "new/bot.py", "old/bot.py", *words)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "new against old: tigerdragon, seed 1"
    assert "Finished match" not in out


async def test_an_interrupted_series_says_what_it_found() -> None:
    bot = bot_file("time.sleep(0.002); return turn.legal[0]").absolute()
    process = start("series", "tigerdragon", str(bot), "random", "--deals", "5000", "--seed", "7")
    assert process.stderr
    line = process.stderr.readline()
    assert re.match(r"\d+ of 5000 deals played", line)
    code, out, err = await interrupted(process)
    assert code == 130
    assert re.match(r"tigerdragon: \d+ deals, \d+ matches, seed 7\n(mine|random) is ", out)
    again = f"arena series tigerdragon {bot} random --deals 5000 --seed 7"
    assert f"stopped after {out.split()[1]} of 5000 deals; play them all: {again}\n" in err


async def test_an_interrupted_comparison_is_resumed_by_the_command_it_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = f"sqlite:///{tmp_path}/compare.db"
    words = ("compare", "counter", "defender", "--game", "tigerdragon", "--sprt", "none")
    process = start(*words, "--jobs", "1", "--seed", "7", "--deals", "60", "--db", db)
    assert process.stdout
    while "Progress: " not in process.stdout.readline():
        pass
    code, _, err = await interrupted(process)
    assert code == 130
    found = re.fullmatch(
        r"stopped after \d+ of \d+ matches\n"
        rf"resume with: (arena compare --resume tigerdragon-\w+ --db {db} --jobs 1)\n"
        r"arena: interrupted\n",
        err,
    )
    assert found, err
    code, out, err = await typed(capsys, *found.group(1).split()[1:], "--json")
    assert (code, err) == (0, "")
    resumed = json.loads(out.splitlines()[-1])
    _, out, _ = await typed(capsys, *words, "--jobs", "1", "--seed", "7", "--deals", "60", "--json")
    whole = json.loads(out.splitlines()[-1])
    assert resumed["verdict"] == whole["verdict"]
    assert resumed["difference"] == whole["difference"]


def test_a_comparison_without_its_bots_says_how_to_write_it(arena: Arena) -> None:
    code, _, err = arena("compare", "counter")
    assert (code, err) == (
        2, "arena compare: Invalid value: two bots and a game: arena compare A B --game GAME. "
        "(see arena compare --help)\n",
    )  # fmt: skip


# -- the tool itself


def test_a_closed_pipe_ends_a_command_as_it_ends_others() -> None:
    reader, writer = os.pipe()
    os.close(reader)  # as after `| head -n 1`, but before the first line, whoever is quicker
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", "play", "tigerdragon", "first", "random"],
        cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_doctor_advises_only_where_something_lacks(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arena.cli import doctor_checks

    monkeypatch.setattr(doctor_checks, "open_files", lambda: 20_000)
    lines = arena("doctor")[1].splitlines()
    files = next(line for line in lines if "open files" in line)
    assert files == "ok      server: open files (20000 at most): every connection takes one"
    store = next(line for line in lines if "server: store" in line)
    assert store == (
        "note    server: store (none is set): matches and tokens are lost when the server stops; "
        "--db sqlite:///arena.db keeps them"
    )
    monkeypatch.setattr(doctor_checks, "open_files", lambda: 256)
    files = next(line for line in arena("doctor")[1].splitlines() if "open files" in line)
    assert files == (
        "note    server: open files (256 at most): every connection takes one; "
        "raise it to 4096 (ulimit -n 4096, or LimitNOFILE=4096)"
    )


def at_a_terminal(*words: str) -> list[str]:
    """The lines that a command shows at a terminal, without colours."""
    import pty

    child, terminal = pty.openpty()
    started = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "arena.cli", *words], stdout=terminal, stderr=terminal, cwd=ROOT
    ) as process:
        os.close(terminal)
        text = b""
        while time.monotonic() < started + 60:
            try:
                chunk = os.read(child, 65536)
            except OSError:
                break
            if not chunk:
                break
            text += chunk
        process.wait()
    os.close(child)
    return re.sub(r"\x1b\[[\d;]*m", "", text.decode()).splitlines()


def test_narrow_terminals_break_lines_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for command in ("bots", "games"):
        lines = at_a_terminal(command)
        assert max(map(len, lines)) <= 60, max(lines, key=len)
        assert any("riichi" in line for line in lines)
    assert at_a_terminal("dev", "counter", "--game", "tigerdragon") == [
        "arena: counter: no file to watch; write ./mybot.py or",
        "cmd:./program",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one sentence of more than twenty", ["one sentence of more", "than twenty"]),
        ("  arena submit ./a-long/way/to/bot.py", ["  arena submit ./a-long/way/to/bot.py"]),
        ("rank  name  and a third column", ["rank  name  and a third column"]),
        ("https://arena.example.org/m/0123456789", ["https://arena.example.org/m/0123456789"]),
    ],
)
def test_a_sentence_is_broken_at_a_terminal_and_a_command_is_not(
    text: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "20")
    assert fitted(text, Terminal()).split("\n") == lines
    assert fitted(text, io.StringIO()) == text


def test_no_page_and_no_message_names_a_package_that_cannot_be_installed() -> None:
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("arena/**/*.py")]
    wrong = [f.name for f in files if re.search(r"pip install '?table-arena", f.read_text("utf-8"))]
    assert wrong == []


async def test_a_port_in_use_is_named_with_the_line_that_takes_another() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for command in ("serve", "demo"):
            code, _, err = await ended(start(command, "--port", str(port)))
            assert code == 1
            assert err.splitlines()[-1] == (
                f"arena: port {port} is in use on this machine; stop what listens there, "
                f"or take another: arena {command} --port {port + 1}"
            )


async def test_a_new_store_is_made_without_the_words_of_its_library(tmp_path: Path) -> None:
    process = start("serve", "--port", "0", "--db", f"sqlite:///{tmp_path}/new.db")
    assert process.stdout
    process.stdout.readline()
    _, _, err = await interrupted(process)
    assert "store_opened" in err
    assert "Context impl" not in err
    assert "Running upgrade" not in err


def leaves() -> list[str]:
    """Every command, those of groups by both words."""
    found = []
    for name in COMMANDS:
        loaded = load(name)
        if isinstance(loaded, typer.Typer):
            words = [command.name for command in loaded.registered_commands]
            found += [f"{name} {word}" for word in words]
        else:
            found.append(name)
    return found


@pytest.mark.parametrize("command", leaves())
def test_every_help_has_an_example_of_its_command(command: str, arena: Arena) -> None:
    _, out, _ = arena(*command.split(), "--help")
    assert re.search(rf"Examples?:.*\n?\s*arena {command}\b", out, re.DOTALL), out


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("arena leaderb", "leaderboard"),
        ("arena submit --ga", "--game"),
        ("arena replay sh", "show"),
    ],
)
def test_a_shell_completes_commands_and_options(line: str, word: str) -> None:
    words = line.split()
    env = {**os.environ, "_ARENA_COMPLETE": "complete_bash", "COMP_WORDS": line,
           "COMP_CWORD": str(len(words) - 1)}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli"], env=env, cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert word in done.stdout.split()


def test_columns_give_way_without_breaking_a_word() -> None:
    assert narrowed([10, 30], [10, 8], 30) == [10, 18]
    assert narrowed([10, 30, 9], [10, 8, 9], 24) == [10, 12]
    assert narrowed([10, 30], [10, 28], 30) == [10]
    assert narrowed([40], [40], 30) == [40]
    assert wrapped("too few for 95 %", 8) == ["too few", "for 95 %"]
