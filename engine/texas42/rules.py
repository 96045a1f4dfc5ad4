"""How a hand is played: calls, a declaration, seven tricks.

After a trick, a hand or four passes nobody chooses: the table itself moves on, by moves that are
offered to the system like any others.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game import SYSTEM, Event, Seat, Step, not_of_a_turn
from engine.texas42.contract import contract
from engine.texas42.ends import redeal, score_hand
from engine.texas42.events import (
    PLAYED,
    TAKEN,
    Agreed,
    Declared,
    called,
)
from engine.texas42.match import end_game, next_hand
from engine.texas42.model import Phase, State, Trick
from engine.texas42.moves import (
    COMPLETE_TRICK,
    DECLARATIONS,
    END_GAME,
    NEXT_HAND,
    PASS,
    REDEAL,
    SCORE_HAND,
    Bid,
    Declare,
    Move,
    Play,
    open_bids,
    plays,
)
from engine.texas42.scoring import added, trick_points, verdict
from engine.texas42.tiles import BIT, SEATS

Choices = Mapping[Seat, tuple[Move, ...]]
TURNS: Final[frozenset[Phase]] = frozenset(("Bidding", "Declaring", "Playing", "Finished"))
"""The phases in which a seat chooses, and the last, in which nobody does."""
BY_ITSELF: Final[Mapping[Phase, Choices]] = {
    "TrickDone": {SYSTEM: (COMPLETE_TRICK,)},
    "HandDone": {SYSTEM: (SCORE_HAND,)},
    "PassedOut": {SYSTEM: (REDEAL,)},
    "Scored": {SYSTEM: (NEXT_HAND,)},
    "Finished": {},
}


# -- what is on offer


def choices(state: State) -> Choices:
    """The current seat's calls, declarations or plays; else the system's one move."""
    phase = state.phase
    if phase == "Playing":
        seat, terms = state.current, state.contract
        assert terms is not None
        return {seat: plays(terms.suits.legal(state.hands[seat], state.lead))}
    if phase == "Bidding":
        return {state.current: calls(state)}
    if phase == "Declaring":
        return {state.current: DECLARATIONS}
    return BY_ITSELF[phase]


def calls(state: State) -> tuple[Move, ...]:
    """The open bids and `pass`, which too many redeals in a row take from the shaker."""
    config = state.table.config
    bids = open_bids(state.high.value if state.high else 0, config.max_mark_bid)
    if state.redeals >= config.max_redeals and last_to_speak(state):
        return bids[:-1]
    return bids


def last_to_speak(state: State) -> bool:
    """Whether three seats have passed and only the shaker is left."""
    return state.high is None and state.calls == SEATS - 1


def default(state: State, seat: Seat) -> Move:
    """Pass where one may, else the first choice."""
    offers = choices(state)
    offer = offers.get(seat) or next(iter(offers.values()))
    return PASS if PASS in offer else offer[0]


# -- what a choice leads to


def apply(state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
    """The current seat's move, the system's, or agreements of voters."""
    move = moves.get(state.current)
    if move is None:
        return by_itself(state, moves[SYSTEM]) if SYSTEM in moves else agree(state, moves)
    new = State(state)
    new.history = (*state.history, move.tokens[state.current])
    return STEPS[move.choice if state.current == SYSTEM else state.phase](new, move)


def by_itself(state: State, move: Move) -> Step[State, Event]:
    """A move of the system while a seat is to choose, such as a misdeal."""
    if move.choice not in STEPS:
        raise not_of_a_turn(move)
    new = State(state)
    new.history = (*state.history, move.tokens[SYSTEM])
    return STEPS[move.choice](new, move)


def agree(state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
    """Note who agrees that the table moves on."""
    new = State(state)
    new.turn += 1
    for seat, move in sorted(moves.items()):
        new.agreed |= 1 << seat
        new.history = (*new.history, move.tokens[seat])
    return Step(new, tuple(Agreed(seat) for seat in sorted(moves)))


def call(new: State, move: Move) -> Step[State, Event]:
    """A bid or a pass; after four calls the highest bid stands."""
    seat = new.current
    new.turn += 1
    new.calls += 1
    if isinstance(move, Bid):
        new.high = move
        new.bidder = seat
    if new.calls < SEATS:
        new.current = (seat + 1) % SEATS
    elif new.high is None:
        new.phase = "PassedOut"
        new.current = SYSTEM
    else:
        new.phase = "Declaring"
        new.current = (new.bidder + new.high.selector) % SEATS
    return Step(new, (called(seat, move.choice),))


def declare(new: State, move: Declare) -> Step[State, Event]:
    """The contract is complete; its leader begins."""
    seat = new.current
    assert new.high is not None
    terms = contract(new.high, new.bidder, move)
    new.turn += 1
    new.contract = terms
    new.phase = "Playing"
    new.current = terms.leader
    return Step(new, (Declared(seat, move.choice, terms.out_seat),))


def play(new: State, move: Play) -> Step[State, Event]:
    """A domino to the trick on the table, or to a new one."""
    seat, tile, terms = new.current, move.tile, new.contract
    assert terms is not None
    new.turn += 1
    hands = list(new.hands)
    hands[seat] ^= BIT[tile]
    new.hands = tuple(hands)
    if new.lead < 0:
        new.lead = tile
        new.leader = new.best_seat = seat
        new.best = terms.suits.strength[tile][tile]
    elif (strength := terms.suits.strength[new.lead][tile]) > new.best:
        new.best = strength
        new.best_seat = seat
    new.trick = (*new.trick, tile)
    if len(new.trick) == terms.size:
        new.phase = "TrickDone"
        new.current = SYSTEM
    else:
        new.current = terms.after[seat]
    return Step(new, (PLAYED[seat][tile],))


# -- what the table does by itself


def complete_trick(new: State, _move: Move) -> Step[State, Event]:
    """The winner takes the trick and leads, unless the hand is decided."""
    winner, terms = new.best_seat, new.contract
    assert terms is not None
    points = trick_points(new.trick)
    new.tricks = (*new.tricks, Trick(new.leader, new.trick, winner, points))
    new.points = added(new.points, winner & 1, points)
    new.taken = added(new.taken, winner & 1, 1)
    new.trick = ()
    new.lead = -1
    new.agreed = 0
    new.made = verdict(terms, new.points, new.taken)
    if new.made is None:
        new.phase = "Playing"
        new.current = winner
    else:
        new.phase = "HandDone"
    return Step(new, (TAKEN[winner][points],))


STEPS: Final[Mapping[str, Callable[[State, Any], Step[State, Event]]]] = {
    "Bidding": call,
    "Declaring": declare,
    "Playing": play,
    COMPLETE_TRICK.choice: complete_trick,
    SCORE_HAND.choice: score_hand,
    NEXT_HAND.choice: next_hand,
    REDEAL.choice: redeal,
    END_GAME.choice: end_game,
}
