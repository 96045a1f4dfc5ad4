"""A process that writes to a store until it is killed."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from time import sleep

from arena.plugins.manager import load_plugins
from arena.store import Store, open_store
from arena.store.verify import check_matches

ROOT = Path(__file__).parents[3]


FIRST_WORDS = 20


def killed_run(url: str, first: int, seconds: float) -> list[str]:
    """What a process acknowledged until it was killed, some time after its first words."""
    command = [sys.executable, "-m", "tests.arena.store.appender", url, str(first)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        words = [child.stdout.readline() for _ in range(FIRST_WORDS)]
        sleep(seconds)  # the moment of the kill is what is tried, not waited for
        child.kill()
        words += child.stdout.readlines()
    return [word.strip() for word in words if word.endswith("\n")]


def lost(store: Store, words: Iterable[str]) -> set[str]:
    """The acknowledged words that the store does not know."""
    wanted = set(words)
    match_ids = {word.split()[0] for word in wanted}
    return wanted - {word for match_id in match_ids for word in kept_words(store, match_id)}


def kept_words(store: Store, match_id: str) -> Iterator[str]:
    text = store.matches.replay(match_id)
    lines = text.splitlines()[1:-1] if text else store.matches.lines(match_id)
    if text:
        yield f"{match_id} end"
    for line in lines:
        yield f"{match_id} {json.loads(line)['n']}"


def kill_and_look(url: str, kills: int, rng: Random) -> tuple[int, set[str], list[str]]:
    """Kill a writing process again and again: acknowledged, lost, and what does not verify."""
    acknowledged: list[str] = []
    for kill in range(kills):
        acknowledged += killed_run(url, kill * 100_000, rng.random() * 0.1)
    with open_store(url) as store:
        wrong = [
            f"{row.match_id}: {row.reason}"
            for row in check_matches(store, load_plugins(entry_points=False).game)
            if row.verdict != "ok"
        ]
        return len(acknowledged), lost(store, acknowledged), wrong
