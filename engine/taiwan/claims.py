"""What the other seats may do with a discard, with the tile of an added kong, or with flowers."""

from collections.abc import Mapping
from typing import Final

from engine.game import Seat
from engine.mahjong.claims import run_pairs, strongest
from engine.mahjong.seats import ORDER, SEATS, with_player
from engine.taiwan.deal import can_kong, live
from engine.taiwan.model import UNDECLARED, Player, State
from engine.taiwan.moves import CHI, KONG, PASS, PONG, READY, WIN, Move
from engine.taiwan.win import flower_winner, may_claim_win

Offers = Mapping[Seat, tuple[Move, ...]]
Moves = Mapping[Seat, Move]

ONLY_PASS: Final[tuple[Move, ...]] = (PASS,)
NOBODY_CLAIMS: Final = tuple(
    {seat: ONLY_PASS for seat in SEATS if seat != source} for source in SEATS
)
"""By discarder: the offers when nobody can do anything."""


def claim_offers(state: State) -> Offers:
    """What each of the other three may do; most claim steps have nothing but passes."""
    if state.claim == "flower":
        return flower_offers(state)
    source = state.current
    kind = state.tile
    melds = state.claim == "discard" and live(state) > state.config.late_claims
    offers: Offers = NOBODY_CLAIMS[source]
    for seat in ORDER[source]:
        player = state.players[seat]
        moves: list[Move] = []
        if melds and player.declared == UNDECLARED:
            if kind < 27 and seat == (source + 1) % 4:
                moves += chi_moves(player, kind)
            if player.counts[kind] >= 2:
                moves += pong_moves(state, seat, kind)
        if player.waits >> kind & 1 and may_claim_win(state, seat):
            moves.append(WIN)
        if moves:
            offers = {**offers, seat: (*moves, PASS)}
    return offers


def chi_moves(player: Player, kind: int) -> list[Move]:
    """吃 every pair of neighbours that makes a run with the tile."""
    return [CHI[pair] for pair in run_pairs(player.counts, kind)]


def pong_moves(state: State, seat: Seat, kind: int) -> list[Move]:
    """碰 and the open kong, unless the kind was declined since the last own turn."""
    player = state.players[seat]
    if player.no_pong >> kind & 1:
        return []
    moves = [PONG[kind]]
    upper = state.config.no_kong_from_upper and seat == (state.current + 1) % 4
    if player.counts[kind] == 3 and can_kong(state) and not upper:
        moves.append(KONG[kind])
    return moves


def opening_offers(state: State) -> Offers:
    """天聽 before the first draw: who is ready as dealt may say so; flowers may win by option."""
    dealer = state.round.dealer
    offers: dict[Seat, tuple[Move, ...]] = dict(NOBODY_CLAIMS[dealer])
    if state.config.ready_dealt_tai and not state.config.ready_noticed:
        for seat in offers:
            if state.players[seat].waits:
                offers[seat] = (READY, PASS)
    if state.config.flower_win == "optional" and (found := flower_winner(state.players)):
        winner, _ = found
        offers[winner] = (*offers.get(winner, ONLY_PASS)[:-1], WIN, PASS)
    return offers


def flower_offers(state: State) -> Offers:
    """The holder of seven or eight flowers may win with them; everybody sees that."""
    found = flower_winner(state.players)
    assert found is not None, "nobody can win by flowers"
    return {**NOBODY_CLAIMS[found[0]], found[0]: (WIN, PASS)}


def winners_first(moves: Moves, source: Seat) -> list[Seat]:
    """The seats with the highest claim in turn order: win, then pong or kong, then chi."""
    claims = {seat: move.verb for seat, move in moves.items() if move is not PASS}
    return strongest(claims, source) if claims else []


def note_declined(new: State, moves: Moves) -> None:
    """過水 whoever could have won or ponged and did not is barred for a while."""
    kind = new.tile
    for seat in ORDER[new.current]:
        player, move = new.players[seat], moves[seat]
        if player.waits >> kind & 1 and move is not WIN and may_claim_win(new, seat):
            decline_win(new, seat)
        if new.config.passed_pong and move.verb not in ("pong", "kong"):
            decline_pong(new, seat)


def decline_win(new: State, seat: Seat) -> None:
    """A legal win was not taken: wins are locked, and a declared hand scores no item for it."""
    player = Player(new.players[seat])
    player.locked = new.config.passed_win != "none"
    player.void = player.declared != UNDECLARED
    player.noticed = UNDECLARED
    new.players = with_player(new.players, seat, player)


def decline_pong(new: State, seat: Seat) -> None:
    """A pong was not taken: the kind is barred until the own next turn."""
    if new.claim != "discard" or new.players[seat].counts[new.tile] < 2:
        return
    player = Player(new.players[seat])
    player.no_pong |= 1 << new.tile
    new.players = with_player(new.players, seat, player)
