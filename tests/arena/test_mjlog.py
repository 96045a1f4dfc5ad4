"""Recorded games: read, rebuilt, replayed without a difference; and differences are found."""

from itertools import islice
from pathlib import Path

import pytest

from arena.formats.mjlog import LoggedGame, import_mjlog, read_game, verify
from arena.formats.mjlog.games import config_of, texts
from arena.formats.mjlog.tags import Tag, read_meld, read_tags
from arena.formats.mjlog.walls import pieced_wall
from engine.replay import replay
from engine.riichi import Riichi
from engine.rng import Deals
from engine.variants import Rules
from tests.engine.reference import reference

SAMPLE = 60
EVERY = 16
"""Of 970 logs every sixteenth: all four collections, and hand-picked edge cases among them."""


def logs() -> Path:
    return reference("riichi/tenhou-logs.zip")


def test_a_sample_of_recorded_games_replays_without_a_difference() -> None:
    rows = list(islice(texts(logs()), 0, None, EVERY))[:SAMPLE]
    assert len(rows) == SAMPLE
    assert [text for row in rows for text in verify(read(*row)).mismatches] == []


def read(name: str, text: str) -> LoggedGame:
    game = read_game(name, text)
    assert game is not None
    return game


def named(*names: str) -> list[LoggedGame]:
    return [read(name, text) for name, text in texts(logs()) if name in names]


def test_old_logs_without_a_seed_are_pieced_together() -> None:
    (game,) = named("bug1")
    assert not game.has_wall
    assert verify(game).mismatches == []


def test_a_pieced_wall_replays_like_the_real_one() -> None:
    (game,) = named("kan4")
    for item in game.rounds:
        item.wall = pieced_wall(item)
    assert verify(game).mismatches == []


@pytest.mark.parametrize(
    ("options", "tells"),
    [
        ({"kan_dora": "after_discard_passes"}, "event"),
        ({"kan_dora": "immediate"}, "event"),
        ({"abort_suukaikan": False}, "legal were"),
        ({"rounding": "one_decimal"}, "final points"),
    ],
)
def test_wrong_rules_are_found_out(options: dict[str, object], tells: str) -> None:
    games = named("kan4", "kaze4", "first-example")
    found = [text for game in games for text in verify(game, options).mismatches]
    assert any(tells in text for text in found), found


def test_an_imported_game_is_a_replay_of_ours() -> None:
    (game,) = named("first-example")
    rules = Rules(Riichi())
    config = rules.game.config(game.config)
    deals = Deals.given(game.deals)
    positions = list(replay(rules, config, deals, 4, game.moves(), auto_pass=True))
    assert positions[-1].state.phase == "Finished"


def test_files_folders_and_zips_are_read(tmp_path: Path) -> None:
    name, text = next(texts(logs()))
    (tmp_path / f"{name}.mjlog").write_text(text)
    (from_folder,) = import_mjlog(tmp_path)
    (from_file,) = import_mjlog(tmp_path / f"{name}.mjlog")
    assert from_folder == from_file == next(import_mjlog(logs()))


def test_tags_have_a_name_a_tile_and_attributes() -> None:
    tags = read_tags('<mjloggm ver="2.3"><T52/><N who="2" m="27031"/></mjloggm>')
    assert [(tag.name, tag.tile) for tag in tags] == [("mjloggm", -1), ("T", 52), ("N", -1)]
    assert tags[2].attributes == {"who": "2", "m": "27031"}


@pytest.mark.parametrize(
    ("who", "code", "type", "source"),
    [(0, 12874, "pon", 2), (0, 39531, "pon", 3), (0, 39539, "kakan", 3), (2, 24047, "chi", 1)],
)
def test_calls_are_decoded(who: int, code: int, type: str, source: int) -> None:
    meld = read_meld(Tag("N", {"who": str(who), "m": str(code)}))
    assert (meld.type, meld.source) == (type, source)


def test_options_follow_from_type_bits_and_date() -> None:
    plain = config_of(0xA9, 202001, 25_000)
    assert (plain["length"], plain["red_fives"], plain["tenpai_yame"]) == ("hanchan", 3, True)
    old = config_of(0x07, 200902, 25_000)
    assert (old["length"], old["red_fives"], old["kuitan"]) == ("tonpuu", 0, False)
    assert (old["tenpai_yame"], old["uma"]) == (False, [10, 5, -5, -10])
    assert config_of(0x841, 202001, 1000)["target"] == 1000
    assert config_of(0x229, 202001, 25_000)["kiriage"]
    assert config_of(0xA9, 202206, 25_000)["rounding"] == "one_decimal"
