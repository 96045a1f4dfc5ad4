"""What those who run a server rely on: health, metrics, headers, TLS, a graceful stop."""

import asyncio
import json
import shutil
import signal
import sqlite3
import ssl
import subprocess
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from arena.cli import run as run_command
from arena.match.log import read_log, verify
from arena.server.run_as import is_root
from arena.settings import Settings, SettingsError
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients, until
from tests.arena.commands import ended, start
from tests.arena.http_calls import get

SHORT = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})


# -- is it well


async def test_health_says_when_the_server_wakes_up_late() -> None:
    async with running_server(settings=Settings(port=0, max_lag=0.2)) as server:
        async with asyncio.timeout(60):  # a busy machine may hold it up by itself
            while (await get(server, "/health"))[0].status != 200:
                server.lobby.lag.recent = 0.0
        await asyncio.sleep(0.06)
        end = asyncio.get_running_loop().time() + 0.5
        while asyncio.get_running_loop().time() < end:
            pass  # the loop is held up
        await asyncio.sleep(0.06)
        response, text = await get(server, "/health")
        assert response.status == 503
        error = json.loads(text)["error"]
        assert error["code"] == "unwell"
        assert "late, 0.2 s is the limit" in error["message"]
        async with asyncio.timeout(60):
            while (await get(server, "/health"))[0].status != 200:
                server.lobby.lag.recent = 0.0


async def test_health_tells_of_a_check_that_fails() -> None:
    async def broken() -> str:
        return "the store cannot be written"

    async with running_server() as server:
        server.server.operations.checks.append(broken)
        response, text = await get(server, "/health")
        assert (response.status, json.loads(text)["error"]["message"]) == (
            503,
            "the store cannot be written",
        )


async def test_health_says_when_the_store_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.api.health.STORE_SECONDS", 0.3)
    file = tmp_path / "arena.db"
    settings = Settings(port=0, db=f"sqlite:///{file}", max_lag=60)
    async with running_server(settings=settings) as server:
        assert (await get(server, "/health"))[0].status == 200
        other = sqlite3.connect(file)
        other.execute("BEGIN EXCLUSIVE")
        response, text = await get(server, "/health")
        assert (response.status, json.loads(text)["error"]["code"]) == (503, "unwell")
        assert "store" in json.loads(text)["error"]["message"]
        other.rollback()
        other.close()
        async with asyncio.timeout(60):
            while (await get(server, "/health"))[0].status != 200:
                pass


async def test_metrics_count_matches_requests_and_connections() -> None:
    async with running_server(rooms=[SHORT]) as server, clients(server, 1) as (one,):
        await server.lobby.rooms["short"].finished
        await one.join("one")
        await get(server, "/nowhere")
        response, text = await get(server, "/metrics")
        assert response.content_type == "text/plain"
        for line in (
            'arena_rooms{state="over"} 1.0',
            'arena_rooms{state="waiting"} 1.0',
            "arena_players 1.0",
            'arena_matches_finished_total{game="tigerdragon"} 1.0',
            'arena_requests_total{status="4xx"} 1.0',
            "arena_connections_total 1.0",
        ):
            assert line in text.splitlines()
        assert "python_gc" not in text  # a registry of its own


async def test_two_servers_count_apart() -> None:
    async with running_server() as one, running_server() as two:
        await get(one, "/nowhere")
        assert 'arena_requests_total{status="4xx"} 0.0' in (await get(two, "/metrics"))[1]


# -- answers


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404, "not_found"),
        ("DELETE", "/rooms", 405, "method_not_allowed"),
        ("GET", "/ws", 400, "invalid_message"),
    ],
)
async def test_errors_are_json_everywhere(method: str, path: str, status: int, code: str) -> None:
    async with running_server() as server:
        response, text = await get(server, path, method)
        assert (response.status, json.loads(text)["error"]["code"]) == (status, code)
        if status == 405:
            assert response.headers["Allow"] == "GET, HEAD, POST"


async def test_an_unknown_address_is_a_page_for_people_and_json_for_programs() -> None:
    async with running_server() as server:
        page, text = await get(server, "/nowhere", headers={"Accept": "text/html,*/*"})
        assert (page.status, page.content_type) == (404, "text/html")
        assert "There is nothing at /nowhere." in text
        answer, _ = await get(server, "/nowhere")
        assert (answer.status, answer.content_type) == (404, "application/json")


async def test_a_body_over_the_limit_is_told_so() -> None:
    async with running_server(settings=Settings(port=0, max_body=2000)) as server:
        response, text = await get(server, "/rooms", "POST", data=b" " * 3000)
        assert (response.status, json.loads(text)["error"]["code"]) == (413, "too_large")


async def test_a_failure_of_our_own_says_nothing_about_itself(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken() -> str:
        raise RuntimeError("secret detail")

    async with running_server() as server:
        server.server.operations.checks.append(broken)
        response, text = await get(server, "/health")
        assert response.status == 500
        assert json.loads(text)["error"]["code"] == "internal"
        assert "secret detail" not in text
    told = capsys.readouterr()  # where the log goes depends on who has set it up
    assert "secret detail" in told.out + told.err + caplog.text


@pytest.mark.parametrize("path", ["/", "/rooms", "/nowhere"])
async def test_every_response_carries_the_security_headers(path: str) -> None:
    async with running_server() as server:
        headers = (await get(server, path))[0].headers
        policy = headers["Content-Security-Policy"]
        rules = dict(part.split(" ", 1) for part in policy.split("; "))
        assert rules.get("script-src", rules["default-src"]) == "'self'"
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Strict-Transport-Security" not in headers
        assert "Access-Control-Allow-Origin" not in headers


# -- other sites


async def test_pages_of_other_sites_change_nothing() -> None:
    async with running_server() as server:
        body = {"room_id": "r"}
        for origin, status in [
            ("https://evil.example", 403),
            ("null", 403),
            (server.url, 201),
        ]:
            headers = {"Origin": origin}
            response, _ = await get(server, "/rooms", "POST", json=body, headers=headers)
            assert response.status == status, origin
        # A page whose own name leads to our address is another site too.
        rebound = {"Origin": "http://evil.example:80", "Host": "evil.example:80"}
        response, _ = await get(server, "/rooms", "POST", json=body, headers=rebound)
        assert response.status == 403


async def test_invited_origins_may_call() -> None:
    settings = Settings(port=0, cors_origins=("https://friend.example",))
    async with running_server(settings=settings) as server:
        friend = {"Origin": "https://friend.example"}
        response, _ = await get(server, "/rooms", headers=friend)
        assert response.headers["Access-Control-Allow-Origin"] == "https://friend.example"
        assert response.headers["Vary"] == "Origin"
        asks = {**friend, "Access-Control-Request-Method": "POST"}
        response, _ = await get(server, "/rooms", "OPTIONS", headers=asks)
        assert response.status == 204
        assert "POST" in response.headers["Access-Control-Allow-Methods"]
        response, _ = await get(server, "/rooms", "POST", json={"room_id": "r"}, headers=friend)
        assert response.status == 201
        stranger = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        response, _ = await get(server, "/rooms", "OPTIONS", headers=stranger)
        assert response.status == 405
        assert "Access-Control-Allow-Origin" not in response.headers


async def test_a_proxy_is_believed_only_if_we_are_told_so() -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "6.6.6.6, 1.2.3.4"}
    for behind, secure in ((False, False), (True, True)):
        settings = Settings(port=0, behind_proxy=behind, open=True)
        async with running_server(settings=settings) as server:
            response, _ = await get(server, "/rooms", headers=said)
            assert ("Strict-Transport-Security" in response.headers) is secure


# -- starting


@pytest.mark.parametrize("given", [{"host": "0.0.0.0"}, {"behind_proxy": True}])
async def test_a_server_others_can_reach_does_not_start_open(given: dict[str, Any]) -> None:
    with pytest.raises(SettingsError, match="or say --open"):
        async with running_server(settings=Settings(port=0, **given)):
            pass
    async with running_server(settings=Settings(port=0, open=True, **given)):
        pass


def self_signed(cert: Path, key: Path) -> None:
    """A certificate for this machine's own address."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes the certificate")
async def test_tls_by_certificate_files(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    await asyncio.to_thread(self_signed, cert, key)
    trust = ssl.create_default_context(cafile=str(cert))
    async with running_server(settings=Settings(port=0, cert=cert, key=key)) as server:
        assert server.url.startswith("https://")
        response, _ = await get(server, "/health", ssl=trust)
        assert response.status == 200
        assert "Strict-Transport-Security" in response.headers
    key.write_text("no key")
    with pytest.raises(SettingsError, match=r"cert .*cert.pem, key .*key.pem: "):
        async with running_server(settings=Settings(port=0, cert=cert, key=key)):
            pass


# -- stopping


async def test_a_stop_tells_everybody_and_ends_with_success(tmp_path: Path) -> None:
    process = start("serve", "--port", "0", env={"ARENA_LOG_DIR": str(tmp_path / "logs")})
    assert process.stdout
    line = await asyncio.to_thread(process.stdout.readline)
    url = line.split()[3]
    join = {"type": "join", "room_id": "r", "role": "player", "detail": "full"}
    async with aiohttp.ClientSession() as session:
        sockets = [await session.ws_connect(f"{url}/ws/r") for _ in range(4)]
        roles = ["player", "player", "spectator"]
        for number, role in enumerate(roles):
            await sockets[number].send_json({**join, "player_id": f"p{number}", "role": role})
            await sockets[number].receive_json()
        process.send_signal(signal.SIGTERM)
        for socket in sockets:
            heard = [json.loads(message.data) async for message in socket]
            told = [frame for frame in heard if frame["type"] == "closing"]
            joined = socket is not sockets[3]
            assert told == [{"type": "closing", "reason": "the server is closing"}] * joined
            assert socket.close_code == 1001
    code, _, err = await ended(process)
    assert code == 0
    rows = [json.loads(line) for line in err.splitlines()]
    warning = ["running_as_root"] if is_root() else []
    assert [row["event"] for row in rows] == ["server_started", *warning, "server_stopped"]
    assert rows[0]["url"] == url
    assert rows[0]["level"] == "info"
    assert rows[0]["timestamp"].endswith("Z")
    assert (tmp_path / "logs" / "arena.log").read_text() == err


async def test_a_closing_server_lets_nobody_in() -> None:
    async with running_server() as server, clients(server, 1) as (one,):
        server.lobby.closing = True
        answer = await one.join("one", detail="full")
        assert answer["code"] == "server_closing"
        response, text = await get(server, "/rooms", "POST", json={"room_id": "r"})
        assert response.status == 503
        assert json.loads(text)["error"]["code"] == "server_closing"
        assert (await get(server, "/health"))[0].status == 503


# -- what is kept


async def test_finished_matches_are_kept_in_the_replay_folder(tmp_path: Path) -> None:
    settings = Settings(port=0, replay_dir=tmp_path / "kept")
    async with running_server(settings=settings, rooms=[SHORT]) as server:
        room = server.lobby.rooms["short"]
        await room.finished
        file = tmp_path / "kept" / f"{room.match_id}.jsonl"
        await until(file.exists)
        verify(read_log(file), room.game)


def test_print_config_shows_every_setting_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["serve", "--port", "7", "--open", "--print-config"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "port = 7" in lines
    assert "open = true" in lines
    assert len(lines) == len(Settings.model_fields)
