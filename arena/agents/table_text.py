"""A table in words: what an agent reads when it looks."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.agents.agent_table import AgentTable
from arena.plugins.guides import GameGuide

MOST_CHOICES: Final = 400
KNOWN: Final = frozenset(
    ("viewer", "seats", "round", "turn", "phase", "asking", "to_act", "current_player", "hand",
     "hand_sizes", "scores", "legal", "history", "notes", "recommended", "hands")
)  # fmt: skip
"""Keys of a view that are told by other lines, or of no use to a reader."""


def table_text(table: AgentTable, guide: GameGuide | None) -> str:
    """Return the whole table as its player sees it."""
    peer = table.peer
    lines = [heading(table)]
    if peer.gone:
        return "\n".join([*lines, f"You are no longer at this table: {peer.gone}."])
    if peer.over is not None:
        return "\n".join([*lines, *result_lines(table)])
    if not peer.state:
        free = sum(name.startswith("(seat") for name in peer.names)
        return "\n".join([*lines, f"The match has not begun; free seats: {free}."])
    view = peer.state["view"]
    lines += [standing_line(peer.names, view["scores"]), f"Your hand: {' '.join(view['hand'])}"]
    tell = guide.view_lines if guide is not None and guide.view_lines else plain_lines
    lines += tell(view, peer.names)
    return "\n".join([*lines, *turn_lines(table, guide)])


def heading(table: AgentTable) -> str:
    """Return which table this is, and who the player is at it."""
    peer = table.peer
    own = peer.names[peer.seat_number] if 0 <= peer.seat_number < len(peer.names) else "?"
    title = table.room.game.title
    at = f"Round {peer.state['view']['round']}. " if peer.state and not peer.over else ""
    return f"{title}, room {table.room.room_id}. You are {own} (seat {peer.seat_number}). {at}"


def standing_line(names: Sequence[str], scores: Sequence[int]) -> str:
    """Return the score of every player."""
    rows = zip(names, scores, strict=False)
    return f"Score: {', '.join(f'{name} {points}' for name, points in rows)}."


def turn_lines(table: AgentTable, guide: GameGuide | None) -> list[str]:
    """Return what may be chosen now, or whom the table waits for."""
    peer = table.peer
    if not peer.legal:
        current = peer.state["view"]["current_player"]
        others = peer.names[current] if 0 <= current < len(peer.names) else "the others"
        return [f"Not your turn: the table waits for {others}. Call wait_for_turn."]
    left = table.seconds_left
    time = f", {left:g} seconds left" if left is not None else ""
    lines = [f"YOUR DECISION (number {peer.state['request_id']}{time}). Choices:"]
    for choice, meaning in choices(table, guide):
        lines.append(f"  {choice}{f' - {meaning}' if meaning else ''}")
    return lines


def choices(table: AgentTable, guide: GameGuide | None) -> list[tuple[str, str]]:
    """Return what may be chosen now with its meaning: the guide's, else the view's own labels."""
    peer = table.peer
    view = peer.state.get("view", {})
    labels: Mapping[str, str] = view.get("labels", {})
    tell = guide.choice_text if guide is not None else None
    return [
        (choice, (tell(choice, view) if tell else "") or labels.get(choice, ""))
        for choice in peer.legal[:MOST_CHOICES]
    ]


def result_lines(table: AgentTable) -> list[str]:
    """Return how the match ended."""
    over, names = table.peer.over, table.peer.names
    assert over is not None
    order = sorted(zip(over["placements"], names, over["deltas"], strict=False))
    rows = [f"  {place}. {name}: {points} points" for place, name, points in order]
    replay = f"Call replay with match_id {table.room.match_id} to read the whole match."
    return ["The match is over.", *rows, replay]


def plain_lines(view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return a view whose game has no guide: its own keys, lists by seat with the names."""
    lines = [f"Phase: {view['phase']}."]
    for key, value in view.items():
        if key in KNOWN or value in (None, "", [], {}):
            continue
        lines.append(f"{key.replace('_', ' ')}: {_plain(value, names)}")
    return lines


def _plain(value: Any, names: Sequence[str]) -> str:
    if isinstance(value, list) and len(value) == len(names):
        rows = zip(names, value, strict=True)
        return "; ".join(f"{name} {_flat(item)}" for name, item in rows)
    return _flat(value)


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_flat, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items()) or "none"
    return "hidden" if value is None else str(value)
