"""The strongest bot of a game, asked about positions of others."""

from collections.abc import Sequence
from random import Random
from typing import Any

import structlog

from arena.plugins.manager import Plugins, reason
from bots import Bot
from engine.game import AnyGame, Seat
from engine.variants import VariantEntry

log = structlog.get_logger()


def adviser(
    plugins: Plugins,
    game: AnyGame,
    seat: Seat,
    seats: int,
    config: Any,
    variants: Sequence[VariantEntry],
) -> Bot:
    """Return the strongest bot of a game, seated under the rules of a match."""
    own = plugins.bots_of(game.name)
    bot: Bot = plugins.bots[own[-1] if own else plugins.house_bot(game.name)]()
    bot.variants = variants
    bot.start(game, seat, seats, game.config(config), Random(0))
    return bot


def with_studies(history: dict[str, Any], plugins: Plugins, game: AnyGame) -> dict[str, Any]:
    """Return a seat's frames of a finished match with what that seat could work out at each.

    Frames of a running match stay as they are, as do those of spectators.
    """
    if history["result"] is None or not history["as"].isdecimal():
        return history
    rules = len(history["players"]), history["config"], history["variants"]
    try:
        bot = adviser(plugins, game, int(history["as"]), *rules)
        frames = [frame | {"study": bot.study(frame["view"])} for frame in history["frames"]]
    except Exception as error:  # a plugin's bot must not keep a match from being shown
        log.warning("study_failed", game=game.name, reason=reason(error))
        return history
    return history | {"frames": frames}
