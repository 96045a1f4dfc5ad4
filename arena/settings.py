"""How a server is run: from ARENA_ variables, arena.toml and the command line."""

from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class Settings(BaseSettings):
    """Every limit of the wire, with the protocol's defaults."""

    model_config = SettingsConfigDict(env_prefix="ARENA_", toml_file="arena.toml")

    host: str = "127.0.0.1"
    port: int = 8001
    default_game: str = "tigerdragon"
    open_rooms: bool = True
    max_games: int = 100
    max_frame: int = 64 * 1024
    messages_a_second: float = 20.0
    burst: int = 40
    undecodable_frames: int = 5
    join_seconds: float = 10.0
    heartbeat_seconds: float = 15.0
    finished_room_seconds: float = 600.0
    send_buffer: int = 1024 * 1024
    """Bytes a player may leave unread before the connection is given up."""

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
