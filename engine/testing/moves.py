"""Checks of the rules side: matches end, offers are proper, states stay as they are."""

from typing import Any, Final

from engine.config import as_json
from engine.errors import ConfigError, VariantError
from engine.game import FULL, AnyGame, Outcome
from engine.replay import replay
from engine.testing.matches import (
    ConformanceError,
    RandomMatch,
    fingerprint,
    matches,
    random_match,
    through_json,
)
from engine.variants import variants_of

NO_SUCH_OPTION: Final = "no_such_option"


def check_config(game: AnyGame, seed: str) -> None:  # noqa: ARG001
    """Every preset survives being written and read; an unknown option is refused by name."""
    for preset in game.presets:
        config = game.config({"preset": preset})
        again = game.config(through_json(as_json(config)))
        if again != config:
            raise ConformanceError(f"{game.name}: preset {preset} reads back as {again}")
    try:
        game.config({NO_SUCH_OPTION: 1})
    except ConfigError as error:
        if error.field == NO_SUCH_OPTION:
            return
    raise ConformanceError(f"{game.name}: an unknown option gives no ConfigError that names it")


def check_ending(game: AnyGame, seed: str) -> None:
    """Random matches of every preset and number of seats come to an end with a fair outcome."""
    for preset in game.presets:
        for seats in game.seats:
            match = random_match(game, seats, seed, {"preset": preset})
            steps = list(match.play())
            final, _ = steps[-1]
            _check_outcome(match, len(steps) - 1, game.outcome(final.state))


def _check_outcome(match: RandomMatch, step: int, outcome: Outcome) -> None:
    if not len(outcome.points) == len(outcome.ranks) == match.seats:
        raise ConformanceError(f"{match.where(step)}: the outcome is not one entry a seat")
    if min(outcome.ranks) != 1 or outcome.winner not in range(-1, match.seats):
        raise ConformanceError(f"{match.where(step)}: no such outcome: {outcome}")


def check_offers(game: AnyGame, seed: str) -> None:
    """Nobody is asked without a choice, no choice comes twice, and each is a proper word."""
    for match in matches(game, seed):
        for step, (position, _) in enumerate(match.play()):
            for seat, offer in position.offers.items():
                if seat not in range(match.seats):
                    raise ConformanceError(f"{match.where(step, seat)}: there is no such seat")
                _check_offer(match, match.where(step, seat), [a.choice for a in offer])
            with match.naming(step):
                again = game.choices(position.state)
            if again != position.offers:
                raise ConformanceError(f"{match.where(step)}: asked twice, the offers differ")


def _check_offer(match: RandomMatch, where: str, choices: list[str]) -> None:
    for choice in choices:
        if choices.count(choice) > 1:
            raise ConformanceError(f"{where}: {choice!r} is offered twice")
        if not choice or "," in choice or any(c.isspace() for c in choice):
            raise ConformanceError(f"{where}: {choice!r} is empty or has a comma or a blank")
        if not match.rules.known(choice.lower()):
            raise ConformanceError(
                f"{where}: {choice!r} is offered, but known() denies it; add it to `words`"
            )


def check_default(game: AnyGame, seed: str) -> None:
    """The move for a seat that gives none is one of its offers."""
    for match in matches(game, seed):
        for step, (position, _) in enumerate(match.play()):
            for seat, offer in position.offers.items():
                with match.naming(step, seat):
                    action = game.default(position.state, seat)
                if action not in offer:
                    raise ConformanceError(
                        f"{match.where(step, seat)}: the default {action.choice!r} is not offered"
                    )


def check_apply(game: AnyGame, seed: str) -> None:
    """`apply` leaves its argument and all earlier states alone, and gives the same twice."""
    for match in matches(game, seed):
        kept: list[tuple[int, Any, Any]] = []
        for step, position, moves in match.stretch():
            kept.append((step, position.state, fingerprint(position.state)))
            if moves:
                with match.naming(step):
                    _check_same(match, step, position.state, moves)
        for step, state, before in kept:
            if fingerprint(state) != before:
                raise ConformanceError(f"{match.where(step)}: a later step changed this state")


def _check_same(match: RandomMatch, step: int, state: Any, moves: dict[int, Any]) -> None:
    before, given = fingerprint(state), dict(moves)
    first, second = match.rules.apply(state, moves), match.rules.apply(state, moves)
    if fingerprint(state) != before or moves != given:
        raise ConformanceError(f"{match.where(step)}: apply changed its argument")
    if fingerprint(first.state) != fingerprint(second.state) or first.events != second.events:
        raise ConformanceError(f"{match.where(step)}: the same moves led to two positions")


def check_replay(game: AnyGame, seed: str) -> None:
    """Options, seed and moves rebuild every prefix: states by their full view, and events."""
    for match in matches(game, seed):
        recorded = list(match.play())
        log = [{s: a.choice for s, a in moves.items()} for _, moves in recorded if moves]
        config = game.config(through_json(as_json(match.config)))
        rebuilt = replay(match.rules, config, match.deals, match.seats, through_log(log))
        for step, ((before, _), again) in enumerate(zip(recorded, rebuilt, strict=True)):
            if before.events != again.events or before.results != again.results:
                raise ConformanceError(f"{match.where(step)}: replay tells other events")
            with match.naming(step):
                same = game.view(before.state, FULL) == game.view(again.state, FULL)
            if not same:
                raise ConformanceError(f"{match.where(step)}: replay leads to another position")


def through_log(moves: list[dict[int, str]]) -> list[dict[int, str]]:
    """Moves as they come back from a log, where seats are text."""
    return [{int(seat): choice for seat, choice in row.items()} for row in through_json(moves)]


def check_variants(game: AnyGame, seed: str) -> None:
    """Under each variant alone random matches still end and offers stay proper."""
    for name in variants_of(game):
        for seats in game.seats:
            match = random_match(game, seats, seed, variants=(name,))
            try:
                _check_offers(match)
            except VariantError as error:
                raise ConformanceError(f"{match.where(0)}: {error}") from error


def _check_offers(match: RandomMatch) -> None:
    for step, (position, _) in enumerate(match.play()):
        for seat, offer in position.offers.items():
            _check_offer(match, match.where(step, seat), [a.choice for a in offer])
