"""The plain loop: a match between bots in this process, with no event loop in the way."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from arena.local.broken_bot import BrokenBot
from arena.match.faults import checked_info, crash, illegal, reason
from arena.match.game_log import logged
from arena.match.match import CHOICE_OF, Advance, Fault, Match, find
from arena.match.result import MatchResult, fresh_seed, new_match
from bots import Bot, TableTurn, masked, watches
from engine.game import AnyGame, Event, Seat, Viewer
from engine.rng import Deals, stream
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.local.refereed import KeepLog
    from arena.plugins.bot_specs import BotSpec, Player
    from arena.plugins.manager import Plugins

Watch = Callable[[Advance], None]
"""Called after the deal and after every step, before anybody is asked again."""


def play(
    game: str | AnyGame,
    bots: "Sequence[str | BotSpec | type[Bot] | Bot]",
    *,
    seed: str | int | None = None,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    plugins: "Plugins | None" = None,
    watch: Watch | None = None,
) -> MatchResult:
    """One match from deal to end; the same seed and bots play the same match again."""
    plugins = plugins or loaded_plugins()
    table, players = resolve(game, bots, plugins)
    root = fresh_seed() if seed is None else str(seed)
    names = [player.name for player in players]
    match = new_match(table, names, Deals.seed(root), config=config, variants=variants)
    return play_seated(match, players, root, plugins=plugins, watch=watch)


def loaded_plugins() -> "Plugins":
    """The installed plugins, loaded only now: they bring in every game and bot there is."""
    from arena.plugins.manager import installed_plugins

    return installed_plugins()


def resolve(
    game: str | AnyGame,
    bots: "Sequence[str | BotSpec | type[Bot] | Bot]",
    plugins: "Plugins",
) -> "tuple[AnyGame, list[Player]]":
    """The game and the players meant; an ArenaError if they do not go together."""
    from arena.plugins.bot_specs import CommandLineSpec, check_table, find_player, tell_apart

    table = plugins.game(game) if isinstance(game, str) else game
    # Whoever calls this writes Python on this machine, and may name what a command line may.
    own = [CommandLineSpec(bot) if isinstance(bot, str) else bot for bot in bots]
    players = tell_apart([find_player(bot, plugins) for bot in own])
    check_table(table, players)
    return table, players


def play_seated(
    match: Match,
    players: "Sequence[Player]",
    bot_seed: str,
    *,
    plugins: "Plugins | None" = None,
    watch: Watch | None = None,
    no_clock: bool = False,
    keep_log: "KeepLog | None" = None,
    reveal_seed: bool = True,
) -> MatchResult:
    """Play a match between these players by the quickest driver that can ask them all.

    A match of a series does not reveal its seed: its deal may be played again.
    """
    tell_step = _with_hooks(match, plugins, watch)
    bots = [player.bot for player in players if player.bot and not player.needs_referee]
    if len(bots) == len(players):
        result = play_match(match, bots, bot_seed, logged(match, tell_step))
    else:
        from arena.local.refereed import play_referee
        from arena.table.spec import DEFAULT_CLOCK

        clock = None if no_clock else DEFAULT_CLOCK
        result = play_referee(
            match, players, bot_seed,
            watch=tell_step, clock=clock, keep_log=keep_log, reveal_seed=reveal_seed,
        )  # fmt: skip
    if plugins:
        plugins.tell("arena_match_finished", header=match.header, result=result)
    return result


def _with_hooks(match: Match, plugins: "Plugins | None", watch: Watch | None) -> Watch | None:
    if plugins is None:
        return watch
    plugins.tell("arena_match_started", header=match.header)
    if not plugins.listens("arena_match_record"):
        return watch

    def tell_step(advance: Advance) -> None:
        if advance.n:
            plugins.tell("arena_match_record", header=match.header, record=match.records[-1])
        if watch is not None:
            watch(advance)

    return tell_step


def play_match(
    match: Match, bots: Sequence[Bot], bot_seed: str, watch: Watch | None = None
) -> MatchResult:
    """Drive a match to its end with bots of this process."""
    table = LocalBots(match, bots, bot_seed)
    rounds = list(match.opening.results)
    table.tell(match.opening.events)
    if watch is not None:
        watch(match.opening)
    while not match.over:
        position = match.step(table.ask)
        table.tell(position.events)
        if position.results:
            rounds += position.results
        if watch is not None:
            watch(match.told(position))
    table.end()
    return MatchResult(match, tuple(rounds))


class LocalBots:
    """Bots seated at a match in this process: started, told, asked and ended in turn."""

    def __init__(self, match: Match, bots: Sequence[Bot], bot_seed: str) -> None:
        self.match = match
        self._steps: list[tuple[Event, ...]] = []
        self._read = [0] * len(bots)
        """How many of the steps each seat has been given."""
        self.bots = [self._started(seat, bot, bot_seed) for seat, bot in enumerate(bots)]
        self._watching = [seat for seat, bot in enumerate(self.bots) if watches(bot)]

    def _started(self, seat: Seat, bot: Bot, bot_seed: str) -> Bot:
        match = self.match
        try:
            bot.variants = match.rules.variants
            bot.start(match.game, seat, match.seats, match.config, stream(bot_seed, "bot", seat))
        except Exception as error:  # it sits there all the same, and fails at every turn
            return BrokenBot(error)
        return bot

    def tell(self, events: tuple[Event, ...]) -> None:
        """Hand a step's events to everybody; masked when somebody reads them."""
        self._steps.append(events)
        for seat in self._watching:
            try:
                self.bots[seat].watch(masked(events, Viewer.player(seat)))
            except Exception as error:  # noted; what it missed is in its turn's events
                self.match.note(Fault(seat, "crash", f"watching: {reason(error)}"))

    def ask(self, seat: Seat, offer: tuple[Any, ...]) -> Any:
        """The action a bot takes; a crash or an illegal answer becomes a fault and the default."""
        match, told, legal = self.match, len(self._steps), tuple(map(CHOICE_OF, offer))
        since, self._read[seat] = self._read[seat], told
        turn = TableTurn(seat, legal, match.rules, match.state, self._steps, None, since, told)
        try:
            answer = self.bots[seat].act(turn)
        except Exception as error:  # a bot may fail in any way: that is its fault, not ours
            return match.default(seat, crash(seat, legal, error))
        if answer in legal:
            return offer[legal.index(answer)]
        return self._meant(seat, offer, answer)

    def _meant(self, seat: Seat, offer: tuple[Any, ...], answer: object) -> Any:
        """The action of an answer that is not just a legal choice: remarks, blanks, nonsense."""
        match answer:
            case (str() as choice, info):
                action = find(offer, choice)
                if action is not None:
                    self.match.remark(seat, checked_info(info))
            case str():
                action = find(offer, answer)
            case _:
                action = None
        if action is None:
            legal = tuple(map(CHOICE_OF, offer))
            return self.match.default(seat, illegal(seat, legal, answer))
        return action

    def end(self) -> None:
        """Tell everybody how it ended; a bot that fails now hurts nobody."""
        for bot in self.bots:
            with suppress(Exception):
                bot.end(self.match.outcome)
