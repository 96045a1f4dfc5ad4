"""How a hand ends: the stake is paid, and everybody learns of it."""

from engine.game import Event, RoundResult, Step
from engine.texas42.deal import deal_hand
from engine.texas42.events import PassedOut, RoundEnded
from engine.texas42.match import finish, opening_events
from engine.texas42.model import State
from engine.texas42.moves import Move
from engine.texas42.scoring import by_seat, is_over, pay
from engine.texas42.tiles import SEATS


def score_hand(new: State, _move: Move) -> Step[State, Event]:
    """Pay the stake; the match is over when a side has reached the target."""
    assert new.contract is not None
    terms, made = new.contract, bool(new.made)
    new.marks = pay(new.marks, terms, made=made)
    new.agreed = 0
    new.phase = "Scored"
    scored = RoundEnded(new.round, terms.bidder, made, terms.stake, new.points, new.marks)
    if is_over(new.marks, new.table.config.target):
        return Step(new, (scored, finish(new)), hand_result(new))
    return Step(new, (scored,), hand_result(new))


def hand_result(state: State) -> RoundResult:
    """How a hand that was played ended."""
    assert state.high is not None
    assert state.contract is not None
    terms = state.contract
    side = terms.side if state.made else 1 - terms.side
    return RoundResult(
        round=state.round,
        winners=(side, side + 2),
        points=by_seat((0, terms.stake) if side else (terms.stake, 0)),
        scores=by_seat(state.marks),
        extra={
            "bidder": terms.bidder,
            "bid": state.high.choice,
            "trump": terms.declaration.choice.removeprefix("t:"),
            "made": bool(state.made),
            "points": list(state.points),
        },
    )


def redeal(new: State, _move: Move) -> Step[State, Event]:
    """Nobody bid: the next seat shakes, and nobody is paid."""
    after = deal_hand(
        new.table,
        new.round + 1,
        (new.shaker + 1) % SEATS,
        new.marks,
        log=new.log,
        redeals=new.redeals + 1,
    )
    return Step(after, (PassedOut(new.round), *opening_events(after)), redeal_result(new))


def redeal_result(state: State) -> RoundResult:
    """A deal that nobody bid on: nobody is paid."""
    nothing = {"points": list(state.points)}
    return RoundResult(state.round, (), (0,) * SEATS, by_seat(state.marks), nothing)
