"""What each viewer sees of a position."""

from typing import Any, Final

from engine.game import BaseView, Seat, View, Viewer, current_player
from engine.mahjong.history import tokens_of
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NO_TILE, WIND_NAMES, write_names
from engine.taiwan.claims import ONLY_PASS
from engine.taiwan.deal import live, places_left
from engine.taiwan.model import READY_ANY, READY_DEALT, READY_FIRST, State
from engine.taiwan.rules import asking, choices
from engine.taiwan.tiles import NAMES, flower_names, names_of, tile_names

DECLARED: Final = {0: None, READY_DEALT: "dealt", READY_FIRST: "first", READY_ANY: "any"}


class TaiwanView(BaseView):
    """What a seat sees; rows by seat hold null where the viewer may not know."""

    wind: str
    dealer: int
    streak: int
    passes: int
    dice: list[int]
    seat_winds: list[str]
    live: int
    wall_left: int
    replaced: int
    taken: str
    current: int
    has_drawn: bool
    drawn: str | None
    tile: str | None
    claim: str | None
    cause: str
    first_go: bool
    hands: list[list[str] | None]
    melds: list[list[dict[str, Any]]]
    flowers: list[list[str]]
    ponds: list[list[str]]
    declared: list[str | None]
    noticed: list[str | None]
    void: list[bool | None]
    passed_win: list[bool | None]
    passed_pong: list[list[str] | None]
    distance: list[int | None]
    waits: list[list[str] | None]
    banned: list[str]
    round_scores: list[int]
    wall: list[str] | None


def view(state: State, viewer: Viewer) -> View:
    """The position as this viewer may know it."""
    own = viewer.seat
    this = state.round
    players = state.players
    legal = own_offers(state, own)
    kind = asking(state)
    to_act = own if legal else None
    sees = [viewer.sees_hand(seat) for seat in SEATS]
    claimed = state.phase == "Claim"
    return {
        "viewer": str(viewer),
        "seats": 4,
        "round": this.number,
        "turn": state.turn,
        "phase": state.phase,
        "asking": kind,
        "to_act": to_act,
        "current_player": current_player(kind, to_act, state.current),
        "hand": hand(state, own) if own >= 0 else [],
        "hand_sizes": [len(hand(state, seat)) for seat in SEATS],
        "scores": list(state.scores),
        "legal": legal,
        "history": masked(tokens_of(state.history), sees),
        "wind": this.wind_name,
        "dealer": this.dealer,
        "streak": this.streak,
        "passes": this.passes,
        "dice": list(this.dice),
        "seat_winds": [WIND_NAMES[this.place(seat)] for seat in SEATS],
        "live": live(state),
        "wall_left": state.tail - state.head,
        "replaced": 144 - state.tail,
        "taken": f"{state.taken:x}" if state.config.draws == "streams" else "",
        "current": state.current,
        "has_drawn": state.drawn != NO_TILE,
        "drawn": drawn(state, viewer),
        "tile": NAMES[state.tile] if claimed and state.tile != NO_TILE else None,
        "claim": state.claim if claimed else None,
        "cause": state.cause,
        "first_go": state.first_go,
        "hands": [hand(state, seat) if sees[seat] else None for seat in SEATS],
        "melds": [
            [meld.as_json(shown=sees[seat]) for meld in players[seat].melds] for seat in SEATS
        ],
        "flowers": [flower_names(player.flowers) for player in players],
        "ponds": [[NAMES[kind] for kind in player.pond] for player in players],
        **private(state, sees),
        "banned": names_of(state.banned),
        "round_scores": list(this.scores),
        "wall": [NAMES[this.wall[place]] for place in places_left(state)]
        if viewer.sees_all
        else None,
    }


def private(state: State, sees: list[bool]) -> dict[str, Any]:
    """What is known by those who see a hand only; a declaration is public, its loss is not."""
    rows: dict[str, list[Any]] = {
        key: [None] * 4
        for key in (
            "declared",
            "noticed",
            "void",
            "passed_win",
            "passed_pong",
            "distance",
            "waits",
        )
    }
    for seat, player in enumerate(state.players):
        rows["declared"][seat] = DECLARED[player.declared]
        if sees[seat]:
            rows["noticed"][seat] = DECLARED[player.noticed]
            rows["void"][seat] = player.void
            rows["passed_win"][seat] = player.locked
            rows["passed_pong"][seat] = names_of(player.no_pong)
            rows["distance"][seat] = player.distance
            rows["waits"][seat] = names_of(player.waits)
    return rows


def own_offers(state: State, seat: Seat) -> list[str]:
    """What a seat is asked; nothing in a claim step where it can only pass."""
    if seat < 0 or state.phase == "Finished":
        return []
    if state.phase == "Discard" and seat != state.current:
        return []
    offer = choices(state).get(seat, ())
    if state.phase != "Discard" and offer == ONLY_PASS:
        return []
    return [move.choice for move in offer]


def hand(state: State, seat: Seat) -> list[str]:
    """The concealed tiles in order, a drawn one last."""
    names = tile_names(state.players[seat].hand)
    if seat == state.current and state.drawn != NO_TILE:
        names.append(NAMES[state.drawn])
    return names


def drawn(state: State, viewer: Viewer) -> str | None:
    """The drawn tile, for those who see the hand it is in."""
    if state.drawn == NO_TILE or not viewer.sees_hand(state.current):
        return None
    return NAMES[state.drawn]


def masked(tokens: list[str], sees: list[bool]) -> list[str]:
    """The history's tokens, concealed kongs of unseen hands without their kind."""
    return [
        token[:6] if token.startswith("ckong", 1) and not sees[int(token[0])] else token
        for token in tokens
    ]


def meld_text(meld: dict[str, Any]) -> str:
    """A meld of a view in one word, such as `chi:345m`; a hidden kong is its type alone."""
    tiles: list[str] | None = meld["tiles"]
    if tiles is None:
        return str(meld["type"])
    return f"{meld['type']}:{write_names(tiles)}"
