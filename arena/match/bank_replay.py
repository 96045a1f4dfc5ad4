"""Time left in the banks of a match's seats, worked out again from its log."""

from collections.abc import Mapping
from typing import Any

from arena.match.clock import ClockRules, Clocks, LagMeter


class BankReplay:
    """Follows the clocks of a match step by step.

    What a seat used in a claim shows at its next own turn: sooner it would tell who could claim.
    """

    def __init__(self, rules: Mapping[str, int], seats: int) -> None:
        self._clocks = Clocks([ClockRules(**rules)] * seats, LagMeter())
        self.shown = [clock.bank_ms for clock in self._clocks]
        """What everybody may know, by seat, in milliseconds."""

    def step(self, step: Mapping[str, Any], asking: str) -> None:
        """Take off what a step's decisions used; a house bot in a seat's place uses nothing."""
        ms = {int(seat): spent for seat, spent in step.get("ms", {}).items()}
        self._clocks.replay(ms, step.get("house", ()), claim=asking == "claim")
        if asking != "claim":
            for seat in ms:
                self.shown[seat] = self._clocks[seat].bank_ms

    def round_over(self) -> None:
        """Everybody gets a round's bonus."""
        before = [clock.bank_ms for clock in self._clocks]
        self._clocks.round_over()
        for seat, clock in enumerate(self._clocks):
            self.shown[seat] += clock.bank_ms - before[seat]
