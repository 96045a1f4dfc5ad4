"""The event loop that everything here runs on."""

import asyncio


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop's where there is one, else the standard library's."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
