"""Tournaments at a server: begun by organisers, followed by all, never lost."""

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from arena import hookimpl
from arena.api.tournaments import NO_STORE
from arena.cli import main
from arena.errors import TournamentError
from arena.plugins.manager import load_plugins
from arena.server.app import Running
from arena.settings import Settings
from arena.store import NewVersion, open_store
from arena.testing import running_server
from arena.tournament import entry
from arena.tournament.plan import Entrant
from tests.arena.boxes import needs_box
from tests.arena.http_calls import get

PLAN: dict[str, Any] = {
    "game": "tigerdragon",
    "bots": ["counter", "defender", "random", "first"],
    "deals": 6,
    "seed": "5",
    "config": {"target": 1},
}
MANY = {**PLAN, "deals": 2000}
PATIENCE = 90.0
PATH = "/api/tournaments"
ROOT = Path(__file__).parents[2]


def with_store(folder: Path, **more: Any) -> Settings:
    return Settings(port=0, db=f"sqlite:///{folder}/arena.db", **more)


async def ask(server: Running, method: str, path: str, **options: Any) -> tuple[int, Any]:
    """Status and answer."""
    response, text = await get(server, path, method, **options)
    return response.status, json.loads(text)


async def begin(server: Running, plan: dict[str, Any]) -> dict[str, Any]:
    status, row = await ask(server, "POST", PATH, json=plan)
    assert status == 201, row
    found: dict[str, Any] = row
    return found


async def followed(server: Running, tournament_id: str, key: str, *values: Any) -> dict[str, Any]:
    """The tournament, once a key of it has one of these values (none: any that counts)."""
    async with asyncio.timeout(PATIENCE):
        while True:
            _, found = await ask(server, "GET", f"{PATH}/{tournament_id}")
            if found[key] in values or (not values and found[key]):
                whole: dict[str, Any] = found
                return whole
            await asyncio.sleep(0.05)


async def test_a_tournament_is_begun_followed_and_told_of(tmp_path: Path) -> None:
    told: list[str] = []

    class Listener:
        @hookimpl
        def arena_tournament_finished(self, name: str) -> None:
            told.append(name)

    plugins = load_plugins()
    plugins.manager.register(Listener())
    async with running_server(settings=with_store(tmp_path), plugins=plugins) as server:
        row = await begin(server, {**PLAN, "name": "spring"})
        assert (row["state"], row["done"], row["bots"]) == ("running", 0, PLAN["bots"])
        whole = await followed(server, row["id"], "state", "finished")
        assert (whole["done"], whole["total"], whole["matches"]) == (24, 24, 24)
        assert whole["spec"]["seed"] == "5"
        assert [line["bot"] for line in whole["standings"]][-1] in ("random", "first")
        assert all(
            line["points"]["n"] and line["points"]["mean"] is not None
            for line in whole["standings"]
        )
        assert len(whole["cross"]) == 12
        assert len(whole["seats"]) == 4
        assert whole["sequential"] is None
        _, document = await ask(server, "GET", "/api/openapi.json")
        schema = {"$ref": "#/components/schemas/TournamentDetails", **document}
        jsonschema.validate(whole, schema)
        assert told == ["spring"]
        again = await begin(server, {**whole["spec"], "deals": 5})
        await followed(server, again["id"], "state", "finished")
        _, first = await ask(server, "GET", f"{PATH}?limit=1")
        _, rest = await ask(server, "GET", f"{PATH}?limit=1&before={first['next']}")
        ids = [page["tournaments"][0]["id"] for page in (first, rest)]
        assert ids == [again["id"], row["id"]]
        assert rest["next"] is None


async def test_one_runs_another_waits_a_third_is_too_many_and_all_can_be_cancelled(
    tmp_path: Path,
) -> None:
    async with running_server(settings=with_store(tmp_path, tournaments_waiting=1)) as server:
        one, two = await begin(server, MANY), await begin(server, MANY)
        assert two["state"] == "waiting"
        status, answer = await ask(server, "POST", PATH, json=MANY)
        assert (status, answer["error"]["code"]) == (503, "server_full")
        running = await followed(server, one["id"], "done")
        assert running["state"] == "running"
        for tournament in (two, one):
            cancel = f"{PATH}/{tournament['id']}/cancel"
            status, row = await ask(server, "POST", cancel)
            assert (status, row["state"]) == (200, "cancelled")
            status, answer = await ask(server, "POST", cancel)
            assert (status, answer["error"]["message"][-17:]) == (409, "cancelled already")


async def test_the_seed_is_promised_by_its_hash_and_told_when_all_is_over(tmp_path: Path) -> None:
    many = {key: value for key, value in MANY.items() if key != "seed"}
    async with running_server(settings=with_store(tmp_path)) as server:
        row = await begin(server, many)
        running = await followed(server, row["id"], "done")
        assert (running["state"], running["spec"]["seed"]) == ("running", "")
        with open_store(f"sqlite:///{tmp_path}/arena.db") as store:
            stored = store.tournaments.tournament(row["id"])
        assert stored is not None
        assert stored.spec["seed"] not in json.dumps(running)
        await ask(server, "POST", f"{PATH}/{row['id']}/cancel")
        over = await followed(server, row["id"], "state", "cancelled")
    seed = over["spec"]["seed"]
    assert (seed, len(seed)) == (stored.spec["seed"], 64)
    assert sha256(f"{row['id']}:{seed}".encode()).hexdigest() == row["seed_hash"]
    assert running["seed_hash"] == over["seed_hash"] == row["seed_hash"]


async def test_a_league_may_go_on_so_its_seed_stays_secret(tmp_path: Path) -> None:
    async with running_server(settings=with_store(tmp_path)) as server:
        row = await begin(server, {**PLAN, "format": "league"})
        whole = await followed(server, row["id"], "state", "finished")
        assert whole["spec"]["seed"] == ""


async def test_a_tournament_goes_on_after_a_restart(tmp_path: Path) -> None:
    plan = {**PLAN, "deals": 100}
    async with running_server(settings=with_store(tmp_path)) as server:
        row = await begin(server, plan)
        stopped = await followed(server, row["id"], "done")
        assert stopped["state"] == "running"
    with open_store(f"sqlite:///{tmp_path}/arena.db") as store:
        before = store.tournaments.count(row["id"])
    assert 0 < before < 400
    async with running_server(settings=with_store(tmp_path)) as server:
        whole = await followed(server, row["id"], "state", "finished")
        assert (whole["done"], whole["hash"]) == (400, row["hash"])


async def test_a_comparison_shows_its_sequential_test(tmp_path: Path) -> None:
    plan = {**PLAN, "bots": ["counter", "random"], "format": "compare", "sprt": [0, 0.5]}
    async with running_server(settings=with_store(tmp_path)) as server:
        row = await begin(server, {**plan, "deals": 200})
        whole = await followed(server, row["id"], "state", "finished")
        test = whole["sequential"]
        assert (test["decision"], test["h1"], test["alpha"]) == ("H1", 0.5, 0.05)
        assert test["llr"] >= test["upper"]
        assert "(SPRT accepts H1 " in whole["verdict"]
        assert whole["done"] < whole["total"] == 400


# -- who, and with whom


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"bots": ["random", "cmd:rm -rf /"]}, 400, "no bot 'cmd:rm -rf /'"),
        ({"bots": ["random", "./mine.py"]}, 400, "no bot './mine.py'"),
        ({"bots": ["random", "box:/etc/passwd"]}, 400, "no bot 'box:/etc/passwd'"),
        ({"bots": {"mine": "flat:sh"}}, 400, "no bot 'flat:sh'"),
        ({"bots": ["ws"]}, 400, "no bot 'ws'"),
        ({"bots": ["riichi-guard"]}, 400, "riichi-guard plays riichi, not tigerdragon"),
        ({"plugins": ["./mine.py"]}, 400, "plugins: "),
        ({"game": "chess"}, 400, "no game 'chess'"),
        ({"format": "ladder"}, 400, "format: "),
        ({"sprt": [0.5, 0.1]}, 400, "two rising numbers"),
        ({"config": {"target": -1}}, 400, "target"),
        ({"deals": 1_000_000}, 400, "up to 4000000 matches; 100000 is the limit here"),
        ({"format": "swiss", "bots": ["random"]}, 400, "swiss: at least 4 bots"),
    ],
)
async def test_what_cannot_be_is_told(
    tmp_path: Path, change: dict[str, Any], status: int, words: str
) -> None:
    async with running_server(settings=with_store(tmp_path)) as server:
        told, answer = await ask(server, "POST", PATH, json={**PLAN, **change})
        assert told == status
        assert words in answer["error"]["message"]


async def test_organisers_begin_and_cancel_everybody_follows(tmp_path: Path) -> None:
    settings = with_store(tmp_path)
    with open_store(settings.db, create=True) as store:
        tokens = {role: store.tokens.create(role, role) for role in ("player", "organiser")}

    def shown(role: str) -> dict[str, Any]:
        return {"headers": {"Authorization": f"Bearer {tokens[role]}"}}

    async with running_server(settings=settings) as server:
        assert (await ask(server, "POST", PATH, json=PLAN))[0] == 401
        assert (await ask(server, "POST", PATH, json=PLAN, **shown("player")))[0] == 403
        status, row = await ask(server, "POST", PATH, json=MANY, **shown("organiser"))
        assert status == 201
        assert (await ask(server, "GET", f"{PATH}/{row['id']}"))[0] == 200
        cancel = f"{PATH}/{row['id']}/cancel"
        assert (await ask(server, "POST", cancel, **shown("player")))[0] == 403
        assert (await ask(server, "POST", cancel, **shown("organiser")))[0] == 200


async def test_without_a_store_there_are_no_tournaments() -> None:
    async with running_server() as server:
        assert await ask(server, "GET", PATH) == (200, {"tournaments": [], "next": None})
        status, answer = await ask(server, "POST", PATH, json=PLAN)
        assert (status, answer["error"]["message"]) == (409, NO_STORE)
        assert (await ask(server, "GET", f"{PATH}/x"))[0] == 404


# -- submitted bots

SUBMITTED = b"""
from bots import Bot, Turn

class Last(Bot):
    def act(self, turn: Turn) -> str:
        return turn.legal[-1]
"""


@needs_box
async def test_a_submitted_bot_plays_in_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "gettempdir", lambda: str(tmp_path))
    settings = with_store(tmp_path)
    with open_store(settings.db, create=True) as store:
        new = NewVersion(["tigerdragon"], "ab" * 32, "last.py", SUBMITTED)
        version = store.bots.submit("last", None, new)
        store.bots.set_status(version.id, "failed")  # else the gate would check it meanwhile
    async with running_server(settings=settings) as server:
        assert server.server.store is not None
        plan = {**PLAN, "bots": ["random", "last"], "seats": 2, "deals": 1}
        status, answer = await ask(server, "POST", PATH, json=plan)
        assert (status, answer["error"]["message"]) == (
            400,
            "bots: last is not admitted; it cannot play tigerdragon",
        )
        await asyncio.to_thread(server.server.store.bots.set_status, version.id, "active")
        row = await begin(server, plan)
        whole = await followed(server, row["id"], "state", "finished", "failed")
        assert (whole["state"], whole["done"], whole["faults"]) == ("finished", 2, [])
        assert whole["spec"]["bots"] == {"random": "random", "last": "box:last.py"}
        assert str(tmp_path) not in json.dumps(whole)


@needs_box
async def test_the_bot_of_a_banned_account_is_asked_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "gettempdir", lambda: str(tmp_path))
    settings = with_store(tmp_path)
    with open_store(settings.db, create=True) as store:
        admin = {"Authorization": f"Bearer {store.tokens.create('ada', 'admin')}"}
        store.tokens.create("anna", "player")
        anna = store.tokens.named("anna")
        assert anna is not None
        new = NewVersion(["tigerdragon"], "ab" * 32, "last.py", SUBMITTED)
        version = store.bots.submit("last", anna.id, new)
        store.bots.set_status(version.id, "active")
    async with running_server(settings=settings) as server:
        plan = {**PLAN, "bots": ["random", "last"], "seats": 2, "deals": 500}
        _, row = await ask(server, "POST", PATH, json=plan, headers=admin)
        await followed(server, row["id"], "done")
        path = "/api/admin/accounts/anna/ban"
        response, _ = await get(server, path, "POST", json={"reason": "x"}, headers=admin)
        assert response.status == 204
        whole = await followed(server, row["id"], "state", "finished", "failed")
        assert (whole["state"], whole["done"]) == ("finished", 1000)
        (fault,) = whole["faults"]
        assert fault["bot"] == "last"
        assert "its account is banned, and it is not asked any more" in fault["reason"]
        _, answer = await ask(server, "POST", PATH, json=plan, headers=admin)
        assert answer["error"]["message"].startswith("bots: last is not admitted")


def test_a_submitted_bot_is_put_back_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "gettempdir", lambda: str(tmp_path))
    with open_store(f"sqlite:///{tmp_path}/arena.db", create=True) as store:
        new = NewVersion(["tigerdragon"], "ab" * 32, "last.py", SUBMITTED)
        version = store.bots.submit("last", None, new)
        file = entry.put_down(version, store.bots)
        file.unlink()
        entry.put_back([Entrant("r", "random"), Entrant("last", f"box:{file}")], store.bots)
        assert file.read_bytes() == SUBMITTED
        entry.folder().chmod(0o777)
        with pytest.raises(TournamentError, match="submitted bots cannot be played; the operator"):
            entry.put_down(version, store.bots)


# -- from the command line


async def test_the_command_line_begins_one_at_a_server_and_follows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("tournament", "run", "--game", "tigerdragon", "--bots", "counter,again=counter,first")
    options = ("--seats", "2", "--deals", "6", "--seed", "5", "--config", "target=1")
    async with running_server(settings=with_store(tmp_path)) as server:

        def run(*more: str) -> tuple[object, str, str]:
            with pytest.raises(SystemExit) as end:
                main([*words, *options, "--server", server.url, *more])
            return end.value.code, *capsys.readouterr()

        code, out, _ = await asyncio.to_thread(run)
        assert code == 0
        assert out.splitlines()[-1] == "Tournament finished"
        assert "Tournament tigerdragon-server-" in out
        assert "finished: 12 of 12 matches" in out
        assert "counter" in out
        code, out, _ = await asyncio.to_thread(run, "--json")
        assert code == 0
        assert len(json.loads(out.splitlines()[-1])["standings"]) == 3
        code, _, err = await asyncio.to_thread(run, "--bots", "cmd:sh,first")
        assert code == 1
        assert "no bot 'cmd:sh'" in err


async def test_bots_of_the_servers_plugin_files_play(tmp_path: Path) -> None:
    plugins = load_plugins([ROOT / "examples" / "brave_bot.py"])
    async with running_server(settings=with_store(tmp_path), plugins=plugins) as server:
        row = await begin(server, {**PLAN, "bots": ["brave", "first"], "seats": 2, "deals": 1})
        whole = await followed(server, row["id"], "state", "finished", "failed")
        assert (whole["state"], whole["error"], whole["done"]) == ("finished", "", 2)
