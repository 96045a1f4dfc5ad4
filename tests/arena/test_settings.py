"""Settings: where they come from, what is refused, and how they are shown."""

import tomllib
from pathlib import Path

import pytest

from arena.settings import SettingsError, is_loopback, masked, read_settings


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_arguments_win_over_the_environment_and_that_over_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("arena.toml").write_text('port = 1\nmax_games = 2\nhost = "::1"\n')
    monkeypatch.setenv("ARENA_PORT", "3")
    monkeypatch.setenv("ARENA_MAX_GAMES", "4")
    settings = read_settings(port=5, host=None)
    assert (settings.port, settings.max_games, settings.host) == (5, 4, "::1")


def test_origins_may_stand_in_one_text_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_CORS_ORIGINS", "https://a.example, https://b.example")
    assert read_settings().cors_origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("port = 99999", "setting port: Input should be less than or equal to 65535"),
        (
            "spectator_delay = 601",
            "setting spectator_delay: Input should be less than or equal to 600",
        ),
        ("colour = 1", "setting colour: Extra inputs are not permitted"),
        ("port = [", "arena.toml: "),
        ('cert = "a.pem"', "settings cert and key: give both, or neither"),
    ],
)
def test_a_setting_that_cannot_be_is_one_clear_line(text: str, reason: str) -> None:
    Path("arena.toml").write_text(text)
    with pytest.raises(SettingsError) as told:
        read_settings()
    assert str(told.value).startswith(reason)
    assert "\n" not in str(told.value)


def test_what_is_shown_can_be_used_as_arena_toml() -> None:
    settings = read_settings(port=7, cors_origins=("https://a.example",), replay_dir="kept")
    text = settings.as_toml()
    assert "# cert =" in text
    Path("arena.toml").write_text(text)
    assert tomllib.loads(text)["port"] == 7
    assert read_settings() == settings


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("postgresql+psycopg://me:secret@host/db", "postgresql+psycopg://me:***@host/db"),
        ("postgresql://me:p@ss@host/db", "postgresql://me:***@host/db"),
        ("postgresql://me@host/db", "postgresql://me@host/db"),
        ("sqlite:///arena.db", "sqlite:///arena.db"),
        (8001, 8001),
    ],
)
def test_passwords_are_masked(value: object, shown: object) -> None:
    assert masked(value) == shown


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("localhost.example", False),
        ("", False),
        (None, False),
    ],
)
def test_only_this_machines_own_addresses_are_loopback(host: str | None, own: bool) -> None:
    assert is_loopback(host) is own


def test_behind_a_proxy_no_server_is_private() -> None:
    assert read_settings().private
    assert not read_settings(behind_proxy=True).private
