"""The worked example of learning: its network, and the whole way to a bot that plays."""

import sys
from pathlib import Path
from subprocess import run

import numpy as np
import pytest
from network import Batch, Network, log_chances

import arena

EXAMPLE = Path(__file__).parents[2] / "examples" / "train"


def rows(network: Network, count: int, rng: np.random.Generator) -> Batch:
    """Decisions in which the first action was good and the second bad."""
    seen = rng.random((count, 4)).astype(np.float32)
    masks = np.ones((count, 3), bool)
    masks[:, 2] = False
    chosen = rng.integers(0, 2, count)
    logs, _ = network.policy(seen, masks)
    gains = np.where(chosen == 0, 1.0, -1.0)
    return Batch(
        list(zip(seen, masks, chosen, logs[np.arange(count), chosen], gains, gains, strict=True))
    )


def test_a_network_learns_what_it_is_shown() -> None:
    network, rng = Network(4, 3, hidden=16, seed=1), np.random.default_rng(1)
    seen = rng.random((400, 4)).astype(np.float32)
    chosen = (seen[:, 0] > seen[:, 1]).astype(int)
    masks = np.ones((400, 3), bool)
    agreed = 0.0
    for _ in range(300):
        agreed = network.imitate(seen, masks, chosen, 1e-2)
    assert agreed > 0.95


def test_what_brought_more_becomes_likelier_and_what_is_illegal_stays_so() -> None:
    network, rng = Network(4, 3, hidden=16, seed=2), np.random.default_rng(2)
    batch = rows(network, 200, rng)
    before = np.exp(network.policy(batch.seen, batch.masks)[0]).mean(axis=0)
    for _ in range(5):
        network.improve(batch, 1e-2, 0.0)
    after = np.exp(network.policy(batch.seen, batch.masks)[0]).mean(axis=0)
    assert after[0] > before[0] + 0.05
    assert after[2] == 0
    for _ in range(200):  # the same decisions again and again move it no further
        network.improve(batch, 1e-3, 0.0)
    ratio = np.exp(network.policy(batch.seen, batch.masks)[0])[:, 0] / before[0]
    assert ratio.mean() < 2


def test_the_gradient_is_that_of_the_likelihood() -> None:
    network, rng = Network(4, 3, hidden=8, seed=3), np.random.default_rng(3)
    seen, masks = rng.random((20, 4)).astype(np.float32), np.ones((20, 3), bool)
    chosen = rng.integers(0, 3, 20)

    def loss() -> float:
        logs = log_chances(network.layers(seen)[2], masks)
        return -float(logs[np.arange(20), chosen].mean())

    before = loss()
    for _ in range(20):
        network.imitate(seen, masks, chosen, 1e-3)
    assert loss() < before


@pytest.mark.parametrize("seed", [7])
def test_the_whole_way_from_matches_to_a_bot_of_two_files(tmp_path: Path, seed: int) -> None:
    words = [
        "--matches",
        "3",
        "--rounds",
        "1",
        "--deals",
        "0",
        "--out",
        "learned",
        "--seed",
        str(seed),
    ]
    done = run(
        [sys.executable, str(EXAMPLE / "train.py"), *words],
        cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "cloned counter from" in done.stdout
    home = tmp_path / "learned" / "bot"
    assert {file.name for file in home.iterdir()} == {"bot.py", "policy.bin"}
    result = arena.play("tigerdragon", [f"{home / 'bot.py'}", "random", "random", "random"], seed=1)
    assert not result.faults
    assert "arena submit learned/bot" in done.stdout
