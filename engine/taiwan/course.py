"""The course of a hand: the opening, discards, claims, kongs, draws."""

from collections.abc import Mapping
from typing import Final

from engine.game import Asking, Event, Seat, Step
from engine.mahjong.claims import swap_kinds
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
from engine.taiwan.events import DISCARDED, DRAWN, FlowerLaid, ReadyDeclared, melded
from engine.taiwan.hand import exchange, grow, insert, lay, measure, measure_claimed, remove, shrink
from engine.taiwan.melds import Meld
from engine.taiwan.model import READY_DEALT, Cause, Player, State
from engine.taiwan.moves import READY, WIN, Move
from engine.taiwan.tiles import FLOWER, NAMES
from engine.taiwan.turns import declaration, turn_offers
from engine.taiwan.wall import can_draw, take
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
    if move.verb == "ckong":
        return concealed_kong(new, move)
    if move.verb == "akong":
        return added_kong(new, move)
    return discard(new, move)


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
        step = ends.flower_win(new, winner, owner, events, as_dealt=True) if wants else None
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
        return meld(new, seats[0], moves[seats[0]])
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


def resolve_flower(new: State, moves: Moves) -> Step[State, Event]:
    """By option a flower win may be declined; then its layer draws the replacement."""
    found = flower_winner(new.players)
    assert found is not None, "nobody can win by flowers"
    winner, owner = found
    if moves[winner] is WIN:
        step = ends.flower_win(new, winner, owner, [], as_dealt=False)
        assert step is not None, "an optional flower win ends the hand"
        return step
    return draw(new, new.current, "flower", [])


def meld(new: State, seat: Seat, move: Move) -> Step[State, Event]:
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


def draw(new: State, seat: Seat, cause: Cause, events: list[Event]) -> Step[State, Event]:
    """A seat draws, flowers are laid and replaced; the hand ends where no tile is left."""
    new.current = seat
    new.drawn = NO_TILE
    while can_draw(new, cause):
        tile = take(new, seat, cause)
        event = DRAWN[cause != "head"][seat][tile]
        if tile < FLOWER:
            begin_turn(new, seat, tile, cause)
            return Step(new, (*events, event) if events else (event,))
        events.append(event)
        step = lay_flower(new, seat, tile, events)
        if step:
            return step
        cause = "flower"
    return ends.exhaustive(new, events)


def begin_turn(new: State, seat: Seat, tile: int, cause: Cause) -> None:
    """It is a seat's turn with this drawn tile."""
    new.phase = "Discard"
    new.drawn = tile
    new.cause = cause
    new.banned = 0
    old = new.players[seat]
    if old.no_pong or (old.locked and new.config.passed_win == "ron_only"):
        player = Player(old)
        player.no_pong = 0
        player.locked = player.locked and new.config.passed_win != "ron_only"
        new.players = with_player(new.players, seat, player)


def lay_flower(new: State, seat: Seat, tile: int, events: list[Event]) -> Step[State, Event] | None:
    """補花 a flower goes to the table; the step that follows if somebody wins by it."""
    player = Player(new.players[seat])
    player.flowers |= 1 << tile - FLOWER
    new.players = with_player(new.players, seat, player)
    new.history = (new.history, f"{seat}flower:{NAMES[tile]}")
    events.append(FlowerLaid(seat, NAMES[tile]))
    found = flower_winner(new.players)
    if not found:
        return None
    if new.config.flower_win == "optional":
        new.phase = "Claim"
        new.claim = "flower"
        new.tile = NO_TILE
        return Step(new, tuple(events))
    return ends.flower_win(new, *found, events, as_dealt=False)
