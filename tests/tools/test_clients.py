"""The clients in other languages: they play, report their faults, and stay small."""

import shutil
import subprocess

import pytest

from tools.client_types import FILES, texts
from tools.clients import CLIENTS, LANGUAGES, verdict

MOST_LINES = 400
PARTS = {
    "javascript": ("arena.mjs", "arena.d.mts"),
    "go": ("arena/arena.go", "arena/socket.go"),
    "java": ("Arena.java",),
    "cpp": ("arena.hpp",),
    "rust": ("arena.rs",),
}
"""The files of each client that are written by hand."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_plays_every_game_and_reports_its_faults(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = verdict(language, LANGUAGES[language])
    if found.startswith("skipped"):
        pytest.skip(f"{language} {found}")
    assert found == "ok", capsys.readouterr().out


def test_a_language_without_its_tools_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert verdict("cpp", LANGUAGES["cpp"]) == "skipped (g++ is not installed)"


@pytest.mark.parametrize("folder", PARTS)
def test_no_client_is_large(folder: str) -> None:
    files = [CLIENTS / folder / name for name in PARTS[folder]]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert lines <= MOST_LINES


def test_the_folders_have_nothing_that_is_not_counted() -> None:
    known = {CLIENTS / folder / name for folder, names in PARTS.items() for name in names}
    bots = {"first", "faulty", "typed"}
    rest = [
        file
        for file in CLIENTS.rglob("*")
        if file.is_file() and file not in known and file not in FILES.values()
        and file.stem.lower() not in bots and file.parent.name not in bots
        and file.name not in ("README.md", "go.mod")
    ]  # fmt: skip
    assert rest == []


def test_typed_views_are_those_of_the_schemas() -> None:
    wrong = [file.name for file, text in texts().items() if file.read_text("utf-8") != text]
    assert wrong == [], "run python tools/client_types.py"


def test_go_is_formatted() -> None:
    if shutil.which("gofmt") is None:
        pytest.skip("gofmt is not installed")
    done = subprocess.run(["gofmt", "-l", str(CLIENTS / "go")], capture_output=True, check=True)
    assert done.stdout == b""
