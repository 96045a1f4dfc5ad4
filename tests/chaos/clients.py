"""External clients in a process of their own, to be killed, frozen and started again.

    python -m tests.chaos.clients URL FOLDER ROOM:NAME:LEVEL ...

Each plays its seat by chance until its match is over, and comes back after whatever happens. The
token of a seat is kept in the folder, so that the next process can go on.
"""

import asyncio
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp

PAUSE = 0.2
LOST = (aiohttp.ClientError, ConnectionError, TimeoutError, TypeError)
"""What a connection can end with; a frame that is no text is a TypeError."""


class Player:
    """One seat's client."""

    def __init__(self, url: str, folder: Path, seat: str) -> None:
        self.room, self.name, self.level = seat.split(":")
        self.url = f"{url}/ws/{self.room}"
        self.file = folder / f"{self.room}-{self.name}"
        self.errors = 0
        self.begun = self.file.exists()

    async def run(self, session: aiohttp.ClientSession) -> None:
        """Play until the match is over."""
        while True:
            if await self._ended(session):
                return
            await asyncio.sleep(PAUSE * (0.5 + random.random()))

    async def _ended(self, session: aiohttp.ClientSession) -> bool:
        with suppress(*LOST):
            async with session.ws_connect(self.url) as socket:
                await socket.send_json(self._join())
                while True:
                    frame = await socket.receive_json(timeout=30)
                    if await self._over(socket, frame):
                        return True
        return False

    def _join(self) -> dict[str, Any]:
        join = {"type": "join", "room_id": self.room, "player_id": self.name, "role": "player"}
        if self.level == "full":
            join["detail"] = "full"
            if self.file.exists() and (token := self.file.read_text(encoding="utf-8")):
                join["token"] = token
        return join

    async def _over(self, socket: aiohttp.ClientWebSocketResponse, frame: dict[str, Any]) -> bool:
        match frame["type"]:
            case "join_ack":
                self.file.write_text(frame.get("token") or "", encoding="utf-8")
                self.begun = True
                await socket.send_json({"type": "ready"})
            case "state" if frame["legal"]:
                await socket.send_json(self._answer(frame))
            case "error":
                return await self._refused(socket, frame["message"])
            case "game_over":
                return True
            case _:
                pass
        return False

    def _answer(self, frame: dict[str, Any]) -> dict[str, Any]:
        choice = random.choice(frame["legal"].split(","))
        answer = {"type": "action", "choice": choice}
        if self.level == "full":
            answer["request_id"] = frame["request_id"]
        return answer

    async def _refused(self, socket: aiohttp.ClientWebSocketResponse, message: str) -> bool:
        """Whether the match must be over; a seat that a house bot plays is asked back."""
        if message == "room not found":
            return self.begun  # a finished match is not in a room after a restart
        if message == "this player_id belongs to another token":
            return True  # killed before the token was written down: a house bot plays on
        if message == "not your turn":
            self.errors += 1
            if self.errors % 3 == 0:
                await socket.send_json(self._join())
        else:
            await asyncio.sleep(PAUSE)
            await socket.close()
        return False


async def main(url: str, folder: Path, seats: list[str]) -> None:
    """Play all these seats."""
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(Player(url, folder, seat).run(session) for seat in seats))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
