"""The draw of an event's rounds, without a server."""

from itertools import combinations
from typing import Any

import pytest

from arena.errors import TournamentError
from arena.events.changes import add_round, redraw
from arena.events.draw import draw_round, ranking
from arena.events.request import NewEvent
from arena.events.state import EventState, Member, key_of, match_id_of, plan_of
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from engine.tigerdragon import TigerDragon

GAME = TigerDragon()


class Drawn:
    """An event that is drawn and played by hand: the entrant of the lower number wins."""

    def __init__(self, entrants: int, **wanted: Any) -> None:
        settings = NewEvent(game="tigerdragon", **{"seats": 2, "seed": "s", **wanted})
        members = [Member(name=f"e{n}", kind="account", owner=n + 1) for n in range(entrants)]
        if settings.fill:
            members.append(Member(name=settings.fill, kind="house", filler=True))
        self.filler = entrants if settings.fill else None
        self.state = EventState(
            id="cup", owner=None, settings=settings, seed="s", created=0, members=members,
            most_rounds=settings.rounds,
        )  # fmt: skip
        self.results: dict[MatchKey, Played] = {}

    @property
    def schedule(self) -> Schedule:
        return Schedule(plan_of(self.state, GAME))

    def round(self, here: list[int] | None = None) -> list[list[int]]:
        """Draw and play a round; its tables."""
        players = self.state.active if here is None else here
        tables, byes = draw_round(self.state, self.schedule, self.results, players, self.filler)
        add_round(self.state, tables=tables, byes=byes, absent=[], now=0)
        schedule = self.schedule
        for table in self.state.rounds[-1].tables:
            for block in table.blocks:
                key = key_of(schedule, block)
                seats = schedule.entrants_at(key)
                ranks = tuple(1 + sum(other < who for other in seats) for who in seats)
                self.results[key] = Played(key, tuple(-rank for rank in ranks), ranks)
        return [sorted(table) for table in tables]


@pytest.mark.parametrize("entrants", [8, 12, 20])
def test_a_swiss_repeats_no_pair_while_it_need_not(entrants: int) -> None:
    event = Drawn(entrants)
    met = [tuple(table) for _ in range(4) for table in event.round()]
    assert len(set(met)) == len(met) == 4 * entrants // 2
    leaders = {who for table in event.state.rounds[-1].tables[:1] for who in table.members}
    assert 0 in leaders


def test_a_round_robin_lets_everybody_meet_everybody() -> None:
    event = Drawn(6, format="round-robin")
    met = [tuple(table) for _ in range(5) for table in event.round()]
    assert sorted(met) == sorted(combinations(range(6), 2))


def test_the_surplus_sits_out_in_turn_or_is_filled_up() -> None:
    event = Drawn(5, format="round-robin")
    for _ in range(5):
        event.round()
    assert sorted(who for each in event.state.rounds for who in each.byes) == [0, 1, 2, 3, 4]
    filled = Drawn(5, fill="first")
    assert sorted(who for table in filled.round() for who in table) == [0, 1, 2, 3, 4, 5]


def test_a_knock_out_goes_on_with_the_best_of_each_table() -> None:
    event = Drawn(7, format="knock-out", fill="first", seats=4, advance=2)
    first = event.round()
    assert len(first) == 2
    (final,) = event.round()
    best = {who for table in first for who in sorted(set(table) - {7})[:2]}
    assert set(final) == best
    assert ranking(event.state, event.schedule, event.results)[:4] == sorted(best)


def test_all_tables_of_a_round_share_its_deals_and_nobody_sees_one_twice() -> None:
    event = Drawn(4, deals=2)
    for _ in range(2):
        event.round()
    schedule = event.schedule
    deals = [block.deal for block in schedule.blocks]
    assert deals == [0, 1, 0, 1, 2, 3, 2, 3]
    assert all(len(schedule.matches(block)) == 1 for block in schedule.blocks)
    turns = [schedule.matches(block)[0][1] for block in schedule.blocks[:2]]
    assert turns == [0, 1], "the seats turn from deal to deal"
    alone = Drawn(4, duplicate=False)
    alone.round()
    assert [block.deal for block in alone.schedule.blocks] == [0, 1]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_table_that_is_played_again_has_another_match_and_the_same_deal(fresh: bool) -> None:
    event = Drawn(4, deals=2)
    event.round()
    before = event.schedule
    redraw(event.state, number=0, place=1, fresh=fresh)
    table, after = event.state.rounds[0].tables[1], event.schedule
    assert event.state.rounds[0].ended is None
    for block in table.blocks:
        ids = match_id_of(before, block, 0), match_id_of(after, block, table.attempt)
        assert ids[0] != ids[1]
        assert (before.blocks[block] == after.blocks[block]) is not fresh
        assert key_of(before, block) == key_of(after, block)


def test_an_entrant_enters_once_and_comes_back_after_withdrawing() -> None:
    state = Drawn(2).state
    with pytest.raises(TournamentError, match="takes part already"):
        state.enter(Member(name="e0", kind="account", owner=1))
    state.members[0].withdrawn = True
    assert state.active == [1]
    assert state.enter(Member(name="e0", kind="account", owner=1)) == 0
    assert state.active == [0, 1]


def test_a_state_comes_back_from_the_store() -> None:
    event = Drawn(5, deals=2, breaks=[{"after": 1, "minutes": 2}], start="2027-03-01T10:00:00")
    event.round()
    again = EventState.model_validate(event.state.model_dump(mode="json"))
    assert again == event.state
    assert (again.break_after(1), again.break_after(2)) == (120_000, 0)
    assert again.settings.start is not None
    assert again.settings.start.isoformat() == "2027-03-01T10:00:00+00:00"
