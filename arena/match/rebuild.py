"""Matches that come from elsewhere: their moves played again, so that our own log can be kept."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.errors import LogError
from arena.match.link import Link
from arena.match.log import UNPLAYABLE
from arena.match.match import Match, Refusal
from arena.match.result import match_id
from engine.config import as_json
from engine.game import AnyGame, Seat
from engine.rng import Deals


def replayed_match(
    game: AnyGame,
    name: str,
    players: Sequence[str],
    config: Mapping[str, Any],
    deals: Sequence[Any],
    moves: Iterable[Mapping[Seat, str]],
) -> Match:
    """A match with these deals and moves; seats left out of a claim pass. LogError if illegal."""
    given = Deals.given(deals, then="beyond the log")
    try:
        match = Match(game, players, given, config=config, match_id=match_id(name))
        for choices in moves:
            if match.over:
                raise LogError(f"{name}: the log goes on, but by these rules the match is over")
            take(match, choices)
    except UNPLAYABLE as error:
        raise LogError(f"{name}: {error}") from None
    return match


def link_match(link: Link) -> Match:
    """The match of a link so far; a link does not contain the players' names."""
    match = Match(
        link.game,
        [f"player{seat}" for seat in range(link.seats)],
        link.deals,
        config=as_json(link.config),
        variants=link.variants,
        match_id=match_id("link"),
    )
    for choices in link.moves:
        take(match, choices)
    return match


def take(match: Match, choices: Mapping[Seat, str]) -> None:
    """One step: the choices given, and a pass of everybody else who could claim."""
    if not match.pending:
        match.advance()
        return
    for seat, request in tuple(match.pending.items()):
        choice = choices.get(seat)
        if choice is None:
            choice = match.rules.default(match.state, match.offers, seat).choice
        refused = match.answer(seat, choice)
        if isinstance(refused, Refusal):
            legal = ",".join(request.legal)
            raise LogError(f"step {match.n + 1}: seat {seat} chose {choice!r}; legal were {legal}")
