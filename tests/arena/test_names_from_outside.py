"""Text from a network or a database only names bots; it never loads a file or starts a program."""

import json
import sqlite3
import tokenize
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from token import NAME
from typing import Any, get_args, get_type_hints

import pytest
from sqlalchemy.exc import OperationalError

import arena
from arena.errors import DatabaseError, TournamentError, UnknownNameError
from arena.match.faults import reason
from arena.plugins.bot_specs import CommandLineSpec, find_player, house_player, parse_spec
from arena.plugins.manager import load_plugins
from arena.settings import Settings
from arena.store.database import Database
from arena.store.writer import Writer
from arena.testing import running_server
from arena.tournament.plan import Entrant, make_plan
from arena.tournament.repository import Kept, Memory
from arena.tournament.schedule import Schedule
from arena.tournament.service import TournamentService
from tests.arena.clients import clients
from tests.arena.hostile_requests import FILE_SPECS
from tests.arena.server_with_tokens import server_with_tokens
from tests.arena.stored_tables import table

PLUGINS = load_plugins()
ROOT = Path(arena.__file__).parent
OWN_MACHINE = {
    "plugins/bot_specs.py", "local/loop.py", "sdk/check.py", "cli/ask.py", "cli/check.py",
    "cli/compare.py", "cli/connect.py",
    "cli/dev.py",
    "tournament/plan.py", "tournament/worker.py",
}  # fmt: skip
"""Modules that may take text for a spec: the command line, Python code, plans checked before."""


def bot_file(folder: Path) -> Path:
    """A bot whose loading leaves a trace beside it."""
    file = folder / "mine.py"
    file.write_text(
        f"from bots.dummies import FirstBot\nopen({str(folder / 'ran')!r}, 'w').close()\n"
        "class Mine(FirstBot):\n    name = 'mine'\n",
        encoding="utf-8",
    )
    return file


def named_in(file: Path) -> set[str]:
    """Every name that a module uses."""
    with file.open("rb") as source:
        return {token.string for token in tokenize.tokenize(source.readline) if token.type == NAME}


@pytest.mark.parametrize("spec", FILE_SPECS)
def test_a_name_from_outside_is_looked_up(spec: str) -> None:
    with pytest.raises(UnknownNameError, match="no house bot"):
        house_player(spec, PLUGINS)


def test_plain_text_is_no_spec_to_the_type_checker() -> None:
    assert str not in get_args(get_type_hints(find_player)["bot"])
    assert get_type_hints(parse_spec)["text"] is CommandLineSpec


def test_only_the_own_machine_s_modules_make_specs_of_text() -> None:
    uses = {
        file.relative_to(ROOT).as_posix()
        for file in ROOT.rglob("*.py")
        if named_in(file) & {"CommandLineSpec", "parse_spec"}
    }
    assert uses == OWN_MACHINE


@pytest.mark.parametrize("key", ["bots", "takeover_bot"])
async def test_a_room_is_refused_a_file_and_the_file_is_not_run(tmp_path: Path, key: str) -> None:
    file = str(bot_file(tmp_path))
    async with server_with_tokens(tmp_path) as here:
        for who in ("anna", "olga", "ada"):
            body = {"room_id": "r", key: [file] if key == "bots" else file}
            status, answer = await here.call("POST", "/rooms", who, body)
            assert status == 400
            assert answer["error"]["message"].startswith(f"no house bot {file[:64]!r}; ")
    assert not (tmp_path / "ran").exists()


async def test_a_long_name_is_cut_in_the_answer(tmp_path: Path) -> None:
    async with server_with_tokens(tmp_path) as here:
        body = {"room_id": "r", "bots": ["x" * 100_000]}
        _, answer = await here.call("POST", "/rooms", "anna", body)
        assert len(answer["error"]["message"]) < 1000


async def test_a_file_in_the_store_is_not_run_at_the_next_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, db = bot_file(tmp_path), f"sqlite:///{tmp_path}/arena.db"
    settings = Settings(port=0, db=db)
    async with (
        running_server(rooms=[table(seats=2, bots=("first",))], settings=settings) as server,
        clients(server, 1) as (one,),
    ):
        await one.join("one", detail="full")
        await one.send("ready")
        await one.find("state")
    change_rooms(db, lambda room: room["chairs"][1].update(bot=str(file)))
    async with running_server(settings=settings) as server:
        assert not server.lobby.rooms
    change_rooms(db, lambda room: room["chairs"][1].update(bot="first"))
    change_rooms(db, lambda room: room["spec"].update(takeover_bot=str(file)))
    async with running_server(settings=settings) as server:
        assert not server.lobby.rooms
    assert not (tmp_path / "ran").exists()
    assert "no house bot" in "".join(capsys.readouterr())  # wherever the log goes just now


def change_rooms(db: str, change: Any) -> None:
    """Change what the store says of every running match's room."""
    with closing(sqlite3.connect(db.removeprefix("sqlite:///"))) as connection, connection:
        for match_id, text in connection.execute("SELECT id, room FROM matches").fetchall():
            room = json.loads(text)
            change(room)
            connection.execute(
                "UPDATE matches SET room = ? WHERE id = ?", (json.dumps(room), match_id)
            )


@pytest.mark.parametrize("plugins", [(), ("evil.py",)])
def test_a_tournament_in_the_store_names_no_file(tmp_path: Path, plugins: tuple[str, ...]) -> None:
    spec = "random" if plugins else str(bot_file(tmp_path))
    wanted = {"game": "tigerdragon", "bots": ["first", "random"], "deals": 1, "format": "compare"}
    plan = make_plan({**wanted, "plugins": list(plugins)}, PLUGINS)
    plan = replace(plan, entrants=(Entrant("first", "first"), Entrant("mine", spec)))
    archive = Memory()
    archive.create(Kept("t-server-1", plan, Schedule(plan).hash))
    hall = TournamentService(archive, PLUGINS)
    with pytest.raises(TournamentError, match=r"no house bot|plugins: a server plays"):
        hall.resume("t-server-1")
    hall.close()
    assert not (tmp_path / "ran").exists()


# -- what of the server a client is told


def fail(*_given: object) -> None:
    """Fail as a database does that has lost its file."""
    cause = sqlite3.OperationalError("unable to open /srv/arena.db")
    cause.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    raise OperationalError("SELECT 1", {}, cause)


async def test_a_client_is_not_told_where_the_store_lies(tmp_path: Path) -> None:
    calls = [
        ("GET", "/api/matches", None),
        ("GET", "/api/tournaments", None),
        ("POST", "/api/tokens", {"name": "eve"}),
        ("DELETE", "/api/tokens/anna", None),
        ("GET", "/health", None),
    ]
    async with server_with_tokens(tmp_path, ladder=False) as here:
        await here.call("GET", "/api/tokens", "ada")  # from now on her token is known for a while
        store = here.server.server.store
        assert store is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store.writer, "_patience", 0.1)  # nobody comes to mend this database
            patch.setattr(Database, "_read", fail)
            patch.setattr(Writer, "_transaction", fail)
            said = [await here.call(method, path, "ada", body) for method, path, body in calls]
    for status, answer in said:
        assert status >= 400
        message = answer["error"]["message"]
        assert "the operator's log says why" in message
        assert not any(word in message for word in ("/srv", "sqlite", str(tmp_path))), message


def test_what_the_database_says_is_not_public() -> None:
    error = DatabaseError("sqlite:////srv/arena.db: disk I/O error")
    assert error.public == "the store failed; the operator's log says why"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[Errno 2] No such file: '/srv/arena/weights.npz'", "No such file: 'weights.npz'"),
        ("cannot read C:\\arena\\weights.npz", "cannot read weights.npz"),
        ("1/2 is a half", "1/2 is a half"),
    ],
)
def test_a_crash_is_kept_without_folders(said: str, told: str) -> None:
    assert told in reason(OSError(said))
