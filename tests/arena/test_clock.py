"""What a seat may use, what it has used, and what was the host's own fault."""

import asyncio
import time

import pytest

from arena.match.clock import NEVER, ClockRules, LagMeter, SeatClock

RULES = ClockRules(decision_ms=1000, bank_ms=500, round_bonus_ms=200)


def clock(rules: ClockRules | None = RULES) -> tuple[SeatClock, LagMeter]:
    lag = LagMeter()
    return SeatClock(rules, lag), lag


def test_the_bank_is_part_of_the_time_for_an_answer() -> None:
    seat, _ = clock()
    assert seat.deadline_ms() == 1500
    assert seat.start(10.0) == 11.5


def test_without_rules_nobody_counts() -> None:
    seat, _ = clock(None)
    assert seat.deadline_ms() is None
    assert seat.start(10.0) == NEVER
    assert seat.overdue(1e9) == -NEVER
    seat.charge(10**6)
    seat.round_over()
    assert seat.bank_ms == 0


@pytest.mark.parametrize(
    ("elapsed_ms", "bank_ms"), [(0, 500), (1000, 500), (1001, 499), (1500, 0), (9000, 0)]
)
def test_only_what_goes_beyond_the_decisions_own_time_is_taken_off_the_bank(
    elapsed_ms: int, bank_ms: int
) -> None:
    seat, _ = clock()
    seat.charge(elapsed_ms)
    assert seat.bank_ms == bank_ms


def test_every_round_adds_its_bonus() -> None:
    seat, _ = clock()
    seat.charge(1300)
    seat.round_over()
    assert seat.bank_ms == 400
    assert seat.deadline_ms() == 1400


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    seat, _ = clock()
    seat.start(10.0)
    assert seat.overdue(11.25) == pytest.approx(-0.25)
    assert seat.overdue(11.75) == pytest.approx(0.25)


def test_lag_of_the_host_is_never_the_players() -> None:
    seat, lag = clock()
    lag.total = 7.0  # before the request: none of this one's business
    seat.start(10.0)
    lag.total = 7.4
    assert seat.read(11.0) == (600, 400)
    assert seat.overdue(11.75) == pytest.approx(-0.15)


def test_no_answer_takes_less_than_no_time() -> None:
    seat, lag = clock()
    seat.start(10.0)
    lag.total = 1.0
    assert seat.read(10.5) == (0, 1000)


async def test_the_lag_meter_counts_what_blocks_the_loop() -> None:
    meter = LagMeter(interval=0.01)
    meter.start()
    await asyncio.sleep(0.03)
    quiet = meter.total
    time.sleep(0.2)  # noqa: ASYNC251  # this is the lag
    await asyncio.sleep(0.03)
    assert meter.total - quiet > 0.15
    meter.stop()
    stopped = meter.total
    time.sleep(0.05)  # noqa: ASYNC251  # nobody counts any more
    await asyncio.sleep(0.03)
    assert meter.total == stopped


def test_a_meter_that_never_ran_can_be_stopped() -> None:
    LagMeter().stop()


def test_rules_are_told_in_milliseconds() -> None:
    assert RULES.as_json() == {
        "decision_ms": 1000,
        "bank_ms": 500,
        "round_bonus_ms": 200,
        "ready_ms": 30_000,
        "claim_floor_ms": 0,
    }
