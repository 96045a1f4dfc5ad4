"""Requests, joins and names that a server must refuse, each with what it is answered."""

from typing import Any

HOSTILE_REQUESTS: list[tuple[str, bytes, int]] = [
    ("a token that is no text", b"GET /api/session\nAuthorization: Bearer arena_\xff\xfe", 401),
    ("a cookie that is no text", b"GET /api/session\nCookie: arena_session=\xff", 200),
    ("an origin that is no address", b"POST /rooms\nOrigin: http://[\xff\nContent-Length: 0", 403),
    (
        "a host that is no address",
        b"POST /rooms\nOrigin: http://x\nHost: [::\nContent-Length: 0",
        403,
    ),
    ("an id with a zero byte", b"GET /api/matches/a%00b/frames", 404),
    ("an id that is no text", b"GET /api/matches/%ff%fe", 404),
    ("an id that climbs", b"GET /api/matches/..%2f..%2farena.db/replay", 404),
    ("a token's name that climbs", b"DELETE /api/tokens/..%2fx\nAuthorization: Bearer ADMIN", 404),
    ("a zero byte in the query", b"GET /api/matches?player=%00", 400),
    ("a place beyond all lists", b"GET /api/matches?before=" + b"9" * 30 + b"-x", 400),
    ("digits of another script", b"GET /api/matches/x/frames?as=%D9%A1", 400),
    ("no JSON", b"POST /rooms\nAuthorization: Bearer ADMIN\nContent-Length: 4\n\n{{{{", 400),
    ("a body without a token", b"POST /rooms\nContent-Length: 4\n\n{{{{", 401),
    ("half a character", b'POST /api/session\nContent-Length: 19\n\n{"token": "\\ud800"}', 400),
    (
        "gzip that is none",
        b"POST /rooms\nAuthorization: Bearer ADMIN\nContent-Encoding: gzip\n"
        b"Content-Length: 4\n\nabcd",
        400,
    ),
    ("a socket with a guess", b"GET /ws\nAuthorization: Bearer x\nUpgrade: websocket", 401),
    ("a socket of no version", b"GET /ws\nUpgrade: websocket\nSec-WebSocket-Version: 99", 400),
]

HOSTILE_JOINS: list[tuple[str, dict[str, Any], str]] = [
    ("opens a room without a token", {"room": "new"}, "unauthorized"),
    ("opens a room with a guess", {"room": "new", "token": "guess"}, "unauthorized"),
    ("watches a room into being", {"room": "new", "role": "spectator"}, "room_not_found"),
    ("plays without a token", {"room": "glass"}, "unauthorized"),
    ("plays rated without a token", {"room": "rated"}, "unauthorized"),
    ("watches what nobody may", {"room": "shut", "role": "spectator"}, "not_allowed"),
    ("climbs out of the path", {"room": "../shut"}, "invalid_message"),
    ("asks for a view there is not", {"room": "glass", "view": "full"}, "invalid_message"),
    ("has a token of a kilobyte", {"room": "glass", "token": "x" * 1024}, "invalid_message"),
]

FILE_SPECS = (
    "./mine.py",
    "/tmp/mine.py:Mine",
    "cmd:touch x",
    "flat:sh",
    "mjai:sh",
    "box:x.py",
    "ws",
    "",
)
