"""A bot that plays by what was learned: `policy.bin` beside this file has its weights.

It needs nothing but Python: the game writes its own channels, and the network is small.
"""

from array import array
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

from bots import Bot, Turn

WEIGHTS = Path(__file__).with_name("policy.bin")
SCALE = 0.25


class Learned(Bot):
    """Takes the legal choice that the network likes most."""

    name = "learned"

    def start(self, game: Any, seat: int, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        self.game, self.config = game, config
        self.actions = list(game.actions) or sorted(game.words)
        weights = array("f", WEIGHTS.read_bytes())
        inputs, outputs = len(game.channels), len(self.actions)
        hidden = hidden_size(len(weights), inputs, outputs)
        self.layers, first = [], 0
        for before, after in ((inputs, hidden), (hidden, hidden), (hidden, outputs)):
            end = first + before * after
            columns = [weights[first + column : end : after] for column in range(after)]
            self.layers.append((columns, weights[end : end + after]))
            first = end + after

    def act(self, turn: Turn) -> str:
        world = self.game.imagine(self.config, turn.view, Random(0))
        numbers = [SCALE * number for number in self.game.encode(world, turn.seat)]
        for depth, (columns, biases) in enumerate(self.layers):
            pairs = zip(columns, biases, strict=True)
            numbers = [sum(map(mul, numbers, column)) + bias for column, bias in pairs]
            if depth < 2:
                numbers = [max(number, 0.0) for number in numbers]
        worth = dict(zip(self.actions, numbers, strict=True))
        return max(turn.legal, key=worth.__getitem__)


def hidden_size(weights: int, inputs: int, outputs: int) -> int:
    """How wide the two hidden layers are of a network with so many weights."""
    hidden = 1
    while (inputs + hidden + outputs + 2) * hidden + outputs < weights:
        hidden += 1
    return hidden
