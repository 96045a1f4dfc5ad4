"""What this machine offers the house: a list of checks, each giving what it found.

A further area is one function in CHECKS.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.box.layers import probe
from arena.settings import Settings


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is there or not, and what that means."""

    area: str
    name: str
    ok: bool
    found: str
    meaning: str
    needed: bool = False
    """Whether something cannot be done at all without it."""


def sandbox(settings: Settings) -> Iterator[Finding]:
    """The layers that keep a stranger's bot in, and whether they suffice."""
    layers = probe(settings.box_uid)
    for layer in layers.rows():
        yield Finding("sandbox", layer.name, layer.ok, layer.found, layer.meaning)
    found = "together they suffice" if layers.enough else "too little: such bots are refused"
    meaning = "box: and submitted bots can be run"
    yield Finding("sandbox", "box", layers.enough, found, meaning, needed=True)


CHECKS: Final[tuple[Callable[[Settings], Iterator[Finding]], ...]] = (sandbox,)


def examine(settings: Settings) -> list[Finding]:
    """Every check's findings, in order."""
    return [finding for check in CHECKS for finding in check(settings)]
