"""The hurried players of playouts, where they do more than hurry."""

from bots import WireTurn
from bots import mahjong_playouts as hurried
from bots.searchers import MahjongSearch, RiichiSearch
from engine.game import Seat
from tests.engine.riichi_table import GAME, RYANMEN, Play

FAR = "123m 67m 345p 45s 7p 56s"
"""One away from waiting; of its tiles the 7p is safe against what `threat` shows."""


def choice(play: Play, seat: Seat) -> str:
    offer = GAME.choices(play.state)[seat]
    return hurried.riichi(play.state, seat, offer).choice


def turn(*legal: str, left: int = 20) -> WireTurn:
    return WireTurn(0, legal, {"left": left}, ())


def threat(play: Play) -> Play:
    return play.riichi(2).pond(2, "7p 9s 2z")


def test_who_does_not_wait_gives_a_riichi_what_is_safe() -> None:
    play = Play({1: FAR}, "1z", turn=1)
    assert choice(play, 1) != "discard:7p"
    assert choice(threat(play), 1) == "discard:7p"


def test_who_waits_pushes() -> None:
    play = threat(Play({1: RYANMEN}, "5z", turn=1))
    assert choice(play, 1) == "riichi:tsumogiri"


def test_against_two_only_what_is_safe_for_both_is_safe() -> None:
    play = threat(Play({1: FAR}, "9s", turn=1))
    assert choice(play.riichi(3).pond(3, "9s"), 1) == "tsumogiri"


def test_under_threat_a_call_must_make_the_hand_wait() -> None:
    play = Play({1: "55z 24m 79p 258s 69m 1p 3z"}, "5z", turn=0).turn("tsumogiri")
    assert choice(play, 1) == "pon:55z"
    assert choice(threat(play), 1) == "pass"


def test_advisers_who_agree_to_discard_or_pass_are_not_doubted() -> None:
    bot: MahjongSearch = RiichiSearch()
    assert not bot.contested(turn("discard:1m", "riichi:1m"), ("discard:1m", "discard:1m"))
    assert not bot.contested(turn("pon:55z", "pass"), ("pass", "pass"))
    assert bot.contested(turn("discard:1m", "discard:2m"), ("discard:1m", "discard:2m"))
    assert bot.contested(turn("pon:55z", "pass"), ("pon:55z", "pon:55z"))


def test_the_last_discard_is_tried_in_full_even_if_advisers_agree() -> None:
    bot: MahjongSearch = RiichiSearch()
    last = turn("discard:1m", "discard:2m", "discard:3m", left=0)
    assert bot.contested(last, ("discard:1m", "discard:1m"))
    assert [*bot.promising(last)] == ["discard:1m", "discard:2m", "discard:3m"]
    assert bot.affordable(last.view) > bot.affordable(turn("discard:1m").view) == bot.playouts
    claim = turn("pon:55z", "pass", left=0)
    assert not bot.contested(claim, ("pass", "pass"))
