"""House bots for Texas 42: one that counts, and one that imagines the hidden hands."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from bots.bot import Bot
from bots.playouts import Play
from bots.search import composed
from bots.texas42_endgame import can_make
from bots.texas42_play import best_declaration, choose, sight_of_state, sight_of_view, tricks_with
from bots.turn import Turn
from engine.game import SYSTEM, AnyGame, Seat, View
from engine.texas42.config import Texas42Config
from engine.texas42.model import State
from engine.texas42.moves import (
    COMPLETE_TRICK,
    DECLARATIONS,
    PASS,
    PLAYS,
    POINT_BIDS,
    Declare,
    Move,
)
from engine.texas42.rules import apply, choices
from engine.texas42.tiles import HAND, INDEX, SEATS, mask
from engine.texas42.variants import words_of
from engine.variants import LegalFn

# Tricks that a hand promises, and how far it then bids. Opening was read off 4,000 deals played by
# thumb (30 is made in 56 % of them at 4 tricks, in 83 % at 5.5); the others are not tuned.
OPENING: Final = 4.0
OVER_PARTNER: Final = 5.5
POINTS_A_TRICK: Final = 5.0
TWO_MARKS: Final = 6.25

WORLDS: Final = 12
"""Deals imagined for a decision."""
TRUMPS_TRIED: Final = 3
"""Declarations that are played out, the most promising first."""
MAKES: Final = 0.5
"""How often a bid must be made in imagination."""
MAKES_TWO: Final = 0.75
EXACT_DOMINOES: Final = 16
"""Dominoes in all hands from which on the rest is searched to the end."""
EXACT_WITH_VARIANTS: Final = 12
"""The same where a variant has a say in what may be played, which takes longer."""


class CountBot(Bot):
    """Bids by its trumps and doubles, draws trumps, and gives count to its partner's tricks."""

    name = "texas42-count"
    level = "club"
    rank = 1
    house = True
    games = ("texas42",)
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep every choice there can be: it says what a declaration means."""
        self._words = words_of(game, config)

    def act(self, turn: Turn) -> str:
        """Bid, declare or play, whichever is asked."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        view = turn.view
        if view["phase"] == "Bidding":
            return bid_by_hand(view, turn.legal)
        if view["phase"] == "Declaring":
            declared = declarations(turn.legal, self._words)
            return best_declaration(own_hand(view), declared)[1].choice
        return PLAYS[choose(sight_of_view(view, self._words))].choice


def declarations(legal: Sequence[str], known: Mapping[str, Move]) -> list[Declare]:
    """The declarations on offer, those of variants among them."""
    return [how for choice in legal if isinstance(how := known[choice], Declare)]


def own_hand(view: View) -> int:
    """The viewer's hand as a mask."""
    return mask(INDEX[tile] for tile in view["hand"])


def bid_by_hand(view: View, legal: Sequence[str]) -> str:
    """The lowest open bid that the hand's tricks are worth, or pass."""
    tricks, _ = best_declaration(own_hand(view))
    partner_holds = view["bidder"] == (int(view["viewer"]) + 2) % SEATS
    if tricks >= TWO_MARKS and "2m" in legal:
        return "2m"
    if tricks >= (OVER_PARTNER if partner_holds else OPENING):
        limit = 30 + POINTS_A_TRICK * (tricks - OPENING)
        for choice in legal:
            if choice.isdigit() and int(choice) <= limit:
                return choice
    return "pass" if "pass" in legal else legal[0]


class SampleBot(Bot):
    """Deals the hidden hands many times as the play allows, and plays each deal out."""

    name = "texas42-sample"
    level = "strong"
    rank = 2
    house = True
    games = ("texas42",)

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep what is needed to imagine."""
        self._game = game
        self._config: Texas42Config = config
        self._rng = rng
        self._words = words_of(game, config)
        rules = composed(game, self.variants)
        self._legal: LegalFn = rules.legal if rules.variants else choices

    def act(self, turn: Turn) -> str:
        """The choice that does best over the imagined deals."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        view = turn.view
        if view["phase"] == "Bidding":
            return self._bid(view, turn.legal)
        worlds = self._worlds(view)
        if view["phase"] == "Declaring":
            hand, open_to = own_hand(view), declarations(turn.legal, self._words)
            plain = [how for how in open_to if how.plain]
            ranked = sorted(plain, key=lambda how: -tricks_with(hand, how))[: TRUMPS_TRIED + 1]
            special = [how for how in open_to if not how.plain]
            return best_move(worlds, turn.seat, [*ranked, *special], self._legal)
        first = PLAYS[choose(sight_of_view(view, self._words))]
        rest = [PLAYS[INDEX[choice]] for choice in turn.legal if choice != first.choice]
        return best_move(worlds, turn.seat, [first, *rest], self._legal)

    def _worlds(self, view: View) -> list[State]:
        return [self._game.imagine(self._config, view, self._rng) for _ in range(WORLDS)]

    def _bid(self, view: View, legal: Sequence[str]) -> str:
        hand, seat = own_hand(view), int(view["viewer"])
        ranked = sorted(DECLARATIONS, key=lambda how: -tricks_with(hand, how))[:TRUMPS_TRIED]
        partner_holds = view["bidder"] == (seat + 2) % SEATS
        needed = MAKES_TWO if partner_holds else MAKES
        return bid_by_points(self._points(view, seat, ranked), legal, needed)

    def _points(self, view: View, seat: Seat, ranked: Sequence[Declare]) -> list[int]:
        """What the best of these declarations takes in each imagined deal."""
        worlds = self._worlds(view)
        rows = [[full_points(world, seat, how) for world in worlds] for how in ranked]
        return max(rows, key=lambda row: (share(row, 31), sum(row)))


def bid_by_points(points: Sequence[int], legal: Sequence[str], needed: float) -> str:
    """The lowest bid that is made often enough; two marks where all tricks are likely."""
    if "2m" in legal and share(points, 42) >= MAKES_TWO:
        return "2m"
    for choice in legal:
        if choice.isdigit() and share(points, int(choice)) >= needed:
            return choice
    if "1m" in legal and share(points, 42) >= needed:
        return "1m"
    return "pass" if "pass" in legal else legal[0]


def share(points: Sequence[int], least: int) -> float:
    """How often so many points are reached."""
    return sum(got >= least for got in points) / len(points)


def full_points(world: State, seat: Seat, how: Declare) -> int:
    """The points a seat's side takes if it declares this now and all seven tricks are played."""
    state = State(world)
    state.high, state.bidder = POINT_BIDS[-1], seat
    state.calls = SEATS - 1
    state.current = world.shaker
    for move in (PASS, how):
        state = apply(state, {state.current: move}).state
    while len(state.tricks) < HAND:
        if state.phase == "HandDone":
            state = State(state)
            state.phase, state.current = "Playing", state.best_seat
        state = by_thumb(state)
    return state.points[seat & 1]


def by_thumb(state: State, legal: LegalFn = choices) -> State:
    """One move further, as the rules of thumb say; `legal` gives the offers, if variants may."""
    seat = state.current
    if seat == SYSTEM:
        return apply(state, {SYSTEM: COMPLETE_TRICK}).state
    move: Move = PLAYS[choose(sight_of_state(state, seat))]
    if legal is not choices:
        move = among(offered(state, seat, legal), move)
    return apply(state, {seat: move}).state


def offered(state: State, seat: Seat, legal: LegalFn) -> Sequence[Move]:
    """What a seat may choose; the plain game's offer where a script would move instead."""
    return legal(state).get(seat) or choices(state)[seat]


def among(offer: Sequence[Move], move: Move) -> Move:
    """The move if it is on offer, else the first that is: a variant may have taken it away."""
    return move if move in offer else offer[0]


def by_rule(call: Play) -> Play:
    """A player of playouts: dominoes by thumb, calls as another makes them."""

    def play(state: State, seat: Seat, offer: Sequence[Move]) -> Move:
        if state.phase != "Playing":
            move: Move = call(state, seat, offer)
            return move
        return among(offer, PLAYS[choose(sight_of_state(state, seat))])

    return play


def best_move(
    worlds: Sequence[State], seat: Seat, moves: Sequence[Move], legal: LegalFn = choices
) -> str:
    """The move after which the own side does best most often; of equals the first."""
    totals = [sum(succeeds(world, seat, move, legal) for world in worlds) for move in moves]
    return moves[totals.index(max(totals))].choice


def succeeds(world: State, seat: Seat, move: Move, legal: LegalFn = choices) -> bool:
    """Whether the seat's side gets its way after this move, in this deal."""
    state = apply(world, {seat: move}).state
    assert state.contract is not None
    return plays_out(state, legal) == (state.contract.side == seat & 1)


def plays_out(state: State, legal: LegalFn = choices) -> bool:
    """Whether the contract is made: by the rules of thumb, the last tricks by search."""
    while state.made is None:
        left = 0 if state.trick else sum(state.hands).bit_count()
        if 0 < left <= EXACT_DOMINOES and legal is choices:
            return can_make(state)
        if 0 < left <= EXACT_WITH_VARIANTS:
            return can_make_by(state, legal)
        state = by_thumb(state, legal)
    return state.made


def can_make_by(state: State, legal: LegalFn) -> bool:
    """The same as `can_make` where variants change what may be played."""
    while state.current == SYSTEM and state.made is None:
        state = apply(state, {SYSTEM: COMPLETE_TRICK}).state
    if state.made is not None:
        return state.made
    seat = state.current
    assert state.contract is not None
    bidding = state.contract.side == seat & 1
    for move in offered(state, seat, legal):
        if can_make_by(apply(state, {seat: move}).state, legal) == bidding:
            return bidding
    return not bidding
