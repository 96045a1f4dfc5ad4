"""Connections that send nothing, too much or too slowly, and too many of them."""

import asyncio
import gc
import json
import os
import resource
import socket
import sys
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import pytest

from arena.hosting.connections import SPARE, Connections
from arena.server.app import Running
from arena.settings import Settings
from arena.store import open_store
from arena.testing import running_server
from tests.arena.clients import PATIENCE, until
from tests.arena.large_bodies import MB, post_large_body
from tests.arena.server_process import server_process
from tests.arena.server_with_tokens import server_with_tokens


async def ended(server: Running, *sent: bytes) -> bytes:
    """What a connection that sends this is answered before the server ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for part in sent:
        writer.write(part)
        await writer.drain()
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /rooms HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["silent", "half-a-header", "idle-after-a-request"],
)
async def test_a_connection_that_sends_nothing_more_is_ended(sent: bytes) -> None:
    async with running_server(settings=Settings(port=0, idle_seconds=1.0)) as server:
        said = await ended(server, sent)
        assert said.startswith(b"HTTP/1.1 200") == sent.startswith(b"GET /health")
        await until(lambda: not len(server.server.connections))


ANY_ID: defaultdict[str, str] = defaultdict(lambda: "x")


async def test_a_body_is_not_awaited_before_its_sender_is_known(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        taking = [endpoint for endpoint in here.server.server.endpoints if endpoint.takes]
        assert len(taking) >= 8
        heads = [
            f"{endpoint.method} {endpoint.path.format_map(ANY_ID)}"
            " HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"
            for endpoint in taking
        ]
        # All at once: the server waits a while for each of these bodies before it hangs up.
        answers = await asyncio.gather(*(ended(here.server, head.encode()) for head in heads))
        for head, said in zip(heads, answers, strict=True):
            assert int(said.split()[1]) in (401, 403, 413), (head, said)
            assert b"Connection: close" in said


async def test_a_body_that_does_not_come_in_time_is_refused(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path, body_seconds=0.2) as here:
        token = here.tokens["anna"]
        head = f"POST /rooms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
        said = await ended(here.server, f"{head}Content-Length: 20\r\n\r\n{{".encode())
        assert said.startswith(b"HTTP/1.1 408")
        assert json.loads(said.partition(b"\r\n\r\n")[2])["error"]["code"] == "too_slow"


async def test_forty_large_bodies_of_strangers_take_no_memory(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/arena.db"
    with open_store(db, create=True) as store:
        store.tokens.create("ada", "admin")
    async with server_process(db) as server:
        before = await server.rss_mb()
        port = int(server.url.rpartition(":")[2])
        codes = await asyncio.gather(*(post_large_body(port, 21 * MB) for _ in range(40)))
        assert set(codes) == {401}
        assert await server.rss_mb() - before < 50


async def test_who_does_not_read_is_ended() -> None:
    async with running_server(settings=Settings(port=0, send_seconds=0.2)) as server:
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(slow, ("127.0.0.1", server.port))
        await until(lambda: len(server.server.connections) == 1)
        request = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        sending = asyncio.create_task(loop.sock_sendall(slow, request * 2000))
        await until(lambda: not len(server.server.connections))
        sending.cancel()
        slow.close()


async def test_one_connection_too_many_sees_the_health_alone() -> None:
    async with running_server(settings=Settings(port=0, max_connections=2)) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        await until(lambda: len(server.server.connections) == 2)
        for path, status in (("/rooms", 503), ("/ws", 503), ("/health", 200)):
            head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            assert (await ended(server, head.encode())).split()[1] == str(status).encode()
        for _, writer in held:
            writer.close()
        await until(lambda: not len(server.server.connections))


async def test_an_address_has_so_many_connections_and_this_machine_more() -> None:
    connections = Connections(Settings(connections_per_address=2))

    async def opened(address: str) -> bool:
        transport = Mock(**{"get_extra_info.return_value": (address, 1)})
        connections.opened(Mock(), transport)
        await asyncio.sleep(0)
        return not transport.abort.called

    assert [await opened("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert await opened("192.0.2.2")
    assert [await opened(f"2001:db8::{number}") for number in range(1, 4)] == [True, True, False]
    assert await opened("2001:db8:0:1::1")
    assert [await opened("127.0.0.1") for _ in range(5)] == [True] * 5


async def test_sockets_of_one_address_beyond_its_share_are_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # No other address than this machine's is sure to be there.
    monkeypatch.setattr("arena.hosting.connections.is_loopback", lambda _address: False)
    settings = Settings(port=0, connections_per_address=2)
    async with running_server(settings=settings) as server:
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
        await until(lambda: len(server.server.connections) == 2)
        for _ in range(3):
            with suppress(ConnectionError):
                assert await ended(server, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n") == b""
        assert len(server.server.connections) == 2
        assert await health_from("127.0.0.2", server) == 200
        for _, writer in held:
            writer.close()
        await until(lambda: not len(server.server.connections))
        assert await health_from("127.0.0.1", server) == 200
    gc.collect()  # asyncio reports a failed task when it is gone
    assert caplog.text == ""


async def health_from(address: str, server: Running) -> int:
    """The status of /health for somebody at this address."""
    at = aiohttp.TCPConnector(local_addr=(address, 0))
    async with (
        aiohttp.ClientSession(connector=at) as session,
        session.get(f"{server.url}/health") as response,
    ):
        return response.status


# -- behind a proxy


async def test_an_address_behind_the_proxy_has_so_many_connections() -> None:
    settings = Settings(port=0, open=True, behind_proxy=True, connections_per_address=2)
    async with running_server(settings=settings) as server, aiohttp.ClientSession() as proxy:

        async def status(*forwarded: str) -> int:
            headers = [("X-Forwarded-For", value) for value in forwarded]
            async with proxy.get(f"{server.url}/rooms", headers=headers) as response:
                return response.status

        one = {"X-Forwarded-For": "192.0.2.7"}
        async with proxy.ws_connect(f"{server.url}/ws", headers=one):
            assert await status("192.0.2.7") == 200
            async with proxy.ws_connect(f"{server.url}/ws", headers=one):
                assert await status("192.0.2.7") == 429
                assert await status("192.0.2.8, 192.0.2.7") == 429
                # What the sender wrote before the proxy's own line counts for nothing.
                assert await status("192.0.2.8", "192.0.2.7") == 429
                assert await status("192.0.2.8") == 200
                assert await status() == 200
        await until(lambda: not server.server.connections._forwarded)
        assert await status("192.0.2.7") == 200


async def test_silent_sockets_lock_nobody_out_where_files_are_few() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "arena.cli", "serve", "--port", "0",
        env={**os.environ, "ARENA_IDLE_SECONDS": "3", "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)),
    )  # fmt: skip
    held: list[socket.socket] = []
    try:
        assert process.stdout is not None
        url = (await process.stdout.readline()).decode().split()[3]
        port = int(url.rpartition(":")[2])
        held = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(300)]
        async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
            assert await eventually(session, f"{url}/health") == 200
            assert await eventually(session, f"{url}/rooms") == 200
    finally:
        for each in held:
            each.close()
        process.terminate()
        await process.wait()


async def eventually(session: aiohttp.ClientSession, url: str) -> int:
    """The status of an answer; a connection that was ended, or a 503, is tried again."""
    while True:
        try:
            async with session.get(url) as response:
                if response.status != 503:
                    return response.status
        except aiohttp.ClientError:
            pass
        await asyncio.sleep(0.1)


def test_files_are_kept_for_everything_else() -> None:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert Connections(Settings(max_connections=10**9)).most <= files - SPARE


# -- pages of other sites


@pytest.mark.parametrize(
    ("origin", "allowed", "status"),
    [
        ("https://evil.example", "", 403),
        ("null", "", 403),
        ("own", "", 101),
        ("https://friend.example", "https://friend.example", 101),
        ("", "", 101),
    ],
)
async def test_a_page_of_another_site_opens_no_websocket(
    origin: str, allowed: str, status: int
) -> None:
    settings = Settings(port=0, cors_origins=allowed)  # type: ignore[arg-type]  # one text will do
    async with running_server(settings=settings) as server, aiohttp.ClientSession() as session:
        said = server.url if origin == "own" else origin
        headers = {"Origin": said} if said else {}
        for path in ("/ws", "/ws/r", "/"):
            try:
                async with session.ws_connect(server.url + path, headers=headers):
                    given = 101
            except aiohttp.WSServerHandshakeError as error:
                given = error.status
            assert given == status, path
