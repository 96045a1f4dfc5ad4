"""A finished match in words: what happened, who said what about it, and how it ended."""

from typing import Any, Final

from arena.errors import ArenaError
from arena.hosting.match_finder import Found, MatchFinder
from arena.match.history_text import history_lines
from arena.match.visibility import Account, Sight, gate
from engine.game import ALL_HANDS

PAGE: Final = 200
"""Lines that one call returns."""


class ReplayError(ArenaError):
    """A match that cannot be read, or not yet."""


async def replay_lines(finder: MatchFinder, account: Account, match_id: str) -> list[str]:
    """Return a match line by line; ReplayError if it is not there or not over."""
    found = await finder.match(match_id)
    if found is None:
        raise ReplayError(f"there is no match {match_id[:64]!r}")
    exhibit = found.exhibit
    if not exhibit.over or gate(account, exhibit, "all") is not Sight.LIVE:
        raise ReplayError(f"match {match_id[:64]} is not over, or may not be seen yet")
    history = await _history(finder, found)
    if history is None:
        raise ReplayError(f"match {match_id[:64]} cannot be shown: its log or its game is missing")
    return history_lines(history)


async def _history(finder: MatchFinder, found: Found) -> dict[str, Any] | None:
    if found.room is not None:
        return await finder.history_so_far(found.room.match, ALL_HANDS)
    return await finder.history(found, ALL_HANDS)
