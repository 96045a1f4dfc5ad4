"""What the other seats may do with a discard, or with a tile being added to a pong."""

from collections.abc import Mapping
from typing import Final

from engine.game import Seat
from engine.mahjong.seats import ORDER, SEATS, with_player
from engine.sichuan.model import Player, State
from engine.sichuan.moves import HU, KONG, PASS, PONG, Move
from engine.sichuan.win import claim_value, may_hu

Offers = Mapping[Seat, tuple[Move, ...]]
ONLY_PASS: Final[tuple[Move, ...]] = (PASS,)


def _passes(source: Seat, gone: int) -> Offers:
    return {seat: ONLY_PASS for seat in ORDER[source] if not gone >> seat & 1}


NOBODY_CLAIMS: Final = tuple(tuple(_passes(source, gone) for gone in range(16)) for source in SEATS)
"""By whose tile it is and the mask of seats that have left: nothing but passes."""


def claim_offers(state: State) -> Offers:
    """What everybody still playing may do; most claim steps have nothing but passes."""
    source = state.current
    kind = state.tile
    players = state.players
    stays = state.config.winners_stay
    gone = 0
    if state.wins and not stays:
        for seat in SEATS:
            gone |= players[seat].won << seat
    offers = NOBODY_CLAIMS[source][gone]
    for seat in ORDER[source]:
        player = players[seat]
        if (player.waits >> kind & 1 or player.counts[kind] >= 2) and not gone >> seat & 1:
            moves = claims_of(state, seat, player)
            if moves:
                offers = {**offers, seat: (*moves, PASS)}
    return offers


def claims_of(state: State, seat: Seat, player: Player) -> list[Move]:
    """A seat's pong, kong and win, in the wire's order."""
    kind = state.tile
    moves: list[Move] = []
    if state.claim == "discard" and not player.won and kind // 9 != player.void:
        held = player.counts[kind]
        if held >= 2 and (state.left or state.config.last_tile_pong):
            moves.append(PONG[kind])
        if held >= 3 and state.left:
            moves.append(KONG[kind])
    if player.waits >> kind & 1 and may_hu(state, seat, player):
        moves.append(HU)
    return moves


def note_declined(new: State, moves: Mapping[Seat, Move]) -> None:
    """过手胡 whoever could win with the tile and did not is bound until the next draw."""
    tile = new.tile
    for seat, move in moves.items():
        player = new.players[seat]
        if not player.waits >> tile & 1 or move is HU or new.config.passed_win == "none":
            continue
        if may_hu(new, seat, player):
            value = claim_value(new, seat, player)
            player = Player(player)
            player.passed = value
            new.players = with_player(new.players, seat, player)
