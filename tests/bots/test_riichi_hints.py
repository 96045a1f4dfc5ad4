"""What riichi players are told about waits, their worth, passed wins and dangerous discards."""

import pytest

from bots.hand_notes import in_english
from bots.riichi_danger import HIGH, LOW, MEDIUM, SAFE, risk, threatening
from bots.riichi_hints import remarks, study
from engine.game import Viewer
from engine.mahjong.tiles import KIND_NAMES
from engine.riichi.observation import Observation
from tests.engine.riichi_table import GAME, RYANMEN, Play

CONFIG = GAME.config()


def seen_by(play: Play, seat: int = 1) -> Observation:
    return Observation(GAME.view(play.state, Viewer.player(seat)))


def told(play: Play, seat: int = 1) -> dict[str, str]:
    seen = seen_by(play, seat)
    found = remarks(seen, CONFIG, seen.view["legal"])
    return {choice: in_english(row) for choice, row in found.items()}


def test_a_win_and_what_passing_it_means_are_told_in_points() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2).riichi(1).turn("tsumogiri")
    notes = told(play)
    paid = -play.claim({1: "ron"}).deltas[2]
    assert notes["ron"] == f"{paid:,} points"
    assert notes["pass"] == f"passes up {paid:,} points: furiten, no ron in this round"


def test_a_passed_win_of_a_hand_that_is_not_in_riichi_binds_until_the_next_discard() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2).turn("tsumogiri")
    assert told(play)["pass"].endswith("furiten, no ron before your next discard")


def test_waits_among_the_own_discards_win_by_a_drawn_tile_only() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1).pond(1, "3s")
    assert told(play)["tsumogiri"].endswith("furiten: only a self-drawn tile wins")


def test_a_closed_hand_without_yaku_wins_by_a_drawn_tile_only_unless_it_declares() -> None:
    play = Play({1: "123m 678m 345p 46s 99s"}, "1z", turn=1)
    notes = told(play)
    assert notes["tsumogiri"].endswith("no yaku: only a self-drawn tile wins")
    assert notes["riichi:tsumogiri"].endswith("worth 1,300 points")


def against_riichi(discarded: str, visible: dict[str, int] | None = None) -> Observation:
    play = Play(turn=1).riichi(2)
    play.state.history = (None, f"2riichi:{discarded}")
    seen = seen_by(play)
    counts = [0] * 34
    for name, count in (visible or {}).items():
        counts[KIND_NAMES.index(name)] = count
    return Observation({**seen.view, "visible": counts})


@pytest.mark.parametrize(
    ("tile", "visible", "level", "reason"),
    [
        ("4p", {}, SAFE, "safe"),
        ("1p", {}, LOW, "suji"),
        ("7p", {}, MEDIUM, "suji"),
        ("5s", {}, HIGH, "live"),
        ("5z", {"5z": 3}, LOW, "honour"),
        ("5z", {"5z": 1}, HIGH, "honour"),
        ("2s", {"3s": 4}, LOW, "no chance"),
        ("2s", {"3s": 3}, MEDIUM, "one chance"),
        ("5s", {"4s": 4, "7s": 3}, MEDIUM, "one chance"),
    ],
)
def test_danger_is_named_as_players_name_it(
    tile: str, visible: dict[str, int], level: int, reason: str
) -> None:
    found = risk(against_riichi("4p", visible), KIND_NAMES.index(tile), 2)
    assert found[:3] == (2, level, reason)
    assert found.unseen == (4 - visible[tile] if reason == "honour" else None)


def test_one_side_of_a_suji_is_half_of_it_unless_a_wall_closes_the_other() -> None:
    four = KIND_NAMES.index("4p")
    assert risk(against_riichi("1p"), four, 2) == (2, HIGH, "half suji", None)
    assert risk(against_riichi("1p", {"5p": 4}), four, 2) == (2, LOW, "no chance", None)


def test_seats_that_called_three_times_threaten_and_quiet_ones_do_not() -> None:
    play = Play(turn=1).melds(3, ("pon", "111m", 2), ("pon", "222p", 2), ("pon", "333s", 2))
    assert threatening(seen_by(play)) == [3]


def test_a_study_has_the_waits_with_their_worth_and_each_discard() -> None:
    waiting = study(seen_by(Play({1: RYANMEN}, "6s", turn=2)), CONFIG)
    assert waiting["away"] == 0
    assert sorted(waiting["helps"]) == ["3s", "6s"]
    assert set(waiting["points"].values()) == {1000}
    assert waiting["dangers"] == {}
    drawn = study(seen_by(Play({1: RYANMEN}, "1z", turn=1).riichi(2)), CONFIG)
    assert drawn["discards"]["1z"]["away"] == 0
    assert drawn["discards"]["1m"]["away"] == 1
    assert set(drawn["dangers"]) == set(drawn["discards"])
