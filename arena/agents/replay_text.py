"""A finished match in words: what happened, who said what about it, and how it ended."""

from typing import Any, Final

from arena.agents.agent_table import labels
from arena.errors import ArenaError
from arena.hosting.match_finder import Found, MatchFinder
from arena.match.event_text import plain_text
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


def history_lines(history: dict[str, Any]) -> list[str]:
    """Return the lines of a history: events, reasons before the events they led to, results."""
    names = labels(history["players"])
    lines = [f"{history['game']}, match {history['match_id']}: {', '.join(names)}"]
    for frame in history["frames"]:
        for seat, info in frame.get("info", {}).items():
            if isinstance(info, dict) and info.get("note"):
                lines.append(f'  {names[int(seat)]} wrote: "{info["note"]}"')
        for event in frame["events"]:
            text, seat = plain_text(event["text"], names), event.get("seat")
            if text:
                lines.append(f"  {names[seat]} {text}" if seat is not None else text)
    result = history["result"]
    if result:
        rows = zip(names, result["points"], result["ranks"], strict=True)
        ends = [f"{name} {points} points (place {rank})" for name, points, rank in rows]
        lines.append(f"The end: {', '.join(ends)}")
    return lines
