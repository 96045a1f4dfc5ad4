"""What each viewer sees of a position."""

from collections.abc import Collection, Sequence
from typing import Any, NotRequired, TypedDict

from engine.game import BaseView, Viewer
from engine.texas42.contract import Contract
from engine.texas42.model import State, Trick
from engine.texas42.moves import Bid, Move
from engine.texas42.rules import TURNS, choices
from engine.texas42.scoring import by_seat
from engine.texas42.tiles import COUNT, INDEX, SEATS, TILES, names
from engine.variants import labels


class ContractView(TypedDict):
    """The contract as data; `goal` and `order` say how the hand is won and played."""

    label: str
    stake: int
    goal: str
    points: int
    called: int | str | None
    power: bool
    doubles: str
    order: str
    bidder: int
    selector: int
    leader: int
    out_seat: int | None


class TrickView(TypedDict):
    """A complete trick."""

    leader: int
    tiles: list[str]
    winner: int
    points: int


class DominoView(TypedDict):
    """A domino of the own hand: what it counts, and whether it may be played now."""

    tile: str
    count: int
    playable: bool
    recommended: NotRequired[bool]
    """With the variant `hints`: whether it is the domino to play."""


class Texas42View(BaseView):
    """What a viewer sees; null stands for a hidden hand, -1 for nobody."""

    shaker: int
    redeals: int
    calls: list[str]
    bidder: int
    bid: str
    trump: str
    contract: ContractView | None
    leader: int
    trick: list[str]
    trick_winner: int
    tricks: list[TrickView]
    points: list[int]
    taken: list[int]
    marks: list[int]
    hands: list[list[str] | None]
    dominoes: list[DominoView]
    labels: dict[str, str]
    agreed: list[int]
    winner: int


def view(state: State, viewer: Viewer) -> Texas42View:
    """Everything this viewer may know of the running hand."""
    own = viewer.seat
    offer: tuple[Move, ...] = choices(state).get(own, ()) if own >= 0 else ()
    terms = state.contract
    hand = names(state.hands[own]) if own >= 0 else []
    legal = [move.choice for move in offer]
    history = list(state.history)
    return {
        "viewer": str(viewer),
        "seats": SEATS,
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "asking": "turn" if state.phase in TURNS else "together",
        "to_act": own if offer else None,
        "current_player": -1 if state.phase == "Finished" else state.current,
        "hand": hand,
        "hand_sizes": [tiles.bit_count() for tiles in state.hands],
        "scores": list(by_seat(state.marks)),
        "legal": legal,
        "history": history,
        "shaker": state.shaker,
        "redeals": state.redeals,
        "calls": [token[2:] for token in history[: state.calls]],
        "bidder": state.bidder,
        "bid": state.high.choice if state.high else "",
        "trump": terms.declaration.choice.removeprefix("t:") if terms else "",
        "contract": contract_view(state.high, terms) if state.high and terms else None,
        "leader": state.leader if state.trick else -1,
        "trick": [TILES[tile] for tile in state.trick],
        "trick_winner": state.best_seat if state.trick else -1,
        "tricks": [trick_view(trick) for trick in state.tricks],
        "points": list(state.points),
        "taken": list(state.taken),
        "marks": list(state.marks),
        "hands": [
            names(tiles) if viewer.sees_hand(seat) else None
            for seat, tiles in enumerate(state.hands)
        ],
        "dominoes": dominoes(hand, legal),
        "labels": labels(offer),
        "agreed": [seat for seat in range(SEATS) if state.agreed >> seat & 1],
        "winner": state.winner,
    }


def dominoes(hand: Sequence[str], legal: Collection[str]) -> list[DominoView]:
    """The own hand, with what may be played of it."""
    return [{"tile": tile, "count": COUNT[INDEX[tile]], "playable": tile in legal} for tile in hand]


def offered(hand: Sequence[str], offer: Sequence[Any], recommended: str) -> dict[str, Any]:
    """The keys of a view that follow from what variants put on offer."""
    rows = dominoes(hand, [move.choice for move in offer])
    if recommended:
        for row in rows:
            row["recommended"] = row["tile"] == recommended
    return {"dominoes": rows}


def contract_view(bid: Bid, terms: Contract) -> ContractView:
    """The contract as plain data."""
    return {
        "label": f"{bid.label}, {terms.declaration.label}",
        "stake": terms.stake,
        "goal": terms.goal,
        "points": terms.points,
        "called": terms.called,
        "power": terms.power,
        "doubles": terms.doubles,
        "order": terms.order,
        "bidder": terms.bidder,
        "selector": terms.selector,
        "leader": terms.leader,
        "out_seat": terms.out_seat,
    }


def trick_view(trick: Trick) -> TrickView:
    """A trick as plain data."""
    return {
        "leader": trick.leader,
        "tiles": [TILES[tile] for tile in trick.tiles],
        "winner": trick.winner,
        "points": trick.points,
    }
