"""On a cluster: the same table as without one, and a worker that dies loses nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import socket

import pytest
from distributed import Client

from arena.plugins.manager import load_plugins
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan
from arena.tournament.report import as_json
from arena.tournament.repository import Memory
from arena.tournament.runner import Progress

ROOT = Path(__file__).parents[2]
PLAN = {
    "game": "tigerdragon",
    "bots": ["counter", "defender", "random", "first", "other=random"],
    "deals": 60,
    "seed": "5",
}


def dask(*words: str) -> subprocess.Popen[bytes]:
    """A scheduler or a worker as a process of its own, as on another machine."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__DASHBOARD__LINK": ""},
    )


def free_port() -> int:
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers; its address and the workers."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = dask("scheduler", *here, "--port", str(port))
    workers = [dask("worker", address, *here, "--nthreads", "1", "--no-nanny") for _ in "ab"]
    try:
        with Client(address, timeout=60) as client:  # type: ignore[no-untyped-call]  # no types
            client.wait_for_workers(2, timeout=60)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_cluster_gives_the_same_table_and_a_killed_worker_loses_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    plan = make_plan(PLAN, load_plugins())
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not killed and progress.done >= 8:
            killed.append(progress.done)
            workers[0].kill()

    report = start(plan, Memory(), watch=kill_one).run(cluster=address)
    alone = start(plan, Memory()).run()
    assert workers[0].wait(10) != 0
    assert workers[1].poll() is None
    assert 8 <= killed[0] < 240
    data = [as_json(each) | {"times": []} for each in (report, alone)]
    assert json.dumps(data[0]) == json.dumps(data[1])
    assert report.matches == 240
