"""schemathesis over the OpenAPI document against a real server: whatever is sent, no 5xx."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arena.settings import Settings
from arena.store import open_store
from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.http_calls import call

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
EXAMPLES = 8
SHORT = RoomSpec("short", seats=2, bots=("first", "first"), config={"target": 1})
RUNNING = RoomSpec("runs", seats=2, bots=("first",))


def operations(document: dict[str, Any]) -> Iterator[Any]:
    """Everything the document describes."""
    for found in schemathesis.openapi.from_dict(document).get_all_operations():
        assert isinstance(found, Ok)
        yield found.ok()


def fuzz(operation: Any, mode: GenerationMode, url: str, token: str) -> int:
    """Call an operation with what fits its models, or with what does not; how often."""
    calls = 0

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        nonlocal calls
        calls += 1
        headers = {"Authorization": f"Bearer {token}"}
        case.call_and_validate(base_url=url, headers=headers, checks=CHECKS)

    with suppress(Unsatisfiable):  # what takes nothing can be sent nothing wrong
        run()
    return calls


async def test_no_request_makes_the_server_fail(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    db = f"sqlite:///{tmp_path}/arena.db"
    with open_store(db, create=True) as store:
        token = store.tokens.create("ada", "admin")
    # The calls are made up in this process too, which keeps the server from waking up in time.
    options = Settings(port=0, max_lag=1e6, db=db)
    async with running_server(rooms=[SHORT, RUNNING], settings=options) as server:
        _, document = await call(server, "GET", "/api/openapi.json")
        calls = 0
        for operation in operations(document):
            for mode in MODES:
                calls += await asyncio.to_thread(fuzz, operation, mode, server.url, token)
        status, _ = await call(server, "GET", "/status")
        assert status == 200
    assert calls > 5 * len(document["paths"])
    assert not [line for line in capsys.readouterr().out.splitlines() if "[error" in line]
