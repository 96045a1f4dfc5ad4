"""Riichi through the plain loop: claim steps in which nobody is asked are told all the same."""

from collections.abc import Sequence

import pytest

from arena.cli import main
from arena.local.loop import play_match
from arena.match.result import new_match
from arena.match.wire_frames import Frames
from bots import Bot, Turn
from bots.riichi import RiichiGreedy, RiichiGuard
from engine.game import Event
from engine.riichi import Riichi
from engine.rng import Deals
from tests.arena.golden import assert_golden


class Tsumogiri(Bot):
    """Discards what it draws and passes: every round is an exhaustive draw or an abort."""

    name = "tsumogiri"

    def start(self, *_: object) -> None:
        self.seen: list[str] = []

    def watch(self, events: Sequence[Event]) -> None:
        self.seen += [event.type for event in events]

    def act(self, turn: Turn) -> str:
        return "tsumogiri" if "tsumogiri" in turn.legal else "pass"


def test_every_round_and_every_event_is_told() -> None:
    bots = [Tsumogiri() for _ in range(4)]
    match = new_match(Riichi(), ["tsumogiri"] * 4, Deals.seed("told"), config={"length": "tonpuu"})
    result = play_match(match, bots, "bots")
    assert len(result.rounds) == match.state.round.number
    for bot in bots:
        assert bot.seen.count("round_ended") == len(result.rounds)
        assert bot.seen.count("drawn") == bot.seen.count("discarded") > 100


def test_house_bots_play_without_a_fault_and_the_same_again() -> None:
    def play() -> tuple[int, ...]:
        bots = [RiichiGuard(), RiichiGreedy(), RiichiGuard(), RiichiGreedy()]
        match = new_match(Riichi(), [b.name for b in bots], Deals.seed("house"))
        result = play_match(match, bots, "bots")
        assert result.faults == ()
        return result.outcome.points

    assert play() == play()


def test_game_over_has_the_scores_of_the_table_and_the_final_points() -> None:
    bots = [RiichiGuard(), RiichiGreedy(), RiichiGuard(), RiichiGreedy()]
    match = new_match(Riichi(), ["x"] * 4, Deals.seed("over"), config={"length": "tonpuu"})
    result = play_match(match, bots, "bots")
    table, final = match.state.scores, result.outcome.points
    assert sum(table) == 100_000
    assert sum(final) == 0
    flat, full = (Frames(match, "room").game_over(full=full) for full in (False, True))
    assert flat == {
        "type": "game_over",
        "winner": result.outcome.winner,
        "scores": ",".join(map(str, table)),
        "points": ",".join(map(str, final)),
    }
    assert full | flat == full
    assert full["deltas"] == list(final)


def test_account_names_winning_hands_yaku_fu_and_points(
    capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    bots = ("riichi-guard", "riichi-greedy", "random", "random")
    with pytest.raises(SystemExit):
        main(("play", "riichi", *bots, "--seed", "7", "--config", "length=tonpuu"))
    assert_golden(capsys.readouterr().out, "riichi/account.txt", request)
