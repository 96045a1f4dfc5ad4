"""What each viewer sees of a position."""

from collections.abc import Iterable

from engine.game import BaseView, Seat, View, Viewer
from engine.tigerdragon.history import shown_history
from engine.tigerdragon.model import State
from engine.tigerdragon.rules import choices


class TigerDragonView(BaseView):
    """What a viewer sees; null or `?` stands for what is hidden."""

    card: str
    start: int
    attacker: int
    attack_tile: str
    hands: list[list[str] | None]
    bonus_discards: list[int]
    face_down: list[list[str]]
    set_aside: list[str] | None


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
