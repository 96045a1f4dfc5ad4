"""Hostile clients against a server in its own process: what they send, what must come back.

Everything goes to 127.0.0.1 and stops by itself: each attack is a short fixed exchange, attacks
follow one another until the time is up, and the server ends with its parent's pipe.
"""

import asyncio
import json
import socket
import struct
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

import aiohttp

from tests.arena.server_process import ServerProcess, server_process

PATIENCE = 60.0
FLOOD = 200
CUT_OFF = 1006
"""What a client may see whose frame was far too large to be read to its end."""


class AnswerError(AssertionError):
    """The server answered otherwise than the protocol says."""


class Attacker:
    """One hostile connection after another; counts what it sends."""

    def __init__(self, session: aiohttp.ClientSession, url: str, name: str) -> None:
        self.session = session
        self.url = url
        self.name = name
        self.frames = 0

    @asynccontextmanager
    async def socket(self, path: str = "/ws") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """A fresh connection."""
        async with self.session.ws_connect(self.url + path) as socket:
            yield socket

    async def send(self, socket: aiohttp.ClientWebSocketResponse, frame: str | bytes) -> None:
        """Send whatever it is."""
        self.frames += 1
        if isinstance(frame, bytes):
            await socket.send_bytes(frame)
        else:
            await socket.send_str(frame)

    async def expect(self, socket: aiohttp.ClientWebSocketResponse, message: str) -> None:
        """The next answer must be this error."""
        answer = await socket.receive(timeout=PATIENCE)
        said = json.loads(answer.data)["message"] if isinstance(answer.data, str) else answer
        if said != message:
            raise AnswerError(f"{self.name}: expected {message!r}, got {said!r}")

    async def expect_close(self, socket: aiohttp.ClientWebSocketResponse, *codes: int) -> list[Any]:
        """The connection must end with one of these codes; what came before."""
        heard: list[Any] = []
        async with asyncio.timeout(PATIENCE):
            async for message in socket:
                heard.append(json.loads(message.data))
        if socket.close_code not in codes:
            raise AnswerError(f"{self.name}: expected close {codes}, got {socket.close_code}")
        return heard


Attack = Callable[[Attacker], Coroutine[Any, Any, None]]
JOIN = {"type": "join", "room_id": "open", "player_id": "x", "role": "player"}


async def binary_frames(me: Attacker) -> None:
    async with me.socket() as socket:
        await me.send(socket, b"\x00\xff")
        await me.expect(socket, "missing type")
        await me.send(socket, '{"type":"dance"}')  # text in between: the count begins anew
        await me.expect(socket, "unknown type")
        await me.send(socket, b"\x00" * 60_000)
        await me.send(socket, b"{}")
        heard = await me.expect_close(socket, 1003)
        if [frame["message"] for frame in heard] != ["missing type"] * 2:
            raise AnswerError(f"{me.name}: {heard}")


async def broken_json(me: Attacker) -> None:
    frames = ["{", "[1,2]", '"text"', '{"type":7}', "\x00"]
    async with me.socket() as socket:
        await me.send(socket, frames[0])
        await me.send(socket, '{"type":"dance"}')  # decodable: the count begins anew
        for frame in frames:
            await me.send(socket, frame)
        heard = await me.expect_close(socket, 1008)
        messages = [frame["message"] for frame in heard]
        if messages != ["missing type", "unknown type", *["missing type"] * 5]:
            raise AnswerError(f"{me.name}: {messages}")


async def deep_json(me: Attacker) -> None:
    async with me.socket() as socket:
        await me.send(socket, '{"type":' + "[" * 30_000)
        await me.expect(socket, "missing type")
        await me.send(socket, '{"type":"join","room_id":' + "[" * 900 + "]" * 900 + "}")
        await me.expect(socket, "missing join fields")


async def large_frames(me: Attacker) -> None:
    async with me.socket() as socket:
        await me.send(socket, '{"type":"join","pad":"' + "x" * 65 * 1024 + '"}')
        heard = await me.expect_close(socket, 1009)
        if [frame["message"] for frame in heard] != ["the frame is too large"]:
            raise AnswerError(f"{me.name}: {heard}")
    async with me.socket() as socket:
        try:
            await me.send(socket, '{"type":"join","pad":"' + "x" * 1024 * 1024 + '"}')
        except ConnectionError:
            return  # cut off while it still sent
        await me.expect_close(socket, 1009, CUT_OFF)


async def flood(me: Attacker) -> None:
    async with me.socket() as socket:
        for _ in range(FLOOD):  # far more than it reads answers to
            await me.send(socket, '{"type":"ping"}')
        heard = await me.expect_close(socket, 1008)
        messages = [frame["message"] for frame in heard]
        if messages[-1] != "too many messages; slow down" or len(messages) > 60:
            raise AnswerError(f"{me.name}: {messages[-1]} after {len(messages)}")


async def unknown_types(me: Attacker) -> None:
    async with me.socket() as socket:
        for kind in ("", "dance", "JOIN", "state", "x" * 5000, "\ud83d\ude00"):
            await me.send(socket, json.dumps({"type": kind}))
            await me.expect(socket, "unknown type")


WRONG_FIELDS = [
    ({**JOIN, "room_id": 1}, "missing join fields"),
    ({**JOIN, "player_id": None}, "missing join fields"),
    ({**JOIN, "role": ["player"]}, "missing join fields"),
    ({**JOIN, "player_id": "no spaces"}, "ids are 1 to 64 characters of A-Za-z0-9._:@-"),
    ({**JOIN, "room_id": "x" * 65}, "ids are 1 to 64 characters of A-Za-z0-9._:@-"),
    ({**JOIN, "detail": "much"}, "a field has the wrong type or size"),
    ({**JOIN, "token": "x" * 1000}, "a field has the wrong type or size"),
    ({"type": "discards_request"}, "missing room_id"),
    ({"type": "discards_request", "room_id": {}}, "missing room_id"),
    ({"type": "discards_request", "room_id": "nowhere"}, "room not found"),
    ({"type": "action", "choice": "7"}, "game not started"),
    ({"type": "chat", "text": "hello"}, "join a room first"),
    ({**JOIN, "game": "chess", "room_id": "chess"}, "room not found"),
]


async def wrong_fields(me: Attacker) -> None:
    async with me.socket() as socket:
        for message, sentence in WRONG_FIELDS:
            await me.send(socket, json.dumps(message))
            await me.expect(socket, sentence)


WRONG_IN_ROOM: list[tuple[dict[str, Any], str]] = [
    ({"type": "ready", "ready": "yes"}, "a field has the wrong type or size"),
    ({"type": "chat", "text": "x" * 501}, "a field has the wrong type or size"),
    ({"type": "chat"}, "a field has the wrong type or size"),
    ({"type": "action", "choice": 7}, "game not started"),
]


async def wrong_in_a_room(me: Attacker) -> None:
    async with me.socket() as socket:
        room = {**JOIN, "room_id": f"{me.name}-{me.frames}", "detail": "full"}
        await me.send(socket, json.dumps(room))
        await socket.receive(timeout=PATIENCE)
        for message, sentence in WRONG_IN_ROOM:
            await me.send(socket, json.dumps(message))
            await me.expect(socket, sentence)


WRONG_CHOICES: list[tuple[Any, str]] = [
    (None, "missing choice"),
    (7, "missing choice"),
    (["7"], "missing choice"),
    ("banana", "invalid choice"),
    ("x" * 60_000, "invalid choice"),
    ("", "invalid choice"),
    ("pass", "illegal action"),
]


async def wrong_at_the_table(me: Attacker) -> None:
    """A seated player who answers everything but what was asked, goes, and comes back."""
    await me.session.post(f"{me.url}/rooms", json={"room_id": "table"})  # there from then on
    async with me.socket("/ws/table") as socket:
        await sit_down(me, socket)
        for choice, sentence in WRONG_CHOICES:
            await me.send(socket, json.dumps({"type": "action", "choice": choice}))
            await me.expect(socket, sentence)


async def sit_down(me: Attacker, socket: aiohttp.ClientWebSocketResponse) -> None:
    """Join until the seat's last connection is known to be gone, and wait to be asked."""
    for _ in range(20):
        await me.send(socket, json.dumps(JOIN))
        if json.loads(await socket.receive_str(timeout=PATIENCE))["type"] == "join_ack":
            break
        await asyncio.sleep(0.05)
    while not json.loads(await socket.receive_str(timeout=PATIENCE)).get("legal"):
        pass


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


async def rude_exits(me: Attacker) -> None:
    """No handshake, half of one, a whole one, and a connection cut in the middle of a frame."""
    host, _, port = me.url.removeprefix("http://").partition(":")
    reset = struct.pack("ii", 1, 0)
    for text in (b"\x16\x03\x01\x02\x00", HANDSHAKE[:30], HANDSHAKE, HANDSHAKE + b"\x81\xfe"):
        _, writer = await asyncio.open_connection(host, int(port))
        connection = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        writer.write(text)
        me.frames += 1
        writer.transport.abort()
    async with me.socket() as cut:
        await me.send(cut, json.dumps(JOIN))
        connection = cut._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.write(b"\x81\xfe\xff")
        connection.transport.abort()


ATTACKS: tuple[Attack, ...] = (
    binary_frames,
    broken_json,
    deep_json,
    large_frames,
    flood,
    unknown_types,
    wrong_fields,
    wrong_in_a_room,
    wrong_at_the_table,
    rude_exits,
)


@dataclass(slots=True)
class Report:
    """What a run came to."""

    frames: int
    grown_mb: float
    loud: list[str]


async def one_round(server: ServerProcess, session: aiohttp.ClientSession, number: int) -> int:
    """Every attack once, all at the same time; frames sent."""
    attackers = [
        Attacker(session, server.url, f"a{number}.{place}") for place in range(len(ATTACKS))
    ]
    async with asyncio.TaskGroup() as group:
        for attacker, attack in zip(attackers, ATTACKS, strict=True):
            group.create_task(attack(attacker))
    return sum(attacker.frames for attacker in attackers)


async def attack_for(seconds: float, db: str = "") -> Report:
    """Attack a fresh server for so long; the memory is compared with that after a first round."""
    async with server_process(db) as server, aiohttp.ClientSession() as session:
        frames = await one_round(server, session, 0)
        before = await server.rss_mb()
        number, end = 1, monotonic() + seconds
        while monotonic() < end:
            frames += await one_round(server, session, number)
            number += 1
        grown = await server.rss_mb() - before
        async with session.get(f"{server.url}/health") as health:
            if health.status != 200:
                raise AnswerError("the server is no longer well")
    return Report(frames, grown, server.loud)
