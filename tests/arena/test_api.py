"""The API: its document says what it does, and it does what its document says."""

from typing import Any

import jsonschema
import pytest

from arena.room_spec import RoomSpec
from arena.testing import running_server
from tests.arena.test_server import call

NOT_API = ("/", "/ws", "/ws/{room_id}", "/lobby/feed", "/play", "/m", "/static")
"""WebSockets and pages."""


def is_page(path: str) -> bool:
    return any(path == other or path.startswith(f"{other}/") for other in NOT_API[2:]) or (
        path in NOT_API
    )


async def test_every_route_is_in_the_document_and_the_other_way_round() -> None:
    async with running_server() as server:
        status, document = await call(server, "GET", "/api/openapi.json")
        assert status == 200
        served = {
            (route.method, resource.canonical)
            for resource in server.server.app.router.resources()
            for route in resource
            if route.method != "HEAD" and not is_page(resource.canonical)
        }
    told = {(method.upper(), path) for path, ways in document["paths"].items() for method in ways}
    assert told == served


async def test_every_reference_of_the_document_leads_somewhere() -> None:
    async with running_server() as server:
        _, document = await call(server, "GET", "/api/openapi.json")
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert set(references(document)) <= known


def references(value: Any) -> list[str]:
    """Every $ref in a document."""
    if isinstance(value, list):
        return [found for item in value for found in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
    return own + [found for item in value.values() for found in references(item)]


async def test_games_are_told_with_their_options() -> None:
    async with running_server() as server:
        _, games = await call(server, "GET", "/api/games")
        names = [game["name"] for game in games]
        assert names == list(server.lobby.plugins.games)
        for name in names:
            status, game = await call(server, "GET", f"/api/games/{name}")
            assert status == 200
            jsonschema.validate(game["config"], game["config_schema"])
            for bot in game["bots"]:
                server.lobby.open(RoomSpec("r", game=name, bots=(bot,)))
                server.lobby.close(server.lobby.rooms["r"])


@pytest.mark.parametrize("name", ["chess", "..%2f..", "a" * 100, "%00"])
async def test_a_game_that_is_not_there_is_not_found(name: str) -> None:
    async with running_server() as server:
        status, answer = await call(server, "GET", f"/api/games/{name}")
        assert (status, answer["error"]["code"]) == (404, "not_found")
