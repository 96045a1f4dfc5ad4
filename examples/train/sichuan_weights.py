"""Fit the weights of sichuan-search: `python examples/train/sichuan_weights.py`, with numpy.

Its lookahead plays against itself; what it saw at each discard and what came of it make logistic
and linear regressions. They are printed as the constants of `bots/sichuan_worth.py` and
`bots/sichuan_danger.py`. Put them there and run it again: the better it plays, the more often it
reaches what it goes for, and the more its chances are worth.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sichuan_rows import Hand, Tile, played

Array = NDArray[np.float64]
RIDGE = 3.0
"""How much keeps a weight small, in rows."""
FEW = 50
"""Hands without which nothing is fitted."""
LAST = {"sets": 3, "flush": 4, "triplets": 3, "pairs": 3}
"""The last distance that has weights of its own, by way."""
BEHIND = {"sets": 0, "flush": 4, "triplets": 3, "pairs": 3}
"""Steps by which a way may be behind any sets to be learned from."""


def main() -> None:
    """Play, fit and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=2200)
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    hands: list[Hand] = []
    tiles: list[Tile] = []
    for deal in played(given.deals, given.seed):
        hands += deal.hands
        tiles += deal.tiles
    say(f"# {len(hands):,} hands, {len(tiles):,} tiles of {given.deals:,} deals\n")
    weights = {name: chances(name, hands) for name in LAST}
    for name, (rows, further) in weights.items():
        say(f"CHANCES[{name!r}] = {shown(rows)}; FURTHER[{name!r}] = {further:.3f}\n")
    say(f"SHARES = {dict(zip(LAST, shares(hands, weights).round(3).tolist(), strict=True))}\n")
    say(f"WON = {shown(rest([hand for hand in hands if hand.won]))}\n")
    say(f"LOST = {shown(rest([hand for hand in hands if not hand.won]))}\n")
    danger(tiles)


def chances(name: str, hands: Sequence[Hand]) -> tuple[list[Array], float]:
    """The weights of each distance for a win in this way, and of each step beyond."""
    last = LAST[name]
    known = [hand for hand in hands if name in hand.ways]
    known = [hand for hand in known if name == "sets" or gap(hand, name) <= BEHIND[name]]
    rows, further = [], 0.0
    for far in range(last + 1):
        found = [hand for hand in known if min(hand.ways[name][0], last) == far]
        features = np.array([hand.ways[name][1] for hand in found], float)
        if len(found) < FEW:
            rows.append(np.zeros(features.shape[-1] if found else 1))
            continue
        beyond = np.array([[last - hand.ways[name][0]] for hand in found]) * (far == last)
        weights = logistic(np.hstack([features, beyond]), [name in hand.won for hand in found])
        rows.append(weights[:-1])
        further = float(weights[-1])
    return rows, further


def gap(hand: Hand, name: str) -> int:
    """How much further off this way is than any sets."""
    return hand.ways[name][0] - hand.ways["sets"][0] if "sets" in hand.ways else 0


def shares(hands: Sequence[Hand], weights: Mapping[str, tuple[list[Array], float]]) -> Array:
    """How much of what each way promises comes in fact."""
    promised = [[promise(hand, name, weights) for name in LAST] for hand in hands]
    return linear(np.array(promised), [hand.income for hand in hands])


def promise(hand: Hand, name: str, weights: Mapping[str, tuple[list[Array], float]]) -> float:
    """The chance of a way by what it brings, of those that are dearer by what they bring more."""
    if name not in hand.ways:
        return 0.0
    far, row, income = hand.ways[name]
    rows, further = weights[name]
    last = len(rows) - 1
    odds = float(rows[min(far, last)] @ np.array(row, float)) - further * max(0, far - last)
    plain = min(income for _, _, income in hand.ways.values())
    return float((plain if name == "sets" else income - plain) / (1 + np.exp(-odds)))


def rest(hands: Sequence[Hand]) -> list[Array]:
    """By distance, the points besides the win; few hands are far off with little wall left."""
    rows = []
    for far in range(4):
        found = [hand for hand in hands if min(3, *[way[0] for way in hand.ways.values()]) == far]
        features = np.array([hand.circumstances for hand in found], float)
        if far == 3:
            features[:, 1:3] = 0.0
        rows.append(linear(features, [hand.points - hand.income for hand in found]))
    return rows


def danger(tiles: Sequence[Tile]) -> None:
    """Print what others are ready for."""
    possible = [tile for tile in tiles if tile.ready and tile.possible]
    fed = [tile for tile in possible if tile.waits]
    ready = logistic(
        np.array([tile.readiness for tile in tiles], float), [tile.ready for tile in tiles]
    )
    waits = logistic(
        np.array([tile.wait for tile in possible], float), [tile.waits for tile in possible]
    )
    wins = linear(np.array([tile.win for tile in fed], float), [tile.value for tile in fed])
    say(f"READY = {shown([ready])}\nWAITS = {shown([waits])}\nWINS = {shown([wins])}\n")


def logistic(rows: Array, truth: Sequence[bool]) -> Array:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    ridge = RIDGE * np.eye(len(weights))
    ridge[0, 0] = 1e-3
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (np.array(truth, float) - chance) - ridge @ weights
        weights += np.linalg.solve((rows.T * (chance * (1 - chance))) @ rows + ridge, slope)
    return weights


def linear(rows: Array, truth: Sequence[float]) -> Array:
    """The weights of a linear regression."""
    if not len(truth):
        return np.zeros(rows.shape[-1])
    return np.asarray(np.linalg.lstsq(rows, np.array(truth, float), rcond=None)[0])


def shown(rows: Sequence[Array]) -> str:
    """Weights as a tuple of tuples."""
    return str(tuple([tuple(row.round(3).tolist()) for row in rows]))


def say(words: str) -> None:
    """Print as it comes."""
    sys.stdout.write(words)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
