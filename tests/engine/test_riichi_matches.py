"""Whole matches of random and of purposeful players: nothing is lost, nothing is made up."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.config import as_json
from engine.game import FULL, PLAYERS, Viewer
from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import TENPAI, four, keys_of
from engine.mahjong.tiles import KIND, NO_TILE, RED_ID_FACES
from engine.replay import replay
from engine.riichi import Riichi
from engine.riichi.deal import FIRST_LIVE
from engine.riichi.model import CALLED_MARK, FACE, State
from engine.rng import Deals
from engine.variants import Position, Rules

GAME = Riichi()
RULES = Rules(GAME)


def eager(position: Position, seat: int, rng: random.Random) -> Any:
    """Mostly wins, declares and comes nearer; now and then anything at all."""
    offer = position.offers[seat]
    by_choice = {move.choice: move for move in offer}
    for word in ("tsumo", "ron"):
        if word in by_choice and rng.random() < 0.9:
            return by_choice[word]
    riichi = [move for move in offer if move.verb == "riichi"]
    if riichi and rng.random() < 0.9:
        return rng.choice(riichi)
    discards = [move for move in offer if move.verb in ("discard", "tsumogiri")]
    if not discards and rng.random() < 0.8:
        return by_choice["pass"]
    if not discards or rng.random() < 0.03:
        return rng.choice(offer)
    state = position.state
    return min(discards, key=lambda move: (distance_after(state, move), rng.random()))


def distance_after(state: State, move: Any) -> int:
    player = state.players[state.current]
    counts = list(player.counts)
    if state.drawn != NO_TILE:
        counts[KIND[state.drawn]] += 1
    counts[KIND[move.face if move.face != NO_TILE else state.drawn]] -= 1
    return four().nearest(*keys_of(counts), player.need)


def match(seed: str, *, purposeful: bool = False, **options: Any) -> Iterator[tuple[Position, Any]]:
    """Each position with the moves made there."""
    rng = random.Random(seed)
    position = RULES.start(GAME.config(options), Deals.seed(seed), 4)
    while position.offers:
        moves = {
            seat: eager(position, seat, rng) if purposeful else rng.choice(offer)
            for seat, offer in position.offers.items()
        }
        yield position, moves
        position = RULES.apply(position.state, moves)
    yield position, {}


def check_tiles(state: State) -> None:
    """All 136 tiles are somewhere, each once."""
    seen = Counter(face for player in state.players for face in player.hand)
    for player in state.players:
        seen.update(face for meld in player.melds for face in meld.faces)
        seen.update(entry & FACE for entry in player.pond if not entry & CALLED_MARK)
    if state.drawn != NO_TILE:
        seen[state.drawn] += 1
    wall = state.round.wall
    if state.round.streams:
        live = [wall[FIRST_LIVE - i] for i in range(70) if not state.taken >> i & 1]
    else:
        live = list(wall[14 : 14 + state.left + state.kans])
    dead = [wall[place] for place in range(14) if place not in (1, 0, 3, 2)[: state.kans]]
    seen.update([*live, *dead])
    if state.phase == "Claim" and state.claim == "discard":
        assert state.players[state.current].pond[-1] & FACE == state.tile
    assert seen == Counter(RED_ID_FACES)


def check_hands(state: State) -> None:
    """What is kept about a hand is what the hand says."""
    for seat, player in enumerate(state.players):
        counts = [0] * 34
        for face in player.hand:
            counts[KIND[face]] += 1
        assert list(player.counts) == counts
        assert tuple(player.keys) == keys_of(counts)
        if len(player.hand) % 3 == 1:
            assert player.distance == four().nearest(*keys_of(counts), player.need)
            assert (player.waits != 0) == (player.distance == TENPAI)
        for kind in kinds_in(player.waits):
            assert counts[kind] < 4, seat


@pytest.mark.long
@pytest.mark.parametrize("purposeful", [False, True], ids=["random", "purposeful"])
@pytest.mark.parametrize("preset", ["tenhou", "ronin"])
def test_tiles_are_conserved_and_points_with_sticks_constant(preset: str, purposeful: bool) -> None:
    number = 5 if purposeful else 20
    for seed in range(number):
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
