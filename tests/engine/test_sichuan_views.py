"""What is seen, what is hidden, and positions made up from it."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.game import ALL_HANDS, FULL, PLAYERS, PUBLIC
from engine.mahjong.seats import SEATS
from engine.rng import stream
from engine.sichuan.imagine import Place, departed, scatter, scatter_with_care
from engine.sichuan.model import State
from engine.testing import check_no_leak
from tests.engine.sichuan_table import (
    FAR,
    GAME,
    PLAIN,
    check_tiles,
    discarded,
    keen_steps,
    kinds,
    on_turn,
    play,
    player,
    position,
)

EVERYBODY = (*PLAYERS[:4], PUBLIC, ALL_HANDS, FULL)
TABLES: list[dict[str, Any]] = [
    {"preset": "blood_battle"},
    {"preset": "contract"},
    {"preset": "sbr"},
    {"draws": "streams"},
]


def states(config: dict[str, Any], seed: str, every: int) -> list[State]:
    """Every so many positions of a deal."""
    steps = keen_steps(GAME, seed, {**config, "deals": 1})
    return [step.state for number, step in enumerate(steps) if number % every == 0 or number < 4]


@pytest.mark.parametrize("config", TABLES, ids=str)
def test_imagined_positions_look_the_same_and_have_all_tiles(config: dict[str, Any]) -> None:
    rng = Random(7)
    options = GAME.config({**config, "deals": 1})
    for number in range(2):
        for state in states(config, f"same {number}", 11):
            for viewer in EVERYBODY:
                check_no_leak(GAME, options, state, viewer, rng)
                check_tiles(GAME.imagine(options, GAME.view(state, viewer), rng))


@pytest.mark.parametrize("config", TABLES, ids=str)
def test_imagined_positions_can_be_played_to_the_end(config: dict[str, Any]) -> None:
    options = GAME.config({**config, "deals": 1})
    rng = stream("played on", "moves")
    for state in states(config, "played on", 9):
        made_up = GAME.imagine(options, GAME.view(state, PLAYERS[1]), rng)
        while offers := GAME.choices(made_up):
            moves = {s: offer[int(rng.random() * len(offer))] for s, offer in offers.items()}
            made_up = GAME.apply(made_up, moves).state
        assert sum(made_up.books.scores) == 400


def test_tiles_one_gave_away_lie_with_their_receiver_until_they_are_seen_to_go() -> None:
    options = GAME.config({"deals": 1})
    rng = Random(3)
    for state in states({}, "given", 6):
        for seat in SEATS:
            view = GAME.view(state, PLAYERS[seat])
            if view["direction"] is None:
                continue
            steps = {"previous": 3, "next": 1, "across": 2}[view["direction"]]
            receiver = (seat + steps) % 4
            still = Counter(state.players[seat].gave)
            still.subtract(departed(view, receiver))
            made_up = GAME.imagine(options, view, rng).players[receiver]
            if not state.players[receiver].won:
                assert all(made_up.counts[k] >= count for k, count in still.items())


def test_hand_that_discarded_another_suit_has_no_void_tile_but_what_it_drew() -> None:
    options = GAME.config({"deals": 1})
    rng = Random(5)
    seen = 0
    for number in range(3):
        for state in states({}, f"void {number}", 4):
            made_up = GAME.imagine(options, GAME.view(state, PUBLIC), rng)
            for seat, mover in enumerate(state.players):
                clean = mover.pond and mover.pond[-1] % 32 // 9 != mover.void
                if clean and seat != state.current:
                    assert not made_up.players[seat].holds_void
                    seen += 1
    assert seen > 50


def test_scatter_never_gets_stuck() -> None:
    """Two places refuse m, one refuses p, and there is no room to spare."""
    rng = Random(1)
    for number in range(200):
        places = [Place(3, 0), Place(3, 0), Place(4, 1), Place(2)]
        tiles = kinds("12345m 1234p 123s")
        rng.shuffle(tiles)
        (scatter, scatter_with_care)[number % 2](tiles, places, rng)
        assert [place.free for place in places] == [0] * 4
        for place in places:
            assert place.banned not in {kind // 9 for kind in place.tiles}


def test_exchange_and_draws_are_for_their_owner() -> None:
    state = states({}, "own", 3)[2]
    for viewer in EVERYBODY:
        view = GAME.view(state, viewer)
        for seat in SEATS:
            sees = viewer.sees_hand(seat)
            assert (view["gave"][seat] is not None) == sees
            assert (view["got"][seat] is not None) == sees
            assert (view["hands"][seat] is not None) == sees
            assert (view["passed"][seat] is not None) == sees
        assert (view["wall"] is not None) == (viewer is FULL)


def test_dice_and_voids_are_hidden_until_all_have_chosen() -> None:
    first, second, third = states({}, "dice", 1)[:3]
    assert GAME.view(first, PUBLIC)["dice"] is None
    assert GAME.view(first, FULL)["dice"] == list(first.round.dice)
    assert GAME.view(first, PUBLIC)["direction"] is None
    assert GAME.view(second, PUBLIC)["dice"] == list(first.round.dice)
    assert GAME.view(second, PUBLIC)["void"] == [None] * 4
    assert None not in GAME.view(third, PUBLIC)["void"]


def test_winner_shows_the_hand_but_not_what_is_drawn_later() -> None:
    table = position(
        player(FAR),
        player(PLAIN, won=True),
        player(FAR),
        player(FAR),
        config={"preset": "contract"},
    )
    state = on_turn(table, 1, "9p")
    assert len(GAME.view(state, PLAYERS[1])["hands"][1]) == 14
    for viewer in (PLAYERS[0], PUBLIC):
        view = GAME.view(state, viewer)
        assert len(view["hands"][1]) == 13
        assert "9p" not in view["hands"][1]
        assert view["hand_sizes"][1] == 14
        assert view["drawn"] is None


def test_concealed_kong_is_shown_to_all() -> None:
    table = position(player(FAR), player("1111m 456m 789m 23p 5p"), player(FAR), player(FAR))
    state = play(on_turn(table, 1, "9p"), s1="ckong:1m").state
    assert GAME.view(state, PUBLIC)["melds"][1] == [{"type": "ckong", "tile": "1m", "from": None}]


def test_flat_keys() -> None:
    table = position(
        player(FAR), player("123m 456m 55p 99p", laid="pong:9m"), player(FAR, won=True), player(FAR)
    )
    state = discarded(table, 0, "5p")
    flat = GAME.flat(GAME.view(state, PLAYERS[1]))
    assert list(flat) == [
        "turn", "phase", "current_player", "dealer", "void", "tile", "hand", "hand_sizes",
        "melds", "won", "wall", "legal", "scores",
    ]  # fmt: skip
    assert flat["tile"] == "5p"
    assert flat["melds"] == ";pong:9m;;"
    assert flat["void"] == "s,s,s,s"
    assert flat["won"] == "0,0,1,0"
    assert flat["legal"] == "pong:5p,hu,pass"
    assert flat["current_player"] == 1
    assert GAME.flat(GAME.view(state, PLAYERS[3]))["current_player"] == 0
    assert GAME.flat_discards(GAME.view(state, PUBLIC)) == ["5p", "", "", ""]
    after = play(state, s1="pong:5p").state
    assert GAME.flat_discards(GAME.view(after, PUBLIC)) == ["5p*", "", "", ""]
    assert GAME.view(after, PUBLIC)["history"] == ["1pong:5p"]


def test_flat_result_names_every_winner() -> None:
    seats = (player(FAR), player(FAR), player(PLAIN), player(PLAIN))
    step = play(discarded(position(*seats, wall=""), 0, "1p"), s2="hu", s3="hu")
    assert step.result is not None
    flat = GAME.flat_result(step.result)
    assert (flat["winner"], flat["winners"], flat["reason"]) == (2, "2,3", "empty_wall")
    far = (player(FAR),) * 4
    nobody = play(discarded(position(*far, wall=""), 0, "1p"))
    assert nobody.result is not None
    assert GAME.flat_result(nobody.result)["winner"] == -1
    assert GAME.flat_result(nobody.result)["round_points"] == 0
