"""How a hand ended and how the match stands, by seat as everybody is told."""

from engine.game import Outcome, RoundResult, ranks
from engine.texas42.scoring import Pair
from engine.texas42.state import State
from engine.texas42.tiles import SEATS


def by_seat(pair: Pair) -> tuple[int, ...]:
    """A side's number for each of its seats."""
    return (*pair, *pair)


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


def redeal_result(state: State) -> RoundResult:
    """A deal that nobody bid on: nobody is paid."""
    nothing = {"points": list(state.points)}
    return RoundResult(state.round, (), (0,) * SEATS, by_seat(state.marks), nothing)


def outcome(state: State) -> Outcome:
    """Each seat has its side's marks, and partners share a rank."""
    marks = by_seat(state.marks)
    return Outcome(marks, ranks(marks), state.winner)
