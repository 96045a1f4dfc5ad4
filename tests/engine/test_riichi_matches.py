"""Whole matches of random and of purposeful players: nothing is lost, nothing is made up."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.config import as_json
from engine.game import FULL, PLAYERS, Viewer
from engine.mahjong.shapes import TENPAI
from engine.replay import replay
from engine.rng import Deals
from tests.engine.riichi_matches import GAME, RULES, check_hands, check_tiles, match


@pytest.mark.long
@pytest.mark.parametrize("purposeful", [False, True], ids=["random", "purposeful"])
@pytest.mark.parametrize("preset", ["tenhou", "ronin"])
def test_tiles_are_conserved_and_points_with_sticks_constant(
    preset: str, purposeful: bool, tries: Callable[[int], int]
) -> None:
    for seed in range(tries(5 if purposeful else 20)):
        for position, _ in match(f"{preset}{seed}", purposeful=purposeful, preset=preset):
            state = position.state
            assert sum(state.scores) + 1000 * state.sticks == 100_000
            check_hands(state)
            if state.phase != "Finished":
                check_tiles(state)


def test_purposeful_matches_reach_riichi_wins_and_draws() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(6):
        for position, _ in match(f"reasons{seed}", purposeful=True):
            reasons.update(result.extra["reason"] for result in position.results)
    assert {"ron", "tsumo", "exhaustive"} <= set(reasons)


@pytest.mark.parametrize("draws", ["wall", "streams"])
def test_a_match_is_rebuilt_from_options_seed_and_choices(draws: str) -> None:
    recorded = list(match("again", purposeful=True, draws=draws))
    log = [{s: m.choice for s, m in moves.items()} for _, moves in recorded if moves]
    config = GAME.config(as_json(GAME.config({"draws": draws})))
    rebuilt = replay(RULES, config, Deals.seed("again"), 4, log)
    for (before, _), again in zip(recorded, rebuilt, strict=True):
        assert before.events == again.events
        assert GAME.view(before.state, FULL) == GAME.view(again.state, FULL)


def test_streams_give_each_seat_the_same_draws_whatever_is_called() -> None:
    deals = Deals.seed("streams")
    drawn: list[dict[int, list[str]]] = []
    for bias in range(4):
        rng = random.Random(bias)
        position = RULES.start(GAME.config({"draws": "streams"}), deals, 4)
        rows: dict[int, list[str]] = {seat: [] for seat in range(4)}
        while not position.results:
            after_kan = position.state.replacement
            for event in position.events:
                if event.type == "drawn" and not after_kan:
                    rows[event.seat].append(event.tile)  # type: ignore[attr-defined]  # a draw
            moves = {seat: rng.choice(offer) for seat, offer in position.offers.items()}
            position = RULES.apply(position.state, moves)
        drawn.append(rows)
    for seat in range(4):
        longest = max((rows[seat] for rows in drawn), key=len)
        for rows in drawn:
            assert rows[seat][:17] == longest[: len(rows[seat][:17])]


def test_tiles_are_conserved_with_streams() -> None:
    for position, _ in match("conserved", draws="streams", length="tonpuu"):
        if position.state.phase != "Finished":
            check_tiles(position.state)


def test_imagined_positions_hold_every_tile_and_riichi_hands_wait() -> None:
    rng = random.Random(3)
    waiting = 0
    config = GAME.config()
    for step, (position, _) in enumerate(match("imagined", purposeful=True)):
        if step % 7 or position.state.phase == "Finished":
            continue
        viewer: Viewer = PLAYERS[step % 4]
        state = GAME.imagine(config, GAME.view(position.state, viewer), rng)
        check_tiles(state)
        check_hands(state)
        for seat, player in enumerate(state.players):
            if player.riichi and seat != viewer.seat:
                waiting += 1
                assert player.distance == TENPAI
    assert waiting > 5


def test_furiten_of_others_is_nobodys_to_see() -> None:
    for position, _ in match("furiten", purposeful=True, length="tonpuu"):
        view = GAME.view(position.state, PLAYERS[2])
        assert [kind is None for kind in view["furiten"]] == [True, True, False, True]
