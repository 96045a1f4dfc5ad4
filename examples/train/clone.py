"""Behaviour cloning: learn to choose as a bot chose in the rows of `arena dataset`."""

import json
from pathlib import Path

import numpy as np
from network import Array, Network, scaled

import arena

EPOCHS = 6
BATCH = 512
RATE = 1e-3


def read_rows(file: Path, game: str) -> tuple[Array, Array, Array]:
    """The decisions with a choice: what was seen, what was legal, what was chosen."""
    encoder, actions = arena.encoder(game), arena.table_env(game).actions
    place = {name: index for index, name in enumerate(actions)}
    seen, masks, chosen = [], [], []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if len(row["legal"]) > 1:
                mask = np.zeros(len(actions), bool)
                mask[[place[choice] for choice in row["legal"]]] = True
                seen.append(encoder.encode(row["view"], np.empty(encoder.size, np.float32)))
                masks.append(mask)
                chosen.append(place[row["choice"]])
    return scaled(np.array(seen)), np.array(masks), np.array(chosen)


def clone(network: Network, file: Path, game: str, seed: int = 0) -> tuple[int, float]:
    """Teach a network these decisions; how many there are, and how often it agrees at the end."""
    seen, masks, chosen = read_rows(file, game)
    rng = np.random.default_rng(seed)
    agreed: list[float] = []
    for _ in range(EPOCHS):
        agreed = []
        order = rng.permutation(len(chosen))
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            agreed.append(network.imitate(seen[some], masks[some], chosen[some], RATE))
    return len(chosen), float(np.mean(agreed))
