"""The API: its document says what it does, and it does what its document says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arena.match.log import log_lines
from arena.server.app import Running
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients
from tests.arena.http_calls import call, get

PAGES = (
    "/ws", "/lobby", "/play", "/m", "/l", "/t", "/b", "/submit", "/docs", "/static", "/admin",
    "/account", "/seasons", "/classes", "/events", "/room", "/tv", "/embed", "/replay", "/rules",
    "/mcp", "/language",
)  # fmt: skip
"""Where WebSockets, pages and the tools of agents are; the API is everywhere else."""


def is_page(path: str) -> bool:
    return path == "/" or f"/{path.split('/')[1]}" in PAGES


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


# -- matches


SHORT = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})
RUNNING = RoomSpec("runs", seats=2, bots=("first",))


@asynccontextmanager
async def two_matches(db: str) -> AsyncIterator[Running]:
    """A server with a match that is over and one that is not."""
    settings = Settings(port=0, db=db)
    async with running_server(settings=settings) as server:
        await server.lobby.open(SHORT).finished
        server.lobby.open(RUNNING)
        async with clients(server, 1, "runs") as (one,):
            await one.join("one", "runs")
            await one.find("state")
            yield server


@pytest.fixture(params=["rooms", "store"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Matches come from rooms in memory, or from a store."""
    return f"sqlite:///{tmp_path}/arena.db" if request.param == "store" else ""


async def test_matches_are_listed_newest_first_and_page_by_page(db: str) -> None:
    async with two_matches(db) as server:
        over = server.lobby.rooms["short"].match_id
        runs = server.lobby.rooms["runs"].match_id
        _, page = await call(server, "GET", "/api/matches")
        assert [row["match_id"] for row in page["matches"]] == [runs, over]
        assert page["next"] is None
        assert [row["status"] for row in page["matches"]] == ["running", "finished"]
        _, page = await call(server, "GET", "/api/matches?limit=1")
        assert [row["match_id"] for row in page["matches"]] == [runs]
        _, page = await call(server, "GET", f"/api/matches?limit=1&before={page['next']}")
        assert [row["match_id"] for row in page["matches"]] == [over]
        assert page["next"] is None


FOUND_BY = {
    "status=finished": ["short"],
    "status=running": ["runs"],
    "game=riichi": [],
    "game=tigerdragon&rated=false": ["runs", "short"],
    "rated=true": [],
    "player=one": ["runs"],
    "room_id=short": ["short"],
}
BAD_QUERIES = ("limit=0", "limit=x", "colour=1", "status=odd", "before=nowhere", "game=a&game=b")


async def test_matches_are_found_by_what_they_are(db: str) -> None:
    async with two_matches(db) as server:
        for query, rooms in FOUND_BY.items():
            _, page = await call(server, "GET", f"/api/matches?{query}")
            assert [row["room_id"] for row in page["matches"]] == rooms, query
        for query in BAD_QUERIES:
            status, answer = await call(server, "GET", f"/api/matches?{query}")
            assert status == 400, query
            assert answer["error"]["message"]


async def test_a_match_that_is_over_tells_its_result_and_log(db: str) -> None:
    async with two_matches(db) as server:
        room = server.lobby.rooms["short"]
        path = f"/api/matches/{room.match_id}"
        _, row = await call(server, "GET", path)
        assert row["status"] == "finished"
        assert [p["points"] for p in row["players"]] == list(room.match.outcome.points)
        assert row["steps"] == room.match.n
        response, text = await get(server, f"{path}/replay")
        assert response.content_type == "application/x-ndjson"
        assert room.match_id in response.headers["Content-Disposition"]
        assert text.splitlines() == log_lines(room.match)


async def test_the_log_of_a_running_match_is_nobodys(db: str) -> None:
    async with two_matches(db) as server:
        room = server.lobby.rooms["runs"]
        _, row = await call(server, "GET", f"/api/matches/{room.match_id}")
        assert (row["status"], row["players"][0]["points"]) == ("running", None)
        assert room.table.deals.root
        assert room.table.deals.root not in str(row)
        status, answer = await call(server, "GET", f"/api/matches/{room.match_id}/replay")
        assert (status, answer["error"]["code"]) == (403, "not_allowed")


async def test_a_match_that_is_not_there_is_not_found(db: str) -> None:
    async with two_matches(db) as server:
        for match_id in ("nowhere", "..%2f..%2fetc%2fpasswd", "%00", "x" * 500, "'--"):
            for rest in ("", "/replay", "/frames"):
                status, answer = await call(server, "GET", f"/api/matches/{match_id}{rest}")
                assert (status, answer["error"]["code"]) == (404, "not_found"), match_id


# -- frames


async def test_a_match_that_is_over_is_seen_from_every_seat(db: str) -> None:
    async with two_matches(db) as server:
        room = server.lobby.rooms["short"]
        if db:
            server.lobby.close(room)  # from now on only the store knows it
        path = f"/api/matches/{room.match_id}/frames"
        for viewer in ("public", "all", "0", "1"):
            status, history = await call(server, "GET", f"{path}?as={viewer}")
            assert status == 200
            assert history["frames"][-1]["seq"] == room.match.n
            assert history["result"]["points"] == list(room.match.outcome.points)
            hand = history["frames"][0]["view"]["hand"]
            assert bool(hand) == (viewer in ("0", "1"))
        assert (await call(server, "GET", f"{path}?as=2"))[0] == 400
        assert (await call(server, "GET", f"{path}?as=full"))[0] == 400


async def test_of_a_running_match_only_the_public_view_is_live(db: str) -> None:
    async with two_matches(db) as server:
        path = f"/api/matches/{server.lobby.rooms['runs'].match_id}/frames"
        _, history = await call(server, "GET", path)
        assert len(history["frames"]) == 1
        assert history["result"] is None
        for viewer in ("0", "1"):
            status, answer = await call(server, "GET", f"{path}?as={viewer}")
            assert (status, answer["error"]["code"]) == (403, "not_allowed")
        _, history = await call(server, "GET", f"{path}?as=all")
        assert (history["frames"], history["rounds"]) == ([], [])


async def test_all_hands_are_shown_round_by_round() -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), config={"target": 40})
    async with running_server(rooms=[spec]) as server, clients(server, 1) as (one,):
        await one.join("one")
        closed = 0
        while not any(frame["type"] == "round_result" for frame in one.heard):
            state = await one.turn()
            assert state is not None
            closed = server.lobby.rooms["r"].match.n
            await one.send("action", choice=state["legal"].split(",")[0])
        path = f"/api/matches/{server.lobby.rooms['r'].match_id}/frames"
        _, history = await call(server, "GET", f"{path}?as=all")
        assert len(history["rounds"]) == 1
        assert history["frames"][-1]["results"][0]["round"] == 1
        assert history["frames"][-1]["seq"] <= closed + 1
        _, public = await call(server, "GET", path)
        assert len(public["rounds"]) == 2
