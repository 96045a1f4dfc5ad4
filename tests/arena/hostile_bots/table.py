"""What every hostile bot brings along: it tries things, says how they went, and plays on."""

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TARGETS: dict[str, Any] = json.loads(Path(__file__).with_name("targets.json").read_text())


def say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def attempt(what: str, action: Callable[[], Any]) -> None:
    """Try something that must not work; a false or empty result counts as not having worked."""
    try:
        result = action()
    except BaseException as error:
        say(f"denied {what}: {error!r}"[:200])
    else:
        say(
            f"achieved {what}: {result!r}"[:200] if result else f"denied {what}: nothing came of it"
        )


def over_the_limit() -> str:
    """The most memory this process ever held, if that is more than it may."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"{held} MiB" if held > TARGETS["memory_mb"] else ""


def answer(message: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def play(before_answer: Callable[[], Any] = lambda: None) -> None:
    """Play the first legal choice until the input ends."""
    answer({"type": "ready"})
    for line in sys.stdin:
        state = json.loads(line)
        if state.get("legal"):
            before_answer()
            answer({"type": "action", "choice": state["legal"].split(",")[0]})
