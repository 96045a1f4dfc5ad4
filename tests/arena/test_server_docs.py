"""The pages about servers say what the settings, the routes and the models say.

`--golden-update` writes their tables anew.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import PydanticUndefined
from typer.main import get_command

from arena.api.responses import CODES
from arena.api.tournament_models import NewTournament
from arena.cli import app
from arena.hosting.room_request import NewRoom
from arena.server.app import Server
from arena.settings import Settings
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.http_calls import get
from tests.doc_tables import check_table

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NOT_CODES = {"internal"}


def default_of(field: Any) -> str:
    """A default as it would be written."""
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined:
        return "needed"
    if value is None or value == "" or value == ():
        return ""
    return f"`{json.dumps(value)}`"


def rows_of(fields: Mapping[str, Any]) -> list[str]:
    """Settings or keys as rows of a table."""
    return [
        f"| `{name}` | {default_of(field)} | {field.description} |"
        for name, field in fields.items()
    ]


def test_every_setting_is_told(request: pytest.FixtureRequest) -> None:
    assert all(field.description for field in Settings.model_fields.values())
    page, heading = DOCS / "running-a-server.md", "| setting | default | what |"
    check_table(page, heading, rows_of(Settings.model_fields), request)


def test_every_key_of_a_new_room_is_told(request: pytest.FixtureRequest) -> None:
    page, heading = DOCS / "api.md", "| key | default | what |"
    check_table(page, heading, rows_of(NewRoom.model_fields), request)


def test_every_key_of_a_new_tournament_is_told(request: pytest.FixtureRequest) -> None:
    page, heading = DOCS / "api.md", "| key of a tournament | default | what |"
    check_table(page, heading, rows_of(NewTournament.model_fields), request)


async def test_every_route_is_told(request: pytest.FixtureRequest) -> None:
    async with running_server() as running:
        server: Server = running.server
    rows = [f"| `{point.method} {point.path}` | {point.does} |" for point in server.endpoints]
    check_table(DOCS / "api.md", "| route | what |", rows, request)


async def test_every_metric_is_told(tmp_path: Path) -> None:
    short = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})
    settings = Settings(port=0, db=f"sqlite:///{tmp_path}/arena.db")  # some are of its ladder
    async with running_server(rooms=[short], settings=settings) as server:
        _, text = await get(server, "/metrics")
    served = set(re.findall(r"^# TYPE (arena_\w+)", text, re.MULTILINE))
    page = (DOCS / "running-a-server.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(arena_\w+)", page))
    assert told == {name for name in served if not name.endswith("_created")}


def test_every_code_of_the_api_has_an_entry() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "arena" / "api").glob("*.py")]
    codes = set(re.findall(r'RefusedError\(.*, "(\w+)"\)', "\n".join(sources)))
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    part = text.partition("## Over REST")[2].partition("\n## ")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE))
    assert told == codes | set(CODES.values()) | NOT_CODES


@pytest.mark.parametrize("page", ["running-a-server.md", "api.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^):#]+)\)", text):
        assert (DOCS / link).exists(), link


def test_the_samples_name_options_and_settings_there_are() -> None:
    serve = get_command(app(["serve"])).commands["serve"]  # type: ignore[attr-defined]  # a group
    options = {name for option in serve.params for name in option.opts}
    for file in (ROOT / "deploy").iterdir():
        text = file.read_text(encoding="utf-8")
        for line in re.findall(r"arena serve(.*)", text):
            assert set(re.findall(r"--[a-z-]+", line)) <= options, file.name
        for name in re.findall(r"ARENA_([A-Z_]+)=", text):
            assert name.lower() in {*Settings.model_fields, "name"}, file.name
