"""What it saves to play each deal in all seats: a bot against itself with a few slips."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from arena.local.intervals import Interval
from arena.local.rotations import rotations
from arena.local.series import play_turned
from arena.plugins.bot_specs import Player, display_name
from arena.plugins.manager import Plugins
from arena.tournament.plan import units_of
from arena.tournament.results import Line, places2
from arena.tournament.tables import saving
from bots import Answer, Bot, Turn
from engine.game import AnyGame, Event, Outcome, Seat
from engine.rng import deal_seed, series_match_id, stream

SLIPS: Final = 0.05
"""How often the weaker of the two plays any legal move: they are alike, but not the same."""


@dataclass(frozen=True, slots=True)
class DuplicateBench:
    """The saving for one way of drawing (nothing where a game has only one)."""

    bot: str
    draws: str
    saving: Interval | None

    @property
    def bounds(self) -> tuple[float | None, float | None, float | None]:
        """Mean, low and high."""
        found = self.saving
        return (None, None, None) if found is None else (found.mean, found.low, found.high)


class SlippingBot(Bot):
    """A bot that now and then plays any legal move."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._slip = Random()

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Let the bot get ready; the slips follow from its random numbers."""
        self._slip = stream(repr(rng.getstate()[1][:8]), "slips")
        self._bot.variants = self.variants
        self._bot.start(game, seat, seats, config, rng)

    def watch(self, events: Sequence[Event]) -> None:
        """Let the bot watch."""
        self._bot.watch(events)

    def act(self, turn: Turn) -> Answer:
        """The bot's answer, or a slip; the bot is asked all the same, so that it can keep count."""
        answer = self._bot.act(turn)
        assert isinstance(answer, str | tuple)
        if self._slip.random() < SLIPS:
            return turn.legal[int(self._slip.random() * len(turn.legal))]
        return answer

    def end(self, outcome: Outcome) -> None:
        """Let the bot know."""
        self._bot.end(outcome)


def bench_duplicate(plugins: Plugins, name: str, deals: int, seed: str) -> Iterator[DuplicateBench]:
    """The saving with the game's short options, for every way of drawing that it has."""
    game = plugins.game(name)
    kind = strongest(plugins, game)
    ways = ("wall", "streams") if hasattr(game.config(), "draws") else ("",)
    for draws in ways:
        config = {**game.short, **({"draws": draws} if draws else {})}
        lines = [
            line for deal in range(deals) for line in play_deal(game, kind, config, deal, seed)
        ]
        yield DuplicateBench(display_name(kind), draws, saving(lines))


def strongest(plugins: Plugins, game: AnyGame) -> type[Bot]:
    """Return the game's strongest bot that answers at once, else its strongest that is not slow."""
    own = [bot for name in plugins.bots_of(game.name) if not (bot := plugins.bots[name]).slow]
    quick = [bot for bot in own if bot.quick]
    return (quick or own or list(plugins.bots.values()))[-1]


def play_deal(
    game: AnyGame, kind: type[Bot], config: Mapping[str, Any], deal: int, seed: str
) -> Iterator[Line]:
    """One deal in all seats: the slipping bot alone, or with its like for a partner."""
    units = units_of(game, config, None)
    slips = [unit == 0 for unit in units]
    for turn in rotations([str(slip) for slip in slips]):
        players = [
            Player("slips", bot=SlippingBot(kind())) if slip else Player("steady", bot=kind())
            for slip in slips
        ]
        identity = series_match_id(seed, deal, turn)
        outcome = play_turned(
            game, players, turn, deal_seed(seed, deal), identity, config, ()
        ).outcome
        turned = [*units[turn:], *units[:turn]]
        first = [turned.index(unit) for unit in dict.fromkeys(turned)]
        yield Line(
            deal,
            tuple(int(turned[seat] != 0) for seat in first),
            tuple(outcome.points[seat] for seat in first),
            tuple(places2([outcome.ranks[seat] for seat in first])),
            tuple(first),
        )
