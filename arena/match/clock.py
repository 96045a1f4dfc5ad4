"""Time: what a seat may use, what it has used, and how late the host itself was.

`Clocks` is the one place that accounts for banks: the referee charges a decision as it is made,
recovery and the pages replay the charges of a log.
"""

import asyncio
from collections.abc import Container, Iterator, Mapping
from dataclasses import asdict, dataclass

NEVER = float("inf")
FADING = 0.98


@dataclass(frozen=True, slots=True)
class ClockRules:
    """Milliseconds: a decision, the bank, a bonus per round, `ready`, a claim's least and most."""

    decision_ms: int = 5_000
    bank_ms: int = 60_000
    round_bonus_ms: int = 5_000
    ready_ms: int = 30_000
    claim_floor_ms: int = 0
    claim_ms: int | None = None
    """The time for a claim, which never touches the bank; None: as for any decision."""

    def as_json(self) -> dict[str, int]:
        """The form that headers and join_ack carry."""
        return {name: ms for name, ms in asdict(self).items() if ms is not None}


class LagMeter:
    """How late this process wakes up, summed over time: lag that is not the players' fault."""

    def __init__(self, interval: float = 0.05) -> None:
        self.total = 0.0
        self.recent = 0.0
        """The worst lag of late: it fades to half within two seconds."""
        self._interval = interval
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to measure in the running loop."""
        self._loop = asyncio.get_running_loop()
        self._due = self._loop.time() + self._interval
        self._handle = self._loop.call_at(self._due, self._tick)

    def stop(self) -> None:
        """Measure no more."""
        if self._handle:
            self._handle.cancel()

    def _tick(self) -> None:
        now = self._loop.time()
        late = max(0.0, now - self._due)
        self.total += late
        self.recent = max(late, self.recent * FADING)
        self._due = now + self._interval
        self._handle = self._loop.call_at(self._due, self._tick)


class SeatClock:
    """One seat's time: started when it is asked, stopped when its answer was read."""

    __slots__ = ("_asked_at", "_lag", "_lag_then", "bank_ms", "claim", "rules")

    def __init__(self, rules: ClockRules | None, lag: LagMeter) -> None:
        self.rules = rules
        self._lag = lag
        self.bank_ms = rules.bank_ms if rules else 0
        self.claim = False
        """Whether the decision in question is a claim."""
        self._asked_at = 0.0
        self._lag_then = 0.0

    def start(self, now: float) -> float:
        """The request is handed over; returns the moment the time runs out."""
        self._asked_at = now
        self._lag_then = self._lag.total
        limit = self.deadline_ms()
        return NEVER if limit is None else now + limit / 1000

    def deadline_ms(self) -> int | None:
        """Return what a seat may use for the next answer, bank included."""
        if self.rules is None:
            return None
        if self.claim and self.rules.claim_ms is not None:
            return self.rules.claim_ms
        return self.rules.decision_ms + self.bank_ms

    def overdue(self, now: float) -> float:
        """Seconds past the deadline once the host's own lag is taken off; negative is in time."""
        limit = self.deadline_ms()
        if limit is None:
            return -NEVER
        elapsed = now - self._asked_at - (self._lag.total - self._lag_then)
        return elapsed - limit / 1000

    def read(self, now: float) -> tuple[int, int]:
        """Milliseconds since the request: the player's own, and the host's lag taken off it."""
        lag_ms = round((self._lag.total - self._lag_then) * 1000)
        return max(0, round((now - self._asked_at) * 1000) - lag_ms), lag_ms

    def charge(self, elapsed_ms: int) -> None:
        """Take what a decision used beyond its own time off the bank."""
        rules = self.rules
        if rules is None or (self.claim and rules.claim_ms is not None):
            return
        if elapsed_ms > rules.decision_ms:
            self.bank_ms = max(0, self.bank_ms - (elapsed_ms - rules.decision_ms))

    def round_over(self) -> None:
        """A round has ended: the bonus goes into the bank."""
        if self.rules:
            self.bank_ms += self.rules.round_bonus_ms


class Clocks:
    """The clocks of a match's seats."""

    def __init__(self, rules: list[ClockRules | None], lag: LagMeter) -> None:
        self._clocks = [SeatClock(rule, lag) for rule in rules]

    def __getitem__(self, seat: int) -> SeatClock:
        return self._clocks[seat]

    def __iter__(self) -> Iterator[SeatClock]:
        return iter(self._clocks)

    def replay(self, ms: Mapping[int, int], house: Container[int], *, claim: bool) -> None:
        """Charge what the decisions of a recorded step used; a house bot's cost nothing."""
        for seat, spent in ms.items():
            self._clocks[seat].claim = claim
            if seat not in house:
                self._clocks[seat].charge(spent)

    def round_over(self) -> None:
        """Give everybody the bonus of a round that has ended."""
        for clock in self._clocks:
            clock.round_over()
