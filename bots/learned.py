"""A house bot that plays by what self-play taught a small network; its weights are a data file."""

from functools import cache
from pathlib import Path
from random import Random
from struct import unpack
from typing import Any, Final

from bots.tigerdragon import CounterBot
from bots.turn import Turn
from engine.game import AnyGame, Seat
from engine.tigerdragon.config import TigerDragonConfig

WEIGHTS: Final = Path(__file__).with_name("data") / "tigerdragon.bin"
SCALE: Final = 0.25
"""Channels are small counts; training scales them like this."""
TAUGHT_SEATS: Final = 4
"""The players at the tables at which the network was taught."""
TAUGHT_OPTIONS: Final = ("card", "teams", "last_bonus_counts", "wild_answerable")
"""The options that change what a move is worth; of these it knows the plain ones."""
HIDDEN: Final = 128

Layer = tuple[list[tuple[float, ...]], tuple[float, ...]]
"""By input its weights, and the biases."""


@cache
def layers(file: Path, inputs: int, outputs: int) -> tuple[Layer, ...]:
    """The network of a file of floats, as training writes it; empty if there is none that fits."""
    sizes = ((inputs, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, outputs))
    count = sum((before + 1) * after for before, after in sizes)
    try:
        content = file.read_bytes()
    except OSError:
        return ()
    if len(content) != 4 * count:
        return ()
    weights: tuple[float, ...] = unpack(f"<{count}f", content)
    found, first = [], 0
    for before, after in sizes:
        end = first + before * after
        rows = [weights[row : row + after] for row in range(first, end, after)]
        found.append((rows, weights[end : end + after]))
        first = end + after
    return tuple(found)


def scores(network: tuple[Layer, ...], seen: bytes) -> list[float]:
    """What a network makes of an observation, by action; zeros, of which most are, cost little."""
    given = [SCALE * number for number in seen]
    for rows, biases in network:
        found = list(biases)
        for number, row in zip(given, rows, strict=True):
            if number > 0:  # counts are never negative, and hidden layers are cut off at 0
                found = [total + number * weight for total, weight in zip(found, row, strict=True)]
        given = found
    return given


class LearnedBot(CounterBot):
    """Plays by a small network that learned from self-play; where it was not taught, it counts."""

    name = "tigerdragon-learned"
    level = "strong"
    rank = 3
    games = ("tigerdragon",)
    quick = False
    weights = WEIGHTS

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Read the network, unless the table is not one that it was taught at."""
        super().start(game, seat, seats, config, rng)
        self._game, self._config = game, config
        self._actions = sorted(game.words)
        taught = seats == TAUGHT_SEATS and not self.variants and taught_options(config)
        self._network: tuple[Layer, ...] = ()
        if taught:
            self._network = layers(self.weights, len(game.channels), len(self._actions))

    def act(self, turn: Turn) -> str:
        """The legal choice that the network likes most."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        if not self._network:
            return super().act(turn)
        # Any world that fits the view: the channels say nothing that the view does not tell.
        world = self._game.imagine(self._config, turn.view, Random(0))
        liked = scores(self._network, self._game.encode(world, turn.seat))
        worth = dict(zip(self._actions, liked, strict=True))
        return max(turn.legal, key=worth.__getitem__)


def taught_options(config: TigerDragonConfig) -> bool:
    """Whether these options score and answer as those of the rounds that taught the network."""
    plain = TigerDragonConfig()
    return all(getattr(config, name) == getattr(plain, name) for name in TAUGHT_OPTIONS)
