"""A bot's lost matches, and which of their decisions another version of it makes differently."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import ArenaError
from arena.local.loop import play
from arena.match.log import MatchLog, log_lines, parse_log
from arena.plugins.bot_specs import Player
from arena.plugins.manager import Plugins
from arena.sdk.ask import Asked, ask
from engine.game import AnyGame, Seat
from engine.rng import deal_seed


@dataclass(frozen=True, slots=True)
class Loss:
    """A match that a bot has not won, and its seat there."""

    name: str
    log: MatchLog
    seat: Seat


@dataclass(frozen=True, slots=True)
class Change:
    """A decision of a loss that two versions of a bot make differently."""

    loss: Loss
    before: Asked
    now: Asked


Answers = Sequence[Sequence[Asked]]
"""A bot's answers at every decision of every loss, in order."""


def play_losses(
    game: AnyGame,
    spec: str,
    opponent: str,
    *,
    seed: str,
    matches: int,
    config: Mapping[str, Any] | None = None,
    plugins: Plugins,
) -> Iterator[Loss | None]:
    """Play matches, one seat further each time; yield each that is lost, None for a won one."""
    for number in range(matches):
        seat = number % game.default_seats
        bots = [opponent] * game.default_seats
        bots[seat] = spec
        root = deal_seed(seed, number)
        result = play(game, bots, seed=root, config=config, plugins=plugins)
        lost = result.outcome.ranks[seat] > 1
        log = parse_log(log_lines(result.match))
        yield Loss(f"match {number + 1}", log, seat) if lost else None


def seat_in(log: MatchLog, name: str) -> Seat:
    """Return the seat that a player had in a match; ArenaError names the players."""
    if log.players.count(name) != 1:
        raise ArenaError(f"{name} is not one of the players: {', '.join(log.players)}")
    return log.players.index(name)


def answers(losses: Sequence[Loss], game: AnyGame, player: Player) -> Answers:
    """Put every decision of the losses to a bot again."""
    return [ask(loss.log, game, player, loss.seat) for loss in losses]


def changes(losses: Sequence[Loss], before: Answers, now: Answers) -> list[Change]:
    """Return the decisions that came out differently, those of one loss together."""
    return [
        Change(loss, old, new)
        for loss, olds, news in zip(losses, before, now, strict=True)
        for old, new in zip(olds, news, strict=True)
        if old.now != new.now
    ]
