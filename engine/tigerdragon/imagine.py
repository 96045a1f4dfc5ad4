"""A position made up from what was seen: the unseen tiles dealt afresh."""

from random import Random

from engine.game import Seat, View
from engine.rng import Deals, shuffle
from engine.tigerdragon.config import TigerDragonConfig
from engine.tigerdragon.deal import first_position, unseen
from engine.tigerdragon.model import State, Table


def imagine(config: TigerDragonConfig, seen: View, rng: Random) -> State:
    """Deal the unseen tiles to the unseen places; passing is free, so any deal is possible."""
    visible = [token[1] for token in seen["history"] if len(token) == 3]
    hands: list[list[str] | None] = seen["hands"]
    known = "".join(visible) + "".join("".join(hand) for hand in hands if hand)
    left = list(unseen(known))
    shuffle(left, rng)
    dealt = tuple(
        "".join(left.pop() for _ in range(size)) if hand is None else "".join(hand)
        for hand, size in zip(hands, seen["hand_sizes"], strict=True)
    )
    tokens = tuple(_unmasked(token, left) for token in seen["history"])
    bonus = [[t[1] for t in tokens if t[0] == str(s) and t[-1] == "B"] for s in range(len(dealt))]
    set_aside = left if seen["set_aside"] is None else seen["set_aside"]
    table = Table(config, Deals.seed(str(rng.random())), seen["seats"])
    state = first_position(
        table, seen["round"], seen["start"], dealt, "".join(set_aside), tuple(seen["scores"])
    )
    state.turn = seen["turn"]
    state.phase = seen["phase"]
    state.current = seen["current_player"]
    state.attacker = seen["attacker"]
    state.attack = seen["attack_tile"]
    state.history = tuple(t[0] + "B" if t[-1] == "B" else t for t in tokens)
    state.face_down = tuple("".join(tiles) for tiles in bonus)
    state.winner = _winner(state)
    return state


def _unmasked(token: str, left: list[str]) -> str:
    return f"{token[0]}{left.pop()}B" if token[1:] == "B" else token


def _winner(state: State) -> Seat:
    return int(state.history[-1][0]) if state.phase == "Finished" else -1
