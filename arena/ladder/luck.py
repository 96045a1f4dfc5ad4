"""Luck taken out of results: what the deal gave, and what single draws gave.

The luck of a deal is what house bots make of it: the same deal is played again with one house bot
in every seat, and a seat's luck is its mean result there, less the mean result of that seat over
other deals. The luck of a draw is the difference between what house bots make of the table after
it and what they make of it before, the draws to come dealt anew (`Game.imagine`), as in AIVAT.

Neither depends on what the players did with their luck, and both are zero on average, so a result
less any fixed share of its luck has the same expectation as the result itself. The share is
found by regression on other matches (`unlucky_means`), never on the match it is used for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, Final

from arena.local.intervals import Interval, interval
from arena.local.loop import LocalBots, play_match
from arena.match.log import MatchLog, finished, logged_rules, positions
from arena.match.match import Match, find
from arena.match.result import new_match
from arena.tournament.results import places2
from engine.game import ALL_HANDS, AnyGame
from engine.rng import Deals, stream
from engine.variants import Position, Rules

if TYPE_CHECKING:
    from bots import Bot

FOLDS: Final = 2
"""Parts of the matches; the share of luck that is taken out of one is found in the others."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rules of a match, and who plays it again."""

    game: AnyGame
    config: Mapping[str, Any]
    variants: Sequence[Any]
    seats: int
    bot: "type[Bot]"

    def new_match(self, deals: Deals) -> Match:
        """Return a match by these rules."""
        names = [str(seat) for seat in range(self.seats)]
        return new_match(self.game, names, deals, config=self.config, variants=self.variants)

    def bots(self) -> "list[Bot]":
        """Return a fresh house bot for every seat."""
        return [self.bot() for _ in range(self.seats)]


@dataclass(frozen=True, slots=True)
class Results:
    """Points and mean places by seat."""

    points: tuple[float, ...]
    places: tuple[float, ...]

    @classmethod
    def mean(cls, found: Sequence["Results"]) -> "Results":
        """Return the mean of several, seat by seat."""
        points = zip(*(one.points for one in found), strict=True)
        places = zip(*(one.places for one in found), strict=True)
        return cls(tuple(map(fmean, points)), tuple(map(fmean, places)))

    def less(self, other: "Results") -> "Results":
        """Return the difference, seat by seat."""
        return Results(
            tuple(a - b for a, b in zip(self.points, other.points, strict=True)),
            tuple(a - b for a, b in zip(self.places, other.places, strict=True)),
        )


def results_of(points: Sequence[int], ranks: Sequence[int]) -> Results:
    """Return the results of a match; those who tie share their places."""
    return Results(tuple(map(float, points)), tuple(twice / 2 for twice in places2(ranks)))


# -- the deal


def by_house_bots(table: Table, deals: Deals, rounds: int, seed: str) -> Results:
    """Return what house bots make of a deal, the mean of several matches with it."""
    found = []
    for number in range(rounds):
        match = table.new_match(deals)
        outcome = play_match(match, table.bots(), f"{seed}:{number}").outcome
        found.append(results_of(outcome.points, outcome.ranks))
    return Results.mean(found)


def usual_results(table: Table, deals: int, seed: str) -> Results:
    """Return what house bots make of a seat on average, from deals drawn for this alone."""
    return Results.mean(
        [
            by_house_bots(table, Deals.seed(f"{seed}:usual:{number}"), 1, f"{seed}:usual:{number}")
            for number in range(deals)
        ]
    )


def deal_luck(table: Table, deals: Deals, usual: Results, rounds: int, seed: str) -> Results:
    """Return how much more a deal gave each seat than deals usually do."""
    return by_house_bots(table, deals, rounds, seed).less(usual)


def table_of(log: MatchLog, game: AnyGame, bot: "type[Bot]") -> Table:
    """Return the rules of a logged match, to be played again by a house bot."""
    rules = logged_rules(log, game)
    return Table(game, log.header["config"], rules.variants, len(log.players), bot)


# -- single draws


def draw_luck(
    log: MatchLog, table: Table, steps: int, playouts: int, seed: str
) -> tuple[float, ...]:
    """Return the points that draws gave each seat, at so many steps of a logged match.

    A step is one move of everybody who decides, and the draws that follow it. The steps are drawn
    by lot: choosing those that look lucky would be choosing the result.
    """
    rules, game = logged_rules(log, table.game), table.game
    found = list(positions(log, game))
    moves = {row["n"]: row["moves"] for row in log.steps}
    rng = stream(seed, "draws")
    total = [0.0] * table.seats
    taken = rng.sample(range(1, len(found)), min(steps, len(found) - 1))
    for n in sorted(taken):
        after = playout_mean(table, rules, found[n], playouts, rng)
        before = [0.0] * table.seats
        for _ in range(playouts):
            again = imagined(table, rules, found[n - 1], rng)
            played = {
                int(seat): chosen
                for seat, choice in moves[n].items()
                if (chosen := find(again.offers[int(seat)], choice)) is not None
            }
            value = played_out(table, rules.apply(again.state, played), rng)
            before = [a + b / playouts for a, b in zip(before, value, strict=True)]
        total = [t + a - b for t, a, b in zip(total, after, before, strict=True)]
    return tuple(total)


def playout_mean(
    table: Table, rules: Rules, position: Position, playouts: int, rng: Random
) -> list[float]:
    """Return the mean points at the end of the round, the draws to come dealt anew."""
    if position.results:  # the round is over, and nothing of it is left to draw
        return [float(value) for value in table.game.outcome(position.state).points]
    found = [played_out(table, imagined(table, rules, position, rng), rng) for _ in range(playouts)]
    return [fmean(column) for column in zip(*found, strict=True)]


def imagined(table: Table, rules: Rules, position: Position, rng: Random) -> Position:
    """Return the position with the same hands and everything that is still to come dealt anew."""
    game = table.game
    state = game.imagine(game.config(table.config), game.view(position.state, ALL_HANDS), rng)
    return Position(state, rules.legal(state), ())


def played_out(table: Table, position: Position, rng: Random) -> tuple[int, ...]:
    """Return the points when house bots have played the round to its end."""
    if not position.results and position.offers:
        match = table.new_match(Deals.seed("playout"))
        match.reach(position)
        seats = LocalBots(match, table.bots(), str(rng.random()))
        while not match.over and not position.results:
            position = match.step(seats.ask)
            seats.tell(position.events)
    return table.game.outcome(position.state).points


# -- many matches


@dataclass(frozen=True, slots=True)
class Seen:
    """One player's result in one match, and its luck."""

    who: str
    result: float
    luck: float


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A player's mean result, plain and with the luck taken out."""

    who: str
    plain: Interval
    without_luck: Interval

    @property
    def saved(self) -> float | None:
        """The share of the matches that would give as narrow an interval without luck."""
        ends = (self.plain.low, self.plain.high, self.without_luck.low, self.without_luck.high)
        if None in ends or ends[0] == ends[1]:
            return None
        low, high, own_low, own_high = (end or 0.0 for end in ends)
        return 1 - ((own_high - own_low) / (high - low)) ** 2


def unlucky_means(seen: Sequence[Sequence[Seen]]) -> list[LuckRow]:
    """Return every player's mean over matches, plain and with the luck taken out.

    How much of a seat's luck its result shows is found by regression, for each part of the matches
    on the other parts, so that no result decides how much is taken from it.
    """
    shares = shares_of(seen)
    plain: dict[str, list[float]] = {}
    less: dict[str, list[float]] = {}
    for number, match in enumerate(seen):
        for one in match:
            plain.setdefault(one.who, []).append(one.result)
            less.setdefault(one.who, []).append(one.result - shares[number % FOLDS] * one.luck)
    return [LuckRow(who, interval(plain[who]), interval(less[who])) for who in plain]


def shares_of(seen: Sequence[Sequence[Seen]]) -> list[float]:
    """Return for each part of the matches the share of luck that the others show."""
    return [
        luck_share([match for number, match in enumerate(seen) if number % FOLDS != fold])
        for fold in range(FOLDS)
    ]


def luck_share(seen: Sequence[Sequence[Seen]]) -> float:
    """Return how much of a seat's luck its result shows: the slope over all seats, by player."""
    by_player: dict[str, list[Seen]] = {}
    for match in seen:
        for one in match:
            by_player.setdefault(one.who, []).append(one)
    both = squares = 0.0
    for rows in by_player.values():
        mean = fmean(one.result for one in rows)
        both += sum((one.result - mean) * one.luck for one in rows)
        squares += sum(one.luck**2 for one in rows)
    return both / squares if squares else 0.0


def explained(rows: Sequence[LuckRow], seen: Sequence[Sequence[Seen]]) -> float | None:
    """Return the share of a single result's variance that luck explains; None for too little."""
    shares = shares_of(seen)
    before, after = [], []
    means = {row.who: (row.plain.mean, row.without_luck.mean) for row in rows}
    for number, match in enumerate(seen):
        for one in match:
            plain, less = means[one.who]
            before.append(one.result - plain)
            after.append(one.result - shares[number % FOLDS] * one.luck - less)
    if len(before) < 2 or not (spread := variance(before)):
        return None
    return 1 - variance(after) / spread


def deals_of(log: MatchLog) -> Deals:
    """Return the deals of a logged match that is over."""
    return Deals.from_json(finished(log)["deals"])
