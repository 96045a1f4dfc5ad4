"""An event as the store has it."""

from json import dumps, loads

from arena.events.state import OVER, EventState
from arena.store import EventRow
from arena.tournament.report import as_json, make_report
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule


def row_of(state: EventState, schedule: Schedule, results: dict[MatchKey, Played]) -> EventRow:
    """Return an event as the store has it."""
    over = state.phase if state.phase in OVER else "running"
    report = as_json(make_report(schedule, results)) if state.phase == "finished" else None
    return EventRow(
        state.id,
        state.model_dump(mode="json"),
        loads(dumps(schedule.plan.as_json())),
        schedule.hash,
        over,
        state.settings.name,
        state.owner,
        report,
    )
