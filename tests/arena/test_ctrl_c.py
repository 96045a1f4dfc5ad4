"""Ctrl-C at any moment of a command: one line, exit code 130, never a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import was_interrupted
from arena.errors import ServerError
from arena.tournament.executors import children_deaf
from tests.arena.commands import ROOT

INTERRUPTED = "arena: interrupted\n"
AT_IMPORT = """
import os, signal, sys
wanted = sys.argv.pop(1)
class Watch:
    def find_spec(self, name, *more):
        if name == wanted:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Watch())
sys.argv[0] = {path!r}
from arena.cli import main
main(sys.argv[1:])
"""
"""The `arena` command, with Ctrl-C just before the first import of a module."""


def interrupted_at(module: str, path: str, *words: str) -> tuple[int, str]:
    script = AT_IMPORT.format(path=path)
    done = subprocess.run(
        [sys.executable, "-c", script, module, *words], capture_output=True, text=True, cwd=ROOT,
        timeout=60, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "module", ["arena.errors", "arena.stderr_log", "typer", "arena.cli.commands"]
)
def test_while_the_command_is_still_imported(module: str) -> None:
    assert interrupted_at(module, "/usr/bin/arena", "games") == (130, INTERRUPTED)


def test_early_in_a_process_started_by_module() -> None:
    words = [sys.executable, "-X", "importtime", "-m", "arena.cli", "demo", "--port", "0"]
    pipe, env = subprocess.PIPE, {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, env=env) as process:
        assert process.stderr is not None
        while not process.stderr.readline().endswith(" typer\n"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    said = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, said) == (130, [INTERRUPTED.strip()])


def test_while_a_command_imports_what_it_needs() -> None:
    words = ("play", "tigerdragon", "first", "first", "--seed", "1")
    assert interrupted_at("arena.plugins.bot_specs", "/usr/bin/arena", *words) == (130, INTERRUPTED)


def test_the_import_into_somebody_s_own_program_leaves_ctrl_c_alone(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    text = (
        "import signal, arena\nprint(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    )
    own.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(own)], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_an_error_that_ctrl_c_brought_about_counts_as_ctrl_c() -> None:
    def library() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise ServerError("no connection") from None

    with pytest.raises(ServerError) as raised:
        library()
    assert was_interrupted(raised.value)
    assert not was_interrupted(ServerError("no connection"))


THROUGH_EXEC = """
import arena.cli
def app(words):
    exec("raise KeyboardInterrupt")
arena.cli.app = app
arena.cli.main(["games"])
"""


def test_an_exec_that_was_interrupted_does_not_change_the_exit_code(tmp_path: Path) -> None:
    (tmp_path / "through_exec.py").write_text(THROUGH_EXEC, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "through_exec"], capture_output=True, text=True, cwd=tmp_path,
        timeout=60, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, INTERRUPTED)


def test_workers_do_not_hear_it_from_their_first_moment_on() -> None:
    told = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"

    def deaf() -> str:
        return subprocess.check_output([sys.executable, "-c", told], text=True).strip()

    with children_deaf():
        assert deaf() == "True"
    assert deaf() == "False"


LOST = """
import os, signal, sys, time
sys.argv[0] = "/usr/bin/arena"
from arena._ctrl_c import ctrl_c_raises
ctrl_c_raises()
class Cleared:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        len(str(self))
try:
    Cleared()
    time.sleep(30)
except KeyboardInterrupt:
    print("heard")
"""


def test_it_is_not_lost_while_an_object_is_cleared_up() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST], capture_output=True, text=True, timeout=60, check=False,
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("heard\n", "")


def test_before_an_event_loop_stands() -> None:
    words = ("demo", "--port", "0")
    code, told = interrupted_at("arena.server.app", "/usr/bin/arena", *words)
    # Where the tests run as root, a warning about that comes first.
    assert (code, told.splitlines()[-1:]) == (130, [INTERRUPTED.strip()])
