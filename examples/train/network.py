"""A small network: two hidden layers, a policy over the actions and a value, in numpy."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
SCALE = np.float32(0.25)
"""Channels are small counts."""
ILLEGAL = np.float32(-1e9)
CLIP = 0.2
"""How far a policy may move from the one that played, before a decision counts no more."""
LONGEST = 0.5
"""The longest gradient."""


class Network:
    """Weights, what they make of observations, and steps that improve them."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        sizes = [(inputs, hidden), (hidden, hidden), (hidden, actions), (hidden, 1)]
        self.weights: list[Array] = []
        for number, (before, after) in enumerate(sizes):
            spread = np.sqrt(2 / before) * (1.0 if number < 2 else 0.05)
            self.weights.append((rng.standard_normal((before, after)) * spread).astype(np.float32))
            self.weights.append(np.zeros(after, np.float32))
        self._mean = [np.zeros_like(w) for w in self.weights]
        self._square = [np.zeros_like(w) for w in self.weights]
        self._steps = 0

    def layers(self, seen: Array) -> tuple[Array, Array, Array, Array]:
        """Both hidden layers, the scores of the actions, and the values."""
        w1, b1, w2, b2, wp, bp, wv, bv = self.weights
        first = np.maximum(seen @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return first, second, second @ wp + bp, (second @ wv + bv)[:, 0]

    def policy(self, seen: Array, masks: Array) -> tuple[Array, Array]:
        """The logarithms of the chances of all actions, and the values."""
        _, _, scores, values = self.layers(seen)
        return log_chances(scores, masks), values

    # -- learning

    def imitate(self, seen: Array, masks: Array, chosen: Array, rate: float) -> float:
        """One step towards the choices of others; how often they were the likeliest before."""
        first, second, scores, _ = self.layers(seen)
        logs = log_chances(scores, masks)
        error = np.exp(logs)
        error[np.arange(len(chosen)), chosen] -= 1
        no_values = np.zeros((len(chosen), 1), np.float32)
        self._learn(seen, first, second, error / len(chosen), no_values, rate)
        return float((logs.argmax(axis=1) == chosen).mean())

    def improve(self, batch: "Batch", rate: float, curiosity: float) -> None:
        """One step of proximal policy optimisation."""
        count = np.arange(len(batch.chosen))
        first, second, scores, values = self.layers(batch.seen)
        logs = log_chances(scores, batch.masks)
        chances = np.exp(logs)
        ratio = np.exp(logs[count, batch.chosen] - batch.logs)
        far = np.where(batch.gains > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        pull = np.where(far, 0, batch.gains * ratio)[:, None]
        taken = np.zeros_like(chances)
        taken[count, batch.chosen] = 1
        error = pull * (chances - taken)
        unsure = np.where(batch.masks, chances * logs, 0)
        error += curiosity * np.where(
            batch.masks, chances * (logs - unsure.sum(axis=1, keepdims=True)), 0
        )
        surprise = 0.5 * (values - batch.returns)[:, None]
        size = np.float32(len(count))
        self._learn(batch.seen, first, second, error / size, surprise / size, rate)

    def _learn(
        self, seen: Array, first: Array, second: Array, error: Array, surprise: Array, rate: float
    ) -> None:
        """Go down the gradient of these errors, by Adam."""
        _, _, w2, _, wp, _, wv, _ = self.weights
        back2 = (error @ wp.T + surprise @ wv.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        gradients = [
            seen.T @ back1, back1.sum(axis=0), first.T @ back2, back2.sum(axis=0),
            second.T @ error, error.sum(axis=0), second.T @ surprise, surprise.sum(axis=0),
        ]  # fmt: skip
        length = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        shrink = min(1.0, LONGEST / (length + 1e-9))
        self._steps += 1
        for number, gradient in enumerate(gradients):
            step = (gradient * shrink).astype(np.float32)
            self._mean[number] = 0.9 * self._mean[number] + 0.1 * step
            self._square[number] = 0.999 * self._square[number] + 0.001 * step * step
            mean = self._mean[number] / (1 - 0.9**self._steps)
            square = self._square[number] / (1 - 0.999**self._steps)
            self.weights[number] = self.weights[number] - np.float32(rate) * (
                mean / (np.sqrt(square) + np.float32(1e-8))
            ).astype(np.float32)

    # -- keeping

    def save(self, file: Path) -> None:
        """Write the weights of the policy as plain floats, row by row, for `bot.py`."""
        file.write_bytes(b"".join(w.astype("<f4").tobytes() for w in self.weights[:6]))


class Batch:
    """Decisions to learn from: what was seen and chosen, how likely, and what it brought."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        seen, masks, chosen, logs, gains, returns = zip(*rows, strict=True)
        self.seen, self.masks = np.array(seen), np.array(masks)
        self.chosen, self.logs = np.array(chosen), np.array(logs, np.float32)
        self.gains, self.returns = np.array(gains, np.float32), np.array(returns, np.float32)

    def part(self, which: Array) -> "Batch":
        """Some of the decisions."""
        part = object.__new__(Batch)
        for name, values in self.__dict__.items():
            setattr(part, name, values[which])
        return part


def scaled(seen: Array) -> Array:
    """Channels as the network takes them."""
    return seen.astype(np.float32) * SCALE


def log_chances(scores: Array, masks: Array) -> Array:
    """The logarithms of the chances of legal actions; the others have none."""
    found = np.where(masks, scores, ILLEGAL)
    found = found - found.max(axis=1, keepdims=True)
    logs: Array = found - np.log(np.exp(found).sum(axis=1, keepdims=True))
    return logs
