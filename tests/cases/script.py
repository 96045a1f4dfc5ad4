"""Recorded connections: frames in the order of their log, to be played again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

What = Literal["open", "send", "expect", "end"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened on one connection; `text` is a frame or how the end was logged."""

    conn: str
    what: What
    text: str = ""


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The JSON lines of a file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def script_of(rows: Iterable[Mapping[str, Any]]) -> list[Line]:
    """The lines that matter: no remarks, no set-up."""
    script = []
    for row in rows:
        match row:
            case {"conn": conn, "dir": "c2s", "frame": str() as frame}:
                script.append(Line(str(conn), "send", frame))
            case {"conn": conn, "dir": "s2c", "frame": str() as frame}:
                script.append(Line(str(conn), "expect", frame))
            case {"conn": conn, "ev": "open"}:
                script.append(Line(str(conn), "open"))
            case {"conn": conn, "ev": "close" | "closed" | "lost" as how}:
                script.append(Line(str(conn), "end", how))
            case {"conn": _}:
                raise AssertionError(f"not a line of a recording: {json.dumps(row)}")
            case _:  # a note or the set-up
                continue
    return script


def acks(script: Sequence[Line]) -> dict[str, dict[str, Any]]:
    """The first join_ack of every connection whose join was accepted."""
    found: dict[str, dict[str, Any]] = {}
    for line in script:
        if line.what == "expect" and (frame := json.loads(line.text))["type"] == "join_ack":
            found.setdefault(line.conn, frame)
    return found


def dealt_hands(script: Sequence[Line]) -> list[str]:
    """Each seat's hand as its first state of turn 0 showed it."""
    joined = acks(script)
    hands: dict[int, str] = {}
    for line in script:
        if line.what != "expect" or line.conn not in joined:
            continue
        frame, seat = json.loads(line.text), joined[line.conn]["seat"]
        if frame["type"] == "state" and frame["turn"] == 0 and seat >= 0:
            hands.setdefault(seat, frame["hand"])
    return [hands[seat] for seat in range(len(hands))]


def expected_by(script: Sequence[Line]) -> dict[str, list[str]]:
    """What every connection that was let in must get, in order."""
    frames: dict[str, list[str]] = {conn: [] for conn in acks(script)}
    for line in script:
        if line.what == "expect" and line.conn in frames:
            frames[line.conn].append(line.text)
    return frames


def without_tail(script: Sequence[Line]) -> list[Line]:
    """The script up to the last frame: everybody leaving afterwards is no part of it."""
    last = max(n for n, line in enumerate(script) if line.what != "end")
    return list(script[: last + 1])


def leavers(script: Sequence[Line]) -> set[str]:
    """Connections whose own end cut them off: more may have been under way to them."""
    return {line.conn for line in script if line.what == "end" and line.text != "closed"}
