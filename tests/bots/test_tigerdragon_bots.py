"""The house bots of Tiger & Dragon: what they do, and that each is better than the next."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import arena
from bots import Bot, TableTurn, WireTurn
from bots.tigerdragon import CounterBot, DefenderBot, look
from engine.game import Viewer
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from engine.variants import Rules

GAME = TigerDragon()
RULES = Rules(GAME)


def asked(bot: Bot, hands: Sequence[str], moves: Sequence[str] = (), **config: Any) -> str:
    """What a bot answers, seated where these moves lead."""
    options = GAME.config(config)
    deal = {"hands": [list(hand) for hand in hands], "start": 0}
    position = RULES.start(options, Deals.given([deal], then="repeat"), len(hands))
    for choice in moves:
        ((seat, offer),) = position.offers.items()
        (move,) = (move for move in offer if move.choice == choice)
        position = RULES.apply(position.state, {seat: move})
    ((seat, offer),) = position.offers.items()
    bot.start(GAME, seat, len(hands), options, Random(1))
    turn = TableTurn(seat, tuple(m.choice for m in offer), RULES, position.state, [])
    answer = bot.act(turn)
    assert isinstance(answer, str)
    return answer


def test_defender_answers_whenever_it_can() -> None:
    assert asked(DefenderBot(), ["888", "83T"], ["8"]) == "8"
    assert asked(DefenderBot(), ["888", "33T"], ["8"]) == "T"
    assert asked(DefenderBot(), ["888", "333"], ["8"]) == "pass"


def test_counter_attacks_where_no_answer_is_left() -> None:
    # All other 8s have been played or are held; of the 7s six copies are out there.
    assert asked(CounterBot(), ["88888888T7", "66666"], ["8", "pass", "8"]) == "8"


def test_counter_keeps_the_closing_tile_that_scores_most() -> None:
    # An unanswered attack leaves two tiles, one to lay face down and one to attack with.
    assert asked(CounterBot(), ["42", "7777"], card="swamp") == "2"
    assert asked(CounterBot(), ["42", "7777"], card="volcano") == "4"


def test_counter_closes_with_its_last_tile() -> None:
    assert asked(CounterBot(), ["777", "7"], ["7"]) == "7"


def test_counter_leaves_the_partner_the_attack() -> None:
    hands = ["888", "333", "855", "777"]
    assert asked(CounterBot(), hands, ["8", "pass"], teams=True) == "pass"
    assert asked(CounterBot(), hands, ["8", "pass"]) == "8"


def test_counter_keeps_a_closing_one_rather_than_answer_with_it() -> None:
    # 1 answers a Dragon, but closing with it wins the match at one blow.
    assert asked(CounterBot(), ["D88", "122"], ["D"]) == "pass"


@pytest.mark.parametrize("seed", [1, 3])
def test_counter_answers_where_it_must(seed: int) -> None:
    result = arena.play("tigerdragon", ["counter"] * 4, seed=seed, variants=["must-defend"])
    assert result.faults == ()


def test_counter_counts_what_it_has_seen() -> None:
    position = RULES.start(GAME.config(), Deals.seed(7), 4)
    view = GAME.view(position.state, Viewer.player(1))
    sight = look(view, wild_answerable=True)
    assert sum(sight.unseen.values()) == 38 - 9
    assert sight.hidden == 28
    assert sight.unanswered("8") < sight.unanswered("1") <= 1


@pytest.mark.parametrize("bot", ["counter", "defender"])
def test_the_same_rng_makes_the_same_choices(bot: str) -> None:
    first, second = (arena.play("tigerdragon", [bot] * 3, seed=5).log for _ in range(2))
    assert first == second


def test_counter_needs_nothing_but_the_frame() -> None:
    class Wire(CounterBot):
        """Plays from a copy of the view alone, as over a socket."""

        def act(self, turn: Any) -> str:
            return super().act(WireTurn(turn.seat, turn.legal, dict(turn.view), ()))

    class Table(CounterBot):
        pass

    logs = [arena.play("tigerdragon", [bot, "defender"], seed=3).log[1:] for bot in (Wire, Table)]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("config", [{}, {"preset": "upstream"}, {"card": "gamemarket"}])
def test_house_bots_play_every_table_without_a_fault(seats: int, config: dict[str, Any]) -> None:
    bots = ["counter", "defender", "counter", "random", "counter"][:seats]
    assert arena.play("tigerdragon", bots, seed=1, config=config).faults == ()


def test_counter_beats_defender_beats_random() -> None:
    rows = arena.series("tigerdragon", ["counter", "defender", "random"], 60, seed=1)
    for better, worse in (("counter", "defender"), ("defender", "random")):
        found = arena.paired_interval(rows, better, worse)
        assert found.mean > 0
        assert found.excludes_zero
