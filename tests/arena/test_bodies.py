"""Large bodies take turns: one per account, few in all; what waits is not read."""

import asyncio
import json
from pathlib import Path

import pytest

from arena.api.bodies import BODIES, LARGE_AT_ONCE, Bodies
from arena.api.responses import RefusedError
from tests.arena.clients import PATIENCE, until
from tests.arena.server_with_tokens import ServerWithTokens, server_with_tokens

BODY = json.dumps({"name": "mine", "filename": "bot.py", "archive": "no base64!"}).encode()
"""A submission that is refused once it was read."""


class Sender:
    """A POST of a large kind over a socket of its own, sent in two parts."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self.answer = asyncio.create_task(reader.read())

    async def send(self, part: bytes) -> None:
        self._writer.write(part)
        await self._writer.drain()

    async def status(self) -> int:
        """What the server says, once it does."""
        async with asyncio.timeout(PATIENCE):
            said = await self.answer
        await self.close()
        return int(said.split()[1])

    async def close(self) -> None:
        self.answer.cancel()
        self._writer.close()
        await self._writer.wait_closed()


async def sender(here: ServerWithTokens, who: str, *, whole: bool) -> Sender:
    """A sender who has sent everything, or all but the last byte."""
    one = Sender(*await asyncio.open_connection("127.0.0.1", here.server.port))
    head = (
        f"POST /api/bots HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        f"Authorization: Bearer {here.tokens[who]}\r\nContent-Length: {len(BODY)}\r\n\r\n"
    )
    await one.send(head.encode() + (BODY if whole else BODY[:-1]))
    return one


async def others_are_served(here: ServerWithTokens) -> None:
    """Several requests, one after the other: whoever could go on in the meantime has."""
    for _ in range(5):
        assert (await here.call("GET", "/rooms"))[0] == 200


async def test_an_account_s_next_body_waits_and_others_do_not(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        bodies = here.server.server.app[BODIES]
        first = await sender(here, "anna", whole=False)
        await until(lambda: any(lock.locked() for lock in bodies._own.values()))
        second = await sender(here, "anna", whole=True)
        assert await (await sender(here, "ben", whole=True)).status() == 400
        await others_are_served(here)
        assert not second.answer.done()
        await first.send(BODY[-1:])
        assert (await first.status(), await second.status()) == (400, 400)
        await until(lambda: not bodies._own)


async def test_only_so_many_large_bodies_are_read_at_once(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        bodies = here.server.server.app[BODIES]
        names = [f"player{number}" for number in range(LARGE_AT_ONCE + 1)]
        for name in names:
            _, made = await here.call("POST", "/api/tokens", "ada", {"name": name})
            here.tokens[name] = made["token"]
        held = [await sender(here, name, whole=False) for name in names[:-1]]
        await until(bodies._all.locked)
        late = await sender(here, names[-1], whole=True)
        await others_are_served(here)
        assert not late.answer.done()
        await held[0].send(BODY[-1:])
        assert (await held[0].status(), await late.status()) == (400, 400)
        for one in held[1:]:
            await one.close()


async def test_a_turn_that_does_not_come_in_time_is_refused_and_takes_no_place() -> None:
    bodies = Bodies(0.05)
    async with bodies.turn(1, large=True):
        with pytest.raises(RefusedError, match="too many large bodies"):
            async with bodies.turn(1, large=True):
                pass
        async with bodies.turn(1, large=False), bodies.turn(2, large=True):
            pass
    assert bodies._all._value == LARGE_AT_ONCE
    async with bodies.turn(1, large=True):
        pass
