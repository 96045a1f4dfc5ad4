"""A match without I/O: it says who must decide, takes answers, and keeps the log.

Three drivers share it: the synchronous loop, the async referee, and replay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, Literal

from engine.config import as_json
from engine.game import AnyGame, Asking, Event, Outcome, RoundResult, Seat, View, Viewer
from engine.rng import Deals, seed_hash
from engine.variants import Offers, Position, Rules, VariantEntry

FaultKind = Literal["timeout", "illegal", "crash", "disconnect"]
RefusalCode = Literal["game_over", "not_your_turn", "illegal_action", "stale_action"]
NOTHING: Final[Mapping[Seat, Any]] = MappingProxyType({})
CHOICE_OF: Final = attrgetter("choice")
Ask = Callable[[Seat, tuple[Any, ...]], Any]
"""From a seat and what it is offered to the action it takes."""
INFO_LIMIT = 2048
"""Bytes of JSON a bot may add to a choice."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a seat did wrong, in words a person can act on."""

    seat: Seat
    kind: FaultKind
    reason: str
    received: str | None = None
    legal: tuple[str, ...] = ()
    late_ms: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The form that the log carries; what is not known is left out."""
        row: dict[str, Any] = {"seat": self.seat, "kind": self.kind, "reason": self.reason}
        if self.received is not None:
            row["received"] = self.received
        if self.legal:
            row["legal"] = list(self.legal)
        if self.late_ms is not None:
            row["late_ms"] = self.late_ms
        return row


@dataclass(slots=True)
class Request:
    """A decision a seat must make; `id` is the number of the step it belongs to."""

    id: int
    seat: Seat
    offers: tuple[Any, ...]
    kind: Asking

    @property
    def legal(self) -> tuple[str, ...]:
        """The choices on offer, in the wire's order."""
        return tuple(map(CHOICE_OF, self.offers))

    def find(self, text: str) -> Any | None:
        """The offered action a text means."""
        return find(self.offers, text)


def find(offer: tuple[Any, ...], text: str) -> Any | None:
    """The action of an offer that a text means: blanks trimmed, letters in either case."""
    for action in offer:
        if action.choice == text:
            return action
    wanted = normal(text)
    for action in offer:
        if action.choice.lower() == wanted:
            return action
    return None


def normal(text: str) -> str:
    """A peer's choice as it is compared: trimmed and in lower case, ASCII or nothing."""
    trimmed = text.strip()
    return trimmed.lower() if trimmed.isascii() else ""


@dataclass(slots=True, init=False)
class Record:
    """One step as the log keeps it: moves by seat and how they came about."""

    n: int
    moves: Mapping[Seat, Any]
    passed: Sequence[Seat]
    defaulted: Sequence[Seat]
    auto: Sequence[Mapping[Seat, Any]]
    faults: Sequence[Fault]
    info: Mapping[Seat, Any]
    ms: Mapping[Seat, int]
    lag_ms: Mapping[Seat, int]
    house: Sequence[Seat]
    """Seats whose move a house bot made because their player was away."""

    # Written out because one is made at every step, and mypyc does not compile a dataclass's own.
    def __init__(
        self,
        n: int,
        moves: Mapping[Seat, Any],
        passed: Sequence[Seat] = (),
        defaulted: Sequence[Seat] = (),
        auto: Sequence[Mapping[Seat, Any]] = (),
        faults: Sequence[Fault] = (),
        info: Mapping[Seat, Any] = NOTHING,
        ms: Mapping[Seat, int] = NOTHING,
        lag_ms: Mapping[Seat, int] = NOTHING,
        house: Sequence[Seat] = (),
    ) -> None:
        self.n = n
        self.moves = moves
        self.passed = passed
        self.defaulted = defaulted
        self.auto = auto
        self.faults = faults
        self.info = info
        self.ms = ms
        self.lag_ms = lag_ms
        self.house = house


@dataclass(slots=True)
class Advance:
    """What a step led to: its number, events, the rounds it closed, and whether all is over."""

    n: int
    events: tuple[Event, ...]
    results: tuple[RoundResult, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer was not taken; nothing has changed."""

    code: RefusalCode
    received: str
    legal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """Who plays what, by which rules: all that is known before the first move."""

    match_id: str
    game: str
    game_version: int
    config: Mapping[str, Any]
    variants: tuple[VariantEntry, ...]
    """In the order in which they are applied; those with options as `{type, config}`."""
    players: tuple[str, ...]
    seed_hash: str
    clock: Mapping[str, Any] | None = None


class Match:
    """One game from start to end, driven by answers."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str],
        deals: Deals,
        *,
        config: Mapping[str, Any] | None = None,
        variants: VariantEntry | Sequence[VariantEntry] = (),
        match_id: str,
        clock: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = Rules(game, variants)
        self.game = game
        self.config = game.config(config)
        self.deals = deals
        self.seats = len(players)
        self.header = MatchHeader(
            match_id=match_id,
            game=game.name,
            game_version=game.version,
            config=as_json(self.config),
            variants=self.rules.variants,
            players=tuple(players),
            seed_hash=seed_hash(match_id, deals.root or ""),
            clock=clock,
        )
        self.records: list[Record] = []
        self.n = 0
        """Steps taken so far."""
        self.decisions = 0
        """Moves of seats that had at least two choices."""
        self.keeps_records = True
        """Whether the log of the match can be had; many at once for learning go without."""
        self.hold = False
        """Whether the driver itself calls `advance` once nobody is pending."""
        self._clear_notes()
        position = self.rules.start(self.config, deals.of_match(match_id), self.seats)
        self.opening = Advance(0, position.events, position.results, over=not position.offers)
        if position.auto:
            self.records.append(Record(0, {}, auto=position.auto))
        self.reach(position)

    # -- what is asked

    def reach(self, position: Position) -> None:
        """Go on from here; nobody has been asked yet."""
        self.state = position.state
        self.offers: Offers = position.offers
        self.over = not position.offers
        self._pending: dict[Seat, Request] | None = None
        self.outranked: Sequence[Seat] = ()
        """Seats of this step that are awaited no more, because others' claims have decided it."""

    @property
    def pending(self) -> dict[Seat, Request]:
        """Who must still decide, and between what."""
        if self._pending is None:
            self._moves = self.passes()
            self._passed = tuple(self._moves)
            number, kind = self.n + 1, self.game.asking(self.state)
            self._pending = {
                seat: Request(number, seat, offer, kind)
                for seat, offer in self.offers.items()
                if seat not in self._moves
            }
        return self._pending

    def passes(self) -> dict[Seat, Any]:
        """The moves of seats that need not be asked.

        A claim step is open to everybody, but a seat that can only pass is not asked: what is
        asked of whom must never show who could have claimed.
        """
        state, offers, rules = self.state, self.offers, self.rules
        for offer in offers.values():
            if len(offer) == 1:
                break
        else:  # nearly every turn: there is a choice, and so no pass to make unasked
            return {}
        if self.game.asking(state) != "claim":
            return {}
        plain = not rules.variants  # then a single offer in a claim step is the pass
        return {
            seat: offer[0]
            for seat, offer in offers.items()
            if len(offer) == 1 and (plain or not rules.asked(state, offers, seat))
        }

    def step(self, ask: Ask) -> Position:
        """One whole step at once: everybody who must decide is asked, and all moves applied."""
        offers = self.offers
        moves = self.passes()
        passed = tuple(moves)
        if len(passed) < len(offers):
            for seat, offer in offers.items():
                if seat not in passed:
                    moves[seat] = ask(seat, offer)
                    if len(offer) > 1:
                        self.decisions += 1
        return self.apply(moves, passed)

    # -- what is answered

    def answer(
        self,
        seat: Seat,
        choice: str,
        info: Any = None,
        *,
        request_id: int | None = None,
        ms: int | None = None,
        lag_ms: int = 0,
        house: bool = False,
    ) -> Advance | Refusal | None:
        """Take a choice: the advance if it completed the step, None if others are awaited."""
        request = self.pending.get(seat)
        if request is None:
            return Refusal("game_over" if self.over else "not_your_turn", choice)
        if request_id is not None and request_id != request.id:
            return Refusal("stale_action", choice)
        action = request.find(choice)
        if action is None:
            return Refusal("illegal_action", choice, request.legal)
        if info is not None:
            self.remark(seat, info)
        if ms is not None:
            self._timed(seat, ms, lag_ms)
        if house:
            self._noted = True
            self._house.append(seat)
        return self.take(seat, action)

    def fault(
        self, seat: Seat, fault: Fault, *, ms: int | None = None, lag_ms: int = 0
    ) -> Advance | None:
        """Play the default move for a seat that gave none, and note why."""
        if ms is not None:
            self._timed(seat, ms, lag_ms)
        return self.take(seat, self.default(seat, fault))

    def default(self, seat: Seat, fault: Fault) -> Any:
        """The move of a seat that gave none, and why, noted."""
        self.note(fault)
        self._defaulted.append(seat)
        return self.rules.default(self.state, self.offers, seat)

    def remark(self, seat: Seat, info: Any) -> None:
        """Keep what a bot says about its choice."""
        self._noted = True
        self._info[seat] = info

    def note(self, fault: Fault) -> None:
        """Keep a fault in the log of the running step without playing for the seat."""
        self._noted = True
        self._faults.append(fault)

    def _timed(self, seat: Seat, ms: int, lag_ms: int) -> None:
        self._noted = True
        self._ms[seat] = ms
        self._lag_ms[seat] = lag_ms

    def take(self, seat: Seat, action: Any) -> Advance | None:
        """Take an action on offer: the advance if it completed the step."""
        pending = self.pending
        self._moves[seat] = action
        if len(pending.pop(seat).offers) > 1:
            self.decisions += 1
        if self.hold and pending and self._is_decided(pending):
            self._pass_for(pending)
        return None if pending or self.hold else self.advance()

    def _is_decided(self, pending: dict[Seat, Request]) -> bool:
        awaited = {seat: request.offers for seat, request in pending.items()}
        return self.game.asking(self.state) == "claim" and self.game.decided(
            self.state, self._moves, awaited
        )

    def _pass_for(self, pending: dict[Seat, Request]) -> None:
        self.outranked = tuple(pending)
        for seat in self.outranked:
            self._moves[seat] = self.rules.default(self.state, self.offers, seat)
        self._passed += self.outranked
        pending.clear()

    def advance(self) -> Advance:
        """Apply the complete step; also called by drivers when nobody had to be asked."""
        assert not self.pending, "somebody is still to be asked"
        return self.told(self.apply(self._moves, self._passed))

    def told(self, position: Position) -> Advance:
        """What the step that led here brought, for those who watch."""
        return Advance(self.n, position.events, position.results, self.over)

    def apply(self, moves: Mapping[Seat, Any], passed: Sequence[Seat]) -> Position:
        """Take a step of complete moves, `passed` of them made unasked."""
        self.n = n = self.n + 1
        position = self.rules.apply(self.state, moves)
        if self._noted:
            self.records.append(self._noted_record(moves, passed, position.auto))
        elif self.keeps_records:  # nearly always: it keeps as little as it can of such a step
            self.records.append(Record(n, moves, passed, (), position.auto))
        self.reach(position)
        return position

    def repeat(self, record: Record) -> Advance:
        """Take a step of this match again as it was kept; its moves must be on offer."""
        self.n += 1
        position = self.rules.apply(self.state, record.moves)
        record.auto = position.auto
        self.records.append(record)
        self._clear_notes()
        self.reach(position)
        return self.told(position)

    def past(self) -> Iterator[tuple[Event, ...]]:
        """The events of every step so far, the deal first, worked out again from the moves."""
        position = self.rules.start(self.config, self.deals, self.seats)
        yield position.events
        for record in self.records:
            if record.n:
                position = self.rules.apply(position.state, record.moves)
                yield position.events

    def _noted_record(
        self, moves: Mapping[Seat, Any], passed: Sequence[Seat], auto: Sequence[Mapping[Seat, Any]]
    ) -> Record:
        defaulted, house = self._defaulted, self._house
        faults, info, ms, lag_ms = self._faults, self._info, self._ms, self._lag_ms
        self._clear_notes()
        return Record(self.n, moves, passed, defaulted, auto, faults, info, ms, lag_ms, house)

    def _clear_notes(self) -> None:
        self._noted = False
        """Whether the running step has anything beside its moves."""
        self._defaulted: list[Seat] = []
        self._faults: list[Fault] = []
        self._info: dict[Seat, Any] = {}
        self._ms: dict[Seat, int] = {}
        self._lag_ms: dict[Seat, int] = {}
        self._house: list[Seat] = []

    # -- what is seen

    def view(self, viewer: Viewer) -> View:
        """What this viewer may know now."""
        return self.rules.view(self.state, viewer)

    @property
    def outcome(self) -> Outcome:
        """Points and ranks as they stand."""
        return self.game.outcome(self.state)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault so far, in order."""
        return tuple(fault for record in self.records for fault in record.faults)
