"""The benches of a server over real sockets, with as little load as they can have."""

import json

import pytest

from arena.bench.server import percentiles
from arena.cli import main


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, float | str]]:
    with pytest.raises(SystemExit) as ended:
        main(("bench", *words, "--json"))
    assert ended.value.code == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_server_full_of_rooms_is_measured_without_and_with_its_store(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("--rooms", "2", "--rounds", "1", "--seconds", "0.3", "--think", "0.01")
    measured = rows(capsys, "server", *words)
    assert [row["server"] for row in measured] == ["without store", "with store"]
    for row in measured:
        figures = [value for value in row.values() if isinstance(value, float)]
        assert min(figures) > 0
        assert row["p50_ms"] <= row["p99_ms"]  # type: ignore[operator]  # both are numbers


def test_percentiles_are_milliseconds_and_nothing_of_nothing() -> None:
    assert percentiles([]) == (0.0, 0.0)
    p50, p99 = percentiles([0.001 * n for n in range(1, 201)])
    assert (round(p50, 1), round(p99)) == (100.5, 199)


def test_spectators_are_measured_in_both_paces(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--number", "3", "--pause", "0.02", "--seconds", "0.5")
    measured = rows(capsys, "spectators", *words)
    assert [row["pace"] for row in measured] == ["batched", "live"]
    assert all(int(row["frames"]) > 0 for row in measured)
