"""Attacks below HTTP and the protocol: bytes on a socket that no client library would send."""

import asyncio
import gzip
import json
import struct
import zlib
from collections.abc import Awaitable, Callable

from tests.attack.target import Target

Attack = Callable[[Target], Awaitable[None]]
PATIENCE = 60.0
CALM_SECONDS = 5.0
"""How long somebody else may wait for an answer meanwhile; a loaded machine needs some of it."""
MOST_MB = 25.0
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
DEFLATE = b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
MANY = 100_000
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


async def said(on: Target, sent: bytes, *, enough: bytes = b"") -> bytes:
    """What a connection is answered, until the server ends it or has said enough."""
    reader, writer = await asyncio.open_connection("127.0.0.1", on.port)
    heard = b""
    try:
        async with asyncio.timeout(PATIENCE):
            writer.write(sent)
            while more := await reader.read(65_536):
                heard += more
                if enough and enough in heard:
                    break
    except ConnectionError:
        pass  # cut off, with what was said before
    finally:
        writer.close()
    return heard


async def stays_calm(on: Target, attack: Awaitable[bytes]) -> bytes:
    """What an attack is answered; meanwhile others are served, and memory does not grow."""
    before = await on.process.rss_mb()
    task = asyncio.ensure_future(attack)
    while not task.done():
        async with asyncio.timeout(CALM_SECONDS):
            assert (await on.with_tokens.call("GET", "/api/games"))[0] == 200
        await asyncio.wait([task], timeout=0.05)
    grown = await on.process.rss_mb() - before
    assert grown < MOST_MB, f"{grown:+.0f} MB"
    return task.result()


# -- requests


def request(status: int, head: bytes, body: bytes = b"") -> Attack:
    """A request, ADMIN in it a token, of which the first and only answer has this status."""

    async def run(on: Target) -> None:
        token = on.with_tokens.tokens["ada"].encode()
        text = head.replace(b"\n", b"\r\n").replace(b"ADMIN", token) + b"\r\n\r\n" + body
        answer = await stays_calm(on, said(on, text))
        lines = [line for line in answer.split(b"\r\n") if line.startswith(b"HTTP/")]
        assert len(lines) == 1, lines
        assert int(lines[0].split()[1]) == status, lines
        assert b"Traceback" not in answer
        assert b"/arena/" not in answer

    return run


ROOM = b"POST /rooms HTTP/1.1\nHost: x\nConnection: close\nAuthorization: Bearer ADMIN"
LOOK = b"GET /health HTTP/1.1\nHost: x\nConnection: close"
HIDDEN = b"0\r\n\r\nGET /api/tokens HTTP/1.1\r\nHost: x\r\n\r\n"
BOMB = gzip.compress(bytes(200 * 1024 * 1024), 9)


def body_of(text: bytes) -> Attack:
    """A room whose description is no honest JSON."""
    return request(400, ROOM + b"\nContent-Length: %d" % len(text), text)


REQUESTS: dict[str, Attack] = {
    "two lengths": request(400, ROOM + b"\nContent-Length: 2\nContent-Length: 3", b"{}x"),
    "a length and chunks": request(
        400, ROOM + b"\nContent-Length: 4\nTransfer-Encoding: chunked", HIDDEN
    ),
    "chunks twice": request(
        400, ROOM + b"\nTransfer-Encoding: chunked\nTransfer-Encoding: chunked", HIDDEN
    ),
    "chunks that are not the last": request(
        400, ROOM + b"\nTransfer-Encoding: chunked, identity", HIDDEN
    ),
    "chunks of another kind": request(400, ROOM + b"\nTransfer-Encoding: xchunked", HIDDEN),
    "a chunk of nearly endless size": request(
        400, ROOM + b"\nTransfer-Encoding: chunked", b"f" * 18 + b"\r\nx"
    ),
    "a chunk of less than nothing": request(
        400, ROOM + b"\nTransfer-Encoding: chunked", b"-1\r\nx"
    ),
    "a length with a sign": request(400, ROOM + b"\nContent-Length: +2", b"{}"),
    "a length below nothing": request(400, ROOM + b"\nContent-Length: -1"),
    "a space before the colon": request(400, ROOM + b"\nContent-Length : 2", b"{}"),
    "a header on two lines": request(400, ROOM + b"\nX-A: a\n b\nContent-Length: 0"),
    "a line end in a header": request(400, LOOK + b"\nX-A: b\rX-C: d"),
    "a zero byte in a header": request(400, LOOK + b"\nX-A: b\0d"),
    "two hosts": request(400, LOOK + b"\nHost: y"),
    "no host": request(400, b"GET /health HTTP/1.1"),
    "another protocol": request(400, b"PRI * HTTP/2.0", b"SM\r\n\r\n"),
    "a version there is not": request(400, b"GET /health HTTP/9.9\nHost: x"),
    "a header of 100 kB": request(400, LOOK + b"\nX-A: " + b"b" * MANY),
    "a header of 4 MB": request(400, LOOK + b"\nX-A: " + b"b" * 4_000_000),
    "a path of 100 kB": request(400, b"GET /" + b"a" * MANY + b" HTTP/1.1\nHost: x"),
    "5,000 headers": request(400, LOOK + b"".join(b"\nX-%d: b" % n for n in range(5000))),
    "80,000 cookies": request(
        200, LOOK + b"".join(b"\nCookie: " + b"; ".join([b"a=b"] * 800) for _ in range(100))
    ),
    "a gzip bomb": request(
        413, ROOM + b"\nContent-Encoding: gzip\nContent-Length: %d" % len(BOMB), BOMB
    ),
    "deep JSON": body_of(b'{"room_id":' + b"[" * MANY + b"]" * MANY + b"}"),
    "a number of 100,000 digits": body_of(b'{"room_id":"n","seats":' + b"9" * MANY + b"}"),
    "a number that is none": body_of(b'{"room_id":"n","seats":NaN}'),
    "an endless number": body_of(b'{"room_id":"n","time":{"bank_ms":1e999}}'),
    "a name in full width": body_of('{"room_id":"\uff52\uff41\uff54\uff45\uff44"}'.encode()),
    "a name with a zero width": body_of('{"room_id":"rated\u200b"}'.encode()),
    "a name from right to left": body_of('{"room_id":"\u202edetar"}'.encode()),
    "a name with half a character": body_of(b'{"room_id":"a\\ud800"}'),
    "a name with a zero byte": body_of(b'{"room_id":"a\\u0000"}'),
    "a name of two dots": body_of(b'{"room_id":"../rated"}'),
}


# -- WebSockets


def frame(kind: int, data: bytes = b"", *, last: bool = True, bits: int = 0) -> bytes:
    """A frame with a mask of zeros."""
    size = len(data)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = b"\xfe" + struct.pack(">H", size)
    else:
        length = b"\xff" + struct.pack(">Q", size)
    return bytes([last << 7 | bits << 4 | kind]) + length + bytes(4) + data


def frames(code: int, sent: bytes, extension: bytes = b"") -> Attack:
    """Frames after which the server closes with this code; 0: a connection that is cut off."""

    async def run(on: Target) -> None:
        answer = await stays_calm(on, said(on, UPGRADE + extension + b"\r\n" + sent))
        head, _, rest = answer.partition(b"\r\n\r\n")
        assert b"101" in head.split(b"\r\n")[0], head
        assert b"permessage-deflate" not in head
        # A reset may overtake the close.
        assert struct.pack(">H", code) in rest or not rest, rest[-200:]

    return run


def answered(message: str, *sent: bytes) -> Attack:
    """Texts of which the last is answered by this error."""

    async def run(on: Target) -> None:
        word = json.dumps(message).encode()
        stream = UPGRADE + b"\r\n" + b"".join(frame(TEXT, text) for text in sent)
        answer = await stays_calm(on, said(on, stream, enough=word))
        assert word in answer, answer[-300:]

    return run


SQUEEZED = zlib.compress(bytes(50 * 1024 * 1024), 9)[2:]
JOIN = b'{"type":"join","room_id":"glass","player_id":"eve","detail":"full",'
FRAMES: dict[str, Attack] = {
    "a compressed frame nobody agreed on": frames(1002, frame(TEXT, b"x", bits=4)),
    "a compressed bomb": frames(1002, frame(TEXT, SQUEEZED, bits=4), DEFLATE),
    "unknown bits": frames(1002, frame(TEXT, b"x", bits=2)),
    "an unknown kind": frames(1002, frame(3, b"x")),
    "a long ping": frames(1002, frame(PING, b"x" * 126)),
    "half a ping": frames(1002, frame(PING, b"x", last=False)),
    "an end without a beginning": frames(1002, frame(0, b"x")),
    "a beginning in a beginning": frames(1002, frame(TEXT, b"{", last=False) + frame(TEXT, b"x")),
    "a frame of 2^63 bytes": frames(1009, b"\x81\xff" + struct.pack(">Q", 2**63) + bytes(4)),
    "a message in 200,000 parts": frames(
        1009, frame(TEXT, b"{", last=False) + frame(0, b" ", last=False) * 200_000
    ),
    "a message that never ends": frames(
        1008, frame(TEXT, b"{", last=False) + frame(0, b"", last=False) * MANY
    ),
    "a close of no code": frames(1002, frame(CLOSE, struct.pack(">H", 999))),
    "a close that is no text": frames(1007, frame(CLOSE, struct.pack(">H", 1000) + b"\xff")),
    "half a close": frames(1002, frame(CLOSE, b"x")),
    "pings": frames(1008, frame(PING) * MANY),
    "pongs": frames(1008, frame(PONG) * MANY),
    "a text that is none": answered("missing type", b'{"type":"\xff\xfe"}'),
    "a number that is none": answered("missing type", JOIN + b'"seat":NaN}'),
    "an endless number": answered("missing type", JOIN + b'"seat":1e999}'),
    "a number of 60,000 digits": answered("missing type", JOIN + b'"seat":' + b"9" * 60_000 + b"}"),
    "a key twice": answered("unknown type", b'{"type":"join","type":"dance"}'),
}


# -- many at once


async def pipelined(on: Target) -> None:
    """A thousand requests in one breath are answered one after the other."""
    one = LOOK.replace(b"\nConnection: close", b"").replace(b"/health", b"/api/games")
    text = (one.replace(b"\n", b"\r\n") + b"\r\n\r\n") * 1000
    answer = await stays_calm(on, said(on, text + LOOK.replace(b"\n", b"\r\n") + b"\r\n\r\n"))
    assert answer.count(b"HTTP/1.1 200 OK") == 1001


async def half_open(on: Target) -> None:
    """Hundreds of sockets that have begun a message and never end it."""
    begun = UPGRADE + b"\r\n" + frame(TEXT, b"{" + b" " * 60_000, last=False)

    async def all_of_them() -> bytes:
        return b"".join(await asyncio.gather(*(said(on, begun) for _ in range(200))))

    assert (await stays_calm(on, all_of_them())).count(b"HTTP/1.1 101") == 200


BY_SOCKETS: dict[str, Attack] = {
    **{f"bytes: {what}": attack for what, attack in REQUESTS.items()},
    **{f"socket: {what}": attack for what, attack in FRAMES.items()},
    "bytes: a thousand requests in one breath": pipelined,
    "socket: 200 messages that never end": half_open,
}
