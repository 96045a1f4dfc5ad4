"""What a seat may do on its own turn."""

from itertools import compress

from engine.mahjong.tiles import NO_TILE
from engine.sichuan.exchange import threes_of
from engine.sichuan.hand import shortest_suit
from engine.sichuan.model import Player, State
from engine.sichuan.moves import AKONG, CKONG, DISCARD, HU, VOID, Move
from engine.sichuan.tiles import KINDS
from engine.sichuan.win import can_self_draw


def turn_offers(state: State) -> tuple[Move, ...]:
    """Discards, kongs and the win, in the wire's order."""
    player = state.players[state.current]
    moves = discards(state, player)
    if state.began == "pong":
        return moves
    more = [] if player.won or not state.left else kongs(player)
    if can_self_draw(state, player):
        more.append(HU)
    return (*moves, *more) if more else moves


def discards(state: State, player: Player) -> tuple[Move, ...]:
    """Any tile; void tiles first where they must, and a winner only what was drawn."""
    if player.won:
        return (DISCARD[state.drawn],)
    counts = player.counts
    if player.holds_void and state.config.force_void:
        first = 9 * player.void
        return tuple(compress(DISCARD[first : first + 9], counts[first : first + 9]))
    return tuple(compress(DISCARD, counts))


def kongs(player: Player) -> list[Move]:
    """Concealed kongs, then kongs added to a pong; never of the void suit."""
    counts = player.counts
    moves = []
    if 4 in counts:
        for kind in range(KINDS):
            if counts[kind] == 4 and kind // 9 != player.void:
                moves.append(CKONG[kind])
    for meld in player.melds:
        if meld.type == "pong" and counts[meld.kind]:
            moves.append(AKONG[meld.kind])
    return moves


def default_move(state: State, seat: int) -> Move:
    """The move for a seat that gives none, a claim aside."""
    player = state.players[seat]
    if state.phase == "Exchange":
        return threes_of(player.counts)[0]
    if state.phase == "Void":
        return VOID[shortest_suit(player.counts)]
    offered = discards(state, player)
    if state.drawn != NO_TILE and DISCARD[state.drawn] in offered:
        return DISCARD[state.drawn]
    return offered[0]
