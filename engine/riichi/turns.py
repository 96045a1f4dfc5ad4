"""手番 a seat's own turn: what it may do with its tiles."""

from engine.mahjong.hands import decompositions, kind_mask, kinds_in, waits
from engine.mahjong.shapes import TENPAI, YAOCHU_MASK
from engine.mahjong.tiles import KIND, KINDS, NO_TILE
from engine.riichi.hand import (
    SHAPES,
    distance_with,
    distance_without,
    exchange,
    faces_in,
    insert,
    live_waits,
    remove,
)
from engine.riichi.model import Player, State, has_drawn
from engine.riichi.moves import (
    ANKAN,
    DISCARD,
    KAKAN,
    KYUUSHU,
    RIICHI,
    RIICHI_TSUMOGIRI,
    TSUMO,
    TSUMOGIRI,
    Move,
)
from engine.riichi.win import can_tsumo

KYUUSHU_KINDS = 9


def turn_offers(state: State) -> tuple[Move, ...]:
    """Everything the current seat may do, discards first."""
    player = state.players[state.current]
    if not has_drawn(state):
        return tuple(discards(player, state.banned))
    offers = [] if player.riichi else discards(player, 0)
    offers.append(TSUMOGIRI)
    if player.distance <= 1 and may_riichi(state, player):
        offers += riichi_moves(state, player)
    counts = player.counts
    if 4 in counts or counts[KIND[state.drawn]] == 3 or not player.closed:
        offers += kan_moves(state, player)
    if state.first_go and may_kyuushu(state, player):
        offers.append(KYUUSHU)
    if player.waits and can_tsumo(state):
        offers.append(TSUMO)
    return tuple(offers)


def discards(player: Player, banned: int) -> list[Move]:
    """打牌 each face of the hand once, those that the last call forbids left out."""
    if not banned:
        return list(map(DISCARD.__getitem__, dict.fromkeys(player.hand)))
    return [DISCARD[f] for f in dict.fromkeys(player.hand) if not banned >> KIND[f] & 1]


def may_riichi(state: State, player: Player) -> bool:
    """立直 whether a riichi could be declared, distance and discard aside."""
    return (
        player.closed
        and not player.riichi
        and state.left >= state.config.riichi_min_live
        and state.scores[state.current] >= state.config.riichi_min_points
    )


def riichi_moves(state: State, player: Player) -> list[Move]:
    """Every discard that leaves a hand waiting."""
    drawn = KIND[state.drawn]
    moves: list[Move] = []
    if player.distance > TENPAI and distance_with(player, drawn) > TENPAI:
        return moves
    for face in dict.fromkeys(player.hand):
        kind = KIND[face]
        if distance_without(player, drawn, kind) == TENPAI and _waits_live(state, player, face):
            moves.append(RIICHI[face])
    if player.distance == TENPAI and _waits_live(state, player, NO_TILE):
        moves.append(RIICHI_TSUMOGIRI)
    return moves


def _waits_live(state: State, player: Player, face: int) -> bool:
    """Whether a wait is left after this discard that one does not hold four times oneself."""
    if not player.melds and state.config.furiten_riichi:
        return True
    after = Player(player)
    given = state.drawn
    if face != NO_TILE:
        exchange(after, face, state.drawn)
        given = face
    if not state.config.furiten_riichi and after.waits & (after.discarded | 1 << KIND[given]):
        return False
    return live_waits(after) > 0


def kan_moves(state: State, player: Player) -> list[Move]:
    """槓 concealed and added kans; in riichi only a drawn fourth that changes nothing."""
    if state.left < state.config.kan_min_live or state.kans > 3:
        return []
    drawn = KIND[state.drawn]
    counts = player.counts
    if player.riichi:
        may = counts[drawn] == 3 and riichi_ankan(state, player, drawn)
        return [ANKAN[drawn]] if may else []
    moves = []
    if counts[drawn] == 3:
        moves.append(ANKAN[drawn])
    if 4 in counts:
        moves += [ANKAN[kind] for kind in range(KINDS) if counts[kind] == 4]
    if not player.closed:
        for meld in player.melds:
            if meld.type == "pon" and (meld.kind == drawn or counts[meld.kind]):
                moves.append(KAKAN[meld.kind])
    return moves


def riichi_ankan(state: State, player: Player, kind: int) -> bool:
    """Whether a kan of the drawn kind leaves the waits, and if strict every reading, alone."""
    rule = state.config.riichi_ankan
    if rule == "none":
        return False
    if rule == "strict":
        return all(_always_triplet(player, wait, kind) for wait in kinds_in(player.waits))
    after = Player(player)
    insert(after, state.drawn)
    remove(after, faces_in(after.hand, kind))
    after.need -= 1
    m, p, s, z = after.keys
    return waits(SHAPES, after.counts, (m, p, s, z), after.need) == player.waits


def _always_triplet(player: Player, wait: int, kind: int) -> bool:
    counts = bytearray(player.counts)
    counts[wait] += 1
    cuts = decompositions(counts)
    return bool(cuts) and all((kind, False) in sets for sets, _ in cuts)


def may_kyuushu(state: State, player: Player) -> bool:
    """九種九牌 nine kinds of terminals and honours on the first undisturbed draw."""
    if player.pond or not state.config.abort_kyuushu:
        return False
    mask = 1 << KIND[state.drawn] | kind_mask(player.counts)
    return (mask & YAOCHU_MASK).bit_count() >= KYUUSHU_KINDS


def default_turn(state: State) -> Move:
    """The move for a seat that gives none: the drawn tile, or after a call the last tile."""
    return TSUMOGIRI if has_drawn(state) else turn_offers(state)[-1]
