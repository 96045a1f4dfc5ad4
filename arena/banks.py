"""Time left in the banks of a match's seats, worked out again from its log."""

from collections.abc import Mapping
from typing import Any

from arena.clock import ClockRules, LagMeter, SeatClock


class Banks:
    """Follows the clocks of a match step by step.

    What a seat used in a claim shows at its next own turn: sooner it would tell who could claim.
    """

    def __init__(self, rules: Mapping[str, int], seats: int) -> None:
        lag = LagMeter()
        self._clocks = [SeatClock(ClockRules(**rules), lag) for _ in range(seats)]
        self.shown = [clock.bank_ms for clock in self._clocks]
        """What everybody may know, by seat, in milliseconds."""

    def step(self, step: Mapping[str, Any], asking: str) -> None:
        """Take off what a step's decisions used; a house bot in a seat's place uses nothing."""
        for text, spent in step.get("ms", {}).items():
            seat = int(text)
            if seat not in step.get("house", ()):
                self._clocks[seat].charge(spent)
            if asking != "claim":
                self.shown[seat] = self._clocks[seat].bank_ms

    def round_over(self) -> None:
        """Everybody gets a round's bonus."""
        for seat, clock in enumerate(self._clocks):
            before = clock.bank_ms
            clock.round_over()
            self.shown[seat] += clock.bank_ms - before
