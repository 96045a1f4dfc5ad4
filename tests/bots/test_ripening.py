"""Imagined hands that have been played for a while: nearer to a win, and nothing else changed."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

import pytest

from arena.plugins.manager import load_plugins
from bots import TableTurn, ripening
from bots.mahjong_playouts import far
from engine.game import FULL, AnyGame, Viewer
from engine.rng import Deals
from engine.sichuan.imagine import given_away
from engine.variants import Rules

PLUGINS = load_plugins(entry_points=False)
RIPEN: dict[str, Callable[[Any, Any, Random], None]] = {
    "riichi": ripening.riichi,
    "taiwan": ripening.taiwan,
    "sichuan": ripening.sichuan,
}
MELDS = {"riichi": 4, "taiwan": 5, "sichuan": 4}
GAMES = pytest.mark.parametrize("name", RIPEN)
DRAWS = pytest.mark.parametrize("draws", ["wall", "streams"])
PLAYED = 6
"""Tiles in a pond from which on a hand has had time to ripen."""


def positions(name: str, draws: str, seed: int = 1) -> Iterator[tuple[AnyGame, Any, Any, int]]:
    """Every ninth decision of a short match among greedy bots, in which hands go their way."""
    game = PLUGINS.games[name]
    config = game.config({**game.short, "draws": draws})
    rules = Rules(game)
    bots = [PLUGINS.bots[f"{name}-greedy"]() for _ in range(4)]
    for seat, bot in enumerate(bots):
        bot.start(game, seat, 4, config, Random(seat))
    position = rules.start(config, Deals.seed(seed), 4)
    number = 0
    while position.offers and number < 400:
        moves = {}
        for seat, offer in position.offers.items():
            number += 1
            if number % 9 == 0:
                yield game, config, position.state, seat
            legal = tuple(move.choice for move in offer)
            choice = bots[seat].act(TableTurn(seat, legal, rules, position.state, ()))
            moves[seat] = offer[legal.index(choice)]
        position = rules.apply(position.state, moves)


def worlds(name: str, draws: str) -> Iterator[tuple[AnyGame, Any, Any, Any]]:
    """Views of a match with the world that each allows, before and after it is ripe."""
    for number, (game, config, state, seat) in enumerate(positions(name, draws)):
        view = game.view(state, Viewer.player(seat))
        raw, ripe = (game.imagine(config, view, Random(number)) for _ in range(2))
        RIPEN[name](ripe, view, Random(number))
        yield game, view, raw, ripe


def tiles(game: AnyGame, world: Any) -> list[str]:
    """Everything that is hidden from somebody, the wall included, in order."""
    view = game.view(world, FULL)
    return sorted([*view["wall"], *[tile for hand in view["hands"] for tile in hand]])


def distances(name: str, world: Any, view: Any) -> list[int]:
    """How far the hidden hands are that were played for a while."""
    return [
        far(bytes(player.counts), player.need, melds=MELDS[name])
        for seat, player in enumerate(world.players)
        if view["hands"][seat] is None and len(player.pond) >= PLAYED
    ]


@GAMES
@DRAWS
def test_ripe_worlds_look_the_same_to_the_seat_and_have_the_same_tiles(
    name: str, draws: str
) -> None:
    for game, view, raw, ripe in worlds(name, draws):
        assert game.view(ripe, Viewer.player(int(view["viewer"]))) == view
        assert tiles(game, ripe) == tiles(game, raw)


@GAMES
def test_hands_that_were_played_for_a_while_are_near_a_win(name: str) -> None:
    raw_far: list[int] = []
    ripe_far: list[int] = []
    for _, view, raw, ripe in worlds(name, "wall"):
        raw_far += distances(name, raw, view)
        ripe_far += distances(name, ripe, view)
    assert fmean(ripe_far) < fmean(raw_far) - 1


@GAMES
def test_what_is_kept_about_a_ripe_hand_fits_it(name: str) -> None:
    for game, view, _, ripe in worlds(name, "wall"):
        again = game.imagine(ripe.config, game.view(ripe, FULL), Random(1))
        for seat, (player, fresh) in enumerate(zip(ripe.players, again.players, strict=True)):
            if view["hands"][seat] is None:
                assert bytes(player.counts) == bytes(fresh.counts)
                assert player.waits == fresh.waits


def test_a_closed_riichi_hand_that_has_not_declared_does_not_wait() -> None:
    for _, view, raw, ripe in worlds("riichi", "wall"):
        for seat, player in enumerate(ripe.players):
            if view["hands"][seat] is None and player.closed and not player.riichi:
                assert player.distance > 0 or raw.players[seat].distance <= 0


def test_a_declared_hand_is_left_alone() -> None:
    seen = 0
    for _, view, raw, ripe in worlds("riichi", "wall"):
        for seat, player in enumerate(ripe.players):
            if view["hands"][seat] is None and player.riichi:
                seen += 1
                assert player.hand == raw.players[seat].hand
    assert seen


def test_tiles_that_the_seat_gave_away_stay_where_they_went() -> None:
    seen = 0
    for _, view, _, ripe in worlds("sichuan", "wall"):
        given = given_away(view)
        for seat, kind in given:
            seen += 1
            assert ripe.players[seat].counts[kind] >= given.count((seat, kind))
    assert seen
