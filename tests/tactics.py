"""`make tactics`: exact ends against the rules, and what the searches do where the answer is known.

Positions come from seeds. An answer is known by trying everything to the end of the round, with all
hands open; a bot that sees all hands must find a choice that is as good. What to bid and declare at
Texas 42 is asked of a bot that sees its own hand only, which takes every trick whoever holds the
others.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import monotonic
from typing import Any

from goita import endgame as goita_endgame
from goita.bots import GoitaSearch

from bots import Bot, TableTurn
from bots.search import told
from bots.searchers import (
    RiichiSearch,
    SichuanSearch,
    TaiwanSearch,
    Texas42Search,
    TigerDragonSearch,
)
from bots.texas42_endgame import can_make
from bots.tigerdragon_endgame import after, best, ending, lead
from engine.game import AnyGame
from engine.variants import Rules
from tests.bots.endings import (
    GOITA,
    TEXAS42,
    TIGERDRAGON,
    goita_endings,
    texas42_endings,
    tigerdragon_endings,
    tried_hand,
    tried_pieces,
    tried_round,
)
from tests.bots.last_discards import RIICHI, SICHUAN, TAIWAN, last_discards
from tests.bots.sure_hands import sure_bids, sure_trumps

PUZZLES = 100
"""Positions a game in which the choice matters."""


def exact_tigerdragon(count: int) -> int:
    """How many ends of rounds the solver works out as the rules do."""
    states = tigerdragon_endings(count, seed=1, most=12)
    return sum(best(ending(state)) == tried_round(state) for state in states)


def exact_texas42(count: int) -> int:
    """How many last tricks the solver works out as the rules do."""
    states = texas42_endings(count, seed=1, most=14)
    return sum(can_make(state) == tried_hand(state) for state in states)


def exact_goita(count: int) -> int:
    """How many ends of rounds the solver works out as the rules do."""
    states = goita_endings(count, seed=1)
    return sum(
        goita_endgame.lead(goita_endgame.ending(state)) == tried_pieces(state) for state in states
    )


# -- positions in which some choices are better than others


def tigerdragon_puzzles(count: int) -> Iterator[tuple[Any, set[str]]]:
    """Ends in which not every choice is best, with the choices that are."""
    found = 0
    for state in tigerdragon_endings(100 * count, seed=2):
        end, seat = ending(state), state.current
        legal = [move.choice for move in Rules(TIGERDRAGON).legal(state)[seat]]
        worth = {c: lead(after(end, c), seat, teams=end.terms.teams) for c in legal}
        good = {choice for choice in legal if worth[choice] == max(worth.values())}
        if len(good) < len(legal):
            yield state, good
            found += 1
        if found == count:
            return


def texas42_puzzles(count: int) -> Iterator[tuple[Any, set[str]]]:
    """Last tricks in which some dominoes win the hand and others lose it, with those that win."""
    rules, found = Rules(TEXAS42), 0
    for state in texas42_endings(100 * count, seed=2, most=12):
        seat = state.current
        made = {
            move.choice: can_make(rules.apply(state, {seat: move}).state) == bids(state)
            for move in rules.legal(state)[seat]
        }
        good = {choice for choice, wins in made.items() if wins}
        if 0 < len(good) < len(made):
            yield state, good
            found += 1
        if found == count:
            return


def goita_puzzles(count: int) -> Iterator[tuple[Any, set[str]]]:
    """Ends in which not every choice is best, with the choices that are."""
    found = 0
    for state in goita_endings(100 * count, seed=2, most=12):
        end, side = goita_endgame.ending(state), 1 - 2 * (state.current % 2)
        worth = {c: side * goita_endgame.after(end, c) for c in goita_endgame.choices(end)}
        good = {choice for choice, value in worth.items() if value == max(worth.values())}
        if len(good) < len(worth):
            yield state, good
            found += 1
        if found == count:
            return


def bids(state: Any) -> bool:
    """Whether the seat to play belongs to the bidding side."""
    return bool(state.contract.side == state.current & 1)


def solved(
    game: AnyGame,
    kind: type[Bot],
    puzzles: Iterable[tuple[Any, set[str]]],
    *,
    open_hands: bool = True,
) -> tuple[int, int]:
    """How many puzzles a bot solves, all hands shown to it or only its own, and how many it was."""
    right = count = 0
    for state, good in puzzles:
        seat, rules = state.current, Rules(game)
        bot = kind()
        bot.start(game, seat, seats_at(state), options_of(state), Random(1))
        legal = tuple(move.choice for move in rules.legal(state)[seat])
        if open_hands:
            bot.imagined = lambda _view, state=state: state  # type: ignore[attr-defined]
        right += told(bot, TableTurn(seat, legal, rules, state, ())) in good
        count += 1
    return right, count


def main() -> int:
    """Print a line per check and the sum of the puzzles; 1 if any position was missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=1000, help="ends of rounds per game")
    options.add_argument("--puzzles", type=int, default=PUZZLES, help="puzzles of each kind")
    given = options.parse_args()
    missed = False
    for name, exact in EXACT.items():
        began = monotonic()
        right = exact(given.positions)
        missed |= right < given.positions
        say(f"exact ends, {name}: {right} of {given.positions}", began)
    began, rows = monotonic(), []
    for what, solve in KINDS.items():
        started = monotonic()
        rows.append(solve(given.puzzles))
        say(f"{what}: {rows[-1][0]} of {rows[-1][1]}", started)
    right, count = (sum(column) for column in zip(*rows, strict=True))
    say(f"tactics: {right} of {count}", began)
    return int(missed or right < count)


EXACT: dict[str, Callable[[int], int]] = {
    "tigerdragon": exact_tigerdragon,
    "texas42": exact_texas42,
    "goita": exact_goita,
}
"""How many of so many ends a game's solver works out as the rules do."""

KINDS: dict[str, Callable[[int], tuple[int, int]]] = {
    "ends, tigerdragon-search": lambda count: solved(
        TIGERDRAGON, TigerDragonSearch, tigerdragon_puzzles(count)
    ),
    "last tricks, texas42-search": lambda count: solved(
        TEXAS42, Texas42Search, texas42_puzzles(count)
    ),
    "bids, texas42-search": lambda count: solved(
        TEXAS42, Texas42Search, sure_bids(count, seed=3), open_hands=False
    ),
    "trumps, texas42-search": lambda count: solved(
        TEXAS42, Texas42Search, sure_trumps(count, seed=3), open_hands=False
    ),
    "last discards, riichi-search": lambda count: solved(
        RIICHI, RiichiSearch, last_discards(RIICHI, count, seed=3)
    ),
    "last discards, taiwan-search": lambda count: solved(
        TAIWAN, TaiwanSearch, last_discards(TAIWAN, count, seed=3)
    ),
    "last discards, sichuan-search": lambda count: solved(
        SICHUAN, SichuanSearch, last_discards(SICHUAN, count, seed=3)
    ),
    "ends, goita-search": lambda count: solved(GOITA, GoitaSearch, goita_puzzles(count)),
}
"""Puzzles of each kind, and how many of so many their search solves."""


def options_of(state: Any) -> Any:
    """The options of the match."""
    return state.config if hasattr(state, "config") else state.table.config


def seats_at(state: Any) -> int:
    """How many sit at the table."""
    return len(state.players) if hasattr(state, "players") else len(state.hands)


def say(words: str, began: float) -> None:
    """Print a result with the time it took."""
    sys.stdout.write(f"{words} ({monotonic() - began:.0f} s)\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
