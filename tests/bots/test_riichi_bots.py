"""What the house bots of riichi do in positions that tell them apart."""

from collections.abc import Mapping
from random import Random

import pytest

from bots.bot import Bot
from bots.hand_notes import in_english
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.riichi_danger import danger
from bots.turn import WireTurn
from engine.game import Viewer
from engine.mahjong.tiles import KIND_NAMES
from tests.engine.riichi_table import GAME, RYANMEN, Play

BOTH = pytest.mark.parametrize("bot", [RiichiGreedy(), RiichiGuard()], ids=lambda bot: bot.name)


def choice(bot: Bot, play: Play, seat: int) -> object:
    view = GAME.view(play.state, Viewer.player(seat))
    return bot.act(WireTurn(seat, tuple(view["legal"]), view, ()))


def remarks(play: Play, seat: int) -> Mapping[str, str]:
    view = GAME.view(play.state, Viewer.player(seat))
    bot = RiichiGreedy()
    bot.start(GAME, seat, 4, GAME.config(), Random(0))
    found = bot.remarks(WireTurn(seat, tuple(view["legal"]), view, ()))
    return {choice: in_english(row) for choice, row in found.items()}


@BOTH
def test_they_win_when_they_can(bot: Bot) -> None:
    assert choice(bot, Play({1: RYANMEN}, "6s", turn=1), 1) == "tsumo"
    play = Play({1: RYANMEN}, "6s", turn=2).riichi(1).turn("tsumogiri")
    assert choice(bot, play, 1) == "ron"


@BOTH
def test_they_declare_riichi(bot: Bot) -> None:
    assert choice(bot, Play({1: RYANMEN}, "1z", turn=1), 1) == "riichi:tsumogiri"


@BOTH
def test_they_give_away_what_helps_least(bot: Bot) -> None:
    play = Play({1: "123m 678m 345p 4s 99s 1z"}, "9p", turn=1)
    assert choice(bot, play, 1) in ("discard:1z", "tsumogiri")


@BOTH
def test_they_throw_in_a_hopeless_first_hand(bot: Bot) -> None:
    play = Play({1: "19m 19p 19s 123z 2557p"}, "6p", turn=1, first=True)
    assert choice(bot, play, 1) == "kyuushu"


def test_remarks_tell_the_waits_and_what_is_left_of_them() -> None:
    play = Play({1: RYANMEN}, "1z", turn=1)
    view = GAME.view(play.state, Viewer.player(1))
    told = remarks(play, 1)
    left = sum(4 - view["visible"][KIND_NAMES.index(name)] for name in ("3s", "6s"))
    assert told["tsumogiri"] == f"waits for 3s 6s: {left} left, worth 1,000 points"
    assert told["riichi:tsumogiri"] == f"waits for 3s 6s: {left} left, worth 2,000 points"
    assert all(choice.startswith(("discard", "tsumogiri", "riichi")) for choice in told)
    assert "1 away" in told["discard:1m"]


def test_greedy_takes_a_cheap_call_and_guard_keeps_the_hand_closed() -> None:
    play = Play({1: "234m 678m 46p 55s 233s"}, "5p", turn=0).turn("tsumogiri")
    assert choice(RiichiGreedy(), play, 1) == "chi:46p"
    assert choice(RiichiGuard(), play, 1) == "pass"


def test_neither_calls_without_a_yaku_in_sight() -> None:
    play = Play({1: "123m 789m 46p 11z 233s"}, "5p", turn=0).turn("tsumogiri")
    assert choice(RiichiGreedy(), play, 1) == "pass"


def test_guard_folds_against_riichi_and_greedy_does_not() -> None:
    hand = "123m 67m 345p 459s 2z 7p"
    play = Play({1: hand}, "5z", turn=1).riichi(2).pond(2, "7p 9s 2z")
    play.state.history = (None, "2riichi:7p")
    assert choice(RiichiGuard(), play, 1) == "discard:7p"
    assert choice(RiichiGreedy(), play, 1) != "discard:7p"


def test_guard_pushes_when_it_waits_itself() -> None:
    play = Play({1: RYANMEN}, "5z", turn=1).riichi(2)
    play.state.history = (None, "2riichi:7p")
    assert choice(RiichiGuard(), play, 1) == "riichi:tsumogiri"


def test_danger_is_nothing_for_safe_tiles_and_less_on_the_suji() -> None:
    play = Play(turn=1).riichi(2)
    play.state.history = (None, "2riichi:4p")
    seen = GAME.read(GAME.view(play.state, Viewer.player(1)))
    kinds = {name: danger(seen, KIND_NAMES.index(name), 2) for name in ("4p", "1p", "7p", "5s")}
    assert kinds["4p"] == 0 < kinds["1p"] < kinds["7p"] <= kinds["5s"]
