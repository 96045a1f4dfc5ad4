"""How a round is played: discards, claims, draws."""

from collections.abc import Mapping
from typing import Final

from engine.game import Asking, Event, Seat, Step, not_of_a_turn
from engine.mahjong.claims import is_decided, strongest
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.claims import claim_offers, note_declined
from engine.sichuan.ends import draw_next, next_seat, win
from engine.sichuan.events import DISCARDED
from engine.sichuan.exchange import VOID_OFFERS, exchange, exchange_offers, show_voids
from engine.sichuan.hand import measure, shift
from engine.sichuan.melding import add_to_pong, call, complete_added_kong, concealed_kong
from engine.sichuan.model import NO_SEAT, Player, State
from engine.sichuan.moves import DISCARD, HU, PASS, Move
from engine.sichuan.turns import turn_offers
from engine.sichuan.win import can_self_draw, hu_kind, self_draw_value, self_drawn_tile

ASKING: Final[dict[str, Asking]] = {
    "Exchange": "together",
    "Void": "together",
    "Discard": "turn",
    "Claim": "claim",
    "Finished": "turn",
}

NOBODY: Mapping[Seat, tuple[Move, ...]] = {}
TOKENS = tuple(tuple(f"{seat}{move.choice}" for move in DISCARD) for seat in range(4))
Moves = Mapping[Seat, Move]


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """The current seat's turn, everybody else's claim, or everybody's secret choice."""
    phase = state.phase
    if phase == "Claim":
        return claim_offers(state)
    if phase == "Discard":
        return {state.current: turn_offers(state)}
    if phase == "Exchange":
        return exchange_offers(state)
    return VOID_OFFERS if phase == "Void" else NOBODY


def decided(state: State, moves: Moves, awaited: Mapping[Seat, tuple[Move, ...]]) -> bool:
    """Whether no awaited claim can change who gets the tile on the table."""
    made = {seat: move.verb for seat, move in moves.items()}
    verbs = {seat: [move.verb for move in offer] for seat, offer in awaited.items()}
    return is_decided(made, verbs, state.current, several_win=True)


def apply(state: State, moves: Moves) -> Step[State, Event]:
    """The position after everybody's moves."""
    new = State(state)
    new.turn += 1
    phase = state.phase
    if phase == "Claim":
        return resolve(new, moves)
    if phase == "Discard":
        return turn(new, moves[state.current])
    return exchange(new, moves) if phase == "Exchange" else show_voids(new, moves)


def turn(new: State, move: Move) -> Step[State, Event]:
    """A seat's own turn."""
    if move is HU:
        return win(new, [new.current], self_drawn_tile(new), "self_draw", None)
    note_declined_draw(new)
    match move.verb:
        case "discard":
            return discard(new, move.kind)
        case "ckong":
            return concealed_kong(new, move)
        case "akong":
            return add_to_pong(new, move)
        case _:
            raise not_of_a_turn(move)


def note_declined_draw(new: State) -> None:
    """A self-draw that is not taken binds as a passed discard does."""
    seat = new.current
    if new.began == "pong" or not can_self_draw(new, new.players[seat]):
        return
    if new.config.passed_win != "none":
        player = Player(new.players[seat])
        player.passed = self_draw_value(new)
        new.players = with_player(new.players, seat, player)


def discard(new: State, kind: int) -> Step[State, Event]:
    """A tile goes to the pond and may be claimed."""
    seat = new.current
    player = Player(new.players[seat])
    shift(player, kind, -1)
    if kind != new.drawn:
        measure(player)
    player.pond = (*player.pond, kind)
    new.players = with_player(new.players, seat, player)
    new.phase = "Claim"
    new.claim = "discard"
    new.tile = kind
    new.after_kong = new.began == "kong"
    new.drawn = NO_TILE
    new.feeder = NO_SEAT
    new.history = (new.history, TOKENS[seat][kind])
    return Step(new, (DISCARDED[seat][kind],))


def resolve(new: State, moves: Moves) -> Step[State, Event]:
    """What comes of the tile on the table once everybody has answered; mostly nothing."""
    tile, players = new.tile, new.players
    for seat, move in moves.items():
        if move is not PASS or players[seat].waits >> tile & 1:
            note_declined(new, moves)
            return claimed(new, moves)
    return let_go(new)


def claimed(new: State, moves: Moves) -> Step[State, Event]:
    """Somebody may want the tile: every winner gets it, else who claims it for a meld."""
    seats = strongest({seat: move.verb for seat, move in moves.items()}, new.current)
    if not seats:
        return let_go(new)
    first = moves[seats[0]]
    if first is HU:
        return win(new, seats, new.tile, hu_kind(new), new.current)
    return call(new, seats[0], first)


def let_go(new: State) -> Step[State, Event]:
    """Nobody wants the tile: an added kong stands, else the next seat draws."""
    if new.claim == "kong":
        return complete_added_kong(new)
    return draw_next(new, next_seat(new, new.current))
