"""The check of a bot: whole matches against dummies and house bots, and what came of them.

`arena check` and a server's gate for submitted bots call the same function.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from arena.local.loop import loaded_plugins, play_match
from arena.local.refereed import play_referee
from arena.match.clock import ClockRules
from arena.match.match import Match
from arena.match.result import MatchResult, match_id
from arena.match.stderr_logs import Lines
from arena.plugins.bot_specs import (
    BotSpec,
    CommandLineSpec,
    Player,
    check_table,
    find_player,
    tell_apart,
)
from arena.plugins.manager import Plugins
from arena.sdk.decision_recorder import (
    Decision,
    DecisionRecorder,
    TimedBot,
    is_timeout,
    seat_times,
)
from arena.sdk.report import Played, Report, kind_of
from arena.sdk.slow_notice import SlowNotice
from arena.sdk.stoppable_match import StoppableMatch
from arena.table.spec import DEFAULT_CLOCK
from bots import Bot
from engine.game import AnyGame, Seat
from engine.rng import Deals
from engine.variants import VariantEntry

DUMMIES: Final = ("first", "random")
HOUSE_BOTS: Final = 2
"""How many of a game's own house bots a check plays against, the weakest first."""
MOST_DEFAULTS: Final = 10
"""Answers that may fail before a check is broken off."""
MOST_TIMEOUTS: Final = 2
"""Answers that may never come before a check is broken off: each costs a room's whole time."""

Progress = Callable[[Played], None]
Notice = Callable[[str], None]
"""Given a line on a bot that thinks for long."""
Words = Callable[[int, Lines], None]
"""Given the number of a match, and what the bot wrote to stderr in it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match to be played: the bot's seat, who sits at all the others, and the deals."""

    seat: Seat
    opponent: str
    seed: str


def check(
    bot: str | BotSpec | type[Bot],
    game: str | AnyGame,
    *,
    name: str = "",
    seed: str = "check",
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    opponents: Sequence[str] = (),
    plugins: Plugins | None = None,
    clock: ClockRules = DEFAULT_CLOCK,
    progress: Progress | None = None,
    words: Words | None = None,
    notice: Notice | None = None,
) -> Report:
    """Play whole matches with a bot and report; the last one is played twice to compare.

    A bot that needs a process of its own plays by the clock. A bot that fails over and over is
    not asked any further. `name` is what it is called if its spec shall not be told.
    """
    plugins = plugins or loaded_plugins()
    found = plugins.game(game) if isinstance(game, str) else game
    player = find_player(CommandLineSpec(bot) if isinstance(bot, str) else bot, plugins)
    player = replace(player, name=name or player.name)
    checker = Checker(player, found, plugins, config, clock, words, variants, notice)
    report = Report(checker.player.name, found.name, seed)
    tables = plan(found, opponents or usual_opponents(found, plugins), seed)
    choices: list[Sequence[Decision]] = []
    for number, table in enumerate([*tables, tables[-1]], 1):
        choices.append(checker.play(table, report, number, len(tables) + 1))
        if progress is not None:
            progress(report.matches[-1])
        if report.broken_off:
            return report
    report.difference = first_difference(*choices[-2:])
    return report


def usual_opponents(game: AnyGame, plugins: Plugins) -> list[str]:
    """Dummies, then house bots made for the game."""
    house = plugins.bots_of(game.name)[:HOUSE_BOTS]
    return [*(name for name in DUMMIES if name in plugins.bots), *house]


def plan(game: AnyGame, opponents: Sequence[str], seed: str) -> list[Table]:
    """One match against each opponent, the bot one seat further every time; `random` last.

    The last match is the one that is repeated, and every seat of a dummy plays alike twice.
    """
    last_is_random = sorted(opponents, key=lambda name: name == "random")
    return [
        Table(number % game.default_seats, name, f"{seed}:{number}")
        for number, name in enumerate(last_is_random)
    ]


class Checker:
    """Plays the matches of a check and writes what it sees into the report."""

    def __init__(
        self,
        player: Player,
        game: AnyGame,
        plugins: Plugins,
        config: Mapping[str, Any] | None,
        clock: ClockRules,
        words: Words | None = None,
        variants: Sequence[VariantEntry] = (),
        notice: Notice | None = None,
    ) -> None:
        self.player = player
        self._notice: Notice = notice or (lambda _text: None)
        self._variants = variants
        self._game = game
        self._plugins = plugins
        self._config = config
        self._clock = clock
        self._words = words

    def play(self, table: Table, report: Report, number: int, of: int) -> list[Decision]:
        """One match; the bot's decisions in order."""
        players, timed = self._seated(table)
        match = self._new_match(table, players)
        witness = DecisionRecorder(match, table.seat)
        # One that plays by the clock may cost seconds each time: its faults of all matches count.
        before = len(report.faults) if self.player.needs_referee else 0
        late = sum(is_timeout(fault) for _, fault in report.faults)
        match.enough = lambda: (
            before + witness.defaults >= MOST_DEFAULTS or late + witness.timeouts >= MOST_TIMEOUTS
        )
        names = [one.name for one in players]
        with SlowNotice(match, names, self._notice, stops=not self.player.needs_referee):
            result = self._result(match, players, table, witness, report)
        report.broken_off = match.cut
        faults = [fault for fault in result.faults if fault.seat == table.seat]
        report.faults += [(number, fault) for fault in faults]
        report.times_ms += timed.times_ms if timed else seat_times(match, table.seat)
        count_kinds(report, witness.decisions)
        report.matches.append(
            _played(result, table, number, of, len(witness.decisions), len(faults))
        )
        return witness.decisions

    def _new_match(self, table: Table, players: Sequence[Player]) -> StoppableMatch:
        names, deals = [player.name for player in players], Deals.seed(table.seed)
        identity = match_id(table.seed)
        return StoppableMatch(
            self._game,
            names,
            deals,
            config=self._config,
            variants=self._variants,
            match_id=identity,
        )

    def _result(
        self,
        match: Match,
        players: Sequence[Player],
        table: Table,
        watch: DecisionRecorder,
        report: Report,
    ) -> MatchResult:
        bots = [player.bot for player in players if player.bot and not player.needs_referee]
        if len(bots) == len(players):
            return play_match(match, bots, table.seed, watch)

        def keep(seat: Seat, lines: Lines) -> None:
            if seat == table.seat:
                report.keep_words(lines)
                if self._words is not None:
                    self._words(len(report.matches) + 1, lines)

        return play_referee(
            match, players, table.seed, watch=watch, clock=self._clock, keep_log=keep
        )

    def _seated(self, table: Table) -> tuple[list[Player], TimedBot | None]:
        """Everybody at the table; a bot of this process comes with a watch on it."""
        fresh = self.player.seated()
        opponent = CommandLineSpec(table.opponent)
        others = [find_player(opponent, self._plugins) for _ in range(self._game.default_seats - 1)]
        players = tell_apart([*others[: table.seat], fresh, *others[table.seat :]])
        check_table(self._game, players)
        if fresh.bot is None or fresh.needs_referee:
            return players, None
        timed = TimedBot(fresh.bot)
        players[table.seat] = replace(players[table.seat], bot=timed)
        return players, timed


def _played(
    result: MatchResult, table: Table, number: int, of: int, decisions: int, faults: int
) -> Played:
    match: Match = result.match
    seat = table.seat
    opponents = tuple(name for at, name in enumerate(match.header.players) if at != seat)
    points, rank = result.outcome.points[seat], result.outcome.ranks[seat]
    return Played(number, of, opponents, seat, table.seed, decisions, faults, points, rank)


def count_kinds(report: Report, decisions: Sequence[Decision]) -> None:
    """Count the kinds of choices on offer and those taken by the bot itself."""
    for decision in decisions:
        report.offered.update({kind_of(choice) for choice in decision.legal})
        if not decision.defaulted:
            report.used[kind_of(decision.choice)] += 1


def first_difference(first: Sequence[Decision], second: Sequence[Decision]) -> str | None:
    """Where two runs of the same match part; None if they are the same."""
    for number, (one, other) in enumerate(zip(first, second, strict=False), 1):
        if one.choice != other.choice:
            return f"decision {number}, step {one.n}: {one.choice}, then {other.choice}"
    return None if len(first) == len(second) else "one run of the same match was longer"
