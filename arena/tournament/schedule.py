"""The schedule: block by block who plays which deal; the same for the same plan, anywhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from random import Random

from arena.local.rotations import rotations
from arena.tournament import pairing
from arena.tournament.meetings import Meetings, Table
from arena.tournament.plan import PLAIN, Plan
from engine.rng import deal_seed, series_match_id, shuffle, stream

MatchKey = tuple[int, int]
"""Block and rotation: a match of a tournament."""


@dataclass(frozen=True, slots=True)
class Block:
    """One deal at one table, to be played in all seat rotations; blocks may share a deal."""

    number: int
    deal: int
    table: Table
    """The entrants of the units, in seating order."""

    def seed(self, plan: Plan) -> str:
        """What the deal and the bots follow from, as in a series."""
        if plan.derivation == PLAIN:
            return f"{plan.seed}:{self.deal}"
        return deal_seed(plan.seed, self.deal)


class Schedule:
    """The blocks of a plan, as far as they are known: a Swiss round waits for the one before."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.blocks: list[Block] = []
        self._rng = stream(plan.seed, "schedule")
        self._meetings = Meetings(len(plan.entrants))
        self._byes = [0] * len(plan.entrants)
        self._rounds = 0
        if plan.drawn is not None:
            self.blocks = [Block(n, deal, table) for n, (deal, table) in enumerate(plan.drawn)]
        elif plan.format != "swiss":
            for number, (deal, table) in enumerate(fixed_tables(plan, self._meetings, self._rng)):
                self.blocks.append(Block(number, deal, table))

    def matches(self, block: Block) -> list[MatchKey]:
        """The matches of a block: the turns of the table that seat different bots."""
        seats = [str(entrant) for entrant in self.plan.seats(block.table)]
        turns = rotations(seats)
        if self.plan.drawn is not None:  # people and programs that remember see a deal once
            turns = [turns[block.deal % self.plan.deals % len(turns)]]
        return [(block.number, turn) for turn in turns]

    def match_id(self, key: MatchKey) -> str:
        """The id of a match: the same whenever it is played, and no hint of its deal."""
        return series_match_id(self.plan.seed, *key)

    def entrants_at(self, key: MatchKey) -> tuple[int, ...]:
        """Who sits where in a match."""
        number, turn = key
        seats = self.plan.seats(self.blocks[number].table)
        return (*seats[turn:], *seats[:turn])

    @property
    def complete(self) -> bool:
        """Whether all blocks are known."""
        drawn = self.plan.drawn is not None
        return drawn or self.plan.format != "swiss" or self._rounds >= swiss_rounds(self.plan)

    @property
    def total(self) -> int:
        """How many matches there will be."""
        known = sum(len(self.matches(block)) for block in self.blocks)
        if self.complete:
            return known
        plan, left = self.plan, swiss_rounds(self.plan) - self._rounds
        tables = len(plan.entrants) // plan.size
        return known + left * tables * plan.deals * plan.size

    def next_round(self, places: Mapping[int, float]) -> None:
        """Add a Swiss round, by everybody's mean place so far (none yet: by lot)."""
        plan = self.plan
        lots = list(range(len(plan.entrants)))
        shuffle(lots, self._rng)
        ranking = sorted(lots, key=lambda entrant: places.get(entrant, (plan.size + 1) / 2))
        tables, resting = pairing.swiss_round(
            ranking, plan.size, self._meetings, self._byes, self._rng
        )
        for entrant in resting:
            self._byes[entrant] += 1
        for deal in range(self._rounds * plan.deals, (self._rounds + 1) * plan.deals):
            for table in tables:
                self.blocks.append(Block(len(self.blocks), deal, table))
        self._rounds += 1

    @property
    def hash(self) -> str:
        """The plan and every known block in one figure."""
        rows = [[block.deal, list(block.table)] for block in self.blocks]
        return sha256(f"{self.plan.hash}{dumps(rows)}".encode()).hexdigest()


def swiss_rounds(plan: Plan) -> int:
    """The rounds to play; none where nobody came."""
    return plan.rounds if plan.entrants else 0


def fixed_tables(plan: Plan, meetings: Meetings, rng: Random) -> Iterator[tuple[int, Table]]:
    """Deal and table of every block of a plan that does not depend on results."""
    number = len(plan.entrants)
    if not number:
        return
    if plan.format == "gauntlet":
        rounds = pairing.gauntlet(plan.challengers, number, plan.size, plan.deals, rng)
        for deal, tables in enumerate(rounds):
            yield from ((deal, table) for table in tables)
    elif plan.format == "compare":
        for deal in range(plan.deals):
            yield from ((deal, table) for table in compared(number, plan.size, deal))
    elif plan.format == "league":
        yield from enumerate(league_tables(plan, meetings, rng))
    else:
        yield from enumerate(pairing.league(meetings, range(number), plan.size, plan.deals, rng))


def league_tables(plan: Plan, meetings: Meetings, rng: Random) -> Iterator[Table]:
    """Stage by stage; a stage adds to what was played, and changes none of it."""
    for stage in plan.stages:
        yield from pairing.league(meetings, range(stage.members), plan.size, stage.deals, rng)


def compared(entrants: int, size: int, deal: int) -> list[Table]:
    """A and B by turns round one table; or each alone among copies of C, with the same deal."""
    if entrants == 3:
        return [(who, *[2] * (size - 1)) for who in (0, 1)]
    return [tuple((seat + deal) % 2 for seat in range(size))]
