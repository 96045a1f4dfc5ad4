"""Rebuild any position of a match from its options, deals and moves."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.errors import IllegalMoveError
from engine.game import Seat
from engine.rng import Deals
from engine.variants import Position, Rules


def replay(
    rules: Rules,
    config: Any,
    deals: Deals,
    seats: int,
    moves: Iterable[Mapping[Seat, str]],
    *,
    auto_pass: bool = False,
) -> Iterator[Position]:
    """Every position in order, the first before any move; refuses what was not on offer.

    With `auto_pass`, seats that a partial log leaves out of a claim step play their default.
    """
    position = rules.start(config, deals, seats)
    yield position
    for number, choices in enumerate(moves, 1):
        actions = find_moves(rules, position, choices, number, auto_pass=auto_pass)
        position = rules.apply(position.state, actions)
        yield position


def find_moves(
    rules: Rules,
    position: Position,
    choices: Mapping[Seat, str],
    number: int,
    *,
    auto_pass: bool = False,
) -> dict[Seat, Any]:
    """The offered actions with these choices, one for every deciding seat."""
    found: dict[Seat, Any] = {}
    game, state = rules.game, position.state
    for seat, offer in position.offers.items():
        if seat not in choices:
            if not (auto_pass and game.asking(state) == "claim"):
                raise IllegalMoveError(
                    f"step {number}: seat {seat} must choose, but no move is given"
                )
            found[seat] = rules.default(state, position.offers, seat)
            continue
        found[seat] = _offered(offer, choices[seat], f"step {number}: seat {seat}")
    if extra := set(choices) - set(found):
        raise IllegalMoveError(f"step {number}: seat {min(extra)} has nothing to decide")
    return found


def _offered(offer: tuple[Any, ...], choice: str, where: str) -> Any:
    for action in offer:
        if action.choice == choice:
            return action
    legal = ",".join(action.choice for action in offer)
    raise IllegalMoveError(f"{where} chose {choice!r}; legal were {legal}")
