"""Matches that somebody brings along, as a link or a log file, shown step by step."""

import asyncio
from typing import Any, Final

from aiohttp import web
from pydantic import Field

from arena.api.endpoint import Body, Endpoint
from arena.api.frames import History
from arena.api.one_at_a_time import OneAtATime
from arena.api.responses import RefusedError
from arena.errors import ArenaError
from arena.hosting.quotas import Quota, address_key
from arena.match.link import MOST_CHARACTERS, log_link, read_link, write_link
from arena.match.log import parse_log, split_lines
from arena.match.playback import log_history, match_history, viewer_of
from arena.match.rebuild import link_match
from arena.plugins.advisers import with_studies
from arena.plugins.manager import Plugins

MOST_BYTES: Final = 1_000_000
"""The size of a log that is taken."""
MOST_STEPS: Final = 3_000
"""Several times as long as any match of our games."""


class Brought(Body):
    """A match to show: its link, or the text of its log file."""

    link: str | None = Field(default=None, max_length=MOST_CHARACTERS)
    """A link to a match, alone or at the end of an address."""
    log: str | None = Field(default=None, max_length=MOST_BYTES)
    """The lines of a log file."""
    viewer: str = Field(default="all", alias="as", pattern="^(all|public|[0-9]{1,2})$")
    """The viewpoint: `all`, `public` or a seat's number."""
    study: bool = False
    """Whether a seat's frames tell what it could work out at each."""


class ReplayEndpoints:
    """The endpoint of matches that are brought along: nothing of them is kept."""

    def __init__(self, plugins: Plugins, quota: Quota) -> None:
        self._plugins = plugins
        self._line = OneAtATime(quota, "too many matches are being read")

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        does = "Show a match from its link or its log."
        return [
            Endpoint(
                "POST", "/api/replay", self.show, does, History, takes=Brought, most=MOST_BYTES
            )
        ]

    async def show(self, request: web.Request, brought: Brought) -> Any:
        """Return the frames of the match, with a link to it."""
        if (brought.link is None) == (brought.log is None):
            raise RefusedError(400, "expected either link or log")
        async with self._line.turn(address_key(request.remote)):
            return await asyncio.to_thread(self._shown, brought)

    def _shown(self, brought: Brought) -> dict[str, Any]:
        history = self._history(brought)
        if not brought.study:
            return history
        return with_studies(history, self._plugins, self._plugins.game(history["game"]))

    def _history(self, brought: Brought) -> dict[str, Any]:
        if brought.link is not None:
            link = read_link(brought.link, self._plugins.game, MOST_STEPS)
            match = link_match(link)
            viewer = viewer_of(brought.viewer, link.seats)
            if viewer is not None:
                return {**match_history(match, viewer), "link": write_link(link)}
        else:
            log = parse_log(split_lines(brought.log or ""))
            if len(log.steps) > MOST_STEPS:
                raise ArenaError(f"the log has {len(log.steps)} steps; {MOST_STEPS} are the most")
            game = self._plugins.game(log.header["game"])
            viewer = viewer_of(brought.viewer, len(log.players))
            if viewer is not None:
                shown = log_history(log, game, viewer)
                return {**shown, "link": write_link(log_link(log, game)) if log.result else None}
        raise RefusedError(400, f"as={brought.viewer}: all, public or a seat's number")
