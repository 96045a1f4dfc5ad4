"""Self-play: a network plays all seats of many tables and improves by what its choices brought."""

import numpy as np
from network import Array, Batch, Network, scaled

import arena

TABLES = 256
STEPS = 128
"""Decisions of each table between two improvements."""
EPOCHS = 3
BATCH = 2048
RATE = 1e-3
CURIOSITY = 0.01
"""What an undecided policy is worth: it keeps trying things."""
PATIENCE = 0.95
"""How far a result reaches back: 1 counts it in full for the first choice of its round."""
POINTS = 4.0
"""Points that count as one."""


class SelfPlay:
    """Tables on which one network plays against itself, round by round."""

    def __init__(self, network: Network, game: str, seed: int = 0) -> None:
        self.network = network
        self.tables = arena.tables(game, TABLES, seed=f"self-play:{seed}")
        self._rng = np.random.default_rng(seed)
        seats = self.tables.matches[0].seats
        self._open: list[list[list[tuple[Array, Array, int, float, float]]]] = [
            [[] for _ in range(seats)] for _ in range(TABLES)
        ]
        """By table and seat, the decisions of the running round."""

    def train(self, rounds: int) -> int:
        """Play and improve so many times; the decisions that were learned from."""
        learned = 0
        for number in range(rounds):
            batch = self._played()
            learned += len(batch.chosen)
            rate = RATE * max(0.1, 1 - number / rounds)
            for _ in range(EPOCHS):
                order = self._rng.permutation(len(batch.chosen))
                for first in range(0, len(order), BATCH):
                    self.network.improve(batch.part(order[first : first + BATCH]), rate, CURIOSITY)
        return learned

    def _played(self) -> Batch:
        rows: list[tuple[object, ...]] = []
        tables = self.tables
        for _ in range(STEPS):
            seen = scaled(np.frombuffer(tables.encoded(), np.uint8).reshape(TABLES, -1))
            masks = np.frombuffer(tables.masks(), bool).reshape(TABLES, -1)
            logs, values = self.network.policy(seen, masks)
            chosen = (logs + self._rng.gumbel(size=logs.shape)).argmax(axis=1)
            seats = tables.seats
            tables.step(chosen)
            for table, seat in enumerate(seats):
                choice = int(chosen[table])
                decision = (seen[table], masks[table], choice, logs[table, choice], values[table])
                self._open[table][seat].append(decision)
                if any(tables.rewards[table]):
                    rows += self._closed(table)
        batch = Batch(rows)
        batch.gains = (batch.gains - batch.gains.mean()) / (batch.gains.std() + 1e-6)
        return batch

    def _closed(self, table: int) -> list[tuple[object, ...]]:
        """The decisions of a round that has ended, with what each of them brought."""
        points = self.tables.rewards[table]
        rows: list[tuple[object, ...]] = []
        for seat, decisions in enumerate(self._open[table]):
            others = (sum(points) - points[seat]) / (len(points) - 1)
            ahead, gain = (points[seat] - others) / POINTS, 0.0
            for decision in reversed(decisions):
                value = float(decision[4])
                gain = ahead - value + PATIENCE * gain
                if decision[1].sum() > 1:  # nothing is learned where there was no choice
                    rows.append((*decision[:4], gain, gain + value))
                ahead = value
            self._open[table][seat] = []
        return rows
