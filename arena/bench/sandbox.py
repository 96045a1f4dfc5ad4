"""What the sandbox costs a bot: round trips over the pipes of a boxed child and of a plain one."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from arena.children.sandbox.entry_commands import ENVIRONMENT, PYTHON
from arena.children.sandbox.layers import Layers, demand, probe
from arena.children.sandbox.limits import Limits
from arena.children.sandbox.plan import command_line
from arena.children.sandbox.program import prepare
from arena.settings import Settings

ECHO = """
import sys
read, write, flush = sys.stdin.buffer.readline, sys.stdout.buffer.write, sys.stdout.buffer.flush
while read():
    write(b'{"type":"action","choice":"pass","request_id":12345}\\n')
    flush()
"""
STATE = b'{"type":"state","filler":"' + b"x" * 324 + b'"}\n'
"""As long as a state usually is; nothing is decoded, so that only the way there and back counts."""
BATCH = 50


@dataclass(frozen=True, slots=True)
class SandboxBench:
    """Round trips a second by either child, and the median of the rounds' ratios."""

    plain: float
    boxed: float
    ratio: float
    layers: str


def bench_sandbox(rounds: int, seconds: float) -> SandboxBench:
    """The two children by turns; BoxError where there is no sandbox."""
    layers = probe(Settings().box_uid)
    demand(layers)
    plain: list[float] = []
    boxed: list[float] = []
    with ExitStack() as running:
        running.enter_context(one_core())
        folder = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="arena-bench-")))
        bot = folder / "echo.py"
        bot.write_text(ECHO, encoding="utf-8")
        free = running.enter_context(child([*PYTHON, str(bot)]))
        kept = running.enter_context(boxed_child(bot, layers))
        for number in range(rounds):
            pair = [(plain, free), (boxed, kept)]
            for rates, process in pair if number % 2 else reversed(pair):
                rates.append(round_trips(process, seconds))
    ratios = [kept / free for kept, free in zip(boxed, plain, strict=True)]
    return SandboxBench(median(plain), median(boxed), median(ratios), layers.summary())


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and its children on one core: where the kernel puts them is luck."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def boxed_child(bot: Path, layers: Layers) -> "Iterator[subprocess.Popen[bytes]]":
    """The same program in the sandbox."""
    program = prepare(str(bot))
    try:
        with child(command_line(program, layers, Limits())) as process:
            yield process
    finally:
        program.remove()


@contextmanager
def child(argv: Sequence[str]) -> "Iterator[subprocess.Popen[bytes]]":
    """A child with pipes, warmed up."""
    pipe, environment = subprocess.PIPE, dict(ENVIRONMENT)
    # In a session of its own, like every child of a table: the scheduler looks at sessions.
    with subprocess.Popen(
        argv, bufsize=0, stdin=pipe, stdout=pipe, env=environment, start_new_session=True
    ) as one:
        round_trips(one, 0.0)
        yield one
        assert one.stdin is not None
        one.stdin.close()


def round_trips(process: "subprocess.Popen[bytes]", seconds: float) -> float:
    """Return how many lines a second go there and are answered."""
    assert process.stdin is not None
    assert process.stdout is not None
    write, read = process.stdin.write, process.stdout.readline
    count, begin = 0, perf_counter()
    while not count or perf_counter() - begin < seconds:
        for _ in range(BATCH):
            write(STATE)
            if not read():
                sys.exit("the child has ended")
        count += BATCH
    return count / (perf_counter() - begin)
