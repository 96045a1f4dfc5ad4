"""The rules of a table, each on a clock that the test holds."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from arena.match.clock import ClockRules
from arena.match.log import log_lines, parse_log, replayed
from arena.table import effects
from arena.table.participant import Participant
from arena.table.spec import RoomSpec
from arena.table.takeover import alarm
from engine.game import ALL_HANDS
from engine.riichi import Riichi
from engine.rng import Deals
from engine.tigerdragon import TigerDragon
from protocol.errors import ProtocolError
from tests.arena.held_clock import HeldTable

CLOCK = ClockRules(decision_ms=5_000, bank_ms=10_000, round_bonus_ms=1_000, ready_ms=30_000)


def spec(**options: Any) -> RoomSpec:
    usual = {"seats": 2, "deals": Deals.seed(1), "clock": CLOCK, "match_id": "m"}
    return RoomSpec("r", **{**usual, **options})


# -- starting


def test_a_match_begins_without_those_who_are_not_ready_in_time() -> None:
    held = HeldTable(spec())
    held.join("ann")
    held.join("bob")
    held.wait(29.999)
    assert held.table.warm_up.active
    held.wait(0.001)
    assert held.table.state == "running"
    faults = [fault.reason for fault in held.table.match._faults]
    assert faults == ["not ready in time"] * 2


def test_nothing_is_announced_before_the_beginning_is_saved() -> None:
    held = HeldTable(spec(), saves=True)
    ann = held.join("ann")
    held.join("bob")
    assert "game_starting" not in held.types(ann)
    held.commit()
    assert "game_starting" in held.types(ann)


def test_a_held_table_says_that_it_is_full_and_waits() -> None:
    held = HeldTable(spec())
    held.table.held = True
    held.join("ann")
    assert not held.of(effects.Full)
    held.join("bob")
    assert held.of(effects.Full)
    assert held.table.state == "waiting"


# -- clocks


def test_the_default_is_played_when_decision_and_bank_are_used_up_and_not_before() -> None:
    held = HeldTable(spec(strikes=0))
    ann, bob = held.begin("ann", "bob")
    seat = next(iter(held.table.match.pending))
    held.wait(14.999)
    assert held.table.match.n == 0
    held.wait(0.001)
    assert held.table.match.n == 1
    assert held.table.match.records[-1].defaulted == [seat]
    acks = [frame for frame in held.frames[(ann, bob)[seat]] if frame["type"] == "action_ack"]
    assert [ack["status"] for ack in acks] == ["defaulted"]


def test_what_the_host_was_late_is_not_the_players_fault() -> None:
    held = HeldTable(spec(strikes=0))
    held.begin("ann", "bob")
    held.lag.total += 4.0
    held.wait(18.999)
    assert held.table.match.n == 0
    held.wait(0.001)
    assert held.table.match.n == 1


def test_only_what_exceeds_the_decision_time_is_taken_off_the_bank() -> None:
    held = HeldTable(spec())
    people = held.begin("ann", "bob")
    seat = next(iter(held.table.match.pending))
    held.wait(7.0)
    held.act(people[seat])
    assert held.table.seats[seat].clock.bank_ms == 8_000


# -- saving


def test_an_answer_is_acknowledged_and_shown_when_its_step_is_saved() -> None:
    held = HeldTable(spec(), saves=True)
    held.join("ann")
    held.join("bob")
    held.commit()
    people = [seat.peer for seat in held.table.seats]
    for seat in held.table.seats:
        held.table.set_ready(seat, held.now)
        held.carry_out()
    who = people[next(iter(held.table.match.pending))]
    assert who is not None
    before = held.types(who)
    held.act(who)
    assert held.types(who) == before
    held.commit()
    assert held.types(who)[len(before) :][:2] == ["action_ack", "state"]


def test_a_commit_reported_after_the_end_changes_nothing() -> None:
    held = HeldTable(spec(), saves=True)
    ann = held.join("ann")
    held.join("bob")
    held.table.abandon("enough", held.now)
    held.carry_out()
    held.commit()
    assert held.table.state == "void"
    assert "game_starting" not in held.types(ann)
    assert [end.void for end in held.of(effects.SaveEnd)] == ["enough"]


# -- takeover


def test_a_seat_whose_player_has_gone_is_taken_over_after_its_time_and_given_back() -> None:
    held = HeldTable(spec(takeover_ms=10_000, clock=replace(CLOCK, bank_ms=60_000)))
    ann, bob = held.begin("ann", "bob", detail="full")
    token = held.frames[ann][0]["token"]
    held.leave(ann)
    held.wait(9.999)
    assert held.table.seats[0].substitute is None
    held.wait(0.001)
    assert held.table.seats[0].substitute is not None
    assert "seat_taken_over" in held.types(bob)
    back = held.join("ann", token=token)
    assert held.table.seats[0].substitute is None
    assert back.seat == 0


def test_who_comes_back_in_time_is_not_taken_over() -> None:
    held = HeldTable(spec(takeover_ms=10_000, clock=replace(CLOCK, bank_ms=60_000)))
    ann, _ = held.begin("ann", "bob")
    token = held.frames[ann][0]["token"]
    held.leave(ann)
    held.wait(9.0)
    held.join("ann", token=token)
    assert not held.table.out.is_set(alarm(0))
    held.wait(5.0)
    assert held.table.seats[0].substitute is None


def test_three_timeouts_in_a_row_bring_a_house_bot() -> None:
    held = HeldTable(spec(strikes=3))
    held.begin("ann", "bob")
    silent = next(iter(held.table.match.pending))
    for strikes in range(3):
        assert held.table.seats[silent].strikes == strikes
        assert held.table.seats[silent].substitute is None
        held.wait(15.0 if strikes == 0 else 5.0)
        other = held.table.seats[1 - silent].peer
        while other is not None and other.seat in held.table.match.pending:
            held.act(other)
    assert held.table.seats[silent].substitute is not None


def test_nobody_waits_for_a_child_that_has_ended() -> None:
    held = HeldTable(spec(takeover_bot=None))
    ann, bob = held.begin("ann", "bob")
    gone, other = (ann, bob) if 0 in held.table.match.pending else (bob, ann)
    seat = gone.seat
    gone.can_return = False
    gone.lost = ("crash", "ended with code 1")
    held.leave(gone)
    held.wait(0.0)
    record = held.table.match.records[-1]
    assert record.defaulted == [seat]
    assert [fault.reason for fault in record.faults] == ["ended with code 1"]
    assert other.seat in held.table.match.pending


# -- claims


def test_a_claim_step_is_not_over_before_the_floor_whoever_could_claim() -> None:
    rules = spec(
        seats=4, clock=replace(CLOCK, claim_floor_ms=300), deals=Deals.seed(7), rated=False
    )
    held = HeldTable(rules, game=Riichi(), house=4)
    held.table.start_if_full(held.now)
    held.carry_out()
    claims: list[float] = []
    for _ in range(60):
        match = held.table.match
        if match.game.asking(match.state) == "claim":
            began, n = held.now, match.n
            held.wait(0.299)
            assert match.n == n
            held.wait(0.001)
            assert match.n > n
            claims.append(held.now - began)
        else:
            held.wait(0.0)
    assert len(claims) > 20
    assert held.table.match.n > 40


def test_a_claim_has_its_own_time_and_leaves_the_bank_alone() -> None:
    rules = spec(seats=4, clock=replace(CLOCK, claim_ms=2_000), deals=Deals.seed(7), strikes=0)
    held = HeldTable(rules, game=Riichi())
    people = held.begin("ann", "bob", "cid", "dan")
    match = held.table.match
    while match.game.asking(match.state) != "claim" or not match.pending:
        for seat in tuple(match.pending):
            held.act(people[seat])
    asked = dict(match.pending)
    for seat in asked:
        assert held.frames[people[seat]][-1]["deadline_ms"] == 2_000
    n = match.n
    held.wait(1.999)
    assert match.n == n
    held.wait(0.001)
    assert match.records[-1].defaulted == list(asked)
    assert all(seat.clock.bank_ms == CLOCK.bank_ms for seat in held.table.seats)


@pytest.mark.parametrize("detail", ["full", "flat"])
def test_a_claim_step_ends_when_no_awaited_answer_can_change_it(detail: str) -> None:
    held, people, higher, lower = contested_claim(detail)
    match, n = held.table.match, held.table.match.n
    held.act(people[higher], next(c for c in match.pending[higher].legal if c != "pass"))
    assert match.n == n + 1
    assert match.records[-1].passed.count(lower) == 1
    assert held.table.seats[lower].strikes == 0
    late = {"request_id": n + 1} if detail == "full" else {}
    with suppress(ProtocolError):
        held.table.act(people[lower], {"choice": "pass", **late}, held.now)
    held.carry_out()
    assert match.n == n + 1  # an answer that came too late is taken for no other
    assert not match._faults
    *_, position = replayed(parse_log(log_lines(match)), Riichi(), match.deals)
    assert position.state.turn == match.state.turn


def contested_claim(detail: str) -> tuple[HeldTable, list[Participant], int, int]:
    """Play until one seat can pon what only the other could take for a chi."""
    for number in range(200):
        rules = spec(seats=4, clock=CLOCK, deals=Deals.seed(number), strikes=0)
        held = HeldTable(rules, game=Riichi())
        people = held.begin("ann", "bob", "cid", "dan", detail=detail)
        match = held.table.match
        while not match.over:
            offers = {seat: request.legal for seat, request in match.pending.items()}
            if match.game.asking(match.state) == "claim" and len(offers) == 2:
                pons = [s for s, legal in offers.items() if any("pon" in c for c in legal)]
                chis = [s for s, legal in offers.items() if legal[-2].startswith("chi")]
                if len(pons) == 1 and len(chis) == 1 and pons != chis:
                    return held, people, pons[0], chis[0]
            for seat in tuple(offers):
                if seat in match.pending:
                    held.act(people[seat], offers[seat][-1])
    raise AssertionError("no such step in 200 matches")


# -- rounds


def test_the_next_round_waits_for_everybody_or_for_its_time() -> None:
    held = HeldTable(
        spec(confirm_rounds=True, confirm_ms=15_000, clock=None, config={"target": 50})
    )
    people = held.begin("ann", "bob")
    play_round(held)
    referee = held.table.referee
    assert referee is not None
    assert referee.awaits_confirmation
    held.table.confirm(people[0], held.now)
    held.carry_out()
    assert referee.awaits_confirmation
    held.table.confirm(people[1], held.now)
    held.carry_out()
    assert not referee.awaits_confirmation
    play_round(held)
    held.wait(14.999)
    assert referee.awaits_confirmation
    held.wait(0.001)
    assert not referee.awaits_confirmation


def play_round(held: HeldTable) -> None:
    rounds = len(held.table.results)
    while len(held.table.results) == rounds and held.table.state == "running":
        for seat in tuple(held.table.match.pending):
            peer = held.table.seats[seat].peer
            assert peer is not None
            held.act(peer)


# -- undo


def test_a_decision_is_taken_back_once_that_is_saved() -> None:
    held = HeldTable(spec(seats=2, clock=None), house=1, saves=True)
    ann = held.join("ann")
    held.commit()
    held.table.set_ready(held.table.seats[0], held.now)
    held.carry_out()
    while 0 not in held.table.match.pending:
        held.commit()
    n, before = held.table.match.n, held.table.match.view(ALL_HANDS)
    held.act(ann)
    while 0 not in held.table.match.pending or held.unsaved:
        held.commit()
    assert held.table.match.n > n
    held.table.undo(ann, held.now)
    held.carry_out()
    with pytest.raises(ProtocolError):
        held.act(ann)
    held.commit()
    assert held.table.match.n == n
    assert held.table.match.view(ALL_HANDS) == before
    held.act(ann)


# -- spectators


def test_late_spectators_see_each_step_when_it_is_old_enough() -> None:
    held = HeldTable(spec(spectator_delay=30.0, clock=None))
    eve = held.join("eve", "spectator")
    held.begin("ann", "bob")
    play_round(held)
    assert "state" not in held.types(eve)
    held.wait(29.999)
    assert "state" not in held.types(eve)
    held.wait(0.001)
    assert held.types(eve)[-2:] == ["round_result", "state"]


def test_the_end_is_saved_when_late_spectators_know_it() -> None:
    held = HeldTable(spec(spectator_delay=30.0, clock=None, config={"target": 1}))
    held.begin("ann", "bob")
    while held.table.state == "running":
        play_round(held)
    assert held.of(effects.MatchOver)
    assert not held.of(effects.SaveEnd)
    assert held.table.shown_state != "over"
    held.wait(30.0)
    assert held.of(effects.SaveEnd)
    assert held.table.told


# -- games that fail


def test_a_game_that_fails_ends_its_match_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    held = HeldTable(spec(clock=None))
    people = held.begin("ann", "bob")

    def fail(*_given: object) -> None:
        raise ZeroDivisionError("by the test")

    monkeypatch.setattr(TigerDragon, "apply", fail)
    held.act(people[next(iter(held.table.match.pending))])
    assert held.table.state == "void"
    (void,) = held.of(effects.MatchVoid)
    assert isinstance(void.error, ZeroDivisionError)
    assert held.idle


def test_every_answer_that_claims_outran_is_refused_once() -> None:
    held, people, higher, lower = contested_claim("flat")
    seat = held.table.seats[lower]
    seat.unwanted = 1  # an earlier claim was decided before this slow client could answer
    match = held.table.match
    held.act(people[higher], next(c for c in match.pending[higher].legal if c != "pass"))
    n = match.n
    for left in (1, 0):
        with suppress(ProtocolError):
            held.table.act(people[lower], {"choice": "pass"}, held.now)
        held.carry_out()
        assert (seat.unwanted, match.n) == (left, n)
    assert not match._faults
