"""鳴き what the other seats may do with a discard or with the tile of a kan."""

from collections.abc import Mapping
from typing import Final

from engine.game import Seat
from engine.mahjong.claims import run_pairs, swap_kinds
from engine.mahjong.seats import ORDER
from engine.mahjong.tiles import KIND
from engine.riichi.config import RiichiConfig
from engine.riichi.model import Player, State
from engine.riichi.moves import CHI, MINKAN, PASS, PON, RON, Move, faces_of
from engine.riichi.win import can_ron

ONLY_PASS: Final[tuple[Move, ...]] = (PASS,)
NOBODY_CLAIMS: Final = tuple(
    {seat: ONLY_PASS for seat in range(4) if seat != source} for source in range(4)
)
"""By discarder: the offers when nobody can do anything."""


def claim_offers(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    """What each of the other three may do; most claim steps have nothing but passes."""
    source = state.current
    kind = KIND[state.tile]
    bit = 1 << kind
    melds = state.claim == "discard" and state.left > 0 and not four_kans_end(state)
    offers: Mapping[Seat, tuple[Move, ...]] = NOBODY_CLAIMS[source]
    chi = melds and kind < 27
    for seat in ORDER[source]:
        player = state.players[seat]
        if chi or (melds and player.counts[kind] > 1) or player.waits & bit:
            moves = melding(state, player, kind, chi=chi) if melds and not player.riichi else []
            if player.waits & bit and can_ron(state, seat):
                moves.append(RON)
            if moves:
                offers = {**offers, seat: (*moves, PASS)}
        chi = False
    return offers


def melding(state: State, player: Player, kind: int, *, chi: bool) -> list[Move]:
    """The melds a seat can make with the discard; runs only for the next seat."""
    moves = chi_moves(state, player, kind) if chi else []
    if player.counts[kind] > 1:
        moves += pon_moves(state, player, kind)
    return moves


def counted_rons(seats: list[Seat], config: RiichiConfig) -> list[Seat]:
    """頭跳ね 三家和 whose ron counts, of these in turn order; nobody's where three are too many."""
    if config.multi_ron == "headbump":
        return seats[:1]
    return [] if len(seats) == 3 and config.triple_ron == "abort" else seats


def four_kans_end(state: State) -> bool:
    """四槓散了 suukaikan: whether four kans of several players will end the round."""
    if state.kans < 4 or not state.config.abort_suukaikan:
        return False
    return all(player.kans < 4 for player in state.players)


def pon_moves(state: State, player: Player, kind: int) -> list[Move]:
    """碰 with every choice of red fives, and the open kan."""
    hand = player.hand
    own = [face for face in faces_of(kind) for _ in range(hand.count(face))]
    pairs = {(a, b) for i, a in enumerate(own) for b in own[i + 1 :]}
    banned = kuikae(state, kind, ())
    moves = [PON[pair] for pair in sorted(pairs) if leaves_discard(player, pair, banned)]
    if len(own) == 3 and state.left >= state.config.kan_min_live and state.kans < 4:
        moves.append(MINKAN[kind])
    return moves


def chi_moves(state: State, player: Player, kind: int) -> list[Move]:
    """吃 every pair of neighbours that makes a run with the tile."""
    moves: list[Move] = []
    for low, high in run_pairs(player.counts, kind):
        moves += _chis(state, player, kind, low, high)
    return moves


def _chis(state: State, player: Player, kind: int, low: int, high: int) -> list[Move]:
    hand = player.hand
    banned = kuikae(state, kind, (low, high))
    return [
        CHI[first, second]
        for first in faces_of(low)
        if first in hand
        for second in faces_of(high)
        if second in hand and leaves_discard(player, (first, second), banned)
    ]


def kuikae(state: State, kind: int, run: tuple[int, ...]) -> int:
    """喰い替え the kinds, as a mask, that may not be discarded right after the call."""
    rule = state.config.kuikae
    if rule == "none":
        return 0
    return swap_kinds(kind, run if rule == "both" else ())


def leaves_discard(player: Player, uses: tuple[int, int], banned: int) -> bool:
    """Whether the hand still holds a tile that may be discarded after the call."""
    if len(player.hand) > 8:
        return True
    rest = list(player.hand)
    for face in uses:
        rest.remove(face)
    return any(not banned >> KIND[face] & 1 for face in rest)
