"""How a round is played: the opening, discards, claims."""

from collections.abc import Mapping
from typing import Final

from engine.game import Asking, Event, Seat, Step, not_of_a_turn
from engine.mahjong.claims import is_decided
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import KINDS, NO_TILE
from engine.taiwan import ends
from engine.taiwan.claims import (
    claim_offers,
    decline_win,
    note_declined,
    opening_offers,
    winners_first,
)
from engine.taiwan.events import DISCARDED, ReadyDeclared
from engine.taiwan.flowers import draw, flower_win, resolve_flower
from engine.taiwan.hand import exchange, shrink
from engine.taiwan.melding import added_kong, call, complete_added_kong, concealed_kong
from engine.taiwan.model import READY_DEALT, Player, State
from engine.taiwan.moves import READY, WIN, Move
from engine.taiwan.tiles import NAMES
from engine.taiwan.turns import declaration, noticed_after, turn_offers
from engine.taiwan.win import claim_by, flower_winner, may_self_draw

NOBODY: Final[Mapping[Seat, tuple[Move, ...]]] = {}
Moves = Mapping[Seat, Move]
DISCARD_TOKENS: Final = tuple(
    tuple(tuple(f"{seat}{verb}:{NAMES[kind]}" for kind in range(KINDS)) for seat in range(4))
    for verb in ("discard", "ready")
)
"""By ready or not, then seat, then kind."""


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """The current seat's turn, or everybody else's claim."""
    if state.phase == "Discard":
        return {state.current: turn_offers(state)}
    if state.phase == "Claim":
        return claim_offers(state)
    return opening_offers(state) if state.phase == "Opening" else NOBODY


def asking(state: State) -> Asking:
    """A discard, an added kong and the opening are open to everybody."""
    return "turn" if state.phase in ("Discard", "Finished") else "claim"


def decided(state: State, moves: Moves, awaited: Mapping[Seat, tuple[Move, ...]]) -> bool:
    """Whether no awaited claim can change who gets the tile on the table."""
    made = {seat: move.verb for seat, move in moves.items()}
    verbs = {seat: [move.verb for move in offer] for seat, offer in awaited.items()}
    several_win = state.config.multi_win
    return state.phase == "Claim" and is_decided(
        made, verbs, state.current, several_win=several_win
    )


def apply(state: State, moves: Moves) -> Step[State, Event]:
    """The position after everybody's moves."""
    new = State(state)
    new.turn += 1
    if state.phase == "Claim":
        return resolve(new, moves)
    if state.phase == "Opening":
        return open_hand(new, moves)
    seat = state.current
    move = moves[seat]
    if move is WIN:
        return ends.win(new, [seat], "self_draw")
    if state.drawn != NO_TILE and new.players[seat].waits >> state.drawn & 1:
        note_own_decline(new)
    match move.verb:
        case "discard" | "ready":
            return discard(new, move)
        case "ckong":
            return concealed_kong(new, move)
        case "akong":
            return added_kong(new, move)
        case _:
            raise not_of_a_turn(move)


def note_own_decline(new: State) -> None:
    """過水 the drawn tile would have won, but something else is done."""
    if may_self_draw(new):
        decline_win(new, new.current)


def open_hand(new: State, moves: Moves) -> Step[State, Event]:
    """The declarations before the first draw; then flowers may have won, or the dealer acts."""
    events: list[Event] = []
    for seat, move in moves.items():
        if move is READY:
            player = Player(new.players[seat])
            player.declared = READY_DEALT
            new.players = with_player(new.players, seat, player)
            new.history = (new.history, f"{seat}ready")
            events.append(ReadyDeclared(seat))
    found = flower_winner(new.players)
    if found:
        winner, owner = found
        wants = new.config.flower_win != "optional" or moves[winner] is WIN
        step = flower_win(new, winner, owner, events, as_dealt=True) if wants else None
        if step:
            return step
    new.phase = "Discard"
    return Step(new, tuple(events))


def discard(new: State, move: Move) -> Step[State, Event]:
    """打牌 a tile goes to the pond and may be claimed."""
    seat = new.current
    kind = move.kind
    player = Player(new.players[seat])
    ready = move.verb == "ready"
    if ready:
        player.declared = declaration(new)
    config = new.config
    if kind != new.drawn:
        exchange(player, kind, new.drawn, migi=config.migi)
    if config.ready_noticed:
        player.noticed = noticed_after(new, player, kind)
    player.pond = (*player.pond, kind)
    if player.locked:
        unlock(player, kind, config.passed_win)
    new.players = with_player(new.players, seat, player)
    new.phase = "Claim"
    new.claim = "discard"
    new.tile = kind
    new.drawn = NO_TILE
    new.cause = "head"
    new.banned = 0
    new.history = (new.history, DISCARD_TOKENS[ready][seat][kind])
    return Step(new, (DISCARDED[ready][seat][kind],))


def unlock(player: Player, kind: int, rule: str) -> None:
    """The own discard ends a passed win's lock, by option only if it is not a wait."""
    if rule == "until_own_discard" or (
        rule == "until_non_wait_discard" and not player.waits >> kind & 1
    ):
        player.locked = False


def resolve(new: State, moves: Moves) -> Step[State, Event]:
    """What comes of a discard, an added kong or a flower once everybody has answered."""
    if new.claim == "flower":
        return resolve_flower(new, moves)
    note_declined(new, moves)
    seats = winners_first(moves, new.current)
    if seats and moves[seats[0]] is WIN:
        return claim_win(new, seats)
    if new.claim == "akong":
        return complete_added_kong(new)
    if seats:
        return call(new, seats[0], moves[seats[0]])
    return draw(new, (new.current + 1) % 4, "head", [])


def claim_win(new: State, seats: list[Seat]) -> Step[State, Event]:
    """攔胡 the nearest seat wins, by option all of them; a robbed tile leaves its kong."""
    by = claim_by(new)
    if by == "rob_kong":
        konger = Player(new.players[new.current])
        shrink(konger, new.tile)
        konger.pond = (*konger.pond, new.tile)
        new.players = with_player(new.players, new.current, konger)
        new.kongs -= 1
    return ends.win(new, seats if new.config.multi_win else seats[:1], by)
