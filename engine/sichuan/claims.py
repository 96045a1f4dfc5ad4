"""What the other seats may do with a discard, or with a tile being added to a pong."""

from collections.abc import Mapping
from typing import Final

from engine.game import Seat
from engine.mahjong.seats import ORDER, SEATS, with_player
from engine.sichuan.events import HuKind
from engine.sichuan.luck import luck_of
from engine.sichuan.model import Player, State
from engine.sichuan.moves import HU, KONG, PASS, PONG, Move
from engine.sichuan.scoring import score

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


def hu_kind(state: State) -> HuKind:
    """How a claim now would win."""
    return "discard" if state.claim == "discard" else "rob_kong"


def may_hu(state: State, seat: Seat, player: Player) -> bool:
    """Whether a seat that waits for the tile is free to win with it."""
    if not player.passed:
        return True
    if state.config.passed_win == "until_draw":
        return False
    return claim_value(state, seat, player) > player.passed


def claim_value(state: State, seat: Seat, player: Player) -> int:
    """What winning with the tile on the table would be worth."""
    counts = bytearray(player.counts)
    counts[state.tile] += 1
    luck = luck_of(state, seat, hu_kind(state))
    return score(state.config, counts, player.melds, luck).value


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
