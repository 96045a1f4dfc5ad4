"""A match of an event that is to be played, and the news that lead clients to it."""

from dataclasses import dataclass

from arena.events.state import (
    EventState,
    Member,
    RoundState,
    TableState,
    key_of,
    match_id_of,
)
from arena.hosting.room_request import EVENT
from arena.tournament.schedule import MatchKey, Schedule
from engine.game import Seat
from protocol.codec import encode


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match that is to be played: a deal at a table."""

    state: EventState
    schedule: Schedule
    number: int
    """The round, from 0."""
    place: int
    """The table, from 0."""
    block: int

    @property
    def round(self) -> RoundState:
        """The round it belongs to."""
        return self.state.rounds[self.number]

    @property
    def table(self) -> TableState:
        """The table at which it is played."""
        return self.round.tables[self.place]

    @property
    def key(self) -> MatchKey:
        """Its key in the results."""
        return key_of(self.schedule, self.block)

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return match_id_of(self.schedule, self.block, self.table.attempt)

    @property
    def room_id(self) -> str:
        """The id of the room."""
        name = f"{EVENT}{self.state.id}:r{self.number + 1}t{self.place + 1}"
        many = len(self.table.blocks) > 1
        return f"{name}d{self.table.blocks.index(self.block) + 1}" if many else name

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants by seat."""
        return self.schedule.entrants_at(self.key)

    def member(self, seat: Seat) -> Member:
        """Return the entrant at a seat."""
        return self.state.members[self.entrants[seat]]


def event_frame(state: EventState, table: str | None = None) -> bytes:
    """Return what clients at the full level are told of their event."""
    return encode(
        {
            "type": "event",
            "event_id": state.id,
            "name": state.settings.name or state.id,
            "state": state.phase,
            "round": len(state.rounds),
            "rounds": state.most_rounds,
            "table": table,
            "next_round_at": state.due,
        }
    )
