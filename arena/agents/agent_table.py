"""One agent's place at a table: a peer without a wire, and all that it has seen since it looked."""

import asyncio
from collections import deque
from typing import Any, Final

from orjson import loads

from arena.match.event_text import plain_text
from arena.match.history_text import labels
from arena.room.peer import Peer
from arena.room.room import Room

NEWS: Final = 200
"""Lines of news that are kept for an agent that does not look."""
SEATS_CHANGED: Final = (
    "player_joined", "player_left", "ready_changed", "seat_taken_over", "seat_returned",
    "game_starting", "join_ack",
)  # fmt: skip


class AgentPeer(Peer):
    """A player whose frames are read at once, and turned into news and the state of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.detail = "full"
        self.changed = asyncio.Event()
        """Set whenever something has happened."""
        self.news: deque[str] = deque(maxlen=NEWS)
        self._rounds: list[str] = []
        """Results of rounds whose last events are still to come."""
        self.names: list[str] = []
        """The players by seat, no two alike."""
        self.token: str | None = None
        self.seat_number = -1
        self.state: dict[str, Any] = {}
        """The last state frame; empty before the first deal."""
        self.asked_at = 0.0
        self.over: dict[str, Any] | None = None
        self.gone = ""
        """Why the table is no longer there for this player."""

    def push(self, frame: bytes) -> None:
        """Read a frame at once: there is no wire on which it could wait."""
        self._read(loads(frame))
        self.changed.set()

    async def write(self, frame: bytes) -> None:
        """Read a frame."""
        self.push(frame)

    def close(self, code: int, reason: str) -> None:  # noqa: ARG002
        """Note that this player was sent away."""
        self.closing = True
        self.gone = self.gone or reason or "the table was closed"
        self.changed.set()

    @property
    def legal(self) -> list[str]:
        """The choices of the decision that is asked now; nothing if none is."""
        if self.over is not None or self.state.get("request_id") is None:
            return []
        return list(self.state["view"]["legal"])

    def _read(self, frame: dict[str, Any]) -> None:
        # Chat is left out: free text of strangers would be read as if it were instructions.
        kind = frame["type"]
        if kind in SEATS_CHANGED:
            self._seats(kind, frame)
        elif kind == "state":
            self.state = frame
            self.asked_at = asyncio.get_running_loop().time()
            self._tell(frame["events"])
        elif kind == "round_result":
            won = ", ".join(f"{name} {delta:+d}" for name, delta in self._by_name(frame["deltas"]))
            self._rounds.append(f"This round's points: {won}.")
        elif kind == "game_over":
            self._tell(frame["events"])
            self.over = frame
        elif kind == "error":
            self.news.append(f"Refused: {frame['message']}")
        elif kind == "action_ack" and frame["status"] in ("defaulted", "stale"):
            self.news.append(f"Your answer did not count: {frame['reason'] or frame['status']}.")

    def _seats(self, kind: str, frame: dict[str, Any]) -> None:
        if kind == "join_ack":
            self.seat_number, self.token = frame["seat"], frame["token"]
        before = self.names
        self.names = labels([row["name"] for row in frame["seats"]])
        if kind == "game_starting":
            self.seat_number = self.seat
            # Not from within the room's own work; an agent is always ready.
            asyncio.get_running_loop().call_soon(self._say_ready)
            self.news.append(f"The match begins: {', '.join(self.names)}.")
        elif kind == "seat_taken_over":
            self.news.append("A house bot plays for a seat whose player does not answer.")
        elif kind == "player_joined" and before != self.names:
            self.news.append(f"At the table: {', '.join(self.names)}.")

    def _say_ready(self) -> None:
        if self.room is not None and self.seat >= 0:
            self.room.set_ready(self.room.seats[self.seat])

    def _tell(self, events: list[dict[str, Any]]) -> None:
        """Add events to the news, the result of a round after all that belongs to it."""
        for event in events:
            if event.get("opens_round") is not None:
                self._tell_rounds()
            text, seat = plain_text(event["text"], self.names), event.get("seat")
            if text:
                self.news.append(text if seat is None else f"{self.names[seat]} {text}")
        self._tell_rounds()

    def _tell_rounds(self) -> None:
        self.news.extend(self._rounds)
        self._rounds.clear()

    def _by_name(self, numbers: list[int]) -> list[tuple[str, int]]:
        return list(zip(self.names, numbers, strict=False))


class AgentTable:
    """A table that an agent sits at, by the handle that its calls name."""

    def __init__(self, handle: str, owner: str, peer: AgentPeer, room: Room) -> None:
        self.handle = handle
        self.owner = owner
        self.peer = peer
        self.room = room
        self.expiry: asyncio.TimerHandle | None = None

    @property
    def seconds_left(self) -> float | None:
        """The time left for the decision that is asked, bank included; None without a clock."""
        limit: int | None = self.peer.state.get("deadline_ms")
        if limit is None or not self.peer.legal:
            return None
        used = asyncio.get_running_loop().time() - self.peer.asked_at
        return max(0.0, round(limit / 1000 - used, 1))

    @property
    def waits_for_agent(self) -> bool:
        """Whether the agent must decide, or nothing more will come."""
        peer = self.peer
        return bool(peer.legal) or peer.over is not None or bool(peer.gone)

    async def wait(self, seconds: float) -> None:
        """Wait until the agent must decide or the match is over, at most so long."""
        try:
            async with asyncio.timeout(seconds):
                while not self.waits_for_agent:
                    self.peer.changed.clear()
                    await self.peer.changed.wait()
        except TimeoutError:
            pass
