"""鳴き、槓 melds being laid: calls, kans, their replacement tiles and indicators."""

from engine.game import Event, Seat, Step
from engine.mahjong.melds import Meld
from engine.mahjong.seats import with_player
from engine.mahjong.tiles import DRAGONS, EAST, KIND, NAMES, NO_TILE, WINDS
from engine.riichi.claims import kuikae
from engine.riichi.deal import DORA, draw_replacement
from engine.riichi.events import DRAWN, Called, DoraRevealed
from engine.riichi.hand import faces_in, insert, lay, measure, remove
from engine.riichi.model import CALLED_MARK, UNMEASURED, Player, State
from engine.riichi.moves import Move


def call(new: State, seat: Seat, move: Move, events: list[Event]) -> Step[State, Event]:
    """A seat takes the discard for a meld."""
    source = new.current
    uses = move.uses
    if move.verb == "minkan":
        uses = faces_in(new.players[seat].hand, KIND[new.tile])
    disturb(new)
    discarder = Player(new.players[source])
    discarder.pond = (*discarder.pond[:-1], discarder.pond[-1] | CALLED_MARK)
    player = Player(new.players[seat])
    remove(player, uses)
    faces = tuple(sorted((*uses, new.tile)))
    meld = Meld.of_faces(move.verb, faces, new.tile, source)  # type: ignore[arg-type]  # a call's verb
    lay(player, meld)
    if meld.is_kong or KIND[new.tile] >= EAST:
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


def called(seat: Seat, meld: Meld) -> Called:
    """The event of a meld."""
    source = meld.source if meld.source >= 0 else None
    return Called(seat, meld.type, tuple(meld.names), meld.called_name, source)


def note_pao(new: State, player: Player, meld: Meld) -> None:
    """包 whoever feeds the set that makes a yakuman certain becomes liable for it."""
    config = new.config
    laid = [item.kind for item in player.melds if not item.is_run]
    if config.pao_daisangen and meld.kind in DRAGONS and all(k in laid for k in DRAGONS):
        player.pao = (*player.pao, ("daisangen", meld.source))
    if config.pao_daisuushii and meld.kind in WINDS and all(k in laid for k in WINDS):
        player.pao = (*player.pao, ("daisuushii", meld.source))
    if config.pao_suukantsu and meld.is_kong and player.kans == 3:
        player.pao = (*player.pao, ("suukantsu", meld.source))


def ankan(new: State, move: Move) -> Step[State, Event]:
    """暗槓 four tiles of the hand; only thirteen orphans may rob it, and only by option."""
    seat = new.current
    player = Player(new.players[seat])
    insert(player, new.drawn)
    faces = faces_in(player.hand, move.kind)
    remove(player, faces)
    lay(player, Meld.of_faces("ankan", faces))
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
    face = faces_in(player.hand, move.kind)[0]
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
    return Meld.of_faces("kakan", (*meld.faces, face), meld.called, meld.source)


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


def turn_dora(new: State, count: int, events: list[Event]) -> None:
    """Turn so many further indicators."""
    for _ in range(count):
        name = NAMES[new.round.wall[DORA[new.shown]]]
        new.shown += 1
        new.history = (new.history, f"dora:{name}")
        events.append(DoraRevealed(name))
    new.pending = 0
