"""碰 杠 Melds being laid: claims and kongs, and their replacement tiles."""

from dataclasses import replace

from engine.game import Event, Seat, Step
from engine.mahjong.melds import Meld
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import NO_TILE
from engine.sichuan.deal import draw
from engine.sichuan.ends import settle, take_discard, winners_of
from engine.sichuan.events import DRAWN, Called
from engine.sichuan.hand import lay, measure, shift
from engine.sichuan.model import NO_SEAT, Player, State
from engine.sichuan.moves import Move
from engine.sichuan.settlement import Kong
from engine.sichuan.tiles import NAMES


def call(new: State, seat: Seat, move: Move) -> Step[State, Event]:
    """A seat takes the discard for a pong or a kong."""
    source = new.current
    kind = new.tile
    take_discard(new)
    player = Player(new.players[seat])
    meld = Meld("pong" if move.verb == "pong" else "kong", kind, kind, source)
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
        [replace(meld, type="akong") if meld.kind == kind else meld for meld in player.melds]
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
    table = new.round.table
    new.kongs = kong.number
    paid = settle(new, lambda books: table.settlement.kong(table.game, books, kong))
    kind = draw(new, kong.seat, "kong", feeder)
    told: tuple[Event, ...] = paid if called is None else (called, *paid)
    return Step(new, (*told, DRAWN[kong.seat][kind]))
