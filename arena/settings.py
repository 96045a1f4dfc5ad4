"""How a server is run: from the command line, ARENA_ variables and arena.toml, in this order."""

import os
from collections.abc import Iterable
from difflib import get_close_matches
from ipaddress import ip_address
from json import dumps
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from arena.errors import ArenaError


class SettingsError(ArenaError):
    """A setting with an invalid value."""


def _split(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if _is_text(value) else value


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


OTHER_VARIABLES: Final = frozenset({"ARENA_TOKEN", "ARENA_TRACEBACK", "ARENA_SERVER"})
"""Variables of commands that are no settings of a server."""
MOST_DELAY: Final = 600.0
"""Seconds that a match may be kept back from spectators."""
Texts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Several texts; one text with commas will do."""


class Settings(BaseSettings):
    """A server's settings, with the protocol's limits as defaults."""

    model_config = SettingsConfigDict(
        env_prefix="ARENA_", toml_file="arena.toml", use_attribute_docstrings=True
    )

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = Field(default=8001, ge=0, le=65535)
    """The port; 0 takes a free one."""
    open: bool = False
    """Let everyone play and open rooms without a token on an address that others can reach."""
    run_as: str = ""
    """The user that a server started as root becomes; needed if it serves others."""
    cert: Path | None = None
    """A certificate file, for https; needs `key`."""
    key: Path | None = None
    """The certificate's private key."""
    behind_proxy: bool = False
    """Trust X-Forwarded-For, -Proto and -Host from a proxy on this machine."""
    cors_origins: Texts = ()
    """Origins whose pages may call the API, such as https://example.org; * for all."""
    embed_origins: Texts = ()
    """Origins whose pages may show matches in a frame (/embed/ID); * for all."""
    session_seconds: float = Field(default=12 * 3600.0, gt=0)
    """How long a browser's session lasts."""
    sign_up: bool = False
    """Let people create their own accounts with the role player; needs a store and an admin."""
    sign_ups_a_day: int = Field(default=200, ge=1)
    """New accounts within 24 hours that people create themselves; the operator's do not count."""
    sign_ups_per_address: int = Field(default=40, ge=1)
    """New accounts within 24 hours from one address."""
    wrong_tokens_a_minute: int = Field(default=30, ge=1)
    """Wrong tokens from one address before it is refused for the rest of the minute."""
    advice_a_minute: int = Field(default=300, ge=1)
    """Questions from one address about decisions, within a minute."""
    replays_a_minute: int = Field(default=30, ge=1)
    """Matches that one address brings along to be shown, within a minute."""
    sessions_per_account: int = Field(default=20, ge=1)
    """Browser sessions of one account; beyond that its oldest one ends."""
    db: str = ""
    """The URL of the store, such as sqlite:///arena.db; if empty, matches are not saved."""
    resume_seconds: float = Field(default=60.0, ge=0)
    """Seconds that matches of an earlier run wait for their players before the clocks continue."""
    default_game: str = "tigerdragon"
    """The game of a room that was opened without naming one."""
    open_rooms: bool = True
    """Whether joining an unknown room opens it, and players may POST /rooms."""
    max_games: int = Field(default=100, ge=1)
    """Maximum number of rooms at the same time."""
    reserved_rooms: int = Field(default=10, ge=0)
    """How many of these are reserved for organisers and admins; at most half of all."""
    rooms_per_account: int = Field(default=10, ge=1)
    """Unfinished rooms per player who opened them."""
    rooms_per_address: int = Field(default=40, ge=1)
    """The same for all players without a token at one address, if the server is `open`."""
    player_clock_seconds: float = Field(default=600.0, gt=0)
    """The longest time of any kind on the clock of a room opened by a player."""
    empty_room_seconds: float = Field(default=600.0, gt=0)
    """Seconds for which a room waits while nobody is in it, whether house bots are or not."""
    profiles: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Named sets of room rules, with the keys of POST /rooms; `default` is for every other room."""
    finished_room_seconds: float = 600.0
    """Seconds for which a finished room can still be viewed."""
    spectator_delay: float = Field(default=0.0, ge=0, le=MOST_DELAY)
    """Seconds by which spectators see a match late, unless the room sets its own delay."""
    max_frame: int = Field(default=64 * 1024, ge=1024)
    """Maximum size of a WebSocket frame in bytes."""
    max_body: int = Field(default=256 * 1024, ge=1024)
    """Maximum size of a request body in bytes."""
    body_seconds: float = Field(default=60.0, gt=0)
    """Seconds in which a request body must arrive."""
    idle_seconds: float = Field(default=20.0, gt=0)
    """Seconds for a request's first byte and headers, and between two requests."""
    send_seconds: float = Field(default=30.0, gt=0)
    """Seconds in which a connection must read some of what it was sent."""
    max_connections: int = Field(default=2000, ge=1)
    """Connections at the same time, at most three quarters of the limit of open files."""
    connections_per_address: int = Field(default=100, ge=1)
    """Connections from one address at the same time; this machine has no such limit."""
    messages_a_second: float = 20.0
    """Messages per second from one connection."""
    burst: int = 40
    """Messages that one connection may send at once."""
    undecodable_frames: int = 5
    """Consecutive frames that are not JSON objects before a connection is closed."""
    join_seconds: float = 10.0
    """Seconds in which a client must join after connecting."""
    heartbeat_seconds: float = 15.0
    """Seconds between two pings on a connection."""
    send_buffer: int = 1024 * 1024
    """Bytes that a player may leave unread before the connection is closed."""
    max_lag: float = Field(default=1.0, gt=0)
    """Seconds by which the server may wake up late before /health reports it."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest level that is logged."""
    log_format: Literal["auto", "json", "text"] = "auto"
    """JSON lines or readable text; auto is text at a terminal."""
    log_dir: Path | None = None
    """A folder for the file arena.log, written in addition to stderr."""
    replay_dir: Path | None = None
    """A folder for the log of every finished match."""
    box_uid: int | None = Field(default=None, ge=1)
    """One uid for all boxed bots of a server that runs as root; if unset, each has its own."""
    box_cgroup: Path | None = None
    """A cgroup v2 folder that the server may write; each boxed bot gets a cgroup in it."""
    box_memory_mb: int = Field(default=512, ge=64)
    """Memory of one boxed bot in MiB."""
    box_cpu_seconds: int = Field(default=3600, ge=1)
    """CPU seconds of one boxed bot over its whole life."""
    box_packages: Texts = ()
    """Packages of PyPI that a submission may require, such as numpy; `arena packages`."""
    box_packages_folder: Path | None = None
    """Where `arena packages --install` puts them; unset: they are those of the server's Python."""
    trust_boxed_bots: bool = False
    """Run boxed bots even where the sandbox is unavailable."""

    tournament_jobs: int = Field(default=1, ge=1, le=256)
    """Processes that play a tournament started at the server."""
    tournaments_at_once: int = Field(default=1, ge=1, le=64)
    """Tournaments that run at the same time; others wait."""
    tournaments_waiting: int = Field(default=10, ge=0)
    """Tournaments that may wait."""
    tournament_matches: int = Field(default=100_000, ge=1)
    """Maximum number of matches in a tournament."""
    ladder: bool = True
    """Check submitted bots and play rated matches between them; needs a store."""
    ladder_games: Texts = ()
    """The games of the ladder; if empty, all games."""
    ladder_config: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Rule options for the ladder's matches and for the gate, by game."""
    ladder_variants: dict[str, list[str | dict[str, Any]]] = Field(default_factory=dict)
    """Variants of the ladder's matches and of the gate, by game: names or `{type, config}`."""
    ladder_share: float = Field(default=0.25, gt=0, le=1)
    """The share of the time in which the ladder plays matches."""
    ladder_pause: float = Field(default=2.0, ge=0)
    """Minimum number of seconds between two matches of the ladder."""
    season_carry: float = Field(default=0.1, ge=0, le=1)
    """The weight of earlier seasons' matches in the ratings of a new season; 0 forgets them."""
    report_minutes: float = Field(default=360.0, ge=0)
    """Minutes between two computations of the ladder's reports (luck, collusion); 0 for none."""
    gate_seconds: float = Field(default=900.0, gt=0)
    """Seconds that the check of a submitted bot may take."""
    bots_per_owner: int = Field(default=20, ge=1)
    """Bots that one token may have on the ladder."""
    submissions_an_hour: int = Field(default=30, ge=1)
    """Versions that one token may submit within an hour."""
    archive_mb_per_owner: int = Field(default=256, ge=1)
    """Megabytes in the store for all versions of one token's bots, including retired ones."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then arena.toml."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def private(self) -> bool:
        """Whether only this machine can reach the server."""
        return not self.behind_proxy and is_loopback(self.host)

    @property
    def player_rooms(self) -> int:
        """Rooms at the same time as far as players may fill them."""
        return self.max_games - min(self.reserved_rooms, self.max_games // 2)

    @property
    def tls(self) -> bool:
        """Whether the server itself speaks https."""
        return self.cert is not None

    def shown(self) -> dict[str, Any]:
        """Every setting as `--print-config` shows it, secrets masked."""
        return {name: masked(value) for name, value in self.model_dump(mode="json").items()}

    def as_toml(self) -> str:
        """The same as an arena.toml; what is not set stands there as a comment."""
        rows = self.shown().items()
        lines = [
            f"# {name} =" if value is None else f"{name} = {toml_value(value)}"
            for name, value in rows
        ]
        return "\n".join(lines)


def toml_value(value: Any) -> str:
    """A setting as TOML writes it: like JSON, but for tables."""
    if not isinstance(value, dict):
        return dumps(value)
    return f"{{{', '.join(f'{dumps(key)} = {toml_value(item)}' for key, item in value.items())}}}"


def masked(value: Any) -> Any:
    """A setting fit to be shown: the password of a URL is not."""
    if not _is_text(value) or "://" not in value:
        return value
    scheme, _, rest = value.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}:***@{place}" if at and ":" in user else value


def is_loopback(host: str | None) -> bool:
    """Return whether an address is this machine's own and nobody else's."""
    if host == "localhost":
        return True
    try:
        return ip_address(host or "").is_loopback
    except ValueError:
        return False


def read_settings(**given: Any) -> Settings:
    """The settings with these given on the command line; SettingsError says what is wrong."""
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problem = error.errors()[0]
        name = ".".join(map(str, problem["loc"]))
        raise SettingsError(f"setting {name}: {problem['msg']}") from None
    except ValueError as error:  # arena.toml is no TOML
        raise SettingsError(f"arena.toml: {error}") from None
    check_variables(os.environ)
    if (settings.cert is None) != (settings.key is None):
        raise SettingsError("settings cert and key: give both, or neither")
    return settings


def check_variables(variables: Iterable[str]) -> None:
    """Raise SettingsError for an ARENA_ variable that would be ignored in silence."""
    known = OTHER_VARIABLES | {f"ARENA_{name.upper()}" for name in Settings.model_fields}
    for name in variables:
        if name.startswith("ARENA_") and name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else "arena serve --print-config lists all"
            raise SettingsError(f"there is no setting {name}; {hint}")
