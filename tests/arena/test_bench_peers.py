"""Races against other people's engines: what they print, and what is said where one is absent."""

import json
import re
import sys
from importlib.util import find_spec

import pytest
from mahjong.shanten import Shanten

from arena.bench.other_games import encoded_mahjong, tricks
from arena.bench.peers import as_race, nearest_of_tiles, sample_tiles
from arena.bench.rival_players import TenpaiSeeker
from arena.bench.rivals import compare, nearest, our_hanchan, peer, sample_hands, take_turns
from arena.bench.scored_hands import (
    complete_hands,
    our_score,
    score_by_mahjong,
    score_by_riichienv,
)
from arena.cli import main
from arena.local.loop import play
from bots import Turn
from engine.mahjong.tiles import FACE_OF, KIND, KIND_NAMES
from engine.riichi import Riichi
from engine.riichi.observation import Observation

OPTIONAL = {"rlcard": ("rlcard", encoded_mahjong), "open_spiel": ("pyspiel", tricks)}
"""What the extra `peers` leaves out: its module, and the sides of its race."""
SHORT = ("--peers", "--seconds", "0.01")
with_riichienv = pytest.mark.skipif(
    find_spec("riichienv") is None, reason="riichienv is not installed (extra `peers`)"
)


@pytest.fixture(autouse=True)
def _one_round_of_our_own_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.bench.engine.ROUNDS", 1)


def bench(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a bench: exit code, stdout, stderr."""
    with pytest.raises(SystemExit) as ended:
        main(("bench", *words))
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


# -- the race itself


def test_the_ratio_is_the_median_over_rounds_not_the_ratio_of_medians() -> None:
    race = compare([10.0, 20.0, 90.0], [10.0, 40.0, 30.0])
    assert (race.ours, race.theirs, race.ratio) == (20.0, 30.0, 1.0)


def test_sides_take_turns_after_a_warm_up() -> None:
    order: list[str] = []

    def side(name: str, number: int) -> int:
        order.append(name)
        return number + 1

    rates = take_turns({"a": lambda n: side("a", n), "b": lambda n: side("b", n)}, seconds=0)
    assert "".join(order) == "ab" + "ab" * 5
    assert [len(rounds) for rounds in rates.values()] == [5, 5]


def test_both_sides_of_the_distance_race_give_the_same_answers() -> None:
    hands = sample_hands()
    assert {sum(counts) for counts in hands} == {14}
    assert [nearest(c) for c in hands] == [Shanten.calculate_shanten(c) for c in hands]


# -- our player who seeks tenpai


class WatchedSeeker(TenpaiSeeker):
    """Notes the distance its discard leaves beside the least there was, by the view."""

    left: list[tuple[int, int]]

    def act(self, turn: Turn) -> str:
        choice = super().act(turn)
        if choice.startswith(("discard:", "tsumogiri")):
            seen = Observation(turn.view)
            given = seen.view["drawn"] if choice == "tsumogiri" else choice.split(":")[1]
            least = min(seen.distance_without(k) for k in range(len(KIND_NAMES)) if seen.counts[k])
            self.left.append((seen.distance_without(KIND[FACE_OF[given]]), least))
        return choice


def test_the_seeker_follows_its_hand_and_always_keeps_it_nearest() -> None:
    WatchedSeeker.left = []
    result = play("riichi", [WatchedSeeker, *["random"] * 3], seed="1")
    assert result.faults == ()
    assert len(WatchedSeeker.left) > 50
    assert all(left == least for left, least in WatchedSeeker.left)


def test_seekers_reach_riichi_and_win() -> None:
    result = play("riichi", [TenpaiSeeker] * 4, seed="2")
    moves = {move.choice for record in result.match.records for move in record.moves.values()}
    assert any(choice.startswith("riichi:") for choice in moves)
    assert moves & {"ron", "tsumo"}


def test_a_batch_of_ours_is_one_whole_match() -> None:
    again = play("riichi", [TenpaiSeeker] * 4, seed="bench:0")
    assert our_hanchan(Riichi(), TenpaiSeeker, 0) == again.decisions


# -- the commands


@with_riichienv
def test_the_riichi_race_ends_with_its_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = bench(capsys, "engine", "riichi", *SHORT)
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert re.fullmatch(r"ours/riichienv \d+\.\d\d decisions/s \(median of 5\)", lines[-1])
    assert re.fullmatch(
        r"ours/riichienv \d+\.\d\d decisions/s, tenpai-seeking \(median of 5\)", lines[-2]
    )
    assert "of the bare engine" in out


@with_riichienv
def test_the_riichi_race_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(bench(capsys, "engine", "riichi", *SHORT, "--json")[1])
    assert row["peer"].startswith("riichienv ")
    assert min(row["ratio"], row["tenpai_ratio"], row["floor_ratio"]) > 0


def test_without_riichienv_our_figures_come_with_a_line_that_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "riichienv", None)
    code, out, _ = bench(capsys, "engine", "riichi", *SHORT)
    assert code == 0
    assert "decisions/s" in out
    assert out.splitlines()[-1].startswith("riichienv is not installed")
    row = json.loads(bench(capsys, "engine", "riichi", *SHORT, "--json")[1])
    assert (row["ratio"], row["missing"]) == (None, out.splitlines()[-1])
    assert row["decisions_per_second"] > 0


def test_a_game_that_has_no_peer_says_which_has(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = bench(capsys, "engine", "tigerdragon", *SHORT)
    assert (code, out) == (2, "")
    assert "tigerdragon has none; riichi has" in err


def test_the_distance_race_prints_both_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = bench(capsys, "shanten", *SHORT)
    assert (code, err) == (0, "")
    assert re.search(r"^ours/mahjong \d+\.\d from 34 counts \(median of 5\)$", out, re.MULTILINE)
    assert re.search(r"^ours/mahjong \d+\.\d with keys kept \(median of 5\)$", out, re.MULTILINE)


def test_the_distance_race_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    row = json.loads(bench(capsys, "shanten", *SHORT, "--json")[1])
    assert row["ratio"] > row["ratio_from_counts"] > 1


@pytest.mark.parametrize("peers", [True, False])
def test_without_mahjong_or_without_a_race_our_distances_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, peers: bool
) -> None:
    monkeypatch.setitem(sys.modules, "mahjong.shanten", None)
    code, out, _ = bench(capsys, "shanten", *SHORT[0 if peers else 1 :])
    assert code == 0
    assert "distances/s with keys kept" in out
    assert out.splitlines()[-1].startswith("mahjong is not installed") == peers


# -- all races in one table


def test_both_sides_of_the_score_race_find_the_same_worth() -> None:
    hands = complete_hands()
    assert {len(tiles) for tiles in hands} == {14}
    assert all(len(set(tiles)) == 14 for tiles in hands)
    ours = [our_score(tiles) for tiles in hands]
    theirs = [score_by_mahjong(tiles) for tiles in hands]
    assert [score and score.han for score in ours] == [score.han for score in theirs]


@with_riichienv
def test_riichienv_finds_the_same_worth_and_distance() -> None:
    riichienv = peer("riichienv")
    conditions = riichienv.Conditions(tsumo=True, riichi=True)
    for tiles in complete_hands():
        score = our_score(tiles)
        assert score is not None
        assert score.han == score_by_riichienv(riichienv, conditions, tiles).han
    hands = sample_tiles()
    assert [nearest_of_tiles(t) for t in hands] == [riichienv.calculate_shanten(t) for t in hands]


def test_a_row_has_the_median_of_the_ratios_and_their_interval() -> None:
    rates = {"ours": [10.0, 20.0, 90.0], "theirs": [10.0, 40.0, 30.0]}
    row = as_race("distance", "somebody 1", "hands", rates)
    assert (row.ours, row.theirs, row.ratio) == (20.0, 30.0, 1.0)
    assert row.low is not None
    assert row.high is not None
    assert row.low < 1.5 < row.high


@with_riichienv
def test_peers_are_raced_in_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("peers", "--seconds", "0.01", "--no-server")
    code, out, err = bench(capsys, *words)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 2 + 11
    rows = [json.loads(line) for line in bench(capsys, *words, "--json")[1].splitlines()]
    named = [row["peer"].split()[0] for row in rows]
    assert set(named) == {"riichienv", "mahjong", *OPTIONAL}
    run = [row for row, name in zip(rows, named, strict=True) if name not in OPTIONAL]
    assert all(row["ratio"] > 0 and row["low"] < row["high"] for row in run)


@pytest.mark.parametrize("package", OPTIONAL)
def test_a_game_that_is_alike_is_raced_where_its_library_is_installed(package: str) -> None:
    module, sides = OPTIONAL[package]
    if find_spec(module) is None:
        pytest.skip(f"{package} is not installed (pip install {package})")
    assert all(batch(0) > 0 for batch in sides(peer(module, package)))


def test_a_peer_that_is_not_installed_is_a_row_that_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("riichienv", "rlcard", "pyspiel"):
        monkeypatch.setitem(sys.modules, module, None)
    words = ("peers", "--seconds", "0.01", "--no-server", "--json")
    rows = [json.loads(line) for line in bench(capsys, *words)[1].splitlines()]
    missing = [row for row in rows if row["ratio"] is None]
    assert {row["peer"] for row in missing} == {"riichienv", *OPTIONAL}
    assert all(row["missing"].startswith(f"{row['peer']} is not installed") for row in missing)
    assert [row["name"] for row in rows if row["ratio"]] == ["shanten", "score of a hand"]
