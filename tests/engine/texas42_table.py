"""Texas 42 positions for tests: hands laid out or dealt, played on by choices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.replay import find_moves
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.texas42.config import Texas42Config
from engine.texas42.deal import first_position, read_hand
from engine.texas42.model import State, Table
from engine.texas42.rules import apply, choices, default
from engine.texas42.tiles import ALL, HAND, SEATS, mask, members
from engine.texas42.variants import words
from engine.variants import Position, Rules, VariantEntry

GAME = Texas42()
SPECIALS = ("nello", "splash", "plunge", "sevens")


def tiles(text: str | Sequence[str]) -> int:
    """A hand from `6-4 5-5` or a list."""
    return mask(read_hand(text.split() if isinstance(text, str) else list(text)))


SIXES = tiles("6-6 6-5 6-4 6-3 6-2 6-1 6-0")
HANDS = (
    SIXES,
    tiles("5-5 5-4 5-3 5-2 5-1 5-0 4-4"),
    tiles("4-3 4-2 4-1 4-0 3-3 3-2 3-1"),
    tiles("3-0 2-2 2-1 2-0 1-1 1-0 0-0"),
)
"""Seat 0 takes every trick if it leads with sixes as trumps; seat 3 hardly any."""


def dealt(known: Mapping[int, int], rest: int = ALL) -> tuple[int, ...]:
    """Four hands of seven, those of the seats named as given."""
    left = list(members(rest & ~sum(known.values())))
    hands = []
    for seat in range(SEATS):
        if seat in known:
            hands.append(known[seat])
        else:
            hands.append(mask(left[:HAND]))
            left = left[HAND:]
    return tuple(hands)


def laid_out(hands: Sequence[int], shaker: int = 3, **config: Any) -> State:
    """A hand about to be bid on, with hands of any size."""
    return first_position(Table(GAME.config(config), Deals.seed(1)), 1, shaker, tuple(hands))


def made(state: State, *choices: str) -> State:
    """The position after these moves of whoever is to move, offered or not."""
    known = words(state.table.config)
    for choice in choices:
        state = apply(state, {state.current: known[choice]}).state
    return state


def contract_position(
    hands: Sequence[int], bidder: int, bid: str, trump: str, **config: Any
) -> State:
    """The bidder's hand about to be played: it opened, everybody passed, it was declared."""
    state = laid_out(hands, (bidder - 1) % SEATS, **config)
    return made(state, bid, "pass", "pass", "pass", f"t:{trump}")


def played(
    ids: Iterable[str],
    *,
    seed: str | int = 1,
    variants: Sequence[VariantEntry] = (),
    deals: Deals | None = None,
    **config: Any,
) -> Position:
    """Options and choices in one line: every choice must be on offer to whoever is to choose."""
    rules = Rules(GAME, variants)
    return walked(rules, GAME.config(config), deals or Deals.seed(seed), ids)[-1]


def walked(rules: Rules, config: Texas42Config, deals: Deals, ids: Iterable[str]) -> list[Position]:
    """Every position of a match given by the choices of the seats alone."""
    position = rules.start(config, deals, SEATS)
    rows = [position]
    for choice in ids:
        (seat,) = position.offers
        moves = find_moves(rules, position, {seat: choice}, len(rows))
        position = rules.apply(position.state, moves)
        rows.append(position)
    return rows


def offered(state: State) -> str:
    """What the seat to move may choose, as the wire writes it."""
    return ",".join(move.choice for move in choices(state)[state.current])


def finish(state: State) -> State:
    """On to the end of the hand by first choices."""
    while state.phase in ("Playing", "TrickDone"):
        state = made(state, default(state, state.current).choice)
    return state
