"""Attacks of clients and floods on one server, by name."""

import asyncio
import json
import socket
import stat
from base64 import b64encode
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import aiohttp

from tests.arena.clients import clients
from tests.arena.hostile import ATTACKS, Attacker
from tests.arena.hostile_requests import FILE_SPECS, HOSTILE_JOINS, HOSTILE_REQUESTS
from tests.arena.ladder.ladder_servers import submission, zipped
from tests.arena.ladder.remote_code import run_own_file
from tests.arena.large_bodies import MB, post_large_body
from tests.attack.by_sockets import BY_SOCKETS
from tests.attack.by_submissions import BAD_ARCHIVES, BAD_MANIFESTS
from tests.attack.target import Target

Attack = Callable[[Target], Awaitable[None]]
SILENT = 300
HOUR_MS = 3_600_000


# -- frames, requests and joins from the tables of their tests


def with_frames(name: str) -> Attack:
    """One of the attacks with frames, as a player of this server."""
    attack = next(one for one in ATTACKS if one.__name__ == name)

    async def run(on: Target) -> None:
        await attack(Attacker(on.session, on.url, name))

    return run


def with_request(text: bytes, status: int) -> Attack:
    """A malformed request, which is answered by its status and an error alone."""

    async def run(on: Target) -> None:
        given, answer = await on.with_tokens.raw(text)
        assert given == status, answer
        assert status == 200 or set(answer) == {"error"}

    return run


def with_join(join: dict[str, Any], code: str) -> Attack:
    """A join that is refused by its code."""

    async def run(on: Target) -> None:
        async with clients(on.running, 1, path="/ws") as (eve,):
            given = {"role": "player", **join}
            answer = await eve.join("eve", given.pop("room"), detail="full", **given)
            assert (answer["type"], answer["code"]) == ("error", code), answer

    return run


def refused(who: str, method: str, path: str, body: Any, status: int, word: str = "") -> Attack:
    """A call that must be refused with this status and word."""

    async def run(on: Target) -> None:
        given, answer = await on.with_tokens.call(method, path, who, body)
        assert given == status, answer
        assert word in answer["error"]["message"], answer

    return run


# -- submissions


def archive(name: str, content: bytes, mode: int = 0) -> dict[str, Any]:
    """A submitted zip with one entry."""
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = mode << 16
    written = BytesIO()
    with ZipFile(written, "w") as packed:
        packed.writestr(entry, content)
    return submission(filename="bot.zip", archive=b64encode(written.getvalue()).decode())


def zip_of(**files: str) -> dict[str, Any]:
    """A submitted zip of these files."""
    return submission(filename="bot.zip", archive=zipped(**files))


BAD_SUBMISSIONS: dict[str, tuple[dict[str, Any], int, str]] = {
    "a house bot's name": (submission("counter"), 400, "is a house bot"),
    "a program": (submission(filename="bot.exe"), 400, "NAME.py or a NAME.zip"),
    "a name that climbs": (submission(filename="../bot.py"), 400, "NAME.py or a NAME.zip"),
    "no base64": (submission(archive="no base64!"), 400, "expected base64"),
    "no zip": (submission(filename="a.zip"), 400, "no zip file"),
    "an entry that climbs": (zip_of(**{"../out.py": "x"}), 400, "leads elsewhere"),
    "a link": (archive("bot.py", b"/etc/passwd", stat.S_IFLNK | 0o777), 400, "a link"),
    "a zip bomb": (archive("bot.py", bytes(33_000_000)), 400, "over 100 times"),
    "an entry without a name": (archive("", b"x"), 400, "leads elsewhere"),
    "a program of the server": (
        zip_of(**{"bot.toml": '[bot]\ncommand = "/root/x"'}), 400, "no program",
    ),
    "a manifest of brackets": (zip_of(**{"bot.toml": "a=" + "[" * 9000}), 400, "expected [bot]"),
    "24 MB": (submission(archive="A" * 24_000_000), 413, ""),
}  # fmt: skip


# -- what belongs to others


async def cross_site_socket(on: Target) -> None:
    for origin in ("https://evil.example", "null"):
        try:
            async with on.session.ws_connect(f"{on.url}/ws", headers={"Origin": origin}):
                raise AssertionError(f"a page of {origin} was let in")
        except aiohttp.WSServerHandshakeError as error:
            assert error.status == 403  # noqa: PT017


async def cross_site_post(on: Target) -> None:
    """A page of another site has the browser's session cookie sent along."""
    _, _ = await on.with_tokens.call("GET", "/api/session", "ben")
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as browser:
        token = {"token": on.with_tokens.tokens["ben"]}
        async with browser.post(f"{on.url}/api/session", json=token) as opened:
            assert opened.status == 200
        foreign = {"Origin": "https://evil.example"}
        body = {"room_id": "forged"}
        async with browser.post(f"{on.url}/rooms", json=body, headers=foreign) as posted_:
            assert posted_.status == 403


async def file_as_bot(on: Target) -> None:
    marker, file = on.folder / "ran", on.folder / "mine.py"
    file.write_text(f"open({str(marker)!r}, 'w').close()\n", encoding="utf-8")
    for name in (str(file), f"{file}:Mine", f"box:{file}", f"cmd:touch {marker}", *FILE_SPECS):
        for key, value in (("bots", [name or "?"]), ("takeover_bot", name or "?")):
            body = {"room_id": "x", key: value}
            status, answer = await on.with_tokens.call("POST", "/rooms", "carl", body)
            assert (status, "no house bot" in answer["error"]["message"]) == (400, True), answer
    assert not marker.exists()


async def stranger_s_seat(on: Target) -> None:
    async with clients(on.running, 2, "rated") as (anna, eve):
        tokens = on.with_tokens.tokens
        assert (await anna.join("anna", "rated", detail="full", token=tokens["anna"]))["token"]
        for given in ({"token": tokens["ben"], "takeover": True}, {"takeover": True}):
            answer = await eve.join("anna", "rated", detail="full", **given)
            assert answer["code"] in ("name_taken", "unauthorized"), answer


async def remote_code(on: Target) -> None:
    await run_own_file(on.caller(), on.folder)


async def seed_of_a_tournament(on: Target) -> None:
    """A running tournament says nothing of its seed."""
    wanted = {
        "game": "tigerdragon", "bots": ["first", "random"], "format": "compare", "deals": 500,
        "seed": "a-secret-of-the-organiser",
    }  # fmt: skip
    status, made = await on.with_tokens.call("POST", "/api/tournaments", "olga", wanted)
    assert status in (201, 202), made
    _, text = await on.caller().ask("GET", "/api/tournaments")
    assert "a-secret-of" not in text
    _, text = await on.caller().ask("GET", f"/api/tournaments/{made['id']}")
    over = json.loads(text)["state"] not in ("waiting", "running")
    assert over or "a-secret-of" not in text, text
    await on.with_tokens.call("POST", f"/api/tournaments/{made['id']}/cancel", "olga")


# -- floods


async def room_flood(on: Target) -> None:
    rooms = [{"room_id": f"flood{number}"} for number in range(12)]
    codes = [(await on.with_tokens.call("POST", "/rooms", "dora", room))[0] for room in rooms]
    assert codes == [201] * 10 + [429] * 2
    assert (await on.with_tokens.call("POST", "/rooms", "ada", {"room_id": "operator"}))[0] == 201


async def submission_flood(on: Target) -> None:
    bodies = [submission("many", f"x = {number}\n") for number in range(32)]
    codes = [(await on.with_tokens.call("POST", "/api/bots", "emil", body))[0] for body in bodies]
    assert codes[:1] == [201]
    assert codes[-1] == 429, codes


async def session_flood(on: Target) -> None:
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as browser:
        await browser.post(f"{on.url}/api/session", json={"token": on.with_tokens.tokens["ada"]})
        for _ in range(200):
            body = {"token": on.with_tokens.tokens["finn"]}
            assert (await on.with_tokens.call("POST", "/api/session", "", body))[0] == 200
        async with browser.get(f"{on.url}/api/session") as shown:
            assert (await shown.json())["name"] == "ada"


async def large_bodies_of_strangers(on: Target) -> None:
    before = await on.process.rss_mb()
    codes = await asyncio.gather(
        *(post_large_body(on.port, 21 * MB) for _ in range(40)), return_exceptions=True
    )
    cut_off = [code for code in codes if isinstance(code, ConnectionError)]
    assert {code for code in codes if code not in cut_off} <= {401}, codes
    assert await on.process.rss_mb() - before < 50


async def silent_sockets(on: Target) -> None:
    """Sockets that say nothing, or half a header, are ended; meanwhile others are served."""
    held = [socket.create_connection(("127.0.0.1", on.port), 10) for _ in range(SILENT)]
    try:
        for each in held[::2]:
            each.sendall(b"GET /rooms HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        assert (await on.with_tokens.call("GET", "/health"))[0] == 200
        async with asyncio.timeout(60):
            await asyncio.gather(*(asyncio.to_thread(_until_ended, each) for each in held))
    finally:
        for each in held:
            each.close()


def _until_ended(held: socket.socket) -> None:
    held.settimeout(60)
    while held.recv(4096):
        pass


async def request_flood(on: Target) -> None:
    async def ask(path: str) -> int:
        async with on.session.get(on.url + path) as response:
            await response.read()
            return response.status

    # Not /health: under load it may truthfully say 503.
    paths = ["/rooms", "/api/matches", "/api/games", "/api/nothing"] * 250
    codes = set(await asyncio.gather(*map(ask, paths)))
    assert max(codes) < 500, codes


async def join_flood(on: Target) -> None:
    """A hundred who connect, and leave without a word."""
    async with clients(on.running, 100, path="/ws") as crowd:
        for one in crowd:
            await one.raw('{"type":"dance"}')
    assert (await on.with_tokens.call("GET", "/health"))[0] == 200


async def guessed_tokens(on: Target) -> None:
    assert (await on.with_tokens.call("GET", "/api/session", "ada"))[0] == 200
    guesses = [f"arena_{number}" for number in range(40)]
    codes = [(await on.with_tokens.call("GET", "/api/session", guess))[0] for guess in guesses]
    assert set(codes) == {401, 429}
    assert codes[-1] == 429
    assert (await on.with_tokens.call("GET", "/api/session", "ada"))[0] == 200


LONG_BANK = {"room_id": "slow", "time": {"bank_ms": 24 * HOUR_MS}}
EVIL_ROLE = {"name": "eve", "role": "admin"}
CALLS: dict[str, Attack] = {
    "call: a player lists tokens": refused("anna", "GET", "/api/tokens", None, 403),
    "call: a player makes an admin": refused("anna", "POST", "/api/tokens", EVIL_ROLE, 403),
    "call: an organiser makes an admin": refused("olga", "POST", "/api/tokens", EVIL_ROLE, 403),
    "call: a player ends a token": refused("anna", "DELETE", "/api/tokens/ada", None, 403),
    "call: a player opens a rated room": refused(
        "anna", "POST", "/rooms", {"room_id": "q", "rated": True}, 403
    ),
    "call: a player brings the seed": refused(
        "anna", "POST", "/rooms", {"room_id": "q", "deals": {"seed": "mine"}}, 403
    ),
    "call: a bank of a day": refused("anna", "POST", "/rooms", LONG_BANK, 403, "at most"),
    "call: a stranger submits": refused("", "POST", "/api/bots", submission(), 401),
    "call: a stranger signs up": refused("", "POST", "/api/accounts", {"name": "eve"}, 403),
    "call: a file as a bot": file_as_bot,
    "call: a submitted file run by the server": remote_code,
    "call: the seed of a tournament": seed_of_a_tournament,
    "call: another's seat": stranger_s_seat,
    "call: a socket of another site": cross_site_socket,
    "call: a post of another site": cross_site_post,
}
FLOODS: dict[str, Attack] = {
    "flood: rooms": room_flood,
    "flood: sessions": session_flood,
    "flood: large bodies": large_bodies_of_strangers,
    "flood: silent sockets": silent_sockets,
    "flood: requests": request_flood,
    "flood: joins": join_flood,
}
REQUESTS = {
    f"request: {what}": with_request(text, status) for what, text, status in HOSTILE_REQUESTS
}
JOINS = {f"join: {what}": with_join(join, code) for what, join, code in HOSTILE_JOINS}
FRAMES = {f"frames: {one.__name__.replace('_', ' ')}": with_frames(one.__name__) for one in ATTACKS}
SUBMISSIONS = {
    f"submission: {what}": refused(who, "POST", "/api/bots", body, status, word)
    for who, bad in (("gina", BAD_SUBMISSIONS), ("hugo", BAD_ARCHIVES), ("ines", BAD_MANIFESTS))
    for what, (body, status, word) in bad.items()
}
BY_CLIENTS: dict[str, Attack] = {
    **FLOODS, **REQUESTS, **JOINS, **FRAMES, **SUBMISSIONS, **CALLS, **BY_SOCKETS,
    "flood: submissions": submission_flood,  # what it leaves to be checked keeps the gate busy
    # The last: afterwards this address can show no token that it has not shown before.
    "flood: guessed tokens": guessed_tokens,
}  # fmt: skip
SLOW = (
    "submission: 24 MB",
    "socket: a message that never ends",
    "socket: 200 messages that never end",
)
QUICK = tuple(
    name
    for name in (
        *REQUESTS,
        *JOINS,
        *SUBMISSIONS,
        *BY_SOCKETS,
        "flood: rooms",
        "call: a file as a bot",
    )
    if name not in SLOW
)
"""Those of the suite: they take some seconds together."""
