"""Variants of Texas 42: other contracts to bid and declare, fewer choices, scripts and remarks.

Each is a function of a position and its offers that gives the offers instead; what an injected bid
or declaration means, it carries itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from engine.errors import ConfigError
from engine.game import SYSTEM, AnyGame, Seat
from engine.texas42.config import Texas42Config
from engine.texas42.hints import recommended, remark
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
from engine.texas42.tiles import DOUBLES, SEATS
from engine.variants import (
    Change,
    Mark,
    Marked,
    Offers,
    Stage,
    Variant,
    changing,
    changing_with,
    variants_of,
)

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

CALLS: Final[tuple[str, ...]] = ("pass", "pass", "pass", "30")
Trump = Literal["ask", "0", "1", "2", "3", "4", "5", "6", "doubles", "no-trump"]


@dataclass(frozen=True, slots=True)
class OneHandOptions:
    """`trump`: what is declared unasked; `ask` leaves it to the bidder."""

    trump: Trump = "ask"


def one_hand(state: Any, offers: Offers, options: OneHandOptions) -> Offers:
    """The shaker plays 30, unasked; one hand, and the match is over."""
    script = CALLS if options.trump == "ask" else (*CALLS, f"t:{options.trump}")
    step = state.turn
    if state.phase in ("Bidding", "Declaring") and step < len(script):
        mark = Mark(auto=True, note=f"one-hand {step + 1}/{len(script)}")
        return Marked(offers, {seat: {script[step]: mark} for seat in offers})
    if state.phase == "Scored":
        return {SYSTEM: (END_GAME,)}
    return offers


@dataclass(frozen=True, slots=True)
class ConsensusOptions:
    """`voters`: the seats whose agreement is needed."""

    voters: tuple[int, ...] = tuple(range(SEATS))

    def __post_init__(self) -> None:
        if len(set(self.voters)) < len(self.voters) or set(self.voters) - set(range(SEATS)):
            raise ConfigError("voters", f"expected different seats from 0 to {SEATS - 1}")


AGREEMENTS: Final[Mapping[str, Move]] = {
    COMPLETE_TRICK.choice: AGREE_TRICK,
    SCORE_HAND.choice: AGREE_SCORE,
}


def consensus(state: Any, offers: Offers, options: ConsensusOptions) -> Offers:
    """Tricks are turned and hands scored only when every voter has agreed."""
    # The game's own option is older than the variant's, and still goes before it.
    voters = state.table.config.voters or options.voters
    waiting = [seat for seat in voters if not state.agreed >> seat & 1]
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
    """A recommended choice and remarks beside the own ones, from what the seat itself can see."""
    if SYSTEM in offers:
        return offers
    return Marked(offers, {seat: _marks(state, seat, offer) for seat, offer in offers.items()})


def _marks(state: Any, seat: Seat, offer: tuple[Move, ...]) -> dict[str, Mark]:
    best = recommended(state, seat, offer)
    remarks = {move: remark(state, seat, move) for move in offer}
    return {
        move.choice: Mark(note=note, recommended=move is best)
        for move, note in remarks.items()
        if note or move is best
    }


def _variant(name: str, stage: Stage, change: Change, title: str) -> tuple[str, Variant]:
    return name, Variant(name, stage, changing(change), title)


ONE_HAND: Final = Variant(
    "one-hand",
    "script",
    changing_with(one_hand),
    "one hand, 30 by the shaker, already bid",
    OneHandOptions,
    logged={"trump": "4"},
)
CONSENSUS: Final = Variant(
    "consensus",
    "replace",
    changing_with(consensus),
    "tricks and scores wait for the voters",
    ConsensusOptions,
    logged={"voters": ()},
)

VARIANTS: Final[Mapping[str, Variant]] = dict(
    (
        _variant("nello", "inject", nello, "a marks bid may be played to lose every trick"),
        _variant("splash", "inject", splash, "three doubles: the partner declares, 2-3 marks"),
        _variant("plunge", "inject", plunge, "four doubles: the partner declares, 4 marks or more"),
        _variant("sevens", "inject", sevens, "a marks bid may be played nearest to seven"),
        _variant("tournament", "filter", tournament, "points, marks and trumps only"),
        _variant("forced-bid", "filter", forced_bid, "after three passes the shaker must bid"),
        ("one-hand", ONE_HAND),
        ("consensus", CONSENSUS),
        _variant("speed", "annotate", speed, "only choices are made unasked"),
        _variant("hints", "annotate", hints, "a recommended choice, remarks beside the others"),
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


def words_of(game: AnyGame, config: Texas42Config) -> Mapping[str, Move]:
    """The same, with the actions of variants that plugins add to this game."""
    more = {a.choice: a for variant in variants_of(game).values() for a in variant.actions}
    return {**words(config), **more} if more else words(config)
