"""Plays recorded client frames to a real server and compares what every connection gets."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import aiohttp

from tests.cases.script import Line, expected_by, leavers, without_tail

PATIENCE = 60.0
"""Seconds to wait for frames that were recorded."""
NOTHING = "(nothing)"
LAST_REQUEST = '{"type":"discards_request","room_id":"room1"}'
LAST_ANSWER = '{"type":"discards"'


@dataclass(frozen=True, slots=True)
class Difference:
    """The first frame that was not as recorded."""

    conn: str
    number: int
    expected: str
    got: str

    def __str__(self) -> str:
        where = f"connection {self.conn}, frame {self.number}"
        return f"{where}, expected: {self.expected}\n{where}, got:      {self.got}"


@dataclass(slots=True)
class Ear:
    """What one connection must hear and how much of it has come."""

    conn: str
    expected: list[str]
    leaver: bool = False
    due: int = 0
    """Frames recorded up to where the script stands."""
    heard: int = 0
    closing: bool = False
    """Whether the answer to the last request may come."""
    done: bool = False

    def hear(self, text: str) -> Difference | None:
        """Compare the next frame."""
        if self.heard < len(self.expected):
            wanted = self.expected[self.heard]
            self.heard += 1
            return None if text == wanted else Difference(self.conn, self.heard, wanted, text)
        if self.closing and text.startswith(LAST_ANSWER):
            self.done = True
        elif not self.leaver:
            return Difference(self.conn, self.heard + 1, NOTHING, text)
        return None

    @property
    def waiting(self) -> bool:
        """Whether something is due that has not come."""
        return self.heard < self.due or (self.closing and not self.done)

    @property
    def missing(self) -> Difference:
        """The first frame that is due and has not come."""
        wanted = [*self.expected, LAST_ANSWER][self.heard]
        return Difference(self.conn, self.heard + 1, wanted, NOTHING)


@dataclass(slots=True)
class Replayer:
    """One script against one room."""

    url: str
    script: Sequence[Line]
    patience: float = PATIENCE
    difference: Difference | None = None
    over: bool = False
    """Whether what comes now comes only because connections are being closed."""
    ears: dict[str, Ear] = field(default_factory=dict)
    sockets: dict[str, aiohttp.ClientWebSocketResponse] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Difference | None:
        """The first difference, or None when every connection got what was recorded."""
        gone = leavers(self.script)
        frames = expected_by(self.script)
        self.ears = {conn: Ear(conn, texts, conn in gone) for conn, texts in frames.items()}
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as readers:
            try:
                await self.play(session, readers)
            finally:
                self.over = True
                for socket in self.sockets.values():
                    await socket.close()
        return self.difference

    async def play(self, session: aiohttp.ClientSession, readers: asyncio.TaskGroup) -> None:
        """Line by line, as far as there is no difference."""
        for line in without_tail(self.script):
            if line.what == "open":
                socket = await session.ws_connect(self.url)
                self.sockets[line.conn] = socket
                readers.create_task(self.listen(line.conn, socket))
            elif line.what == "expect":
                if line.conn in self.ears:
                    self.ears[line.conn].due += 1
            elif not await self.caught_up():
                return
            elif line.what == "send":
                await self.sockets[line.conn].send_str(line.text)
            else:
                await self.sockets.pop(line.conn).close()
        if await self.caught_up():
            await self.nothing_more()

    async def listen(self, conn: str, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Compare what a connection gets; one that was refused is only drained."""
        ear = self.ears.get(conn)
        async for message in socket:
            if ear is not None and not self.over:
                text = message.data if isinstance(message.data, str) else repr(message.data)
                self.difference = self.difference or ear.hear(text)
                self.news.set()

    async def caught_up(self) -> bool:
        """Wait until everybody has what was recorded so far; False on a difference."""
        try:
            async with asyncio.timeout(self.patience):
                while not self.difference and any(ear.waiting for ear in self.ears.values()):
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            self.difference = next(ear.missing for ear in self.ears.values() if ear.waiting)
        return self.difference is None

    async def nothing_more(self) -> None:
        """Ask everybody for the discards: whatever comes before them was not recorded."""
        for conn, ear in self.ears.items():
            if conn in self.sockets:
                ear.closing = True
                await self.sockets[conn].send_str(LAST_REQUEST)
        await self.caught_up()
