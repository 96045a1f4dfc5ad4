"""For tests of games, servers and clients: frame-level checks, a real server on a free port."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

from arena.plugins.manager import Plugins
from arena.server import app as server
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing.leak_checks import CHECKS

__all__ = ["CHECKS", "running_server"]


def running_server(
    *,
    rooms: Sequence[RoomSpec] = (),
    plugins: Plugins | None = None,
    settings: Settings | None = None,
) -> AbstractAsyncContextManager[Running]:
    """A real server on a free port of this machine, with these rooms open."""
    settings = settings or Settings(port=0)
    return server.running_server(rooms=rooms, plugins=plugins, settings=settings)
