"""Calls of a server's REST addresses."""

from typing import Any

import aiohttp

from arena.server.app import Running


async def get(
    server: Running, path: str, method: str = "GET", **options: Any
) -> tuple[aiohttp.ClientResponse, str]:
    """A response and its text."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, server.url + path, **options) as response,
    ):
        return response, await response.text()


Reply = tuple[int, Any]


async def call(server: Running, method: str, path: str, body: Any = None) -> Reply:
    """A REST call's status and JSON."""
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, server.url + path, json=body) as response,
    ):
        return response.status, await response.json()


async def refused(server: Running, body: Any, expected: int = 400) -> str:
    """Why a room was not opened."""
    status, answer = await call(server, "POST", "/rooms", body)
    assert status == expected
    return f"{answer['error']['code']}: {answer['error']['message']}"
