"""A position made up from what was seen: hidden dominoes dealt afresh, the moves made again."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engine.errors import DealError
from engine.game import SYSTEM, Seat, View
from engine.rng import Deals, shuffle
from engine.texas42.config import Texas42Config
from engine.texas42.deal import first_position
from engine.texas42.model import State, Table
from engine.texas42.moves import Bid, Declare, Move, Play
from engine.texas42.rules import apply
from engine.texas42.suits import Suits, suits
from engine.texas42.tiles import ALL, DOUBLES, INDEX, SEATS, mask, members
from engine.texas42.variants import words

History = Sequence[tuple[Seat, Move]]
PROMISE_TRIES: Final = 8
"""Deals tried with the doubles that bids promise, before one without is taken."""


def imagine(
    config: Texas42Config, seen: View, rng: Random, known: Mapping[str, Move] | None = None
) -> State:
    """A state this view cannot tell from the real one; `known` has every choice there can be."""
    history = read_history(seen["history"], known or words(config))
    played = played_by(history)
    hands = imagined_hands(seen["hands"], seen["hand_sizes"], history, rng)
    dealt = tuple(hands[seat] | played[seat] for seat in range(SEATS))
    table = Table(config, Deals.seed(str(rng.random())))
    marks = (seen["marks"][0], seen["marks"][1])
    state = first_position(
        table, seen["round"], seen["shaker"], dealt, marks, redeals=seen["redeals"]
    )
    for seat, move in history:
        state = apply(state, {seat: move}).state
    # A scored hand has been paid for already, and several votes may have been one turn.
    state.marks, state.winner = marks, seen["winner"]
    state.phase, state.turn = seen["phase"], seen["turn"]
    return state


def read_history(tokens: Sequence[str], known: Mapping[str, Move]) -> History:
    """The moves of a hand, each with its seat."""
    rows = [token.partition(":") for token in tokens]
    return [(SYSTEM if seat == "*" else int(seat), known[choice]) for seat, _, choice in rows]


def played_by(history: History) -> list[int]:
    """What each seat has played."""
    played = [0] * SEATS
    for seat, move in history:
        if isinstance(move, Play):
            played[seat] |= 1 << move.tile
    return played


def imagined_hands(
    known: Sequence[Sequence[str] | None], sizes: Sequence[int], history: History, rng: Random
) -> list[int]:
    """Hands by seat: the known ones, the others as the calls and plays allow."""
    hands = [mask(INDEX[tile] for tile in hand or ()) for hand in known]
    played = played_by(history)
    left = list(members(ALL & ~sum(hands) & ~sum(played)))
    room = [0 if hand is not None else sizes[seat] for seat, hand in enumerate(known)]
    allowed = [ALL & ~gone for gone in voids(history)]
    bids = doubles_needed(history)
    needs = [need - (played[seat] & DOUBLES).bit_count() for seat, need in enumerate(bids)]
    for attempt in range(PROMISE_TRIES + 1):
        shuffle(left, rng)
        kept = promised(left, room, allowed, needs if attempt < PROMISE_TRIES else [0] * SEATS)
        rest = [tile for tile in left if not sum(kept) >> tile & 1]
        free = [space - hand.bit_count() for space, hand in zip(room, kept, strict=True)]
        if dealt := dealt_out(rest, free, allowed, rng):
            return [a | b | c for a, b, c in zip(hands, kept, dealt, strict=True)]
    raise DealError("no deal fits what was seen")


def promised(
    tiles: Sequence[int], room: Sequence[int], allowed: Sequence[int], needs: Sequence[int]
) -> list[int]:
    """By seat, the doubles that its bid said it holds."""
    hands = [0] * SEATS
    for seat, need in enumerate(needs):
        fit = DOUBLES & allowed[seat] & ~sum(hands)
        chosen = [tile for tile in tiles if fit >> tile & 1]
        hands[seat] = mask(chosen[: max(0, min(need, room[seat]))])
    return hands


def voids(history: History) -> list[int]:
    """By seat, what it cannot hold any more: it would have had to play it."""
    gone = [0] * SEATS
    table: Suits | None = None
    lead = -1
    for seat, move in history:
        if isinstance(move, Declare):
            table = suits(move.called, move.doubles, move.order, power=move.power)
        elif isinstance(move, Play) and table is not None:
            gone[seat] |= table.excluded(move.tile, lead)
            lead = move.tile if lead < 0 else lead
        elif seat == SYSTEM:
            lead = -1
    return gone


def doubles_needed(history: History) -> list[int]:
    """By seat, the doubles it must have held for the bids it made."""
    need = [0] * SEATS
    for seat, move in history:
        if isinstance(move, Bid):
            need[seat] = move.doubles
    return need


def dealt_out(
    tiles: Sequence[int], room: Sequence[int], allowed: Sequence[int], rng: Random
) -> list[int] | None:
    """Each domino to a seat that has room and may hold it; earlier ones move over if need be."""
    hands = [0] * SEATS
    free = list(room)
    for tile in tiles:
        seats = [seat for seat in range(SEATS) if free[seat] and allowed[seat] >> tile & 1]
        if seats:
            seat = seats[_weighted([free[seat] for seat in seats], rng)]
        else:
            seat = _make_room(tile, hands, free, allowed)
            if seat < 0:
                return None
        hands[seat] |= 1 << tile
        free[seat] -= 1
    return hands


def _weighted(weights: Sequence[int], rng: Random) -> int:
    point = rng.random() * sum(weights)
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    return len(weights) - 1


def _make_room(tile: int, hands: list[int], free: list[int], allowed: Sequence[int]) -> Seat:
    """A seat that may hold this domino, others passed along a chain of seats; -1 if none."""
    first = [seat for seat in range(SEATS) if allowed[seat] >> tile & 1 and hands[seat]]
    came: dict[Seat, tuple[Seat, int] | None] = dict.fromkeys(first)
    queue = list(first)
    for seat in queue:
        if free[seat]:
            return _pass_along(seat, came, hands, free)
        for other in range(SEATS):
            movable = hands[seat] & allowed[other]
            if other not in came and movable and (hands[other] or free[other]):
                came[other] = (seat, movable & -movable)
                queue.append(other)
    return -1


def _pass_along(
    seat: Seat, came: Mapping[Seat, tuple[Seat, int] | None], hands: list[int], free: list[int]
) -> Seat:
    while link := came[seat]:
        source, bit = link
        hands[source] ^= bit
        hands[seat] |= bit
        free[source] += 1
        free[seat] -= 1
        seat = source
    return seat
