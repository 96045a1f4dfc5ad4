"""The numbered promises of Texas 42's design: each is a test with the id `checklist-NN`."""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from engine.errors import IllegalMoveError
from engine.game import SYSTEM
from engine.rng import Deals
from engine.texas42.model import State
from engine.variants import Position, Rules, VariantEntry
from tests.conftest import DATA
from tests.engine.texas42_table import GAME, SPECIALS

Test = TypeVar("Test", bound=Callable[..., Any])
POINTS = 40
EVERYTHING = (*SPECIALS, "tournament", "forced-bid", "one-hand", "consensus", "speed", "hints")


def checklist(number: int) -> Callable[[Test], Test]:
    """The test of a numbered promise."""

    def mark(test: Test) -> Test:
        ids = [f"checklist-{number:02}"]
        numbered: Test = pytest.mark.parametrize("point", [number], ids=ids, indirect=True)(test)
        return pytest.mark.usefixtures("point")(numbered)  # type: ignore[no-any-return]  # a mark

    return mark


def recorded() -> Iterator[dict[str, Any]]:
    """The recorded games."""
    with (DATA / "texas42" / "games.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def random_positions(
    variants: Sequence[VariantEntry] = (), games: int = 1, **config: Any
) -> Iterator[tuple[Rules, Position]]:
    """The positions of random games."""
    rules = Rules(GAME, variants)
    for number in range(games):
        rng = Random(number)
        position = rules.start(GAME.config(config), Deals.seed(f"list {number}"), 4)
        yield rules, position
        while position.offers:
            moves = {seat: rng.choice(offer) for seat, offer in position.offers.items()}
            position = rules.apply(position.state, moves)
            yield rules, position


def from_log(rules: Rules, config: Any, deals: Deals, log: Sequence[str]) -> State:
    """A position from the full log: every entry must be on offer, the system's too."""
    state: State = GAME.start(config, deals, 4).state
    for token in log:
        who, _, choice = token.partition(":")
        seat = SYSTEM if who == "*" else int(who)
        moves = [m for m in rules.legal(state).get(seat, ()) if m.choice == choice]
        if not moves:
            raise IllegalMoveError(f"{token} was not on offer")
        state = GAME.apply(state, {seat: moves[0]}).state
    return state
