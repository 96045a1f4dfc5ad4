"""What learners get: actions that stand for choices, and channels that tell what a seat sees."""

from itertools import islice
from random import Random

import pytest

from engine.game import PLAYERS, AnyGame
from engine.riichi import Riichi
from engine.riichi.encoding import ACTIONS as RIICHI_ACTIONS
from engine.riichi.moves import CHI, PON, WORDS
from engine.sichuan import Sichuan
from engine.taiwan import Taiwan
from engine.testing import random_match
from engine.tigerdragon import TigerDragon

STEPS = 250
GAMES = pytest.mark.parametrize(
    "game", [Riichi(), Taiwan(), Sichuan()], ids=lambda game: str(game.name)
)
WRITING = pytest.mark.parametrize("game", [Riichi(), TigerDragon()], ids=lambda game: game.name)


@GAMES
@pytest.mark.parametrize("seed", ["a", "b"])
def test_an_action_stands_for_one_choice_in_a_position(game: AnyGame, seed: str) -> None:
    seen = set()
    for position, _ in islice(random_match(game, 4, seed).play(), STEPS):
        for offer in position.offers.values():
            names = [game.action_of(position.state, move) for move in offer]
            assert {*names} <= {*game.actions}
            # The drawn tile is discarded by its name, like the same one in the hand.
            drawn = [move for move in offer if "tsumogiri" in move.choice]
            assert len(names) - len({*names}) <= len(drawn)
            seen |= {*names}
    assert len(seen) > 30


def test_riichi_names_a_chi_by_the_place_of_the_claimed_tile() -> None:
    game, state = Riichi(), next(iter(random_match(Riichi(), 4, "x").play()))[0].state
    state.tile = 3  # the face of 4m
    named = {move.choice: game.action_of(state, move) for move in CHI.values()}
    assert named["chi:56m"] == "chi:low"
    assert named["chi:35m"] == "chi:middle"
    assert named["chi:23m"] == "chi:high"
    assert named["chi:06m"] == "chi:low:red"
    assert {game.action_of(state, move) for move in PON.values()} == {"pon", "pon:red"}
    assert len(RIICHI_ACTIONS) == 119 < len(WORDS)


@WRITING
@pytest.mark.parametrize("seats", [4, 2])
def test_channels_tell_what_the_view_tells_and_nothing_else(game: AnyGame, seats: int) -> None:
    if seats not in game.seats:
        seats = game.seats[0]
    match, rng = random_match(game, seats, "channels"), Random(3)
    for step, (position, _) in enumerate(islice(match.play(), STEPS)):
        seat = step % seats
        true = game.encode(position.state, seat)
        view = game.view(position.state, PLAYERS[seat])
        world = game.imagine(match.config, view, rng)
        assert len(true) == len(game.channels)
        told = zip(game.channels, true, game.encode(world, seat), strict=True)
        assert [name for name, own, other in told if own != other] == []


@WRITING
def test_the_own_hand_and_the_table_are_there(game: AnyGame) -> None:
    for position, _ in islice(random_match(game, 4, "hand").play(), STEPS):
        for seat in range(4):
            by = dict(zip(game.channels, game.encode(position.state, seat), strict=True))
            view = game.view(position.state, PLAYERS[seat])
            hand = view["hand"]
            if game.name == "riichi":
                hand = [name.replace("0", "5") for name in hand]
                assert by["left"] == view["left"]
                assert by["thousands[1]"] == view["scores"][(seat + 1) % 4] // 1000
                assert by["red=p"] == ("0p" in view["hand"])
            else:
                assert by["tiles[1]"] == view["hand_sizes"][(seat + 1) % 4]
                laid = [t for t in view["history"] if t[0] == str(seat) and t[-1] in "AD"]
                assert sum(by[f"laid[0]={tile}"] for tile in "12345678DT") == len(laid)
            assert {tile: by[f"hand={tile}"] for tile in hand} == {t: hand.count(t) for t in hand}


def test_a_game_without_channels_says_so() -> None:
    with pytest.raises(NotImplementedError, match="taiwan has no channels of its own"):
        Taiwan().encode(None, 0)  # type: ignore[arg-type]  # never looked at
