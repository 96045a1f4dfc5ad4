"""The bot that learned: it plays by its file, and counts where the file says nothing."""

from pathlib import Path
from typing import Any

import pytest

import arena
from bots import Bot
from bots.learned import WEIGHTS, Layer, LearnedBot, scores
from bots.tigerdragon import CounterBot

MOST_BYTES = 5_000_000


class Counting(CounterBot):
    """The counting bot under the learned one's name, so that their logs can be compared."""

    name = LearnedBot.name


def log(bot: type[CounterBot], seats: int = 4, **config: Any) -> tuple[str, ...]:
    table: list[type[Bot] | str] = [bot, *["counter"] * (seats - 1)]
    result = arena.play("tigerdragon", table, seed=11, config=config)
    assert result.faults == ()
    return tuple(result.log[1:])


def test_it_chooses_as_the_network_says_not_as_the_counter() -> None:
    assert WEIGHTS.stat().st_size < MOST_BYTES
    assert log(LearnedBot) != log(Counting)


@pytest.mark.parametrize("content", [None, b"", bytes(4 * 1000)])
def test_without_a_file_that_fits_it_plays_on_as_the_counter(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "weights.bin"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(LearnedBot, "weights", file)
    assert log(LearnedBot) == log(Counting)


@pytest.mark.parametrize("config", [{"card": "fog"}, {"teams": True}, {"preset": "upstream"}])
def test_at_tables_it_was_not_taught_at_it_plays_as_the_counter(config: dict[str, Any]) -> None:
    assert log(LearnedBot, **config) == log(Counting, **config)
    assert log(LearnedBot, seats=3) == log(Counting, seats=3)


def test_a_network_is_its_layers_one_after_the_other() -> None:
    first: Layer = ([(1.0, -1.0), (2.0, 0.5)], (0.25, 0.5))
    second: Layer = ([(1.0,), (10.0,)], (3.0,))
    # 8 and 4 are scaled to 2 and 1; the second hidden number is below zero and cut off.
    assert scores((first, second), bytes([8, 4])) == [4.25 + 3.0]


def test_it_is_ahead_of_the_defender() -> None:
    table = [LearnedBot.name, "defender", "random", "first"]
    rows = arena.series("tigerdragon", table, 24, seed=2, config={"target": 1})
    found = arena.paired_interval(rows, LearnedBot.name, "defender")
    assert found.mean > 0
    assert found.excludes_zero
