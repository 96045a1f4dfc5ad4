"""Last discards of mahjong deals, with what each of them leads to when all hands are open.

Nobody draws again after them, so trying each one tells all: who can win on it wins, or the deal
ends as it stands. Nobody wins before, so that most hands wait by then.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bots import mahjong_playouts as hurried
from bots.playouts import Play, play_rounds
from engine.game import AnyGame, Seat
from engine.riichi import Riichi
from engine.rng import Deals
from engine.sichuan import Sichuan
from engine.taiwan import Taiwan
from engine.taiwan.deal import live
from engine.variants import Rules

RIICHI, SICHUAN, TAIWAN = Riichi(), Sichuan(), Taiwan()
PLAYERS: Final[dict[str, Play]] = {
    "riichi": hurried.riichi,
    "sichuan": hurried.sichuan,
    "taiwan": hurried.taiwan,
}
REFUSED: Final = frozenset({"ron", "tsumo", "hu", "win", "riichi", "ready", "kyuushu"})
"""What nobody does before the last discard: it would end the deal, or show a hand."""


def last_discards(game: AnyGame, count: int, seed: int) -> Iterator[tuple[Any, set[str]]]:
    """Positions in which not every choice is best, with the choices that are."""
    rules, found, number = Rules(game), 0, 0
    while found < count:
        number += 1
        state = led_to_the_end(game, f"{seed}:{number}")
        if state is None:
            continue
        worth = worth_of_choices(rules, state, PLAYERS[game.name])
        good = {choice for choice, value in worth.items() if value == max(worth.values())}
        if len(good) < len(worth):
            found += 1
            yield state, good


def led_to_the_end(game: AnyGame, seed: str) -> Any:
    """The last discard of a first deal; None if the deal ends before."""
    rules, play = Rules(game), PLAYERS[game.name]
    position = rules.start(game.config(game.short), Deals.seed(seed), game.default_seats)
    while not position.results:
        state, offers = position.state, position.offers
        if tiles_left(state) == 0 and state.phase == "Discard" and len(offers[state.current]) > 1:
            return state
        moves = {seat: refusing(play, state, seat, offer) for seat, offer in offers.items()}
        position = rules.apply(state, moves)
    return None


def tiles_left(state: Any) -> int:
    """How many tiles may still be drawn."""
    left: int = live(state) if hasattr(state, "tail") else state.left
    return left


def refusing(play: Play, state: Any, seat: Seat, offer: Sequence[Any]) -> Any:
    """What a hurried player does who may neither win nor declare."""
    left = [move for move in offer if move.verb not in REFUSED]
    return left[0] if len(left) == 1 else play(state, seat, left)


def worth_of_choices(rules: Rules, state: Any, play: Play) -> dict[str, float]:
    """By choice, the own score less the mean of the others' at the end of the deal."""
    seat = state.current
    worth = {}
    for move in rules.legal(state)[seat]:
        (scores,) = play_rounds(rules, [(state, {seat: move})], play)
        worth[move.choice] = scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)
    return worth
