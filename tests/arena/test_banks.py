"""BankReplay worked out from a log: what everybody may know of them, and when."""

from arena.match.bank_replay import BankReplay
from arena.match.clock import ClockRules

RULES = ClockRules(decision_ms=1000, bank_ms=500, round_bonus_ms=200).as_json()


def test_a_turn_takes_from_the_bank_what_went_beyond_its_time() -> None:
    banks = BankReplay(RULES, 2)
    banks.step({"ms": {"0": 1300}}, "turn")
    assert banks.shown == [200, 500]
    banks.step({"ms": {"1": 900}}, "turn")
    assert banks.shown == [200, 500]


def test_what_a_claim_used_shows_at_the_next_own_turn() -> None:
    banks = BankReplay(RULES, 2)
    banks.step({"ms": {"1": 1100}}, "claim")
    assert banks.shown == [500, 500]
    banks.step({"ms": {"1": 5}}, "turn")
    assert banks.shown == [500, 400]


def test_a_round_adds_its_bonus_and_tells_nothing_else() -> None:
    banks = BankReplay(RULES, 2)
    banks.step({"ms": {"1": 1100}}, "claim")
    banks.round_over()
    assert banks.shown == [700, 700]


def test_a_house_bot_in_a_seats_place_uses_nothing() -> None:
    banks = BankReplay(RULES, 2)
    banks.step({"ms": {"0": 1300}, "house": [0]}, "turn")
    assert banks.shown == [500, 500]
