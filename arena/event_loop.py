"""The event loop that everything here runs on."""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 10_000
"""Objects made before the collector looks at them; Python's 700 are made within one answer."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the garbage collector look seldom while matches are played.

    Matches make many objects that live long and few cycles, so that looking after every 700 new
    objects took a quarter of a server's processor time and found next to nothing.
    """
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's where there is one, else the standard library's."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
