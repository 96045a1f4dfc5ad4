"""A seat's own turn: what it may do with its tiles."""

from engine.mahjong.tiles import KINDS, NO_TILE
from engine.taiwan.deal import can_kong
from engine.taiwan.hand import ready_without
from engine.taiwan.model import (
    READY_ANY,
    READY_DEALT,
    READY_FIRST,
    UNDECLARED,
    Player,
    State,
)
from engine.taiwan.moves import AKONG, CKONG, DISCARD, READY_WITH, WIN, Move
from engine.taiwan.win import may_self_draw


def turn_offers(state: State) -> tuple[Move, ...]:
    """Everything the current seat may do, discards first."""
    player = state.players[state.current]
    drawn = state.drawn
    offers: list[Move]
    if player.declared:
        offers = [DISCARD[drawn]]
    else:
        kinds = discards(state, player)
        offers = [DISCARD[kind] for kind in kinds]
        near = player.distance <= 1 or state.config.migi
        if near and declaration(state) != UNDECLARED:
            offers += ready_moves(state, player, kinds)
        if drawn != NO_TILE:
            offers += kong_moves(state, player)
    if drawn != NO_TILE and player.waits >> drawn & 1 and may_self_draw(state):
        offers.append(WIN)
    return tuple(offers)


def discards(state: State, player: Player) -> list[int]:
    """Each kind in hand once, those that the last claim forbids left out if others remain."""
    kinds = list(dict.fromkeys(player.hand))
    banned = state.banned
    if banned:
        return [kind for kind in kinds if not banned >> kind & 1] or kinds
    drawn = state.drawn
    if drawn != NO_TILE and not player.counts[drawn]:
        kinds.append(drawn)
    return kinds


def declaration(state: State) -> int:
    """聽 what a ready hand may declare with this discard, if anything."""
    config = state.config
    first = UNDECLARED if config.ready_noticed else early_ready(state)
    return first or (READY_ANY if config.ready_any_tai else UNDECLARED)


def early_ready(state: State) -> int:
    """天聽 地聽 what a hand would be that this discard leaves ready."""
    config = state.config
    if not state.first_go or state.players[state.current].pond:
        return UNDECLARED
    if state.current == state.round.dealer:
        return READY_DEALT if config.ready_dealt_tai else UNDECLARED
    return READY_FIRST if config.ready_first_tai else UNDECLARED


def noticed_after(state: State, player: Player, kind: int) -> int:
    """聽 what the table notices of a hand once this discard has left it, by option.

    A hand that was ready before stays so as long as only drawn tiles are discarded.
    """
    if kind == state.drawn and player.noticed:
        return player.noticed
    return early_ready(state) if player.waits else UNDECLARED


def ready_moves(state: State, player: Player, kinds: list[int]) -> list[Move]:
    """Every discard that leaves the hand waiting."""
    migi = state.config.migi
    return [
        READY_WITH[kind] for kind in kinds if ready_without(player, state.drawn, kind, migi=migi)
    ]


def kong_moves(state: State, player: Player) -> list[Move]:
    """槓 four of a kind in hand, or the fourth tile to an own pong."""
    if not can_kong(state):
        return []
    drawn = state.drawn
    counts = player.counts
    moves: list[Move] = []
    if counts[drawn] == 3:
        moves.append(CKONG[drawn])
    if 4 in counts:
        moves += [CKONG[kind] for kind in range(KINDS) if counts[kind] == 4]
    if not player.closed:
        for meld in player.melds:
            if meld.type == "pong" and (meld.kind == drawn or counts[meld.kind]):
                moves.append(AKONG[meld.kind])
    return moves


def default_turn(state: State) -> Move:
    """The move for a seat that gives none: the drawn tile, or after a claim the last tile."""
    if state.drawn != NO_TILE:
        return DISCARD[state.drawn]
    return DISCARD[discards(state, state.players[state.current])[-1]]
