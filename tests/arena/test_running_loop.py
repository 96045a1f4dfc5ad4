"""Local play from within a running event loop, as in every notebook."""

import asyncio
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import arena
from bots import Bot, Turn

SHORT = {"target": 1}
SHELL_BOT = f"flat:sh {shlex.quote(str(Path(__file__).parents[2] / 'examples' / 'flat_bot.sh'))}"


class Patient(Bot):
    """Answers asynchronously, in the loop it is asked from."""

    name = "patient"
    seen: asyncio.AbstractEventLoop | None = None

    async def act(self, turn: Turn) -> str:
        Patient.seen = asyncio.get_running_loop()
        await asyncio.sleep(0)
        return turn.legal[0]


async def test_a_match_with_a_child_is_played_inside_a_running_loop() -> None:
    result = arena.play("tigerdragon", [SHELL_BOT, "first"], seed=7, config=SHORT)
    again = await asyncio.to_thread(
        arena.play, "tigerdragon", [SHELL_BOT, "first"], seed=7, config=SHORT
    )
    assert result.faults == ()
    assert result.outcome == again.outcome


async def test_a_series_with_a_child_is_played_inside_a_running_loop() -> None:
    rows = arena.series("tigerdragon", [SHELL_BOT, "first"], deals=1, seed=7, config=SHORT)
    assert [row.faults for row in rows] == [0] * 4


async def test_asynchronous_bots_have_a_loop_of_their_own() -> None:
    result = arena.play("tigerdragon", [Patient, "first"], seed=7, config=SHORT)
    assert result.faults == ()
    assert Patient.seen not in (None, asyncio.get_running_loop())


async def test_what_goes_wrong_is_raised_to_the_caller() -> None:
    with pytest.raises(Exception, match="No such file or directory"):
        arena.play("tigerdragon", ["cmd:./not-there", "first"], config=SHORT)


INTERRUPTED = """
import asyncio, os, signal, threading
import arena

async def cell():
    watch = lambda advance: os.kill(os.getpid(), signal.SIGINT) if advance.n == 1 else None
    try:
        arena.play("tigerdragon", [{bot!r}, "first"], config={{"target": 99}}, watch=watch)
    except KeyboardInterrupt:
        names = [thread.name for thread in threading.enumerate()]
        print("interrupted", "arena match" in names)

asyncio.new_event_loop().run_until_complete(cell())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_the_match_and_its_child() -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(bot=SHELL_BOT)],
        stdout=subprocess.PIPE, text=True, env=env, start_new_session=True,
    ) as notebook:  # fmt: skip
        out, _ = notebook.communicate(timeout=60)
        assert (out, notebook.returncode) == ("interrupted False\n", 0)
        with pytest.raises(ProcessLookupError):  # nobody of its group is left
            os.killpg(notebook.pid, signal.SIGKILL)
