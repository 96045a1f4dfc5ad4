"""Ends of rounds to be worked out, and what comes of them by trying everything by the rules."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from goita import Goita
from goita.bots import play_out
from goita.rules import State as GoitaState

from bots.texas42_play import choose, sight_of_state
from engine.game import SYSTEM
from engine.rng import Deals
from engine.texas42 import Texas42
from engine.texas42.model import State as HandState
from engine.texas42.moves import PLAYS
from engine.texas42.rules import choices as texas42_choices
from engine.tigerdragon import TigerDragon
from engine.tigerdragon.model import State as RoundState
from engine.tigerdragon.tiles import COPIES
from engine.variants import Rules

TIGERDRAGON, TEXAS42, GOITA = TigerDragon(), Texas42(), Goita()
CARDS = ("dojo", "volcano", "storm", "cave", "fog", "gamemarket")


# -- Tiger & Dragon


def tigerdragon_endings(count: int, seed: int, most: int = 9) -> Iterator[RoundState]:
    """Positions with at most so many tiles in all hands, some moves after a given deal."""
    rng, rules, found = Random(seed), Rules(TIGERDRAGON), 0
    while found < count:
        seats = rng.choice((2, 3, 4))
        tiles = [tile for tile, copies in COPIES.items() for _ in range(copies)]
        rng.shuffle(tiles)
        sizes = [rng.randint(2, 5) for _ in range(seats)]
        hands = [[tiles.pop() for _ in range(size)] for size in sizes]
        options = {"card": rng.choice(CARDS), "teams": seats == 4 and rng.random() < 0.2}
        config = TIGERDRAGON.config({**options, "last_bonus_counts": rng.random() < 0.8})
        deals = Deals.given([{"hands": hands, "start": rng.randrange(seats)}], then="repeat")
        position = rules.start(config, deals, seats)
        for _ in range(rng.randrange(6)):
            moves = {seat: rng.choice(offer) for seat, offer in position.offers.items()}
            after = rules.apply(position.state, moves)
            if after.results:
                break
            position = after
        if sum(map(len, position.state.hands)) <= most:
            found += 1
            yield position.state


def tried_round(state: RoundState) -> tuple[str, tuple[int, ...]]:
    """The best choice and the points it leads to, by the rules and nothing else."""
    rules, seat = Rules(TIGERDRAGON), state.current
    own = {seat, (seat + 2) % 4} if state.table.config.teams else {seat}
    best: tuple[float, str, tuple[int, ...]] | None = None
    for move in rules.legal(state)[seat]:
        after = rules.apply(state, {seat: move})
        points = after.results[0].points if after.results else tried_round(after.state)[1]
        others = [score for other, score in enumerate(points) if other not in own]
        ahead = sum(points[one] for one in own) / len(own) - sum(others) / len(others)
        if best is None or ahead > best[0]:
            best = (ahead, move.choice, tuple(points))
    assert best is not None
    return best[1], best[2]


# -- Texas 42


def texas42_endings(count: int, seed: int, most: int = 12) -> Iterator[HandState]:
    """Positions with at most so many dominoes in all hands that are not decided yet."""
    rng, rules, number, found = Random(seed), Rules(TEXAS42), 0, 0
    config = TEXAS42.config(TEXAS42.short)
    while found < count:
        number += 1
        position = rules.start(config, Deals.seed(f"{seed}:{number}"), 4)
        least = rng.randint(4, most)
        while not ready(position.state, least) and not position.results:
            offers = position.offers.items()
            moves = {seat: thumbed(position.state, seat, offer, rng) for seat, offer in offers}
            position = rules.apply(position.state, moves)
        if not position.results and position.state.made is None:
            found += 1
            yield position.state


def ready(state: HandState, most: int) -> bool:
    """Whether few enough dominoes are left in play."""
    return state.phase == "Playing" and sum(state.hands).bit_count() <= most


def thumbed(state: HandState, seat: int, offer: Sequence[Any], rng: Random) -> Any:
    """A move that makes for close hands: low bids, any trumps, dominoes mostly by thumb."""
    if state.phase == "Playing" and seat != SYSTEM and rng.random() < 0.7:
        return PLAYS[choose(sight_of_state(state, seat))]
    if state.phase == "Bidding":
        return offer[0] if rng.random() < 0.4 else offer[-1]
    return rng.choice(offer)


def tried_hand(state: HandState) -> bool:
    """Whether the contract is made, by the rules and by trying everything to the end."""
    if state.made is not None:
        return state.made
    assert state.contract is not None
    ((seat, offer),) = texas42_choices(state).items()
    rules = Rules(TEXAS42)
    made = [tried_hand(rules.apply(state, {seat: move}).state) for move in offer]
    return any(made) if seat == SYSTEM or seat & 1 == state.contract.side else all(made)


# -- Goita


def goita_endings(count: int, seed: int, most: int = 10) -> Iterator[GoitaState]:
    """Positions with at most so many pieces in all hands, reached by greedy and random moves."""
    rng, rules, number, found = Random(seed), Rules(GOITA), 0, 0
    while found < count:
        number += 1
        options = {**GOITA.short, "lone_king_last": rng.random() < 0.2}
        position = rules.start(GOITA.config(options), Deals.seed(f"{seed}:{number}"), 4)
        while not position.results and sum(map(len, position.state.hands)) > most:
            moves = {
                seat: play_out(position.state, seat, offer)
                if position.state.phase != "Show" and rng.random() < 0.6
                else rng.choice(offer)
                for seat, offer in position.offers.items()
            }
            position = rules.apply(position.state, moves)
        if not position.results:
            found += 1
            yield position.state


def tried_pieces(state: GoitaState) -> int:
    """The points of the round, negative for seats 1 and 3, by the rules and nothing else."""
    rules = Rules(GOITA)
    ((seat, offer),) = rules.legal(state).items()
    values = []
    for move in offer:
        after = rules.apply(state, {seat: move})
        points = after.results[0].points if after.results else None
        values.append(points[0] - points[1] if points else tried_pieces(after.state))
    return max(values) if seat % 2 == 0 else min(values)
