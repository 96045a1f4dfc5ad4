"""Ten thousand whole matches of Sichuan, every tile and point counted at every step.

python -m tests.soak_sichuan [MATCHES]
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Event, Step
from engine.mahjong.seats import SEATS
from engine.rng import Deals, stream
from engine.sichuan.events import MONEY_TYPES, EmptyWallSettled, SettlementFailed, ZeroSumViolated
from engine.sichuan.model import State
from tests.engine.sichuan_table import GAME, check_tiles, keen_move
from tests.soak import play_all

MATCHES = 10_000
MOST_TURNS = 400
TABLES: tuple[Mapping[str, Any], ...] = (
    {"preset": "blood_battle"},
    {"preset": "contract"},
    {"preset": "sbr"},
    {"preset": "blood_battle", "draws": "streams", "zimo_bonus": "add_fan", "gang_pao": "refund"},
)


@dataclass(slots=True)
class Soak:
    """What was played, and what was found wrong."""

    matches: int = 0
    deals: int = 0
    wins: int = 0
    kongs: int = 0
    violations: int = 0

    def play(self, number: int, **options: Any) -> None:
        """One match; tables take turns, and every fifth match is played at random."""
        config = GAME.config({**TABLES[number % len(TABLES)], **options})
        rng = stream("soak", number)
        state = GAME.start(config, Deals.seed(f"soak {number}"), 4).state
        self.look(number, state)
        while offers := GAME.choices(state):
            if number % 5:
                moves = {seat: keen_move(state, seat, rng) for seat in offers}
            else:
                moves = {s: offer[int(rng.random() * len(offer))] for s, offer in offers.items()}
            step = GAME.apply(state, moves)
            self.count(number, state, step)
            state = step.state
            self.look(number, state)
        self.matches += 1

    def count(self, number: int, before: State, step: Step[State, Event]) -> None:
        """Count what happened, and see that nobody who has left took part in it."""
        self.deals += step.result is not None
        names = [event.type for event in step.events]
        self.wins += names.count("won")
        self.kongs += names.count("kong_paid")
        try:
            check_leavers(before, step)
        except AssertionError as error:
            self.report(number, error)

    def look(self, number: int, state: State) -> None:
        """Count tiles and points."""
        try:
            check_tiles(state)
            assert sum(state.books.scores) == 400, f"scores {state.books.scores}"
            assert state.turn < MOST_TURNS, f"deal {state.round.number} does not end"
        except AssertionError as error:
            self.report(number, error)
            if "does not end" in str(error):
                raise

    def report(self, number: int, error: AssertionError) -> None:
        """Name what is wrong."""
        self.violations += 1
        sys.stdout.write(f"sichuan match {number}: {error}\n")

    def __str__(self) -> str:
        return f"sichuan: {self.matches} matches, {self.deals} deals, {self.violations} violations"


def check_leavers(before: State, step: Step[State, Event]) -> None:
    """Who has left neither acts, pays nor receives before the deal is settled; sums stay 400."""
    stays = before.config.winners_stay
    gone = [] if stays else [seat for seat in SEATS if before.players[seat].won]
    for seat in gone:
        assert seat not in GAME.choices(before), f"seat {seat} has left and is asked"
    for event in step.events:
        assert not isinstance(event, ZeroSumViolated | SettlementFailed), f"told: {event}"
        if isinstance(event, MONEY_TYPES):
            assert sum(event.scores) == 400, f"{event.type}: {event.scores}"  # type: ignore[union-attr]  # all but the two above
        if isinstance(event, EmptyWallSettled):
            break
        changes = getattr(event, "deltas", (0, 0, 0, 0))
        assert not any(changes[seat] for seat in gone), f"{event.type}: {changes}, gone {gone}"


def main(matches: int = MATCHES) -> int:
    """Play them all; the last line sums up."""
    return play_all(Soak(), matches)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
