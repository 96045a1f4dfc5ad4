"""What this machine offers the house: a list of checks, each giving what it found.

A further area is one function in CHECKS.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from socket import SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket
from typing import Final

from arena.children.sandbox.layers import probe
from arena.cli.build_kind import build_kind
from arena.errors import ArenaError
from arena.settings import Settings, masked
from arena.store import open_store

ENOUGH_FILES: Final = 4096
"""For a few hundred rooms and a thousand spectators, with room to spare."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is there or not, and what that means."""

    area: str
    name: str
    ok: bool
    found: str
    meaning: str
    needed: bool = False
    """Whether something cannot be done at all without it."""


def sandbox(settings: Settings) -> Iterator[Finding]:
    """The layers that keep a stranger's bot in, and whether they suffice."""
    layers = probe(settings.box_uid, settings.box_cgroup)
    for layer in layers.rows():
        yield Finding("sandbox", layer.name, layer.ok, layer.found, layer.meaning)
    found = "together they suffice" if layers.enough else "too little: such bots are refused"
    meaning = "box: and submitted bots can be run"
    yield Finding("sandbox", "box", layers.enough, found, meaning, needed=True)


def server(settings: Settings) -> Iterator[Finding]:
    """What a server stands on: its loop, its files, its port, its store."""
    found, loop = find_spec("uvloop") is not None, "several times as many answers a second"
    yield Finding("server", "uvloop", found, "installed" if found else "not installed", loop)
    kind = build_kind()
    faster = "compiled rules play about twice as fast: `make compiled`, or a release's wheel"
    yield Finding("server", "rules", kind == "compiled", kind, faster)
    files = open_files()
    enough = files >= ENOUGH_FILES
    limit = f"ulimit -n {ENOUGH_FILES}, or LimitNOFILE={ENOUGH_FILES}"
    advice = "" if enough else f"; raise it to {ENOUGH_FILES} ({limit})"
    each = f"every connection takes one{advice}"
    yield Finding("server", "open files", enough, f"{files} at most", each)
    taken = port_taken(settings.host, settings.port)
    where = f"{settings.host}:{settings.port}"
    yield Finding("server", "port", not taken, taken or f"{where} is free", "a server can start")
    yield store(settings.db)


def store(url: str) -> Finding:
    """Whether the store can be opened; a server without one forgets."""
    if not url:
        lost = (
            "matches and tokens are lost when the server stops; --db sqlite:///arena.db keeps them"
        )
        return Finding("server", "store", ok=False, found="none is set", meaning=lost)
    meaning = "matches and tokens outlive the server"
    try:
        open_store(url).close()
    except ArenaError as error:
        return Finding("server", "store", ok=False, found=str(error), meaning=meaning, needed=True)
    return Finding("server", "store", ok=True, found=masked(url), meaning=meaning)


def open_files() -> int:
    """How many files and connections a process may hold."""
    try:
        import resource
    except ImportError:  # not on Windows, where there is no such limit
        return sys.maxsize
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def port_taken(host: str, port: int) -> str:
    """Why no server could listen there; nothing if one could."""
    try:
        family, kind, protocol, _, address = getaddrinfo(host, port, type=SOCK_STREAM)[0]
        with socket(family, kind, protocol) as probe_socket:
            probe_socket.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            probe_socket.bind(address)
    except OSError as error:
        return f"{host}:{port}: {error.strerror}"
    return ""


CHECKS: Final[tuple[Callable[[Settings], Iterator[Finding]], ...]] = (server, sandbox)


def examine(settings: Settings) -> list[Finding]:
    """Every check's findings, in order."""
    return [finding for check in CHECKS for finding in check(settings)]
