"""Bots that misbehave: the fault is named in the log, and the match ends for everybody else."""

import asyncio
import sys
from collections.abc import Awaitable

import pytest

from arena.testing import running_server
from tests.arena import misbehaviour as bad
from tests.arena.misbehaviour import Named, Played, as_child, at_socket

IN_TIME = r"no answer within \d+ ms"
NAMED = {
    "sleeps": Named("timeout", IN_TIME),
    "crashes": Named("crash", "code 1: RuntimeError: lost my head over "),
    "garbage": Named("illegal", "not JSON", received="{nonsense"),
    "late": Named("timeout", "answered '8' too late", received="8", asked=False),
    "twice": Named("illegal", "answered '.*' out of turn", received="", asked=False),
    "out of turn": Named("illegal", "answered 'pass' out of turn", received="pass", asked=False),
    "vanishes": Named("disconnect", "the connection is gone"),
}


async def test_misbehaviour_is_named_and_the_others_finish(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with running_server() as server:
        matches: dict[str, Awaitable[Played]] = {
            "sleeps": at_socket(server, "sleeps", bad.sleeps),
            "crashes": as_child(bad.CRASHES),
            "garbage": at_socket(server, "garbage", bad.talks_garbage),
            "late": at_socket(server, "late", bad.answers_late),
            "twice": at_socket(server, "twice", bad.answers_twice, "full"),
            "out of turn": at_socket(server, "turn", bad.answers_out_of_turn),
            "vanishes": at_socket(server, "vanishes", bad.vanishes),
        }
        played = dict(zip(matches, await asyncio.gather(*matches.values()), strict=True))
    named = [name for name, match in played.items() if any(map(NAMED[name].fits, match.faults))]
    finished = [name for name, match in played.items() if match.finished]
    with capsys.disabled():
        total = len(NAMED)
        line = f"faults: {len(named)} of {total} named, {len(finished)} of {total} finished"
        sys.stdout.write(f"\n{line}\n")
    assert named == list(NAMED), {name: match.faults[:3] for name, match in played.items()}
    assert finished == list(NAMED)
    assert any(map(Named("timeout", IN_TIME).fits, played["late"].faults))


@pytest.mark.parametrize(
    ("program", "named"),
    [
        pytest.param(bad.SLEEPS, Named("timeout", IN_TIME), id="sleeps"),
        pytest.param(bad.GARBAGE, Named("illegal", "not JSON", "thinking..."), id="garbage"),
        pytest.param(
            bad.LATE, Named("timeout", "answered '.' too late", "", asked=False), id="late"
        ),
        pytest.param(bad.VANISHES, Named("crash", "the process ended with code 0"), id="vanishes"),
    ],
)
async def test_a_child_that_misbehaves_is_named_as_well(program: str, named: Named) -> None:
    match = await as_child(program)
    assert any(map(named.fits, match.faults)), match.faults[:3]
    assert match.finished
