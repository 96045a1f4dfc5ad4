import pytest

from engine.game import ALL_HANDS, PUBLIC, Viewer
from engine.riichi.events import Furiten
from tests.engine.riichi_table import RYANMEN, Play


@pytest.mark.case("riichi:F01")
def test_a_wait_in_the_own_pond_blocks_every_ron() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2).riichi(1).pond(1, "9m 3s 1z")
    play.turn("tsumogiri")
    assert play.waits(1) == ["3s", "6s"]
    assert play.legal(1) == ["pass"]
    assert play.furiten(1) == "discards"


@pytest.mark.case("riichi:F02")
def test_a_discard_that_was_called_away_still_makes_furiten() -> None:
    play = Play({1: RYANMEN}, "6s", turn=3).riichi(1).pond(1, "9m 3s 1z", called="3s")
    assert play.turn("tsumogiri").legal(1) == ["pass"]


def test_without_furiten_the_ron_is_offered() -> None:
    play = Play({1: RYANMEN}, "6s", turn=2).riichi(1).pond(1, "9m 1z")
    assert play.turn("tsumogiri").legal(1) == ["ron", "pass"]


@pytest.mark.case("riichi:F03")
def test_tsumo_is_free_of_furiten() -> None:
    play = Play({1: RYANMEN}, "6s", turn=1).riichi(1).pond(1, "3s")
    assert play.legal(1) == ["tsumogiri", "tsumo"]


@pytest.mark.case("riichi:F04")
def test_a_passed_tile_blocks_the_next_one_in_the_same_turn_round() -> None:
    play = Play({1: RYANMEN}, "6s 3s", turn=2)
    play.turn("tsumogiri")
    assert "ron" in play.legal(1)
    play.claim().turn("tsumogiri")
    assert "ron" not in play.legal(1)
    assert play.furiten(1) == "temporary"


def test_temporary_furiten_ends_with_the_own_discard() -> None:
    play = Play({1: RYANMEN}, "6s 9p 9p 9p 3s", turn=2)
    for _ in range(4):
        play.go("tsumogiri")
    assert play.furiten(1) == "none"
    assert "ron" in play.turn("tsumogiri").legal(1)


def test_a_passed_tile_in_riichi_blocks_for_good() -> None:
    play = Play({1: RYANMEN}, "6s 9p 9p 9p 3s", turn=2).riichi(1)
    for _ in range(4):
        play.go("tsumogiri")
    assert play.turn("tsumogiri").legal(1) == ["pass"]
    assert play.furiten(1) == "riichi"


@pytest.mark.case("riichi:F06")
def test_an_own_call_and_discard_ends_temporary_furiten() -> None:
    play = Play({1: "234m 678m 345p 45s 88s"}, "6s 8s 5s", turn=2)
    play.go("tsumogiri")
    play.go("tsumogiri", {1: "pon:88s"})
    play.go("discard:4s")
    assert play.waits(1) == ["5s"]
    assert play.turn("tsumogiri").legal(1) == ["ron", "pass"]


@pytest.mark.case("riichi:F08")
def test_a_tile_that_completes_the_shape_without_a_yaku_makes_furiten_too() -> None:
    play = Play({1: "55z 678m 345p 99s"}, "9s 5z", turn=2).melds(1, ("chi", "123m", 0))
    play.turn("tsumogiri")
    assert play.waits(1) == ["9s", "5z"]
    assert "ron" not in play.legal(1)
    play.claim().turn("tsumogiri")
    assert "ron" not in play.legal(1)


@pytest.mark.case("riichi:F10")
def test_furiten_blocks_chankan_as_well() -> None:
    play = Play({1: RYANMEN, 2: "147m 258p 12z 34z"}, "6s", turn=2)
    play.melds(2, ("pon", "666s", 0)).riichi(1).pond(1, "3s")
    assert play.turn("kakan:6s").legal(1) == ["pass"]


@pytest.mark.case("riichi:F11")
def test_riichi_may_be_declared_while_furiten() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1, left=31).pond(1, "6s")
    assert "riichi:tsumogiri" in play.legal(1)
    strict = Play({1: RYANMEN}, "1z", turn=1, left=31, furiten_riichi=False).pond(1, "6s")
    assert not [choice for choice in strict.legal(1) if choice.startswith("riichi")]


def test_where_furiten_riichi_is_forbidden_other_riichi_is_not() -> None:
    hand = {1: "123m 678m 345p 789s 7z"}
    legal = Play(hand, "1z", turn=1, left=31, furiten_riichi=False).legal(1)
    assert [choice for choice in legal if choice.startswith("riichi")] == [
        "riichi:7z",
        "riichi:tsumogiri",
    ]
    drawn = Play(hand, "7z", turn=1, left=31, furiten_riichi=False).legal(1)
    assert "riichi:tsumogiri" not in drawn


@pytest.mark.case("riichi:F12")
def test_declining_the_own_tsumo_in_riichi_puts_the_wait_into_the_pond() -> None:
    play = Play({1: RYANMEN}, "6s 3s", turn=1).riichi(1)
    play.go("tsumogiri").turn("tsumogiri")
    assert play.legal(1) == ["pass"]


def test_a_seat_is_told_when_its_furiten_changes_and_nobody_else_is() -> None:
    play = Play({1: RYANMEN}, "6s 9p 9p 9p 3s", turn=2)
    for _ in range(4):
        play.go("tsumogiri")
    told = [event for event in play.events if isinstance(event, Furiten)]
    assert [(event.seat, event.kind) for event in told] == [(1, "temporary"), (1, "none")]
    assert told[0].seen_by(Viewer.player(1)) is told[0]
    assert told[0].seen_by(ALL_HANDS) is told[0]
    assert told[0].seen_by(Viewer.player(2)) is None
    assert told[0].seen_by(PUBLIC) is None
