"""How to play and bid a hand of Texas 42 by rule of thumb, from what one seat can see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.game import Seat, View
from engine.texas42.contract import Contract, contract
from engine.texas42.model import State
from engine.texas42.moves import DECLARATIONS, Bid, Declare, Move
from engine.texas42.suits import OFF_SEVEN, Suits, suits
from engine.texas42.tiles import ALL, COUNT, DOUBLES, INDEX, SEATS, mask, members


@dataclass(slots=True)
class Sight:
    """One seat's place in a trick: masks of its hand and of what others may still hold."""

    seat: Seat
    hand: int
    unseen: int
    terms: Contract
    lead: int
    best: int
    best_seat: Seat
    last: bool
    """Whether nobody plays to the trick after this seat."""
    offer: int = 0
    """What is on offer, where that is known: a variant may leave fewer than the suits do."""

    @property
    def legal(self) -> tuple[int, ...]:
        """What may be played, low dominoes first."""
        return members(self.offer or self.terms.suits.legal(self.hand, self.lead))


def sight_of_state(state: State, seat: Seat) -> Sight:
    """What a seat can see of a position."""
    assert state.contract is not None
    return Sight(
        seat,
        state.hands[seat],
        sum(state.hands) ^ state.hands[seat],
        state.contract,
        state.lead,
        state.best if state.trick else 0,
        state.best_seat if state.trick else -1,
        len(state.trick) == state.contract.size - 1,
    )


def sight_of_view(view: View, known: Mapping[str, Move]) -> Sight:
    """The same from a view; `known` has every choice there can be."""
    terms = contract_of_view(view, known)
    hand = mask(INDEX[tile] for tile in view["hand"])
    trick = [INDEX[tile] for tile in view["trick"]]
    gone = [INDEX[tile] for trick in view["tricks"] for tile in trick["tiles"]]
    lead = trick[0] if trick else -1
    best = max(terms.suits.strength[lead][tile] for tile in trick) if trick else 0
    return Sight(
        int(view["viewer"]),
        hand,
        ALL & ~hand & ~mask(gone) & ~mask(trick),
        terms,
        lead,
        best,
        view["trick_winner"],
        len(trick) == terms.size - 1,
        mask(INDEX[choice] for choice in view["legal"] if choice in INDEX),
    )


def contract_of_view(view: View, known: Mapping[str, Move]) -> Contract:
    """The contract that a view tells of."""
    bid, how = known[view["bid"]], known[f"t:{view['trump']}"]
    assert isinstance(bid, Bid)
    assert isinstance(how, Declare)
    return contract(bid, view["bidder"], how)


# -- a domino


def choose(sight: Sight) -> int:
    """The domino to play."""
    legal = sight.legal
    if len(legal) == 1:
        return legal[0]
    if sight.terms.goal == "take_none":
        return _dodge(sight, legal)
    return _lead(sight, legal) if sight.lead < 0 else _follow(sight, legal)


def _lead(sight: Sight, legal: Sequence[int]) -> int:
    """A sure winner, trumps first while others hold some; else the cheapest domino."""
    table = sight.terms.suits
    trumps = table.called if sight.terms.power else 0
    sure = [tile for tile in legal if unbeaten(table, tile, sight.unseen)]
    if sure:
        draw = bool(trumps & sight.unseen)
        return max(sure, key=lambda t: ((trumps >> t & 1) == draw, COUNT[t], table.strength[t][t]))
    bidding = sight.seat & 1 == sight.terms.side
    return min(legal, key=lambda t: (_led_cost(sight, t, trumps, bidding=bidding), t))


def _led_cost(sight: Sight, tile: int, trumps: int, *, bidding: bool) -> int:
    """How bad it is to lead this when it may be beaten."""
    row = sight.terms.suits.strength[tile]
    beaten_by = sum(1 for other in members(sight.unseen) if row[other] > row[tile])
    is_trump = trumps >> tile & 1
    return 3 * COUNT[tile] + beaten_by + (0 if bidding or not is_trump else 6)


def unbeaten(table: Suits, tile: int, others: int) -> bool:
    """Whether nothing in this set beats a led domino."""
    return not others & _beaters(table, tile)


@cache
def _beaters(table: Suits, tile: int) -> int:
    row = table.strength[tile]
    return mask(other for other in range(len(row)) if row[other] > row[tile])


def _follow(sight: Sight, legal: Sequence[int]) -> int:
    """Count on the partner's winner, else the cheapest winner, else the cheapest loser."""
    row = sight.terms.suits.strength[sight.lead]
    winners = [tile for tile in legal if row[tile] > sight.best]
    partner = sight.best_seat == (sight.seat + 2) % SEATS
    safe = sight.last or not any(row[tile] > sight.best for tile in members(sight.unseen))
    if partner and (safe or not winners):
        return max(legal, key=lambda t: (COUNT[t] if safe else -COUNT[t], -row[t]))
    if winners and (sight.last or not partner):
        return _win(sight, winners, row)
    return min(legal, key=lambda t: (COUNT[t], row[t], t in members(DOUBLES)))


def _win(sight: Sight, winners: Sequence[int], row: Sequence[int]) -> int:
    """Last to play, the winner with the most count; before that the surest one."""
    if sight.last:
        return max(winners, key=lambda t: (COUNT[t], -row[t]))
    highest = max(row[tile] for tile in members(sight.unseen | sight.hand))
    sure = [tile for tile in winners if row[tile] == highest]
    return sure[0] if sure else min(winners, key=lambda t: (COUNT[t], -row[t]))


def _dodge(sight: Sight, legal: Sequence[int]) -> int:
    """Lose with as high a domino as possible; the others play low, to leave it the trick."""
    row = sight.terms.suits.strength[sight.lead] if sight.lead >= 0 else None
    if row is None:
        return min(legal, key=lambda t: (sight.terms.suits.strength[t][t], t))
    if sight.seat & 1 != sight.terms.side:
        return min(legal, key=lambda t: (row[t], -t))
    losing = [tile for tile in legal if row[tile] < sight.best]
    return max(losing, key=lambda t: (row[t], t)) if losing else min(legal, key=lambda t: row[t])


# -- a bid

SURE: Final = 0.85
"""What the double of a suit that is not trumps is worth in tricks."""
NEXT: Final = 0.6
"""What the domino under a double in the same hand is worth."""

# Read off 4,000 deals played by thumb: how often the special contracts are made.
LOW: Final = 21
"""The lowest hands that there are: they take no trick in 41 % of the deals."""
LOW_HAND: Final = 5.25
NEAR_HAND: Final = 5.5
"""With the three dominoes nearest to seven so near, every trick is taken in 46 %."""


def tricks_with(hand: int, how: Declare) -> float:
    """About how many tricks a hand takes when it declares this and leads."""
    table = suits(how.called, how.doubles, how.order, power=how.power)
    trumps = hand & table.called if how.power else 0
    tricks = trump_tricks(table, trumps)
    lost_control = table.called != 0 and trumps.bit_count() < 3
    off = 0.0
    for tile in members(hand & ~trumps):
        higher = _beaters(table, tile) & table.follow[tile] & ~hand
        if not higher:
            off += SURE if DOUBLES >> tile & 1 else NEXT
    return tricks + (off / 2 if lost_control else off)


def trump_tricks(table: Suits, trumps: int) -> float:
    """Tricks by trumps: all but those that the missing high ones take."""
    count = trumps.bit_count()
    if not count:
        return 0.0
    rank = [table.strength[tile][tile] for tile in members(table.called)]
    missing = table.called & ~trumps
    top = max(table.strength[tile][tile] for tile in members(trumps))
    above = sum(1 for tile in members(missing) if table.strength[tile][tile] > top)
    second = sorted(rank)[-2] in [table.strength[tile][tile] for tile in members(trumps)]
    gaps = above + (0 if second or above else 0.3)
    return max(0.0, count - gaps - max(0, 4 - count) * 0.5)


def best_declaration(hand: int, offered: Sequence[Declare] = DECLARATIONS) -> tuple[float, Declare]:
    """The declaration that promises most tricks, and how many; of equals the first."""
    rows = [(promise(hand, how), -number) for number, how in enumerate(offered)]
    tricks, number = max(rows)
    return tricks, offered[-number]


def promise(hand: int, how: Declare) -> float:
    """How good a declaration is, in tricks of a plain one that is made as often."""
    if how.goal == "take_none":
        return LOW_HAND if lowness(hand, how) >= LOW else 0.0
    if how.order == "near7":
        return NEAR_HAND if sum(sorted(OFF_SEVEN[tile] for tile in members(hand))[:3]) <= 1 else 0.0
    return tricks_with(hand, how)


def lowness(hand: int, how: Declare) -> int:
    """How hard it is to leave this hand a trick: by domino, up to three that beat it."""
    table = suits(how.called, how.doubles, how.order, power=how.power)
    return sum(min(3, (_beaters(table, tile) & ~hand).bit_count()) for tile in members(hand))
