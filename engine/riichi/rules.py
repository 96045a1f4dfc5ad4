"""局 How a round is played: discards, claims, kans, draws."""

from collections.abc import Mapping

from engine.game import Event, Seat, Step, not_of_a_turn
from engine.mahjong.claims import is_decided, strongest
from engine.mahjong.seats import ORDER, SEATS, with_player
from engine.mahjong.tiles import KIND, NAMES, NO_TILE, WINDS
from engine.riichi import ends
from engine.riichi.claims import claim_offers, four_kans_end
from engine.riichi.deal import draw
from engine.riichi.events import DISCARDED, DRAWN, Furiten, RiichiAccepted
from engine.riichi.hand import exchange
from engine.riichi.melding import ankan, call, complete_kan, kakan, turn_dora
from engine.riichi.model import (
    FACE,
    MISSED_FOR_GOOD,
    MISSED_NOTHING,
    MISSED_THIS_TURN,
    RIICHI_MARK,
    TSUMOGIRI_MARK,
    Player,
    State,
)
from engine.riichi.moves import PASS, Move
from engine.riichi.turns import turn_offers
from engine.riichi.win import waits_on_orphans

NOBODY: Mapping[Seat, tuple[Move, ...]] = {}
Moves = Mapping[Seat, Move]


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """The current seat's turn, or everybody else's claim."""
    if state.phase == "Discard":
        return {state.current: turn_offers(state)}
    return claim_offers(state) if state.phase == "Claim" else NOBODY


def decided(state: State, moves: Moves, awaited: Mapping[Seat, tuple[Move, ...]]) -> bool:
    """Whether no awaited claim can change who gets the tile on the table."""
    made = {seat: move.verb for seat, move in moves.items()}
    verbs = {seat: [move.verb for move in offer] for seat, offer in awaited.items()}
    return is_decided(made, verbs, state.current, several_win=state.config.multi_ron != "headbump")


def apply(state: State, moves: Moves) -> Step[State, Event]:
    """The position after everybody's moves, and who is furiten by them."""
    step = move_on(state, moves)
    before, after = state.players, step.state.players
    if not step.results and before is not after:
        for seat in SEATS:
            old, new = before[seat], after[seat]
            if old is not new and old.furiten_kind != new.furiten_kind:
                step.events += (Furiten(seat, new.furiten_kind),)
    return step


def move_on(state: State, moves: Moves) -> Step[State, Event]:
    """The position after everybody's moves."""
    new = State(state)
    new.turn += 1
    if state.phase == "Claim":
        return resolve(new, moves)
    move = moves[state.current]
    match move.verb:
        case "discard" | "tsumogiri" | "riichi":
            return discard(new, move)
        case "ankan":
            return ankan(new, move)
        case "kakan":
            return kakan(new, move)
        case "tsumo":
            return ends.win(new, [new.current])
        case "kyuushu":
            return ends.abort(new, "kyuushu", [])
        case _:
            raise not_of_a_turn(move)


def discard(new: State, move: Move) -> Step[State, Event]:
    """打牌 a tile goes to the pond and may be claimed."""
    seat = new.current
    events: list[Event] = []
    if new.pending and new.config.kan_dora == "before_discard":
        turn_dora(new, new.pending, events)
    player = Player(new.players[seat])
    face = move.face
    mark = 0
    if face == NO_TILE:
        face = new.drawn
        mark = TSUMOGIRI_MARK
    else:
        exchange(player, face, new.drawn)
    riichi = move.verb == "riichi"
    if riichi:
        mark |= RIICHI_MARK
        player.riichi = 2 if new.first_go and not player.pond else 1
    player.ippatsu = riichi
    player.pond = (*player.pond, face | mark)
    player.discarded |= 1 << KIND[face]
    if player.missed == MISSED_THIS_TURN:
        player.missed = MISSED_NOTHING
    new.players = with_player(new.players, seat, player)
    new.phase = "Claim"
    new.claim = "discard"
    new.tile = face
    new.drawn = NO_TILE
    new.replacement = False
    new.banned = 0
    index = (mark >> 6) * 37 + face
    new.history = (new.history, DISCARD_TOKENS[seat][index])
    if not events:
        return Step(new, (DISCARDED[seat][index],))
    return Step(new, (*events, DISCARDED[seat][index]))


def resolve(new: State, moves: Moves) -> Step[State, Event]:
    """What comes of a discard or a kan once everybody has answered."""
    a, b, c, d = new.players
    if (a.waits | b.waits | c.waits | d.waits) >> KIND[new.tile] & 1:
        note_misses(new, moves)
    seats = claimants(new, moves)
    if seats and moves[seats[0]].verb == "ron":
        return ends.rons(new, seats)
    events: list[Event] = []
    if new.claim != "discard":
        return complete_kan(new, events)
    if (
        new.first_go
        or new.pending
        or new.kans == 4
        or new.players[new.current].pond[-1] & RIICHI_MARK
    ):
        reason = discard_stands(new, events)
        if reason:
            return ends.abort(new, reason, events)
    if seats:
        return call(new, seats[0], moves[seats[0]], events)
    if new.left == 0:
        return ends.exhaustive(new, events)
    seat = (new.current + 1) % 4
    tile = draw(new, seat)
    if not events:
        return Step(new, (DRAWN[seat][tile],))
    return Step(new, (*events, DRAWN[seat][tile]))


def claimants(new: State, moves: Moves) -> list[Seat]:
    """The seats whose claim stands, in turn order; usually nobody's."""
    for move in moves.values():
        if move is not PASS:
            return strongest({seat: move.verb for seat, move in moves.items()}, new.current)
    return []


def discard_stands(new: State, events: list[Event]) -> str:
    """The discard was not ronned: a riichi is paid, a dora turned; the abort it leads to."""
    if new.players[new.current].pond[-1] & RIICHI_MARK:
        accept_riichi(new, events)
    if new.pending and new.config.kan_dora == "after_discard_passes":
        turn_dora(new, new.pending, events)
    return abort_reason(new)


def note_misses(new: State, moves: Moves) -> None:
    """振聴 whoever waits on the tile and does not win with it is furiten."""
    bit = 1 << KIND[new.tile]
    players = new.players
    for seat in ORDER[new.current]:
        player = players[seat]
        if not player.waits & bit or moves[seat].verb == "ron":
            continue
        if new.claim == "ankan" and not waits_on_orphans(player):
            continue
        player = Player(player)
        player.missed = MISSED_FOR_GOOD if player.riichi else max(player.missed, MISSED_THIS_TURN)
        new.players = with_player(new.players, seat, player)


def accept_riichi(new: State, events: list[Event]) -> None:
    """立直 the declaring discard stands: the stick is paid."""
    seat = new.current
    scores = list(new.scores)
    scores[seat] -= 1000
    new.scores = tuple(scores)
    new.sticks += 1
    events.append(RiichiAccepted(seat, new.scores))


def abort_reason(new: State) -> str:
    """途中流局 the abort that this discard, not ronned, leads to; empty if none."""
    config = new.config
    players = new.players
    if new.first_go and config.abort_suufon and KIND[new.tile] in WINDS and four_winds(new):
        return "suufon"
    if config.abort_suucha and players[new.current].riichi and all(p.riichi for p in players):
        return "suucha"
    if new.kans == 4 and four_kans_end(new):
        return "suukaikan"
    return ""


def four_winds(state: State) -> bool:
    """四風連打 suufon: four first discards of the same wind."""
    tile = state.tile
    return all(len(p.pond) == 1 and p.pond[0] & FACE == tile for p in state.players)


def _tokens(seat: Seat) -> tuple[str, ...]:
    verbs = ("discard", "tsumogiri", "riichi", "riichi-tsumogiri")
    return tuple(f"{seat}{verb}:{name}" for verb in verbs for name in NAMES)


DISCARD_TOKENS = tuple(_tokens(seat) for seat in range(4))
"""By seat, then face + 37 if tsumogiri + 74 if riichi."""
