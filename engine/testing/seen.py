"""Checks of what travels: events and views are plain JSON, fit their schemas and tell the truth."""

import re
from typing import Any, Final, get_args, get_type_hints

from engine import schema
from engine.game import (
    ALL_HANDS,
    FULL,
    PLAYERS,
    PUBLIC,
    AnyGame,
    Asking,
    BaseView,
    Event,
    View,
    Viewer,
)
from engine.testing.matches import ConformanceError, RandomMatch, matches, sample, through_json
from engine.variants import Position

POSITIONS: Final = 32
"""Positions of a match that the dearer checks look at."""
BASE_KEYS: Final = [key for key in get_type_hints(BaseView) if key in BaseView.__required_keys__]


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Every kind of viewer of a table."""
    return (*PLAYERS[:seats], PUBLIC, ALL_HANDS, FULL)


def masked(events: tuple[Event, ...], viewer: Viewer) -> list[Event]:
    """These events as a viewer may know them."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def check_events(game: AnyGame, seed: str) -> None:
    """Events, whole and masked, fit their schema and read back from JSON as they were."""
    fits = game.schemas["events"]
    for match in matches(game, seed):
        for step, position, _ in match.stretch():
            for viewer in viewers(match.seats):
                with match.naming(step, viewer):
                    for event in masked(position.events, viewer):
                        _check_event(game, event, match.seats, fits, match.where(step, viewer))
            for result in position.results:
                _check_plain(match.where(step), dict(result.extra))


def _wrong_text(event: Event, seats: int) -> str:
    """Return what is wrong with what an event says; empty if nothing is."""
    text: object = event.text()
    if not isinstance(text, str):
        return f"text returns {text!r}; expected text such as 'passes'"
    for mark in re.findall(r"\{(.*?)\}", text):
        if mark not in map(str, range(seats)):
            return f"text names the seat {mark!r} in {text!r}; expected 0 to {seats - 1}"
    return ""


def _check_event(game: AnyGame, event: Event, seats: int, fits: schema.Schema, where: str) -> None:
    if type(event) not in game.event_types:
        kind = type(event).__name__
        raise ConformanceError(f"{where}: {kind} is not in `event_types`; add it there")
    row = event.told()
    _check_plain(where, row)
    if wrong := _wrong_text(event, seats):
        raise ConformanceError(f"{where}: {type(event).__name__}.{wrong}")
    if broken := schema.violations(row, fits, event.type):
        raise ConformanceError(f"{where}: {broken[0]}")
    again = game.read_event(row)
    if again != event:
        raise ConformanceError(f"{where}: {event} reads back as {again}")


def _check_plain(where: str, value: Any) -> None:
    try:
        again = through_json(value)
    except (TypeError, ValueError) as error:
        raise ConformanceError(f"{where}: {value!r} is no JSON: {error}") from error
    if again != value:
        raise ConformanceError(f"{where}: {value!r} comes back from JSON as {again!r}")


def check_views(game: AnyGame, seed: str) -> None:
    """Views are JSON, fit their schema, begin with the common keys and show own offers only."""
    fits = game.schemas["view"]
    for match in matches(game, seed):
        for step, position, _ in sample(match, POSITIONS):
            for viewer in viewers(match.seats):
                where = match.where(step, viewer)
                with match.naming(step, viewer):
                    view = game.view(position.state, viewer)
                _check_plain(where, view)
                if broken := schema.violations(view, fits, "view"):
                    raise ConformanceError(f"{where}: {broken[0]}")
                _check_base(where, view, viewer, match.seats)
                _check_own_offers(match, position, view, viewer, where)


def _check_base(where: str, view: View, viewer: Viewer, seats: int) -> None:
    if list(view)[: len(BASE_KEYS)] != BASE_KEYS:
        raise ConformanceError(f"{where}: the view does not begin with {', '.join(BASE_KEYS)}")
    if view["viewer"] != str(viewer) or view["seats"] != seats:
        raise ConformanceError(f"{where}: the view says it is another's")
    if not len(view["hand_sizes"]) == len(view["scores"]) == seats:
        raise ConformanceError(f"{where}: hand_sizes and scores need one entry a seat")


def _check_own_offers(
    match: RandomMatch, position: Position, view: View, viewer: Viewer, where: str
) -> None:
    own = match.rules.asked(position.state, position.offers, viewer.seat)
    if view["legal"] != [action.choice for action in own]:
        raise ConformanceError(f"{where}: `legal` is not what this viewer is asked")
    if view["to_act"] != (viewer.seat if own else None):
        raise ConformanceError(f"{where}: `to_act` is neither the own seat nor null")
    asking = match.rules.game.asking(position.state)
    if asking not in get_args(Asking):
        raise ConformanceError(
            f"{where}: asking() returns {asking!r}; expected {', '.join(get_args(Asking))}"
        )
    if view["asking"] != asking:
        raise ConformanceError(f"{where}: `asking` is not what the game says")


def check_flat(game: AnyGame, seed: str) -> None:
    """The flat keys are integers and text alone, and discards one list a seat."""
    for match in matches(game, seed):
        for step, position, _ in sample(match, POSITIONS):
            for viewer in viewers(match.seats):
                where = match.where(step, viewer)
                with match.naming(step, viewer):
                    _check_flat(game, position.state, viewer, match.seats, where)
            for result in position.results:
                _check_flat_row(match.where(step), game.flat_result(result))


def _check_flat(game: AnyGame, state: Any, viewer: Viewer, seats: int, where: str) -> None:
    view = game.view(state, viewer)
    _check_flat_row(where, game.flat(view))
    if game.flat(game.flat_view(state, viewer)) != game.flat(view):
        raise ConformanceError(f"{where}: `flat_view` shows other flat keys than `view`")
    rows = game.flat_discards(view)
    if len(rows) != seats or not all(isinstance(row, str) for row in rows):
        raise ConformanceError(f"{where}: flat_discards needs one text per seat")


def _check_flat_row(where: str, row: dict[str, Any]) -> None:
    for key, value in row.items():
        if not isinstance(value, int | str):
            raise ConformanceError(f"{where}: flat key {key!r} is neither integer nor text")
