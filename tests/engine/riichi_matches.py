"""Whole riichi matches, and what must hold at every step."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import TENPAI, four, keys_of
from engine.mahjong.tiles import KIND, NO_TILE, RED_ID_FACES
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
