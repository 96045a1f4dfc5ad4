"""One server a store, on both databases."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.settings import Settings
from arena.store import Store, open_store
from arena.store.server_lock import StoreInUseError
from arena.testing import running_server

ROOT = Path(__file__).parents[3]
TENANT = """
import sys, time
from arena.store import open_store
open_store(sys.argv[1]).serve_alone()
print("mine", flush=True)
time.sleep(60)
"""


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.server_lock.PATIENCE", 0.0)


@pytest.mark.usefixtures("hurry")
def test_a_store_is_served_by_one_server_and_then_by_the_next(store: Store, url: str) -> None:
    store.serve_alone()
    store.serve_alone()  # it is the same one that asks
    with open_store(url) as other:
        assert other.tokens.all() == []  # all but serving it is allowed
        with pytest.raises(StoreInUseError, match=r"another server uses this store.*; stop it"):
            other.serve_alone()
    with open_store(url) as third:
        with pytest.raises(StoreInUseError):
            third.serve_alone()
        store.close()
        third.serve_alone()


def test_a_killed_server_leaves_the_store_free(url: str) -> None:
    command = [sys.executable, "-c", TENANT, url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "mine\n"
        child.kill()
    with open_store(url) as store:
        store.serve_alone()


@pytest.mark.usefixtures("hurry")
async def test_a_second_server_says_why_it_does_not_start(url: str) -> None:
    settings = Settings(port=0, db=url)
    async with running_server(settings=settings):
        with pytest.raises(StoreInUseError, match="give each server a store of its own"):
            async with running_server(settings=settings):
                pass
    async with running_server(settings=settings):
        pass
