"""吃 碰 槓 Melds being laid: claims and kongs."""

from engine.game import Event, Seat, Step
from engine.mahjong.claims import swap_kinds
from engine.mahjong.melds import Meld
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import NO_TILE
from engine.taiwan.events import melded
from engine.taiwan.flowers import draw
from engine.taiwan.hand import grow, insert, lay, measure, measure_claimed, remove
from engine.taiwan.model import Player, State
from engine.taiwan.moves import Move


def call(new: State, seat: Seat, move: Move) -> Step[State, Event]:
    """吃 碰 槓 a seat takes the discard; it leaves the pond."""
    source, kind = new.current, new.tile
    discarder = Player(new.players[source])
    discarder.pond = discarder.pond[:-1]
    player = Player(new.players[seat])
    if move.verb == "chi":
        uses = move.uses
        laid = Meld("chi", min(kind, uses[0]), kind, source)
    else:
        uses = (kind,) * (3 if move.verb == "kong" else 2)
        laid = Meld("open_kong" if move.verb == "kong" else "pong", kind, kind, source)
    remove(player, uses)
    lay(player, laid)
    player.no_pong = 0
    new.players = with_player(with_player(new.players, source, discarder), seat, player)
    new.first_go = False
    new.history = (new.history, f"{seat}{move.choice}")
    events: list[Event] = [melded(seat, laid)]
    if move.verb == "kong":
        measure(player, migi=False)
        new.kongs += 1
        return draw(new, seat, "open_kong", events)
    measure_claimed(player)
    new.banned = swap_kinds(kind, move.uses) if new.config.swap_ban else 0
    new.phase = "Discard"
    new.current = seat
    new.drawn = NO_TILE
    return Step(new, tuple(events))


def concealed_kong(new: State, move: Move) -> Step[State, Event]:
    """暗槓 four tiles of the hand, face down; nobody can rob it."""
    seat = new.current
    player = Player(new.players[seat])
    insert(player, new.drawn)
    remove(player, (move.kind,) * 4)
    laid = Meld("concealed_kong", move.kind)
    lay(player, laid)
    measure(player, migi=False)
    new.players = with_player(new.players, seat, player)
    new.first_go = False
    new.kongs += 1
    new.history = (new.history, f"{seat}{move.choice}")
    return draw(new, seat, "kong", [melded(seat, laid)])


def added_kong(new: State, move: Move) -> Step[State, Event]:
    """加槓 a fourth tile joins the own pong; before the replacement it may be robbed."""
    seat = new.current
    player = Player(new.players[seat])
    insert(player, new.drawn)
    remove(player, (move.kind,))
    laid = grow(player, move.kind)
    measure(player, migi=False)
    new.players = with_player(new.players, seat, player)
    new.kongs += 1
    new.phase = "Claim"
    new.claim = "akong"
    new.tile = move.kind
    new.drawn = NO_TILE
    new.history = (new.history, f"{seat}{move.choice}")
    return Step(new, (melded(seat, laid),))


def complete_added_kong(new: State) -> Step[State, Event]:
    """Nobody robbed the kong: a passed win's lock ends, and the replacement is drawn."""
    seat = new.current
    if new.players[seat].locked and new.config.passed_win != "ron_only":
        player = Player(new.players[seat])
        player.locked = False
        new.players = with_player(new.players, seat, player)
    return draw(new, seat, "kong", [])
