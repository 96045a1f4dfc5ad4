"""The course of a deal: discards, claims, kongs, draws."""

from collections.abc import Mapping

from engine.game import Event, Seat, Step
from engine.mahjong.claims import strongest
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.claims import claim_offers, hu_kind, note_declined
from engine.sichuan.deal import draw
from engine.sichuan.ends import draw_next, next_seat, settle, take_discard, win, winners_of
from engine.sichuan.events import DISCARDED, DRAWN, Called
from engine.sichuan.exchange import VOID_OFFERS, exchange, exchange_offers, show_voids
from engine.sichuan.hand import measure, shift
from engine.sichuan.model import NO_SEAT, Meld, Player, State
from engine.sichuan.moves import DISCARD, HU, NAMES, PASS, Move
from engine.sichuan.settlement import Kong
from engine.sichuan.turns import can_self_draw, self_draw_value, self_drawn_tile, turn_offers

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
    if move.verb == "discard":
        return discard(new, move.kind)
    return concealed_kong(new, move) if move.verb == "ckong" else add_to_pong(new, move)


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


def call(new: State, seat: Seat, move: Move) -> Step[State, Event]:
    """A seat takes the discard for a pong or a kong."""
    source = new.current
    kind = new.tile
    take_discard(new)
    player = Player(new.players[seat])
    meld = Meld("pong" if move.verb == "pong" else "kong", kind, source)
    shift(player, kind, 1 - meld.size)
    lay(player, meld)
    new.players = with_player(new.players, seat, player)
    new.calm = False
    new.current = seat
    new.after_kong = False
    new.history = (new.history, f"{seat}{move.choice}")
    called = Called(seat, move.verb, NAMES[kind], source)
    if meld.type == "kong":
        measure(player)
        return replace_tile(new, Kong(new.kongs + 1, seat, "exposed", source), called, source)
    new.phase = "Discard"
    new.began = "pong"
    new.tile = NO_TILE
    return Step(new, (called,))


def lay(player: Player, meld: Meld) -> None:
    """Put a new meld on the table."""
    player.melds = (*player.melds, meld)
    player.need -= 1


def concealed_kong(new: State, move: Move) -> Step[State, Event]:
    """暗杠 four tiles of the hand, shown to all; it cannot be robbed."""
    seat = new.current
    player = Player(new.players[seat])
    shift(player, move.kind, -4)
    lay(player, Meld("ckong", move.kind))
    measure(player)
    new.players = with_player(new.players, seat, player)
    new.calm = False
    new.history = (new.history, f"{seat}{move.choice}")
    kong = Kong(new.kongs + 1, seat, "concealed", None, winners_of(new))
    return replace_tile(new, kong, Called(seat, "ckong", NAMES[move.kind], None))


def add_to_pong(new: State, move: Move) -> Step[State, Event]:
    """巴杠 a fourth tile leaves the hand for a pong, and may be robbed on the way."""
    seat = new.current
    player = Player(new.players[seat])
    shift(player, move.kind, -1)
    measure(player)
    new.players = with_player(new.players, seat, player)
    new.phase = "Claim"
    new.claim = "kong"
    new.tile = move.kind
    new.after_kong = False
    new.feeder = NO_SEAT
    if new.drawn != move.kind:
        new.drawn = NO_TILE
    new.history = (new.history, f"{seat}{move.choice}")
    return Step(new, (Called(seat, "akong", NAMES[move.kind], None),))


def complete_added_kong(new: State) -> Step[State, Event]:
    """Nobody robbed the tile: the pong has grown, and is paid if the tile was just drawn."""
    seat = new.current
    kind = new.tile
    player = Player(new.players[seat])
    player.melds = tuple(
        [Meld("akong", kind, meld.source) if meld.kind == kind else meld for meld in player.melds]
    )
    new.players = with_player(new.players, seat, player)
    new.calm = False
    fresh = new.drawn == kind
    kong = Kong(new.kongs + 1, seat, "added" if fresh else "postponed", None, winners_of(new))
    return replace_tile(new, kong)


def replace_tile(
    new: State, kong: Kong, called: Called | None = None, feeder: Seat = NO_SEAT
) -> Step[State, Event]:
    """A kong stands: it is paid for, and its owner draws from the tail of the wall."""
    table = new.deal.table
    new.kongs = kong.number
    paid = settle(new, lambda books: table.settlement.kong(table.game, books, kong))
    kind = draw(new, kong.seat, "kong", feeder)
    told: tuple[Event, ...] = paid if called is None else (called, *paid)
    return Step(new, (*told, DRAWN[kong.seat][kind]))
