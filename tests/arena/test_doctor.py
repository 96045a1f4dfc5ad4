"""What the doctor says of a machine that is to run a server."""

import socket
from pathlib import Path

import pytest

from arena.cli.doctor_checks import ENOUGH_FILES, Finding, server
from arena.settings import Settings
from arena.store import open_store
from engine import model


def findings(**settings: object) -> dict[str, Finding]:
    """What is found out about the server, by name."""
    return {finding.name: finding for finding in server(Settings(**settings))}  # type: ignore[arg-type]  # any of them


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = findings(port=port)["port"]
        assert (found.ok, found.found) == (False, f"127.0.0.1:{port}: Address already in use")
    assert findings(port=0)["port"].ok


def test_the_store_is_opened(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/arena.db"
    missing = findings(db=url)["store"]
    assert (missing.ok, missing.needed) == (False, True)
    assert "arena db upgrade" in missing.found
    open_store(url, create=True).close()
    assert findings(db=url)["store"].ok
    unset = findings()["store"]
    assert (unset.ok, unset.needed, unset.found) == (False, False, "none is set")


def test_the_doctor_says_whether_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "__file__", "/somewhere/engine/model.py")
    assert (findings()["rules"].found, findings()["rules"].ok) == ("interpreted", False)
    monkeypatch.setattr(model, "__file__", "/somewhere/engine/model.cpython-311.so")
    assert (findings()["rules"].found, findings()["rules"].ok) == ("compiled", True)


def test_few_files_are_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.doctor_checks.open_files", lambda: ENOUGH_FILES - 1)
    assert not findings()["open files"].ok
    monkeypatch.setattr("arena.cli.doctor_checks.open_files", lambda: ENOUGH_FILES)
    assert findings()["open files"].ok
