"""Variants of Texas 42: other contracts to bid and declare, fewer choices, scripts and remarks.

Each is a function of a position and its offers that gives the offers instead; what an injected bid
or declaration means, it carries itself.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from engine.game import SYSTEM, Seat
from engine.texas42.config import Texas42Config
from engine.texas42.moves import (
    AGREE_SCORE,
    AGREE_TRICK,
    COMPLETE_TRICK,
    DECLARATIONS,
    END_GAME,
    MARK,
    MARK_BIDS,
    MOST_MARKS,
    NEXT_HAND,
    PASS,
    PLAYS,
    POINT_BIDS,
    REDEAL,
    SCORE_HAND,
    Bid,
    Declare,
    Move,
)
from engine.texas42.suits import called_set
from engine.texas42.tiles import COUNT, DOUBLES, SEATS
from engine.variants import Change, Mark, Marked, Offers, Stage, Variant, changing

# -- inject: other contracts


def _partner_bids(word: str, doubles: int) -> tuple[Bid, ...]:
    """Bids by marks, after which the partner declares and leads."""
    return tuple(
        Bid(
            f"{word}{marks}",
            MARK * marks,
            marks,
            "take_all",
            selector=2,
            doubles=doubles,
            plain=False,
            label=f"{word} for {marks} marks",
        )
        for marks in range(MOST_MARKS + 1)
    )


SPLASH: Final = _partner_bids("splash", 3)
PLUNGE: Final = _partner_bids("plunge", 4)
SEVENS: Final = Declare(
    "t:sevens", None, order="near7", goal="take_all", plain=False, label="nearest to seven wins"
)
NELLO: Final[Mapping[str, Declare]] = {
    doubles: Declare(
        "t:nello",
        "doubles" if doubles == "own" else None,
        power=False,
        doubles=doubles,
        goal="take_none",
        partner_out=True,
        plain=False,
        label=f"take no trick, doubles {doubles}",
    )
    for doubles in ("own", "high", "low")
}


def splash(state: Any, offers: Offers) -> Offers:
    """With three doubles, two or three marks on a hand that the partner declares."""
    config: Texas42Config = state.table.config
    value = max(config.splash_min, marks_bid(state) + 1)
    return offers if value > config.splash_max else _with_bid(state, offers, SPLASH[value])


def plunge(state: Any, offers: Offers) -> Offers:
    """With four doubles, four marks or more on a hand that the partner declares."""
    value = max(state.table.config.plunge_min, marks_bid(state) + 1)
    return _with_bid(state, offers, PLUNGE[min(value, MOST_MARKS)])


def marks_bid(state: Any) -> int:
    """The highest bid so far in whole marks."""
    return state.high.value // MARK if state.high else 0


def _with_bid(state: Any, offers: Offers, bid: Bid) -> Offers:
    seat: Seat = state.current
    if state.phase != "Bidding" or (state.hands[seat] & DOUBLES).bit_count() < bid.doubles:
        return offers
    before, passing = _split_pass(offers[seat])
    return {**offers, seat: (*before, bid, *passing)}


def _split_pass(offer: tuple[Move, ...]) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The bids, and `pass` if it is on offer: it stays the last choice."""
    return (offer[:-1], offer[-1:]) if offer[-1] is PASS else (offer, ())


def nello(state: Any, offers: Offers) -> Offers:
    """After a plain bid of marks: lose every trick, alone against two."""
    config: Texas42Config = state.table.config
    return _with_declaration(state, offers, NELLO[config.nello_doubles], config.nello_min)


def sevens(state: Any, offers: Offers) -> Offers:
    """After a plain bid of marks: the domino nearest to seven pips must be played, and wins."""
    return _with_declaration(state, offers, SEVENS, 1)


def _with_declaration(state: Any, offers: Offers, how: Declare, marks: int) -> Offers:
    if state.phase != "Declaring" or not state.high.plain or state.high.value < MARK * marks:
        return offers
    seat: Seat = state.current
    return {**offers, seat: (*offers[seat], how)}


# -- filter


def tournament(_state: Any, offers: Offers) -> Offers:
    """Straight 42: nothing but points, marks and trumps."""
    return {
        seat: tuple(move for move in offer if getattr(move, "plain", True))
        for seat, offer in offers.items()
    }


def forced_bid(state: Any, offers: Offers) -> Offers:
    """After three passes the shaker has to bid."""
    if state.phase != "Bidding" or state.high is not None or state.calls < SEATS - 1:
        return offers
    return {seat: tuple(m for m in offer if m is not PASS) for seat, offer in offers.items()}


# -- script, replace

SCRIPT: Final[tuple[str, ...]] = ("pass", "pass", "pass", "30", "t:4")


def one_hand(state: Any, offers: Offers) -> Offers:
    """The shaker plays 30 with fours as trumps, unasked; one hand, and the match is over."""
    if state.phase in ("Bidding", "Declaring"):
        step = state.turn
        mark = Mark(auto=True, note=f"one-hand {step + 1}/{len(SCRIPT)}")
        return Marked(offers, {seat: {SCRIPT[step]: mark} for seat in offers})
    if state.phase == "Scored":
        return {SYSTEM: (END_GAME,)}
    return offers


AGREEMENTS: Final[Mapping[str, Move]] = {
    COMPLETE_TRICK.choice: AGREE_TRICK,
    SCORE_HAND.choice: AGREE_SCORE,
}


def consensus(state: Any, offers: Offers) -> Offers:
    """Tricks are turned and hands scored only when every voter has agreed."""
    waiting = [seat for seat in state.table.config.voters if not state.agreed >> seat & 1]
    if not waiting or SYSTEM not in offers or offers[SYSTEM][0].choice not in AGREEMENTS:
        return offers
    return dict.fromkeys(sorted(waiting), (AGREEMENTS[offers[SYSTEM][0].choice],))


# -- annotate


def speed(_state: Any, offers: Offers) -> Offers:
    """A seat with one choice makes it unasked; an agreement is still the voter's own."""
    if SYSTEM in offers:
        return offers
    auto = Mark(auto=True)
    lonely = {
        seat: {offer[0].choice: auto}
        for seat, offer in offers.items()
        if len(offer) == 1 and offer[0] not in AGREEMENTS.values()
    }
    return Marked(offers, lonely) if lonely else offers


def hints(state: Any, offers: Offers) -> Offers:
    """Remarks beside the own choices, from what the seat itself can see."""
    if SYSTEM in offers:
        return offers
    notes = {
        seat: {move.choice: Mark(note=note) for move in offer if (note := hint(state, seat, move))}
        for seat, offer in offers.items()
    }
    return Marked(offers, notes)


def hint(state: Any, seat: Seat, move: Any) -> str:
    """What a seat should know of this choice."""
    if state.phase == "Playing":
        return _play_hint(state, move.tile)
    if state.phase == "Declaring" and move.called is not None:
        return f"{(state.hands[seat] & called_set(move.called)).bit_count()} in hand"
    if move is PASS:
        return f"{(state.hands[seat] & DOUBLES).bit_count()} doubles in hand"
    return ""


def _play_hint(state: Any, tile: int) -> str:
    count = f"counts {COUNT[tile]}" if COUNT[tile] else ""
    table = state.contract.suits.strength
    wins = (
        "takes the trick so far" if state.lead >= 0 and table[state.lead][tile] > state.best else ""
    )
    return ", ".join(filter(None, (wins, count)))


def _variant(name: str, stage: Stage, change: Change, title: str) -> tuple[str, Variant]:
    return name, Variant(name, stage, changing(change), title)


VARIANTS: Final[Mapping[str, Variant]] = dict(
    (
        _variant("nello", "inject", nello, "a marks bid may be played to lose every trick"),
        _variant("splash", "inject", splash, "three doubles: the partner declares, 2-3 marks"),
        _variant("plunge", "inject", plunge, "four doubles: the partner declares, 4 marks or more"),
        _variant("sevens", "inject", sevens, "a marks bid may be played nearest to seven"),
        _variant("tournament", "filter", tournament, "points, marks and trumps only"),
        _variant("forced-bid", "filter", forced_bid, "after three passes the shaker must bid"),
        _variant("one-hand", "script", one_hand, "one hand, 30 with fours, already bid"),
        _variant("consensus", "replace", consensus, "tricks and scores wait for the voters"),
        _variant("speed", "annotate", speed, "only choices are made unasked"),
        _variant("hints", "annotate", hints, "remarks beside the own choices"),
    )
)


@cache
def words(config: Texas42Config) -> Mapping[str, Move]:
    """Every choice there can be under these options, by its text."""
    moves: tuple[Move, ...] = (
        PASS, *POINT_BIDS, *MARK_BIDS, *SPLASH[1:], *PLUNGE[1:],
        *DECLARATIONS, NELLO[config.nello_doubles], SEVENS, *PLAYS,
        COMPLETE_TRICK, SCORE_HAND, REDEAL, NEXT_HAND, END_GAME, AGREE_TRICK, AGREE_SCORE,
    )  # fmt: skip
    return {move.choice: move for move in moves}
