"""What each viewer sees of a position, and a position made up from what was seen."""

from random import Random

from engine.game import Seat, View, Viewer
from engine.rng import Deals, shuffle
from engine.tigerdragon.deal import first_position, unseen
from engine.tigerdragon.model import State, Table, TigerDragonConfig, TigerDragonView
from engine.tigerdragon.rules import choices


def view(state: State, viewer: Viewer) -> TigerDragonView:
    """Everything this viewer may know of the running round."""
    seats = range(state.table.seats)
    own = viewer.seat
    offers = choices(state).get(own, ())
    face_down = face_down_tiles(state, viewer)
    return {
        "viewer": str(viewer),
        "seats": state.table.seats,
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "asking": "turn",
        "to_act": own if offers else None,
        "current_player": state.current,
        "hand": list(state.hands[own]) if own >= 0 else [],
        "hand_sizes": [len(hand) for hand in state.hands],
        "scores": list(state.scores),
        "legal": [move.choice for move in offers],
        "history": masked_history(state, viewer),
        "card": state.table.config.card,
        "start": state.start,
        "attacker": state.attacker,
        "attack_tile": state.attack,
        "hands": [list(state.hands[s]) if viewer.sees_hand(s) else None for s in seats],
        "bonus_discards": [len(tiles) for tiles in face_down],
        "face_down": face_down,
        "set_aside": list(state.set_aside) if viewer.sees_all else None,
    }


def masked_history(state: State, viewer: Viewer) -> list[str]:
    """The round's tokens in order, face-down tiles of hands this viewer may not see masked."""
    return [
        token if token[-1] != "B" or viewer.sees_hand(int(token[0])) else token[0] + "B"
        for token in state.history
    ]


def face_down_tiles(state: State, viewer: Viewer) -> list[list[str]]:
    """Bonus tiles by seat, `?` where this viewer may not know which."""
    rows: list[list[str]] = [[] for _ in range(state.table.seats)]
    for token in state.history:
        if token[-1] == "B":
            seat = int(token[0])
            rows[seat].append(token[1] if viewer.sees_hand(seat) else "?")
    return rows


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
    history = tuple(_unmasked(token, left) for token in seen["history"])
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
    state.history = history
    state.winner = _winner(state)
    return state


def _unmasked(token: str, left: list[str]) -> str:
    return f"{token[0]}{left.pop()}B" if token[1:] == "B" else token


def _winner(state: State) -> Seat:
    return int(state.history[-1][0]) if state.phase == "Finished" else -1
