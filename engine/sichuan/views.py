"""What each viewer sees of a position."""

from typing import Any

from engine.game import BaseView, Seat, View, Viewer, current_player
from engine.mahjong.history import tokens_of
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.deal import wall_left
from engine.sichuan.exchange import direction
from engine.sichuan.hand import tiles_of
from engine.sichuan.model import CLAIMED, KIND, Player, State, suit_name
from engine.sichuan.rules import ASKING, choices
from engine.sichuan.tiles import NAMES


class SichuanView(BaseView):
    """What a viewer sees; null stands for what is hidden or not there."""

    dealer: int
    deals: int
    dice: list[int] | None
    direction: str | None
    gave: list[list[str] | None]
    got: list[list[str] | None]
    void: list[str | None]
    hands: list[list[str] | None]
    melds: list[list[dict[str, Any]]]
    ponds: list[list[str]]
    won: list[bool]
    wins: list[dict[str, Any]]
    mover: int
    drawn: str | None
    began: str
    tile: str | None
    claim: str | None
    after_kong: bool
    feeder: int | None
    kongs: int
    calm: bool
    left: int
    passed: list[int | None]
    ledger: list[dict[str, Any]]
    start_scores: list[int]
    wall: list[str] | None


def view(state: State, viewer: Viewer) -> SichuanView:
    """Everything this viewer may know of the running deal."""
    this, own, players = state.round, viewer.seat, state.players
    asking = ASKING[state.phase]
    legal = own_offer(state, own)
    to_act = own if legal else None
    table = -1 if asking == "together" else state.current
    rolled = state.config.exchange_three and state.phase != "Exchange"
    return {
        "viewer": str(viewer),
        "seats": 4,
        "round": this.number,
        "turn": state.turn,
        "phase": state.phase,
        "asking": asking,
        "to_act": to_act,
        "current_player": current_player(asking, to_act, table),
        "hand": names(tiles_of(players[own])) if own >= 0 else [],
        "hand_sizes": [sum(player.counts) for player in players],
        "scores": list(state.books.scores),
        "legal": legal,
        "history": tokens_of(state.history),
        "dealer": this.dealer,
        "deals": state.config.deals,
        "dice": list(this.dice) if rolled or viewer.sees_all else None,
        "direction": direction(this.dice)[0] if rolled else None,
        "gave": [known(viewer, s, p.gave) for s, p in enumerate(players)],
        "got": [known(viewer, s, p.got) for s, p in enumerate(players)],
        "void": [suit_name(player.void) for player in players],
        "hands": [hand_of(state, viewer, seat) for seat in SEATS],
        "melds": [melds_of(player) for player in players],
        "ponds": [pond_of(player) for player in players],
        "won": [player.won for player in players],
        "wins": wins_of(state),
        "mover": state.current,
        "drawn": drawn_tile(state, viewer),
        "began": state.began,
        "tile": name(state.tile),
        "claim": state.claim if state.phase == "Claim" else None,
        "after_kong": state.after_kong,
        "feeder": state.feeder if state.feeder >= 0 else None,
        "kongs": state.kongs,
        "calm": state.calm,
        "left": state.left,
        "passed": [p.passed if viewer.sees_hand(s) else None for s, p in enumerate(players)],
        "ledger": ledger_of(state),
        "start_scores": list(this.start_scores),
        "wall": names(wall_left(state)) if viewer.sees_all else None,
    }


def own_offer(state: State, seat: Seat) -> list[str]:
    """What a seat is asked: nothing in a claim step where it can only pass."""
    if seat < 0:
        return []
    offer = choices(state).get(seat, ())
    if state.phase == "Claim" and len(offer) == 1:
        return []
    return [move.choice for move in offer]


def name(kind: int) -> str | None:
    """A tile's text, nothing for none."""
    return NAMES[kind] if kind != NO_TILE else None


def names(kinds: Any) -> list[str]:
    """The text of tiles, in the order given."""
    return [NAMES[kind] for kind in kinds]


def known(viewer: Viewer, seat: Seat, kinds: tuple[int, ...]) -> list[str] | None:
    """Exchanged tiles, for those who may see the hand they left or joined."""
    return names(kinds) if kinds and viewer.sees_hand(seat) else None


def on_turn(state: State, seat: Seat) -> bool:
    """Whether a seat holds a tile that it has just drawn."""
    return state.phase == "Discard" and seat == state.current and state.drawn != NO_TILE


def hand_of(state: State, viewer: Viewer, seat: Seat) -> list[str] | None:
    """A hand, if this viewer may see it; a winner's is shown, but for what was drawn since."""
    player = state.players[seat]
    if viewer.sees_hand(seat):
        return names(tiles_of(player))
    if not player.won:
        return None
    tiles = names(tiles_of(player))
    if on_turn(state, seat):
        tiles.remove(NAMES[state.drawn])
    return tiles


def drawn_tile(state: State, viewer: Viewer) -> str | None:
    """The tile just drawn, for those who may see the hand."""
    return name(state.drawn) if viewer.sees_hand(state.current) else None


def melds_of(player: Player) -> list[dict[str, Any]]:
    """Melds as plain objects."""
    return [
        {
            "type": meld.type,
            "tile": NAMES[meld.kind],
            "from": meld.source if meld.source >= 0 else None,
        }
        for meld in player.melds
    ]


def pond_of(player: Player) -> list[str]:
    """Discards in order; a star marks those that were claimed or won."""
    return [NAMES[entry & KIND] + ("*" if entry & CLAIMED else "") for entry in player.pond]


def wins_of(state: State) -> list[dict[str, Any]]:
    """The winning tiles in order, each with everybody who won with it."""
    return [
        {
            "seats": list(win.seats),
            "tile": NAMES[win.kind],
            "kind": win.how,
            "from": win.source if win.source >= 0 else None,
        }
        for win in state.wins
    ]


def ledger_of(state: State) -> list[dict[str, Any]]:
    """Kong money as plain objects."""
    return [
        {
            "kong": entry.kong,
            "receiver": entry.receiver,
            "payer": entry.payer,
            "amount": entry.amount,
            "status": entry.status,
        }
        for entry in state.books.ledger
    ]


def flat_melds(seen: View) -> str:
    """Melds by seat for the flat wire."""
    rows = [[f"{meld['type']}:{meld['tile']}" for meld in row] for row in seen["melds"]]
    return ";".join(",".join(row) for row in rows)
