"""The state of an event as it is saved: who takes part, which tables were drawn, and what is due.

A decision is made on a copy, saved, and takes effect only then; so a killed server goes on from the
last decision that anybody could have heard of.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, Field

from arena.errors import ArenaError, TournamentError
from arena.events.request import NewEvent
from arena.match.visibility import Account
from arena.tournament.plan import MOST_ENTRANTS, Entrant, Plan, plain_config, plain_variants
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from engine.game import AnyGame
from engine.rng import series_match_id

DIRECTORS: Final = "an event is directed by who set it up, and by admins"
EventPhase = Literal["registration", "running", "paused", "reopened", "finished", "cancelled"]
"""How far an event has come; one that was over is reopened until a table is voided."""
Kind = Literal["account", "bot", "house"]
OVER: Final = ("finished", "cancelled")
FRESH: Final = 100_000
"""The round number from which the deals of tables that are played again are counted."""
HISTORY: Final = 200
"""Decisions that are remembered for the event's page."""
ATTEMPT: Final = 1000
"""Added to the rotation in a match id each time that its table is played again."""


class NotDirectorError(ArenaError):
    """Somebody else's event."""


class Member(BaseModel):
    """Somebody who takes part; its number in the list is its number in the plan."""

    name: str
    kind: Kind
    owner: int | None = None
    """The account: the player itself, or who submitted the bot."""
    bot: int | None = None
    version: int | None = None
    """Of a submitted bot: its id and that of the version that plays."""
    seen: bool = False
    """Whether it has checked in: joined the event at least once."""
    missing: bool = False
    """Whether a round began without it, and it has not come since: no round waits for it again."""
    withdrawn: bool = False
    filler: bool = False
    """Whether it only takes seats that are left over."""


class TableState(BaseModel):
    """A table of a round."""

    members: list[int]
    """The entrants in seating order."""
    blocks: list[int]
    """Its deals, by their numbers in the schedule."""
    attempt: int = 0
    """How often it was voided and is played again."""
    stopped: str = ""
    """Why it does not go on until a director plays it again."""


class RoundState(BaseModel):
    """A round that was drawn."""

    tables: list[TableState]
    byes: list[int] = Field(default_factory=list)
    absent: list[int] = Field(default_factory=list)
    """Entrants who were not there when it began, and whose seats house bots play."""
    began: int
    ended: int | None = None


class EventState(BaseModel):
    """Everything that was decided so far."""

    id: str
    owner: int | None
    settings: NewEvent
    seed: str
    created: int
    phase: EventPhase = "registration"
    members: list[Member] = Field(default_factory=list)
    rounds: list[RoundState] = Field(default_factory=list)
    most_rounds: int
    due: int | None = None
    """When the next round begins, in milliseconds UTC; None while nobody knows."""
    redrawn: int = 0
    """How many tables were given fresh deals."""
    drawn: list[tuple[int, list[int]]] = Field(default_factory=list)
    """Deal and table of every block."""
    history: list[tuple[int, str, str]] = Field(default_factory=list)
    """When, who and what: the newest decisions."""

    # -- who takes part

    def number_of(self, name: str) -> int | None:
        """Return the number of the entrant of this name."""
        return next((n for n, one in enumerate(self.members) if one.name == name), None)

    def member_of(self, account: Account) -> int | None:
        """Return the number of an account's entrant."""
        for number, one in enumerate(self.members):
            if account.id and one.kind == "account" and one.owner == account.id:
                return number
        return None

    def enter(self, member: Member) -> int:
        """Add an entrant, or let one who withdrew come back; return its number."""
        number = self.number_of(member.name)
        if number is None:
            if len(self.members) >= MOST_ENTRANTS:
                raise TournamentError(f"{MOST_ENTRANTS} entrants are the most")
            self.members.append(member)
            return len(self.members) - 1
        if not self.members[number].withdrawn:
            raise TournamentError(f"{member.name} takes part already")
        self.members[number].withdrawn = False
        return number

    @property
    def active(self) -> list[int]:
        """The entrants who are to be drawn, by number."""
        return [n for n, one in enumerate(self.members) if not one.withdrawn and not one.filler]

    # -- rounds

    @property
    def sealed(self) -> bool:
        """Whether nobody may look at matches of a round before all of it is played."""
        return self.settings.duplicate and self.settings.spectators != "public"

    @property
    def open_rounds(self) -> list[tuple[int, RoundState]]:
        """The rounds that are being played, from 0: usually one, more after an appeal."""
        return [(n, one) for n, one in enumerate(self.rounds) if one.ended is None]

    def break_after(self, number: int) -> int:
        """Return the milliseconds between a round, from 1, and the next."""
        return round(sum(b.minutes for b in self.settings.breaks if b.after == number) * 60_000)

    def note(self, at: int, who: str, what: str) -> None:
        """Remember a decision."""
        self.history = [*self.history[1 - HISTORY :], (at, who, what)]


def directs(account: Account, state: EventState) -> bool:
    """Return whether an account may direct an event: whoever set it up, and admins."""
    return account.may("admin") or (account.id != 0 and account.id == state.owner)


def plan_of(state: EventState, game: AnyGame) -> Plan:
    """Return the event as a tournament's plan, as far as it was drawn."""
    wanted = state.settings
    seats = wanted.seats or game.default_seats
    if seats not in game.seats:
        allowed = ", ".join(map(str, game.seats))
        raise TournamentError(f"seats: {game.name} has tables of {allowed}, not of {seats}")
    return Plan(
        game.name,
        game.version,
        tuple(Entrant(one.name, f"{one.kind}:{one.name}") for one in state.members),
        tuple(range(seats)),  # each seat is an entrant's own, also where partners play
        state.seed,
        wanted.format,
        deals=wanted.deals,
        rounds=state.most_rounds,
        config=plain_config(game, wanted.config),
        variants=plain_variants(game, wanted.variants),
        name=wanted.name,
        drawn=tuple((deal, (*table,)) for deal, table in state.drawn),
    )


def match_id_of(schedule: Schedule, block: int, attempt: int) -> str:
    """Return the id of a table's match; played again, it has another."""
    number, turn = schedule.matches(schedule.blocks[block])[0]
    return series_match_id(schedule.plan.seed, number, turn + ATTEMPT * attempt)


def key_of(schedule: Schedule, block: int) -> MatchKey:
    """Return the only match of a block."""
    return schedule.matches(schedule.blocks[block])[0]


def is_played(schedule: Schedule, table: TableState, results: Mapping[MatchKey, Played]) -> bool:
    """Return whether all deals of a table are played."""
    return all(key_of(schedule, block) in results for block in table.blocks)


def table_order(
    schedule: Schedule, table: TableState, results: Mapping[MatchKey, Played]
) -> Sequence[int]:
    """Return a table's entrants from the first to the last: by places, points, order of entry."""
    places: dict[int, float] = dict.fromkeys(table.members, 0.0)
    points: dict[int, float] = dict.fromkeys(table.members, 0.0)
    for block in table.blocks:
        key = key_of(schedule, block)
        if (played := results.get(key)) is None:
            continue
        for seat, who in enumerate(schedule.entrants_at(key)):
            tied = played.ranks.count(played.ranks[seat])
            places[who] += played.ranks[seat] + (tied - 1) / 2
            points[who] += played.points[seat]
    return sorted(places, key=lambda who: (places[who], -points[who], who))
