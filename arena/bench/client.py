"""A frugal WebSocket client, so that a bench measures the server: it answers the first choice."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from os import sysconf, urandom
from pathlib import Path
from random import Random
from typing import Any


@dataclass(frozen=True, slots=True)
class Load:
    """What a server was given to do, and the processor time it took."""

    answers: int
    seconds: float
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds

    @property
    def cpu_us(self) -> float:
        """The server's processor time for an answer, in microseconds."""
        return self.cpu_seconds / self.answers * 1e6


def cpu_seconds(pid: int | None) -> float:
    """The processor time a process has used; nothing where there is no /proc."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / sysconf("SC_CLK_TCK")


async def load(port: int, connections: int, seconds: float, cpu: Callable[[], float]) -> Load:
    """Answer every request on so many connections, two a room, for so long."""
    clients = await connect(port, connections, seats=2)
    measured = await rush(clients, seconds, cpu)
    leave(clients)
    return measured


async def connect(port: int, connections: int, seats: int) -> "list[FrugalClient]":
    """So many clients, this many a room, who have joined and hold their answers back."""
    loop = asyncio.get_running_loop()
    clients = []
    for number in range(connections):
        made = partial(FrugalClient, number, seats)
        _, client = await loop.create_connection(made, "127.0.0.1", port)
        await client.joined
        clients.append(client)
    return clients


async def rush(clients: "Sequence[FrugalClient]", seconds: float, cpu: Callable[[], float]) -> Load:
    """Answer every request at once, for so long."""
    loop = asyncio.get_running_loop()
    for client in clients:
        client.play()
    await asyncio.sleep(0.2)  # the first answers warm everything up
    before, used, start = sum(client.answers for client in clients), cpu(), loop.time()
    await asyncio.sleep(seconds)
    answers = sum(client.answers for client in clients) - before
    return Load(answers, loop.time() - start, cpu() - used)


def leave(clients: "Sequence[FrugalClient]") -> None:
    """Go without a word."""
    for client in clients:
        client.transport.abort()


class FrugalSocket(asyncio.Protocol, ABC):
    """The cheapest WebSocket there can be: it joins a room and hears whole frames."""

    transport: asyncio.Transport

    def __init__(self, room: str, join: bytes) -> None:
        self.room = room
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._join = join
        self._buffer = b""

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        transport.write(
            f"GET /ws/{self.room} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Hear each whole frame."""
        data = self._buffer + data
        if not self.joined.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self.joined.set_result(None)
            self.transport.write(frame(self._join))
        start = 0
        while len(data) - start >= 4:
            size, head_size = data[start + 1], 2
            if size == 126:
                size, head_size = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            end_at = start + head_size + size
            if len(data) < end_at:
                break
            self.heard(data[start + head_size : end_at])
            start = end_at
        self._buffer = data[start:]

    @abstractmethod
    def heard(self, payload: bytes) -> None:
        """Do something about a frame."""


class FrugalClient(FrugalSocket):
    """A player that answers the first choice, once all the others are there too."""

    def __init__(self, number: int, seats: int) -> None:
        room = f"room{number // seats}"
        super().__init__(room, join(room, number))
        self.answers = 0
        self.think = 0.0
        """Seconds to think about an answer, on average."""
        self._random = Random(number)
        self._playing = False
        self._held = b""
        """The answer that waits until everybody is there."""
        self._answers: dict[bytes, bytes] = {}

    def play(self) -> None:
        """Answer from now on."""
        self._playing = True
        if self._held:
            self._send(self._held)

    def heard(self, payload: bytes) -> None:
        """Answer a state that asks."""
        at = payload.find(b'"legal":"')
        if at < 0 or payload[at + 9 : at + 10] == b'"':
            return
        legal = payload[at + 9 : payload.index(b'"', at + 9)]
        choice = legal.partition(b",")[0]
        if choice not in self._answers:
            self._answers[choice] = frame(b'{"type":"action","choice":"' + choice + b'"}')
        self._send(self._answers[choice])

    def _send(self, answer: bytes) -> None:
        if not self._playing:
            self._held = answer
        elif self.think:
            wait = self._random.uniform(0, 2 * self.think)
            asyncio.get_running_loop().call_later(wait, self._write, answer)
        else:
            self._write(answer)

    def _write(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.answers += 1
            self.transport.write(answer)


def join(room: str, number: int) -> bytes:
    """A join frame's text."""
    return (
        f'{{"type":"join","room_id":"{room}","player_id":"p{number}","role":"player"}}'
    ).encode()


def frame(text: bytes) -> bytes:
    """A masked text frame."""
    mask = urandom(4)
    body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
    return bytes([0x81, 0x80 | len(text)]) + mask + body
