"""`accepted` is a promise: it is sent once the step that holds the answer is in the store."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.match.clock import ClockRules
from arena.server.app import Running
from arena.settings import Settings
from arena.store import Store, StoreError
from arena.table.spec import RoomSpec
from arena.testing import running_server
from engine.rng import Deals
from tests.arena.clients import Client, clients, until

SLOW = ClockRules(decision_ms=60_000)
Then = Callable[[StoreError | None], None]


class HeldCommits:
    """Commits that are reported when the test says so."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held: list[Callable[[], None]] = []
        self._append = store.matches.append
        monkeypatch.setattr(store.matches, "append", self._hold)

    def _hold(self, match_id: str, n: int, line: str, then: Then) -> None:
        self.held.append(lambda: self._append(match_id, n, line, then))

    def release(self) -> None:
        """Let the store write what it was given."""
        held, self.held = self.held, []
        for write in held:
            write()


def with_store(folder: Path) -> Settings:
    return Settings(port=0, db=f"sqlite:///{folder}/arena.db")


def commits_of(server: Running, monkeypatch: pytest.MonkeyPatch) -> HeldCommits:
    store = server.server.store
    assert store is not None
    return HeldCommits(store, monkeypatch)


async def asked(client: Client, name: str) -> None:
    await client.join(name, detail="full")
    await client.send("ready")


async def first_choice(client: Client) -> dict[str, Any]:
    """Answer the next question; the state that asked it."""
    state = await client.turn()
    assert state is not None
    choice = state["legal"].split(",")[0]
    await client.send("action", choice=choice, request_id=state["request_id"])
    return state


async def heard_until_pong(client: Client) -> list[str]:
    """Types of all frames that the server had sent before it read a ping."""
    before = len(client.heard)
    await client.send("ping")
    await client.find("pong")
    return [frame["type"] for frame in client.heard[before:-1]]


async def test_an_answer_is_acknowledged_after_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), deals=Deals.seed(1), clock=SLOW)
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 1) as (one,),
    ):
        await asked(one, "one")
        commits = commits_of(server, monkeypatch)
        state = await first_choice(one)
        assert await heard_until_pong(one) == []
        assert len(commits.held) == 1
        commits.release()
        ack, after = await one.get(), await one.get()
        assert (ack["type"], ack["status"]) == ("action_ack", "accepted")
        assert ack["request_id"] == state["request_id"]
        assert after["type"] == "state"


async def test_a_default_move_is_reported_after_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), deals=Deals.seed(1), clock=SLOW)
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 1) as (one,),
    ):
        await asked(one, "one")
        commits = commits_of(server, monkeypatch)
        state = await one.turn()
        assert state is not None
        await one.send("action", choice="", fault="KeyError", request_id=state["request_id"])
        assert await heard_until_pong(one) == []
        commits.release()
        assert (await one.get())["status"] == "defaulted"


@pytest.mark.parametrize("store", [True, False])
async def test_a_step_of_several_answers_is_acknowledged_as_a_whole(
    tmp_path: Path, *, store: bool
) -> None:
    """What was answered is saved with the step: until all have answered, nobody is promised it."""
    spec = RoomSpec("r", "sichuan", bots=("first", "first"), deals=Deals.seed(1), clock=SLOW)
    settings = with_store(tmp_path) if store else Settings(port=0)
    async with (
        running_server(rooms=[spec], settings=settings) as server,
        clients(server, 2) as (one, two),
    ):
        await asked(one, "one")
        await asked(two, "two")
        state = await first_choice(one)
        match = server.lobby.rooms["r"].match
        assert match.game.asking(match.state) == "together"
        await until(lambda: set(match.pending) == {1})
        assert "action_ack" not in await heard_until_pong(one)
        await first_choice(two)
        for client in (one, two):
            ack = await client.find("action_ack", "state")
            assert (ack["type"], ack["status"]) == ("action_ack", "accepted")
            assert ack["request_id"] == state["request_id"]


async def test_a_connection_that_did_not_answer_gets_no_acknowledgement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = RoomSpec("r", seats=2, bots=("first",), deals=Deals.seed(1), clock=SLOW)
    async with (
        running_server(rooms=[spec], settings=with_store(tmp_path)) as server,
        clients(server, 2) as (one, again),
    ):
        token = (await one.join("one", detail="full"))["token"]
        await one.send("ready")
        commits = commits_of(server, monkeypatch)
        await first_choice(one)
        await until(lambda: commits.held)
        await one.socket.close()
        await until(lambda: server.lobby.rooms["r"].seats[0].peer is None)
        await again.join("one", detail="full", token=token)
        commits.release()
        frame = await again.find("action_ack", "state")
        assert frame["type"] == "state"
