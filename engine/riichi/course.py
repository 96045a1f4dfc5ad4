"""局 the course of a round: discards, claims, kans, draws."""

from collections.abc import Mapping

from engine.game import Event, Seat, Step
from engine.mahjong.claims import ORDER, strongest
from engine.mahjong.melds import Meld
from engine.mahjong.tiles import KIND, NAMES
from engine.riichi import ends
from engine.riichi.claims import claim_offers, four_kans_end, kuikae
from engine.riichi.deal import DORA, draw, draw_replacement
from engine.riichi.events import DISCARDED, DRAWN, Called, DoraRevealed, RiichiAccepted
from engine.riichi.hand import exchange, insert, measure, remove
from engine.riichi.model import (
    CALLED_MARK,
    MISSED_FOR_GOOD,
    MISSED_NOTHING,
    MISSED_THIS_TURN,
    RIICHI_MARK,
    TSUMOGIRI_MARK,
    UNMEASURED,
    Player,
    State,
    with_player,
)
from engine.riichi.moves import NO_TILE, PASS, Move
from engine.riichi.turns import turn_offers
from engine.riichi.winning import waits_on_orphans

NOBODY: Mapping[Seat, tuple[Move, ...]] = {}
WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
Moves = Mapping[Seat, Move]


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """The current seat's turn, or everybody else's claim."""
    if state.phase == "Discard":
        return {state.current: turn_offers(state)}
    return claim_offers(state) if state.phase == "Claim" else NOBODY


def apply(state: State, moves: Moves) -> Step[State, Event]:
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
            return ends.win(new, [new.current], [])
        case _:
            return ends.abort(new, "kyuushu", [])


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
    new.history = (new.history, DISCARD_TOKENS[seat][(mark >> 6) * 37 + face])
    events.append(DISCARDED[seat][(mark >> 6) * 37 + face])
    return Step(new, tuple(events))


def resolve(new: State, moves: Moves) -> Step[State, Event]:
    """What comes of a discard or a kan once everybody has answered."""
    note_misses(new, moves)
    verbs = {seat: move.verb for seat, move in moves.items() if move is not PASS}
    seats = strongest(verbs, new.current) if verbs else []
    if seats and verbs[seats[0]] == "ron":
        return ends.rons(new, seats)
    events: list[Event] = []
    if new.claim != "discard":
        return complete_kan(new, events)
    discarder = new.players[new.current]
    if discarder.pond[-1] & RIICHI_MARK:
        accept_riichi(new, events)
    if new.pending and new.config.kan_dora == "after_discard_passes":
        turn_dora(new, new.pending, events)
    reason = abort_reason(new)
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


def note_misses(new: State, moves: Moves) -> None:
    """振聴 whoever waits on the tile and does not win with it is furiten."""
    bit = 1 << KIND[new.tile]
    for seat in ORDER[new.current]:
        player = new.players[seat]
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


def turn_dora(new: State, count: int, events: list[Event]) -> None:
    """Turn so many further indicators."""
    for _ in range(count):
        name = NAMES[new.round.wall[DORA[new.shown]]]
        new.shown += 1
        new.history = (new.history, f"dora:{name}")
        events.append(DoraRevealed(name))
    new.pending = 0


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
    bit = 1 << KIND[state.tile]
    return all(len(p.pond) == 1 and p.discarded == bit for p in state.players)


def call(new: State, seat: Seat, move: Move, events: list[Event]) -> Step[State, Event]:
    """A seat takes the discard for a meld."""
    source = new.current
    if move.verb == "minkan":
        hand = new.players[seat].hand
        uses = tuple([face for face in hand if KIND[face] == KIND[new.tile]])
    else:
        uses = move.uses
    disturb(new)
    discarder = Player(new.players[source])
    discarder.pond = (*discarder.pond[:-1], discarder.pond[-1] | CALLED_MARK)
    player = Player(new.players[seat])
    remove(player, uses)
    faces = tuple(sorted((*uses, new.tile)))
    meld = Meld(move.verb, faces, new.tile, source)  # type: ignore[arg-type]  # a call's verb
    lay(player, meld)
    note_pao(new, player, meld)
    new.players = with_player(with_player(new.players, source, discarder), seat, player)
    new.history = (new.history, f"{seat}{move.choice}")
    events.append(called(seat, meld))
    if move.verb == "minkan":
        player.kans += 1
        measure(player)
        return open_kan_draw(new, seat, events)
    player.waits = 0
    player.distance = UNMEASURED
    run = tuple([KIND[face] for face in uses]) if move.verb == "chi" else ()
    new.banned = kuikae(new, KIND[new.tile], run)
    new.phase = "Discard"
    new.current = seat
    new.drawn = NO_TILE
    new.replacement = False
    return Step(new, tuple(events))


def disturb(new: State) -> None:
    """A call or kan ends everybody's first go and ippatsu."""
    new.first_go = False
    if any(player.ippatsu for player in new.players):
        players = []
        for old in new.players:
            player = Player(old)
            player.ippatsu = False
            players.append(player)
        new.players = tuple(players)


def lay(player: Player, meld: Meld) -> None:
    """Put a new meld on the table."""
    player.melds = (*player.melds, meld)
    player.need -= 1
    player.closed = player.closed and not meld.is_open


def called(seat: Seat, meld: Meld) -> Called:
    """The event of a meld."""
    tiles = tuple([NAMES[face] for face in meld.faces])
    if meld.source < 0:
        return Called(seat, meld.type, tiles, None, None)
    return Called(seat, meld.type, tiles, NAMES[meld.called], meld.source)


def note_pao(new: State, player: Player, meld: Meld) -> None:
    """包 whoever feeds the set that makes a yakuman certain becomes liable for it."""
    config = new.config
    laid = [item.kind for item in player.melds if not item.is_run]
    if config.pao_daisangen and meld.kind in DRAGONS and all(k in laid for k in DRAGONS):
        player.pao = (*player.pao, ("daisangen", meld.source))
    if config.pao_daisuushii and meld.kind in WINDS and all(k in laid for k in WINDS):
        player.pao = (*player.pao, ("daisuushii", meld.source))
    if config.pao_suukantsu and meld.is_kan and player.kans == 3:
        player.pao = (*player.pao, ("suukantsu", meld.source))


def ankan(new: State, move: Move) -> Step[State, Event]:
    """暗槓 four tiles of the hand; only thirteen orphans may rob it, and only by option."""
    seat = new.current
    player = Player(new.players[seat])
    insert(player, new.drawn)
    faces = tuple([face for face in player.hand if KIND[face] == move.kind])
    remove(player, faces)
    lay(player, Meld("ankan", faces))
    declare_kan(new, player, faces[0], "ankan")
    events: list[Event] = [called(seat, player.melds[-1])]
    new.history = (new.history, f"{seat}{move.choice}")
    turn_dora(new, new.pending, events)
    if new.config.chankan_ankan:
        new.phase = "Claim"
        return Step(new, tuple(events))
    return complete_kan(new, events)


def kakan(new: State, move: Move) -> Step[State, Event]:
    """加槓 a fourth tile is added to a pon and may be robbed."""
    seat = new.current
    player = Player(new.players[seat])
    insert(player, new.drawn)
    face = next(face for face in player.hand if KIND[face] == move.kind)
    remove(player, (face,))
    player.melds = tuple([_grown(meld, face, move.kind) for meld in player.melds])
    declare_kan(new, player, face, "kakan")
    new.phase = "Claim"
    new.history = (new.history, f"{seat}{move.choice}")
    meld = next(meld for meld in player.melds if meld.type == "kakan" and meld.kind == move.kind)
    events: list[Event] = [called(seat, meld)]
    turn_dora(new, new.pending, events)
    return Step(new, tuple(events))


def _grown(meld: Meld, face: int, kind: int) -> Meld:
    if meld.type != "pon" or meld.kind != kind:
        return meld
    return Meld("kakan", (*meld.faces, face), meld.called, meld.source)


def declare_kan(new: State, player: Player, face: int, claim: str) -> None:
    """The kan lies on the table, its replacement tile not yet drawn."""
    player.kans += 1
    measure(player)
    new.players = with_player(new.players, new.current, player)
    new.claim = claim  # type: ignore[assignment]  # one of the two kans
    new.tile = face
    new.drawn = NO_TILE


def complete_kan(new: State, events: list[Event]) -> Step[State, Event]:
    """Nobody robbed the kan: indicators as the kind of kan demands, then the replacement."""
    disturb(new)
    if new.claim == "kakan":
        return open_kan_draw(new, new.current, events)
    new.kans += 1
    turn_dora(new, 1, events)
    tile = draw_replacement(new, new.current)
    return Step(new, (*events, DRAWN[new.current][tile]))


def open_kan_draw(new: State, seat: Seat, events: list[Event]) -> Step[State, Event]:
    """An open kan's indicator is turned now or later, by option; then the replacement."""
    new.kans += 1
    if new.config.kan_dora == "immediate":
        turn_dora(new, 1, events)
    else:
        new.pending += 1
    tile = draw_replacement(new, seat)
    return Step(new, (*events, DRAWN[seat][tile]))


def _tokens(seat: Seat) -> tuple[str, ...]:
    verbs = ("discard", "tsumogiri", "riichi", "riichi-tsumogiri")
    return tuple(f"{seat}{verb}:{name}" for verb in verbs for name in NAMES)


DISCARD_TOKENS = tuple(_tokens(seat) for seat in range(4))
"""By seat, then face + 37 if tsumogiri + 74 if riichi."""
