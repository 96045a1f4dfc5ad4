"""Tournaments killed in the middle, again and again: the table must be that of a quiet run.

python -m tests.soak_tournament [KILLS]
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

ROOT = Path(__file__).parents[1]
KILLS = 10
ARENA = [sys.executable, "-m", "arena.cli", "tournament"]
PLAN = [
    *("--game", "tigerdragon", "--bots", "counter,defender,random,first,other=random"),
    *("--deals", "150", "--seed", "soak"),
]


def table_of(data: dict[str, Any]) -> str:
    """What must be the same whatever happened on the way."""
    wanted = ("standings", "cross", "seats", "company", "saving", "faults", "matches", "deals")
    return json.dumps({name: data[name] for name in wanted})


class Run:
    """A command in a session of its own, so that it can be killed with all its workers."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*ARENA, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def until(self, start: str) -> str:
        """The first line that begins like this; nothing if the command ends before."""
        assert self.process.stdout is not None
        return next((line for line in self.process.stdout if line.startswith(start)), "")

    def kill(self) -> None:
        """End everything at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def last(self) -> dict[str, Any]:
        """The last line as an object, once the command has ended."""
        out, _ = self.process.communicate()
        assert self.process.returncode == 0
        found: dict[str, Any] = json.loads(out.splitlines()[-1])
        return found


def killed_once(url: str, rng: Random, quiet: str) -> tuple[int, bool]:
    """Kill a run at a random moment and go on: matches kept by then, and whether all is well."""
    run = Run("run", *PLAN, "--jobs", "2", "--db", url)
    tournament_id = run.until("Tournament ").split()[1].rstrip(":")
    run.until("Finished match")
    sleep(rng.random() * 3)
    run.kill()
    shown = json.loads(
        subprocess.check_output(
            [*ARENA, "show", tournament_id, "--db", url, "--json"], cwd=ROOT, text=True
        )
    )
    resumed = Run("resume", tournament_id, "--jobs", "2", "--db", url, "--json", "--quiet").last()
    return int(shown["done"]), table_of(resumed) == quiet


def main(kills: int = KILLS) -> int:
    """Kill as often as asked; the exit code is the number of wrong tables."""
    rng = Random("soak")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/arena.db"
        quiet = table_of(Run("run", *PLAN, "--jobs", "1", "--db", url, "--json", "--quiet").last())
        for number in range(1, kills + 1):
            done, same = killed_once(url, rng, quiet)
            wrong += not same
            print(f"kill {number}: {done} of 600 matches kept, {'same' if same else 'OTHER'} table")  # noqa: T201
    print(f"soak tournament: {kills} kills, {wrong} wrong tables")  # noqa: T201
    return wrong


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
