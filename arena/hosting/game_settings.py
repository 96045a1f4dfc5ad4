"""Settings that name games, options or variants: checked when a server starts."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.errors import ArenaError
from arena.hosting.room_request import read_profiles
from arena.hosting.variant_models import variant_entries
from arena.plugins.manager import Plugins
from arena.settings import Settings, SettingsError
from engine.errors import GameError
from engine.variants import Rules


def check_games(settings: Settings, plugins: Plugins) -> None:
    """Raise SettingsError for a game, option or variant that no match could be played with."""
    with naming("default_game"):
        plugins.game(settings.default_game)
    for name in settings.ladder_games:
        with naming("ladder_games"):
            plugins.game(name)
    for name, options in settings.ladder_config.items():
        with naming(f"ladder_config.{name}"):
            plugins.game(name).config(options)
    for name, variants in settings.ladder_variants.items():
        with naming(f"ladder_variants.{name}"):
            Rules(plugins.game(name), variants)
    for name, rules in read_profiles(settings.profiles).items():
        with naming(f"profiles.{name}"):
            game = plugins.game(rules.game or settings.default_game)
            game.config(rules.config)
            Rules(game, variant_entries(rules.variants))


@contextmanager
def naming(setting: str) -> Iterator[None]:
    """Raise an error about games as a SettingsError that names the setting."""
    try:
        yield
    except (ArenaError, GameError) as error:
        raise SettingsError(f"setting {setting}: {error}") from None
