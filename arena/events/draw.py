"""Who sits with whom in the next round of an event; the same for the same results, anywhere."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

from arena.events.state import EventState, table_order
from arena.tournament import pairing
from arena.tournament.meetings import Meetings
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from arena.tournament.standings import mean_places
from engine.rng import shuffle, stream

Results = Mapping[MatchKey, Played]
Drawn = tuple[list[list[int]], list[int]]
"""Tables of entrants in seating order, and who sits out."""
TRIES = 64
"""How many round-robin rounds are drawn by lot, before the one that repeats least is taken."""


def draw_round(
    state: EventState, schedule: Schedule, results: Results, here: Sequence[int], filler: int | None
) -> Drawn:
    """Return the next round's tables for the entrants who are here; none if they are too few."""
    size, number = schedule.plan.size, len(state.rounds) + 1
    rng = stream(state.seed, "round", number)
    players = list(here)
    if state.settings.format == "knock-out":
        assert filler is not None
        return knock_out_tables(players, size, filler, rng, still_in(state, schedule, results)), []
    if filler is not None and len(players) % size and players:
        players += [filler] * (size - len(players) % size)
    if len(players) < size:
        return [], players
    meetings, byes = past(state)
    if state.settings.format == "swiss":
        return swiss_tables(schedule, results, players, meetings, byes, rng)
    return robin_tables(players, size, meetings, byes, rng)


def past(state: EventState) -> tuple[Meetings, list[int]]:
    """Return who has met whom, and how often each has sat out."""
    meetings, byes = Meetings(len(state.members)), [0] * len(state.members)
    for each in state.rounds:
        for table in each.tables:
            meetings.add(table.members)
            for seat, entrant in enumerate(table.members):
                meetings.followed[entrant][table.members[seat - 1]] += 1
        for entrant in each.byes:
            byes[entrant] += 1
    return meetings, byes


def swiss_tables(
    schedule: Schedule,
    results: Results,
    players: list[int],
    meetings: Meetings,
    byes: Sequence[int],
    rng: Random,
) -> Drawn:
    """Seat neighbours of the ranking who have met least; newcomers begin in the middle."""
    places = mean_places(schedule, results)
    shuffle(players, rng)
    middle = (schedule.plan.size + 1) / 2
    players.sort(key=lambda entrant: places.get(entrant, middle))
    found, resting = pairing.swiss_round(players, schedule.plan.size, meetings, byes, rng)
    for table in found:  # only what was played counts as a meeting
        meetings.add(table, -1)
    tables = [list(table) for table in found]
    part_repeats(tables, meetings, {who: place for place, who in enumerate(players)})
    return tables, resting


def part_repeats(tables: list[list[int]], meetings: Meetings, places: Mapping[int, int]) -> None:
    """Exchange players between tables, near neighbours first, while that saves repeated meetings.

    The draw goes from the top of the ranking down, and the last table gets whoever is left.
    """
    while True:
        best: tuple[int, int, int, int, int, int] | None = None
        for a, b in combinations(range(len(tables)), 2):
            before = repeats(tables[a], meetings) + repeats(tables[b], meetings)
            if not before:
                continue
            for i, j in product(range(len(tables[a])), range(len(tables[b]))):
                one, other = exchanged(tables[a], tables[b], i, j)
                saved = before - repeats(one, meetings) - repeats(other, meetings)
                apart = abs(places[tables[a][i]] - places[tables[b][j]])
                if saved > 0 and (best is None or (apart, -saved) < best[:2]):
                    best = (apart, -saved, a, b, i, j)
        if best is None:
            return
        _, _, a, b, i, j = best
        tables[a], tables[b] = exchanged(tables[a], tables[b], i, j)


def exchanged(
    one: Sequence[int], other: Sequence[int], i: int, j: int
) -> tuple[list[int], list[int]]:
    """Return two tables with a player of each at the other's seat."""
    left, right = list(one), list(other)
    left[i], right[j] = right[j], left[i]
    return left, right


def repeats(table: Sequence[int], meetings: Meetings) -> int:
    """Return how often the players of a table have met; squares, so that it is spread evenly."""
    return sum(count**2 for count in meetings.counts(table))


def robin_tables(
    players: list[int], size: int, meetings: Meetings, byes: Sequence[int], rng: Random
) -> Drawn:
    """Seat those who have met least, whatever their results."""
    best: tuple[int, Drawn] | None = None
    for _ in range(TRIES):
        shuffle(players, rng)
        tables, resting = pairing.swiss_round(players, size, meetings, byes, rng)
        for table in tables:  # only the one that is taken counts
            meetings.add(table, -1)
        met = sum(repeats(table, meetings) for table in tables)
        if best is None or met < best[0]:
            best = met, ([list(table) for table in tables], resting)
    assert best is not None
    return best[1]


def still_in(state: EventState, schedule: Schedule, results: Results) -> dict[int, int] | None:
    """Return who is still in a knock-out, with the place at the last table; None at its start."""
    if not state.rounds:
        return None
    size = schedule.plan.size
    advance = min(state.settings.advance or max(1, size // 2), size - 1)
    found: dict[int, int] = {}
    for table in state.rounds[-1].tables:
        order = table_order(schedule, table, results)
        able = [who for who in order if who in state.active]
        found |= {who: place for place, who in enumerate(able[:advance])}
    return found


def knock_out_tables(
    players: list[int], size: int, filler: int, rng: Random, places: Mapping[int, int] | None
) -> list[list[int]]:
    """Spread those who are still in over as few tables as possible, the best apart."""
    if places is not None:
        players = [who for who in players if who in places]
    if not players:
        return []
    shuffle(players, rng)
    players.sort(key=lambda who: places[who] if places else 0)
    many = -(-len(players) // size)
    tables: list[list[int]] = [[] for _ in range(many)]
    for place, who in enumerate(players):
        tables[place % many].append(who)
    for table in tables:
        table += [filler] * (size - len(table))
        shuffle(table, rng)
    return tables


def ranking(state: EventState, schedule: Schedule, results: Results) -> list[int]:
    """Return the entrants of a knock-out: those who came furthest first."""
    reached: dict[int, tuple[int, int]] = {}
    for number, each in enumerate(state.rounds):
        for table in each.tables:
            for place, who in enumerate(table_order(schedule, table, results)):
                reached[who] = (-number, place)
    known = [who for who in reached if not state.members[who].filler]
    return sorted(known, key=lambda who: (*reached[who], who))
