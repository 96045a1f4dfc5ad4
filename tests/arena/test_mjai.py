"""mjai both ways: what is exported can be imported, replayed and exported again unchanged."""

import json
from typing import Any

import pytest

from arena.errors import LogError
from arena.formats.mjai import export_mjai, import_mjai
from arena.formats.mjlog import read_game
from arena.formats.mjlog.games import texts
from engine.config import as_json
from engine.replay import replay
from engine.riichi import Riichi
from engine.rng import Deals
from engine.variants import Position, Rules
from tests.engine.reference import reference
from tests.engine.riichi_matches import match
from tests.engine.riichi_table import RYANMEN, Play

RULES = Rules(Riichi())
NAMES = ("ann", "ben", "cid", "dot")


def exported(positions: list[Position], config: dict[str, Any]) -> list[dict[str, Any]]:
    lines = list(export_mjai(positions, NAMES, config))
    return [json.loads(json.dumps(line)) for line in lines]


def again(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Imported, replayed and exported."""
    game = import_mjai(lines)
    config = RULES.game.config(game.config)
    deals = Deals.given(game.deals, then="beyond the log")
    positions = list(replay(RULES, config, deals, 4, game.moves, auto_pass=True))
    return exported(positions, as_json(config))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("purposeful", [False, True], ids=["random", "purposeful"])
def test_round_trip(seed: str, purposeful: bool) -> None:
    positions = [p for p, _ in match(seed, purposeful=purposeful, length="tonpuu")]
    lines = exported(positions, as_json(RULES.game.config({"length": "tonpuu"})))
    assert lines[-1]["type"] == "end_game"
    assert again(lines) == lines


@pytest.mark.parametrize(
    "name", ["kan4", "double-ron", "upd-bef-ron3", "upd-aft-ron3", "kaze4", "nm", "reach4"]
)
def test_round_trip_of_recorded_games(name: str) -> None:
    path = reference("riichi/tenhou-logs.zip")
    game = next(read_game(n, text) for n, text in texts(path) if n == name)
    assert game is not None
    config = RULES.game.config(game.config)
    deals = Deals.given(game.deals, then="beyond the log")
    positions = list(replay(RULES, config, deals, 4, game.moves(), auto_pass=True))
    lines = exported(positions, as_json(config))
    assert again(lines) == lines


def test_tiles_are_written_as_the_format_wants_them() -> None:
    positions = [p for p, _ in match("tiles", length="tonpuu")]
    start = next(line for line in exported(positions, {}) if line["type"] == "start_kyoku")
    tiles = {tile for hand in start["tehais"] for tile in hand}
    assert tiles & set("ESWNPFC")
    assert not any(tile.endswith("z") or tile.startswith("0") for tile in tiles)
    assert list(start) == [
        "type", "bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores", "tehais",
    ]  # fmt: skip


def test_a_log_with_hidden_tiles_is_refused() -> None:
    positions = [p for p, _ in match("tiles", length="tonpuu")]
    lines = exported(positions, {})
    lines[1]["tehais"][2] = ["?"] * 13
    with pytest.raises(LogError, match="hidden"):
        import_mjai(lines)


def test_what_is_no_log_is_refused() -> None:
    with pytest.raises(LogError, match="start_kyoku"):
        import_mjai([{"type": "start_game", "names": []}])


def test_each_of_two_rons_tells_what_it_alone_changed() -> None:
    hands = {1: RYANMEN, 3: RYANMEN}
    play = Play(hands, "6s", honba=1, sticks=2).riichi(1, 3)
    play.go("tsumogiri", {1: "ron", 3: "ron"})
    position = Position(play.state, {}, tuple(play.events))
    wins = [line for line in exported([position], {}) if line["type"] == "hora"]
    assert [line["actor"] for line in wins] == [1, 3]
    assert [line["deltas"] for line in wins] == [[-2300, 4300, 0, 0], [-2000, 0, 0, 2000]]
