"""A match in words: what happened, what players wrote about it, and how it ended."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from arena.match.event_text import plain_text
from arena.match.inline_page import inline_page
from arena.match.playback import match_history
from engine.game import ALL_HANDS, Outcome

if TYPE_CHECKING:
    from arena.match.match import Match

MOST_LINES: Final = 1000
"""Lines of a match that a notebook shows."""


def labels(names: Sequence[str]) -> list[str]:
    """Return players' names by seat, told apart where several have the same."""
    return [_label(seat, name, names) for seat, name in enumerate(names)]


def _label(seat: int, name: str, names: Sequence[str]) -> str:
    if not name:
        return f"(seat {seat} is free)"
    return f"{name} (seat {seat})" if names.count(name) > 1 else name


def frame_lines(frame: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of one frame: reasons, then the events that they led to."""
    for seat, info in frame.get("info", {}).items():
        if isinstance(info, dict) and info.get("note"):
            yield f'  {names[int(seat)]} wrote: "{info["note"]}"'
    for event in frame["events"]:
        text, seat = plain_text(event["text"], names), event.get("seat")
        if text:
            yield f"  {names[seat]} {text}" if seat is not None else text


def history_lines(history: dict[str, Any]) -> list[str]:
    """Return a whole history (playback.py) line by line."""
    names = labels(history["players"])
    lines = [f"{history['game']}, match {history['match_id']}: {', '.join(names)}"]
    for frame in history["frames"]:
        lines += frame_lines(frame, names)
    if result := history["result"]:
        rows = zip(names, result["points"], result["ranks"], strict=True)
        ends = [f"{name} {points} points (place {rank})" for name, points, rank in rows]
        lines.append(f"The end: {', '.join(ends)}")
    return lines


def match_html(match: "Match", outcome: Outcome, rounds: int) -> str:
    """Return a finished match for a notebook: who came where, and its page.

    A match whose page would be too large is told in words, round by round.
    """
    history = match_history(match, ALL_HANDS)
    names = labels(history["players"])
    faults = [fault.seat for fault in match.faults]
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    cells = "".join(
        f"<tr><td>{outcome.ranks[seat]}</td><td>{escape(names[seat])}</td>"
        f"<td>{outcome.points[seat]}</td><td>{faults.count(seat)}</td></tr>"
        for seat in order
    )
    many = f"{rounds} round{'s' * (rounds != 1)}, {match.decisions} decisions"
    heading = f"{match.game.title}, {many}"
    shown = inline_page(match) or "".join(_rounds(history, names))
    return (
        f"<p><b>{escape(heading)}</b></p><table><thead><tr><th>place</th><th>player</th>"
        f"<th>points</th><th>faults</th></tr></thead><tbody>{cells}</tbody></table>{shown}"
    )


def _rounds(history: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield what happened in each round, folded; what is too long is left to the log."""
    starts = [row["frame"] for row in history["rounds"]] + [len(history["frames"])]
    left = MOST_LINES
    for row, end in zip(history["rounds"], starts[1:], strict=True):
        frames = history["frames"][row["frame"] : end]
        lines = [line for frame in frames for line in frame_lines(frame, names)]
        shown, left = lines[:left], max(0, left - len(lines))
        text = escape("\n".join(shown))
        if len(shown) < len(lines):
            text += f"\n... {len(lines) - len(shown)} more lines: print(*result.log)"
        name = escape(str(row["name"]))
        yield f"<details><summary>Round {name}</summary><pre>{text}</pre></details>"
