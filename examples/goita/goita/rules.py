"""How Goita is played: the deal, who may choose what, and what a choice leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.config import Config, in_range
from engine.errors import DealError
from engine.game import SYSTEM, Dealt, Event, RoundResult, Seat, Step
from engine.rng import Deals, shuffle
from goita.events import (
    Attacked,
    DealKept,
    FivesDeclared,
    HandShown,
    LaidDown,
    MatchEnded,
    NewDealAsked,
    Passed,
    Received,
    RoundStarted,
    WentOut,
)
from goita.pieces import KINGS, NAMES, SET, SIGNS, VALUES, in_order, kind, receives

SEATS = range(4)
HAND = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class GoitaConfig(Config):
    preset: str = "standard"
    target: int = 150
    seven_doubled: bool = True
    """Seven pawns score twice the eighth piece."""
    lone_king_last: bool = False
    """The very last attack may be a king, whatever lies on the table."""

    def __post_init__(self) -> None:
        in_range(self, "target", 1, 1000)


@dataclass(frozen=True, slots=True)
class Move:
    choice: str
    label: str
    piece: str = ""


def moves_of(verb: str, label: str) -> dict[str, Move]:
    return {p: Move(f"{verb}:{p}", f"{label} {SIGNS[p]} {NAMES[p]}", p) for p in SIGNS}


DOWN = moves_of("down", "lay face down:")
TAKE = moves_of("take", "receive with")
ATTACK = moves_of("attack", "attack with")
PASS, PLAY, REDEAL = Move("pass", "pass"), Move("play", "play"), Move("redeal", "deal again")
SHOW = Move("show", "show the hand")
MOVES = (PASS, PLAY, REDEAL, *DOWN.values(), *TAKE.values(), *ATTACK.values())


@dataclass(frozen=True, slots=True)
class State:
    config: GoitaConfig
    deals: Deals
    round: int
    redeals: int  # new deals in this round so far
    dealer: Seat
    scores: tuple[int, int]  # by side
    phase: str = "Dealt"
    current: Seat = SYSTEM
    hands: tuple[str, ...] = ("",) * 4
    laid: tuple[tuple[str, ...], ...] = ((),) * 4  # how, then the piece: "dp", "rs", "ak"
    attacker: Seat = -1
    attack: str = ""
    fives: tuple[Seat, ...] = ()
    asked: int = 0  # how many partners of those have decided
    history: tuple[str, ...] = ()


# -- the deal


def deal(state: State) -> Step[State, Event]:
    hands = given_hands(state) or dealt_hands(state)
    pawns = [hand.count("p") for hand in hands]
    fives = tuple(seat for seat in SEATS if pawns[seat] == 5)
    new = replace(
        state, hands=hands, laid=((),) * 4, attacker=-1, attack="", fives=fives, asked=0, history=()
    )
    events: list[Event] = [RoundStarted(state.round, state.dealer)]
    events += [Dealt(seat, tuple(hand)) for seat, hand in enumerate(hands)]
    if max(pawns) > 5 or five_and_five(fives):
        return Step(replace(new, phase="Show", current=SYSTEM), tuple(events))
    if fives:
        events.append(FivesDeclared(fives))
        return Step(replace(new, phase="Redeal", current=partner(fives[0])), tuple(events))
    return Step(replace(new, phase="Open", current=state.dealer), tuple(events))


def dealt_hands(state: State) -> tuple[str, ...]:
    pieces = list(SET)
    shuffle(pieces, state.deals.stream("round", state.round, state.redeals))
    return tuple(in_order(pieces[HAND * seat : HAND * (seat + 1)]) for seat in SEATS)


def given_hands(state: State) -> tuple[str, ...]:
    """Return the given hands of a round; a list has the new deals after the first one."""
    given = state.deals.given_for(state.round)
    rows = given if isinstance(given, list) else [given] if given is not None else []
    if state.redeals >= len(rows):
        return ()
    texts = str(rows[state.redeals]).split(",")
    hands = tuple(in_order(text) for text in texts if set(text) <= set(SET))
    if [len(hand) for hand in hands] != [HAND] * 4 or in_order("".join(hands)) != in_order(SET):
        form = "pppllnsg,pppllnsg,ppnnsgbr,ppsgbrkj"
        raise DealError(f"deal {rows[state.redeals]!r}: expected four hands of all pieces: {form}")
    return hands


def partner(seat: Seat) -> Seat:
    return (seat + 2) % 4


def five_and_five(fives: tuple[Seat, ...]) -> bool:
    return len(fives) == 2 and fives[1] == partner(fives[0])


# -- who may choose what


def choices(state: State) -> Mapping[Seat, tuple[Move, ...]]:
    if state.phase == "Finished":
        return {}
    if state.phase == "Show":
        return {SYSTEM: (SHOW,)}
    if state.phase == "Redeal":
        return {state.current: (PLAY, REDEAL)}
    hand = state.hands[state.current]
    pieces = [piece for piece in SIGNS if piece in hand]
    if state.phase == "Attack":
        first = state.laid[state.current][-1]
        return {state.current: tuple(ATTACK[p] for p in follow_ups(state, hand, first))}
    if state.phase == "Open":
        return {state.current: tuple(DOWN[p] for p in pieces if leaves_attack(state, p, "d"))}
    takes = [p for p in pieces if receives(p, state.attack) and leaves_attack(state, p, "r")]
    return {state.current: (*[TAKE[p] for p in takes], PASS)}


def leaves_attack(state: State, piece: str, how: str) -> bool:
    return bool(follow_ups(state, state.hands[state.current].replace(piece, "", 1), how + piece))


def follow_ups(state: State, hand: str, first: str) -> list[str]:
    """Return what the hand may attack with after the first piece of the turn."""
    lone_king_last = state.config.lone_king_last
    return attacks(hand, first, kings_open=kings_open(state), lone_king_last=lone_king_last)


def kings_open(state: State) -> bool:
    """Return whether a king lies face up, so that any king may attack."""
    return any(token[0] != "d" and token[1] in KINGS for row in state.laid for token in row)


def attacks(hand: str, first: str, *, kings_open: bool, lone_king_last: bool) -> list[str]:
    """Return what a hand may attack with after a first piece, such as "dp" or "rk"."""
    received = first[0] == "r" and first[1] in KINGS
    last = len(hand) == 1 and lone_king_last
    king = kings_open or received or last or {*hand, first[1]} >= KINGS
    return [piece for piece in SIGNS if piece in hand and (king or piece not in KINGS)]


# -- what a choice leads to


def apply(state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
    ((seat, move),) = moves.items()
    if move is SHOW:
        return show(state)
    if move is REDEAL:
        step = deal(replace(state, redeals=state.redeals + 1))
        return Step(step.state, (NewDealAsked(seat), *step.events))
    if move is PLAY:
        return keep_deal(state, seat)
    if move is PASS:
        new = replace(state, history=(*state.history, f"{seat}pass"))
        return Step(to_receive(new, (seat + 1) % 4), (Passed(seat),))
    how = move.choice[0]
    new = lay(state, seat, "r" if how == "t" else how, move.piece)
    if how == "d":
        return Step(replace(new, phase="Attack"), (LaidDown(seat, move.piece),))
    if how == "t":
        return Step(replace(new, phase="Attack"), (Received(seat, move.piece),))
    attacked = Attacked(seat, move.piece)
    if not new.hands[seat]:
        return go_out(new, seat, move.piece, attacked)
    new = replace(new, attacker=seat, attack=move.piece)
    return Step(to_receive(new, (seat + 1) % 4), (attacked,))


def lay(state: State, seat: Seat, how: str, piece: str) -> State:
    hands, laid = list(state.hands), list(state.laid)
    hands[seat] = hands[seat].replace(piece, "", 1)
    laid[seat] = (*laid[seat], how + piece)
    history = (*state.history, f"{seat}{how}{piece}")
    return replace(state, hands=tuple(hands), laid=tuple(laid), history=history)


def to_receive(state: State, seat: Seat) -> State:
    if seat == state.attacker:  # all others passed
        return replace(state, phase="Open", current=seat, attack="")
    return replace(state, phase="Receive", current=seat)


def keep_deal(state: State, seat: Seat) -> Step[State, Event]:
    asked = state.asked + 1
    if asked < len(state.fives):
        new = replace(state, asked=asked, current=partner(state.fives[asked]))
    else:
        new = replace(state, asked=asked, phase="Open", current=state.dealer)
    return Step(new, (DealKept(seat),))


def go_out(state: State, seat: Seat, piece: str, attacked: Event) -> Step[State, Event]:
    points, doubled = points_of_last(state.laid[seat][-2], piece)
    events = (attacked, WentOut(seat, piece, points, doubled))
    return score(state, seat, points, events)


def points_of_last(first: str, piece: str) -> tuple[int, bool]:
    """Return what a round's last piece scores after the first of its turn, and if doubled."""
    doubled = first[0] == "d" and kind(first[1]) == kind(piece)
    return VALUES[piece] * (2 if doubled else 1), doubled


def show(state: State) -> Step[State, Event]:
    """Score a hand that wins as it is dealt."""
    pawns = [hand.count("p") for hand in state.hands]
    if five_and_five(state.fives):
        shown, points = state.fives, 150
    else:
        seat = pawns.index(max(pawns))
        shown, points = (seat,), at_once(state.hands[seat].replace("p", ""), state.config)
    events = tuple(HandShown(seat, tuple(state.hands[seat]), points) for seat in shown)
    return score(state, shown[0], points, events)


def at_once(others: str, config: GoitaConfig) -> int:
    """Return what six, seven or eight pawns score, by the pieces beside them."""
    values = [VALUES[piece] for piece in others]
    if not values:
        return 100
    if len(values) == 1:
        return values[0] * (2 if config.seven_doubled else 1)
    return sum(values) if kind(others[0]) == kind(others[1]) else max(values)


def score(state: State, seat: Seat, points: int, events: tuple[Event, ...]) -> Step[State, Event]:
    scores = list(state.scores)
    scores[seat % 2] += points
    by_seat = tuple(scores[other % 2] for other in SEATS)
    gained = tuple(points if other % 2 == seat % 2 else 0 for other in SEATS)
    result = RoundResult(state.round, (seat, partner(seat)), gained, by_seat)
    new = replace(state, scores=(scores[0], scores[1]), dealer=seat)
    if max(scores) >= state.config.target:
        ended = replace(new, phase="Finished", current=-1)
        return Step(ended, (*events, MatchEnded(by_seat)), result)
    step = deal(replace(new, round=state.round + 1, redeals=0))
    return Step(step.state, (*events, *step.events), result)
