"""What each viewer sees of a position, and a position made up from what was seen."""

from collections.abc import Iterable
from random import Random

from engine.game import Seat, View, Viewer
from engine.rng import Deals, shuffle
from engine.tigerdragon.deal import first_position, unseen
from engine.tigerdragon.model import State, Table, TigerDragonConfig, TigerDragonView
from engine.tigerdragon.rules import choices, shown_history


def view(state: State, viewer: Viewer) -> TigerDragonView:
    """Everything this viewer may know of the running round."""
    own = viewer.seat
    acts = own == state.current and state.phase != "Finished"
    return {
        "viewer": viewer.name,
        "seats": state.table.seats,
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "asking": "turn",
        "to_act": own if acts else None,
        "current_player": state.current,
        "hand": list(state.hands[own]) if own >= 0 else [],
        "hand_sizes": [len(hand) for hand in state.hands],
        "scores": list(state.scores),
        "legal": [move.choice for move in choices(state)[own]] if acts else [],
        "history": shown_history(state, open_seats(state, viewer)),
        "card": state.table.config.card,
        "start": state.start,
        "attacker": state.attacker,
        "attack_tile": state.attack,
        "hands": hands(state, viewer),
        "bonus_discards": [len(tiles) for tiles in state.face_down],
        "face_down": face_down(state, viewer),
        "set_aside": list(state.set_aside) if viewer.sees_all else None,
    }


def flat_view(state: State, viewer: Viewer) -> View:
    """What the flat keys are made of, by the same rules as `view`."""
    own = viewer.seat
    acts = own == state.current and state.phase != "Finished"
    return {
        "turn": state.turn,
        "phase": state.phase,
        "current_player": state.current,
        "attack_tile": state.attack,
        "hand": state.hands[own] if own >= 0 else "",
        "hand_sizes": list(map(len, state.hands)),
        "bonus_discards": list(map(len, state.face_down)),
        "legal": [move.choice for move in choices(state)[own]] if acts else (),
        "scores": state.scores,
    }


def open_seats(state: State, viewer: Viewer) -> Iterable[Seat]:
    """The seats whose hidden tiles this viewer may know."""
    if viewer.sees_hands:
        return range(state.table.seats)
    return (viewer.seat,) if viewer.seat >= 0 else ()


def hands(state: State, viewer: Viewer) -> list[list[str] | None]:
    """Hands by seat, nothing for those this viewer may not see."""
    own = viewer.seat
    if own < 0:
        return [list(hand) if viewer.sees_hand(s) else None for s, hand in enumerate(state.hands)]
    rows: list[list[str] | None] = [None] * state.table.seats
    rows[own] = list(state.hands[own])
    return rows


def face_down(state: State, viewer: Viewer) -> list[list[str]]:
    """Bonus tiles by seat, `?` where this viewer may not know which."""
    return [
        list(tiles) if not tiles or viewer.sees_hand(seat) else ["?"] * len(tiles)
        for seat, tiles in enumerate(state.face_down)
    ]


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
