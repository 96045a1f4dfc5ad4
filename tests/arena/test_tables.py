"""Many tables stepped together, and the games' own numbers for learners."""

from random import Random

import numpy as np
import pytest

import arena
from arena.errors import ArenaError
from arena.local.actions import Actions
from arena.local.tables import Tables
from arena.match.result import new_match
from arena.plugins.manager import load_plugins
from engine.game import Viewer
from engine.rng import Deals

PLUGINS = load_plugins(entry_points=False)
GAMES = pytest.mark.parametrize("game", PLUGINS.games)
OWN = [name for name, game in PLUGINS.games.items() if game.channels]
SHARED = [name for name, game in PLUGINS.games.items() if game.actions]


def some(game: str, count: int, seed: int = 3, **options: object) -> Tables:
    found = PLUGINS.games[game]
    return arena.tables(found, count, seed=seed, config=found.short, **options)  # type: ignore[arg-type]  # options of all kinds


@GAMES
def test_tables_play_the_matches_that_one_table_plays(game: str) -> None:
    many, rng = some(game, 3, records=True), Random(5)
    total = [[0.0] * len(rewards) for rewards in many.rewards]
    matches, ended = many.matches, [False] * 3
    while not all(ended):
        many.step([rng.choice(places) for places in many.places])
        for table, rewards in enumerate(many.rewards):
            if not ended[table]:
                total[table] = [a + b for a, b in zip(total[table], rewards, strict=True)]
                ended[table] = many.over[table]
    for table, match in enumerate(matches):
        assert match.over
        single = new_match(
            match.game, match.header.players, Deals.seed(f"3:{table}:0"), config=match.game.short
        )
        rounds = list(single.opening.results)
        for record in match.records:
            if record.n:
                rounds += single.repeat(record).results
        assert (single.over, single.outcome) == (True, match.outcome)
        assert total[table] == [sum(r.points[s] for r in rounds) for s in range(single.seats)]


@GAMES
def test_every_legal_choice_has_an_index_and_no_two_that_differ_share_one(game: str) -> None:
    many, rng = some(game, 4), Random(6)
    for _ in range(300):
        for table, places in enumerate(many.places):
            offer = many.matches[table].offers[many.seats[table]]
            assert len(places) == len(offer)
            assert -1 not in places
            doubles = len(places) - len({*places})
            # A tile in the hand and the same one drawn are one action, with or without riichi.
            drawn = [move.choice for move in offer if "tsumogiri" in move.choice]
            assert doubles <= len(drawn), [move.choice for move in offer]
        many.step([rng.choice(places) for places in many.places])


@GAMES
def test_masks_say_what_is_legal(game: str) -> None:
    many, rng = some(game, 3), Random(7)
    for _ in range(50):
        masks = np.frombuffer(many.masks(), np.uint8).reshape(3, len(many.actions))
        assert [list(np.flatnonzero(row)) for row in masks] == [sorted({*p}) for p in many.places]
        many.step(np.array([rng.choice(places) for places in many.places]))


def test_an_illegal_choice_at_one_table_changes_none() -> None:
    many = some("tigerdragon", 2)
    before = [match.n for match in many.matches], many.seats
    illegal = next(place for place in range(len(many.actions)) if place not in many.places[1])
    with pytest.raises(ArenaError, match=f"table 1: action {illegal} is not legal; legal are"):
        many.step([many.places[0][0], illegal])
    with pytest.raises(ArenaError, match="1 choices for 2 tables"):
        many.step([0])
    assert ([match.n for match in many.matches], many.seats) == before


def test_a_reward_function_is_asked_at_every_step() -> None:
    many = some("tigerdragon", 1, reward=lambda match, _results: [match.n] * match.seats)
    many.step([many.places[0][0]])
    assert many.rewards == [[1] * many.matches[0].seats]


def test_how_many_tables_and_seats_there_can_be() -> None:
    with pytest.raises(ArenaError, match="0 tables: expected at least one"):
        arena.tables("tigerdragon", 0)
    with pytest.raises(ArenaError, match="riichi has no table of 3 seats; it has 4"):
        arena.tables("riichi", 1, 3)


@pytest.mark.parametrize("game", OWN)
def test_channels_tell_what_the_view_tells_and_nothing_else(game: str) -> None:
    """A world made up from the view alone has the same numbers as the true one."""
    many, rng = some(game, 2), Random(8)
    found, config = many.game, many.game.config(many.game.short)
    encoder = arena.encoder(found, config=found.short)
    for step in range(400):
        for match in many.matches if step % 3 == 0 else ():
            seat = step % match.seats
            true = found.encode(match.state, seat)
            assert len(true) == len(found.channels)
            view = match.view(Viewer.player(seat))
            world = found.imagine(config, view, rng)
            different = [
                f"{name}: {a} is {b} in an imagined world"
                for name, a, b in zip(found.channels, true, found.encode(world, seat), strict=True)
                if a != b
            ]
            assert not different
            assert list(encoder.encode(view)) == list(true)
        many.step([rng.choice(places) for places in many.places])


def test_riichi_channels_hold_what_their_names_say() -> None:
    table = arena.table_env("riichi", seed=7)
    encoder = arena.encoder("riichi")
    rng = Random(4)
    for _ in range(120):
        seat = table.awaited[0]
        seen = table.observe(seat)
        by = dict(zip(encoder.channels, encoder.encode(seen), strict=True))
        plain = [name.replace("0", "5") for name in seen.view["hand"]]
        assert {n: by[f"hand={n}"] for n in plain} == {n: plain.count(n) for n in plain}
        assert by["red=m"] == ("0m" in seen.view["hand"])
        assert by["left"] == seen.view["left"]
        for turn in range(4):
            other = (seat + turn) % 4
            pond = [
                t["tile"].replace("0", "5") for t in seen.view["ponds"][other] if not t["called"]
            ]
            for name in pond:
                assert by[f"pond[{turn}]={name}"] == pond.count(name)
            assert by[f"thousands[{turn}]"] == seen.view["scores"][other] // 1000
            assert by[f"dealer[{turn}]"] == (other == seen.view["dealer"])
        table.step(seat, rng.choice(seen.legal))


@pytest.mark.parametrize("game", SHARED)
def test_shared_actions_are_fewer_and_every_word_has_one(game: str) -> None:
    found = PLUGINS.games[game]
    assert len(found.actions) == len({*found.actions}) < len(found.words)
    assert Actions(found).names == tuple(found.actions)
