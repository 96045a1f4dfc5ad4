"""What each viewer sees of a position."""

from functools import cache
from typing import Any, TypedDict

from engine.game import Asking, BaseView, Seat, View, Viewer, current_player
from engine.mahjong.hands import kinds_in
from engine.mahjong.history import tokens_of
from engine.mahjong.melds import Meld
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import KIND, KIND_NAMES, NAMES, NO_TILE, WIND_NAMES, face_names
from engine.riichi.deal import indicators
from engine.riichi.model import (
    CALLED_MARK,
    FACE,
    RIICHI_MARK,
    TSUMOGIRI_MARK,
    State,
)
from engine.riichi.rules import choices


class PondTile(TypedDict):
    """A discard and its marks."""

    tile: str
    tsumogiri: bool
    riichi: bool
    called: bool


MeldView = TypedDict(
    "MeldView", {"type": str, "tiles": list[str], "called": str | None, "from": int | None}
)


class RiichiView(BaseView):
    """What a viewer sees; null stands for what is hidden or not there."""

    name: str
    dealer: int
    honba: int
    sticks: int
    left: int
    round_wind: str
    seat_winds: list[str]
    actor: int
    drawn: str | None
    after_call: bool
    replacement: bool
    banned: list[str]
    tile: str | None
    claim: str | None
    dora: list[str]
    pending_dora: int
    first_go: bool
    melds: list[list[MeldView]]
    ponds: list[list[PondTile]]
    riichi: list[int]
    ippatsu: list[bool]
    furiten: list[str | None]
    pao: list[dict[str, int]]
    visible: list[int]
    hands: list[list[str] | None]
    taken: str
    wall: list[str] | None


def view(state: State, viewer: Viewer) -> RiichiView:
    """Everything this viewer may know of the running round."""
    this = state.round
    players = state.players
    own = viewer.seat
    legal = asked(state, own)
    asking: Asking = "claim" if state.phase == "Claim" else "turn"
    to_act = own if legal else None
    drawn = NAMES[state.drawn] if state.drawn != NO_TILE else None
    claiming = state.phase == "Claim"
    hands = [full_hand(state, seat) if viewer.sees_hand(seat) else None for seat in SEATS]
    return {
        "viewer": str(viewer),
        "seats": 4,
        "round": this.number,
        "turn": state.turn,
        "phase": state.phase,
        "asking": asking,
        "to_act": to_act,
        "current_player": current_player(asking, to_act, state.current),
        "hand": full_hand(state, own) if own >= 0 else [],
        "hand_sizes": [len(full_hand(state, seat)) for seat in SEATS],
        "scores": list(state.scores),
        "legal": legal,
        "history": tokens_of(state.history),
        "name": this.name,
        "dealer": this.dealer,
        "honba": this.honba,
        "sticks": state.sticks,
        "left": state.left,
        "round_wind": WIND_NAMES[this.hand // 4],
        "seat_winds": [WIND_NAMES[(seat - this.dealer) % 4] for seat in SEATS],
        "actor": state.current,
        "drawn": drawn if viewer.sees_hand(state.current) else None,
        "after_call": state.phase == "Discard" and state.drawn == NO_TILE,
        "replacement": state.replacement,
        "banned": [KIND_NAMES[kind] for kind in kinds_in(state.banned)],
        "tile": NAMES[state.tile] if claiming else None,
        "claim": state.claim if claiming else None,
        "dora": [NAMES[face] for face in indicators(state)],
        "pending_dora": state.pending,
        "first_go": state.first_go,
        "melds": [[meld_view(meld) for meld in player.melds] for player in players],
        "ponds": [[pond_tile(entry).copy() for entry in player.pond] for player in players],
        "riichi": [player.riichi for player in players],
        "ippatsu": [player.ippatsu for player in players],
        "furiten": [
            players[seat].furiten_kind if viewer.sees_hand(seat) else None for seat in SEATS
        ],
        "pao": [dict(player.pao) for player in players],
        "visible": visible_kinds(state, viewer),
        "hands": hands,
        "taken": f"{state.taken:x}" if state.taken else "",
        "wall": [NAMES[face] for face in this.wall] if viewer.sees_all else None,
    }


def flat_view(state: State, viewer: Viewer) -> View:
    """What the flat keys are made of, by the same rules as `view`."""
    this, players, own = state.round, state.players, viewer.seat
    legal = asked(state, own)
    claiming = state.phase == "Claim"
    to_act = own if legal else None
    shown = state.drawn != NO_TILE and viewer.sees_hand(state.current)
    sizes = [len(player.hand) for player in players]
    sizes[state.current] += state.drawn != NO_TILE
    return {
        "turn": state.turn,
        "phase": state.phase,
        "current_player": current_player("claim" if claiming else "turn", to_act, state.current),
        "name": this.name,
        "dealer": this.dealer,
        "honba": this.honba,
        "sticks": state.sticks,
        "left": state.left,
        "dora": [NAMES[face] for face in indicators(state)],
        "tile": NAMES[state.tile] if claiming else None,
        "hand": full_hand(state, own) if own >= 0 else [],
        "hand_sizes": sizes,
        "drawn": NAMES[state.drawn] if shown else None,
        "melds": [[meld_view(meld) for meld in player.melds] for player in players],
        "riichi": [player.riichi for player in players],
        "legal": legal,
        "scores": state.scores,
    }


def asked(state: State, seat: Seat) -> list[str]:
    """What a seat is asked: nothing in a claim step where it can only pass."""
    offer = choices(state).get(seat, ()) if seat >= 0 else ()
    if state.phase == "Claim" and len(offer) == 1:
        return []
    return [move.choice for move in offer]


def full_hand(state: State, seat: Seat) -> list[str]:
    """The concealed tiles in order, the drawn one last."""
    hand = face_names(state.players[seat].hand)
    if seat == state.current and state.drawn != NO_TILE:
        hand.append(NAMES[state.drawn])
    return hand


def meld_view(meld: Meld) -> Any:
    """A meld as a plain object."""
    return meld.as_json()


@cache
def pond_tile(entry: int) -> PondTile:
    """A discard as a plain object, made once: a view has many, and copies are cheap."""
    return {
        "tile": NAMES[entry & FACE],
        "tsumogiri": entry & TSUMOGIRI_MARK > 0,
        "riichi": entry & RIICHI_MARK > 0,
        "called": entry & CALLED_MARK > 0,
    }


def visible_kinds(state: State, viewer: Viewer) -> list[int]:
    """How many of each kind this viewer sees: hands it may see, melds, ponds, indicators."""
    counts = [0] * 34
    for seat in SEATS:
        player = state.players[seat]
        if viewer.sees_hand(seat):
            for face in list(player.hand):
                counts[KIND[face]] += 1
        for meld in player.melds:
            for face in meld.faces:
                counts[KIND[face]] += 1
        for entry in player.pond:
            if not entry & CALLED_MARK:
                counts[KIND[entry & FACE]] += 1
    if state.drawn != NO_TILE and viewer.sees_hand(state.current):
        counts[KIND[state.drawn]] += 1
    for face in indicators(state):
        counts[KIND[face]] += 1
    return counts
