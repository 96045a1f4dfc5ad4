"""The clients in other languages: they play, report their faults, and stay small."""

import shutil

import pytest

from tools.clients import CLIENTS, LANGUAGES, verdict

MOST_LINES = 400


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_plays_every_game_and_reports_its_faults(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client = LANGUAGES[language]
    if shutil.which(client.needs) is None:
        pytest.skip(f"{client.needs} is not installed")
    assert verdict(language, client) == "ok", capsys.readouterr().out


def test_a_language_without_its_tools_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert verdict("cpp", LANGUAGES["cpp"]) == "skipped (g++ is not installed)"


def test_no_client_is_large() -> None:
    files = [file for file in CLIENTS.rglob("*") if file.is_file() and file.suffix != ".md"]
    assert files
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}
