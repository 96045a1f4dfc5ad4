"""An event as the API and the pages show it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arena.events.draw import ranking
from arena.events.fixtures import Fixture
from arena.events.state import EventState, is_played, plan_of
from arena.hosting.room_request import EVENT
from arena.store import now_ms
from arena.tournament.results import Played
from arena.tournament.schedule import MatchKey, Schedule
from engine.game import AnyGame

if TYPE_CHECKING:
    from arena.events.runner import EventRunner

Results = Mapping[MatchKey, Played]


def row(state: EventState) -> dict[str, Any]:
    """Return an event as it is listed."""
    wanted = state.settings
    return {
        "id": state.id,
        "name": wanted.name or state.id,
        "game": wanted.game,
        "format": wanted.format,
        "state": state.phase,
        "round": len(state.rounds),
        "rounds": state.most_rounds,
        "entrants": len(state.active),
        "open": wanted.open,
        "created": state.created,
        "start": wanted.start.isoformat() if wanted.start else None,
    }


def details(
    state: EventState, game: AnyGame, results: Results, runner: "EventRunner | None"
) -> dict[str, Any]:
    """Return everything that everybody may know of an event."""
    schedule = Schedule(plan_of(state, game))
    here = runner.here() if runner is not None else set()
    names = [one.name for one in state.members]
    order = ranking(state, schedule, results) if state.settings.format == "knock-out" else []
    settings = state.settings.model_dump(mode="json", exclude={"seed", "entrants", "bots"})
    return row(state) | {
        "due": state.due,
        "waits": runner.waits if runner is not None else "",
        "now": now_ms(),
        "settings": settings | {"join": EVENT + state.id},
        "members": [
            {
                "name": one.name, "kind": one.kind, "seen": one.seen,
                "here": one.kind != "account" or number in here,
                "withdrawn": one.withdrawn, "filler": one.filler,
            }
            for number, one in enumerate(state.members)
        ],
        "played": [
            {
                "round": number + 1, "began": each.began, "ended": each.ended,
                "byes": [names[who] for who in each.byes],
                "absent": [names[who] for who in each.absent],
                "tables": [
                    table_row(state, schedule, results, runner, (number, place))
                    for place in range(len(each.tables))
                ],
            }
            for number, each in enumerate(state.rounds)
        ],
        "ranking": [names[who] for who in order],
        "history": [{"at": at, "who": who, "what": what} for at, who, what in state.history],
    }  # fmt: skip


def table_row(
    state: EventState,
    schedule: Schedule,
    results: Results,
    runner: "EventRunner | None",
    at: tuple[int, int],
) -> dict[str, Any]:
    """Return a table of a round with its deals."""
    table = state.rounds[at[0]].tables[at[1]]
    shown = "playing" if runner is not None and at in runner.rooms else "waiting"
    if table.stopped:
        shown = "stopped"
    elif is_played(schedule, table, results):
        shown = "played"
    names = [one.name for one in state.members]
    deals = []
    for block in table.blocks:
        fixture = Fixture(state, schedule, *at, block)
        played = results.get(fixture.key)
        deals.append(
            {
                "match_id": fixture.match_id,
                "room_id": fixture.room_id,
                "seats": [names[who] for who in fixture.entrants],
                "points": list(played.points) if played else None,
                "ranks": list(played.ranks) if played else None,
            }
        )
    return {
        "table": at[1] + 1,
        "entrants": [names[who] for who in table.members],
        "attempt": table.attempt,
        "state": shown,
        "stopped": table.stopped,
        "deals": deals,
    }
