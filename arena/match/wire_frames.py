"""What goes over the wire about a match: each frame built from a masked view, once."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.match.log import step_line
from arena.match.match import Match
from bots import masked
from engine.game import PUBLIC, SYSTEM, Event, RoundResult, Seat, Viewer, ranks
from protocol.codec import encode

EventRows = list[dict[str, Any]]


class Frames:
    """Builds the frames of one match in one room."""

    def __init__(self, match: Match, room_id: str, *, reveal_seed: bool = True) -> None:
        self.match = match
        self.room_id = room_id
        self._reveal_seed = reveal_seed

    # -- the table

    def flat_state(self, viewer: Viewer) -> dict[str, Any]:
        """The flat state object for a viewer."""
        match = self.match
        flat = match.rules.flat(match.state, viewer)
        return {"type": "state", "room_id": self.room_id, **flat}

    def full_state(self, viewer: Viewer, events: EventRows) -> dict[str, Any]:
        """The full state object for a viewer who has nothing to decide."""
        match = self.match
        view = match.view(viewer)
        return {
            "type": "state",
            "room_id": self.room_id,
            **match.game.flat(view),
            "match_id": match.header.match_id,
            "seq": match.n,
            "events": events,
            "view": view,
            "request_id": None,
            "deadline_ms": None,
            "bank_ms": None,
            **self._auto(viewer, events),
        }

    def _auto(self, viewer: Viewer, events: EventRows) -> dict[str, Any]:
        """The moves that variants made in the step these events are of."""
        records = self.match.records
        if not self.match.rules.variants or not events or not records:
            return {}
        last = records[-1]
        rows = variant_moves(step_line(last), viewer) if last.n == self.match.n else []
        return {"auto": rows} if rows else {}

    def asked_state(
        self, seat: Seat, events: EventRows, deadline_ms: int | None, bank_ms: int | None
    ) -> dict[str, Any]:
        """The full state object for a seat: with its request, where it has one."""
        state = self.full_state(Viewer.player(seat), events)
        request = self.match.pending.get(seat)
        if request is not None:
            state["request_id"] = request.id
            state["deadline_ms"] = deadline_ms
        state["bank_ms"] = bank_ms
        return state

    def step(
        self,
        seat: Seat,
        events: Sequence[Event],
        deadline_ms: int | None,
        bank_ms: int | None,
    ) -> dict[str, Any]:
        """A step for a player who keeps the table itself: its events and its request, no view."""
        match = self.match
        request = match.pending.get(seat)
        return {
            "type": "step",
            "room_id": self.room_id,
            "match_id": match.header.match_id,
            "seq": match.n,
            "events": [event.as_json() for event in masked(events, Viewer.player(seat))],
            "legal": list(request.legal) if request else [],
            "request_id": request.id if request else None,
            "deadline_ms": deadline_ms if request else None,
            "bank_ms": bank_ms,
        }

    def discards(self) -> bytes:
        """This round's discards by seat, as everybody may know them."""
        rows = self.match.game.flat_discards(self.match.view(PUBLIC))
        return discards_frame(self.room_id, rows)

    # -- ends

    def round_result(self, result: RoundResult, *, full: bool) -> dict[str, Any]:
        """A closed round."""
        frame = {"type": "round_result", **self.match.game.flat_result(result)}
        if full:
            frame["winner_seats"] = list(result.winners)
            frame["deltas"] = list(result.points)
            frame["placements"] = list(ranks(result.scores))
            frame["result"] = dict(result.extra)
        return frame

    def game_over(self, *, full: bool, events: EventRows | None = None) -> dict[str, Any]:
        """The end of the match; the full level tells the last events and the seed of the hash."""
        outcome = self.match.outcome
        frame = {"type": "game_over", **self.match.game.flat_outcome(self.match.state)}
        if full:
            frame["deltas"] = list(outcome.points)
            frame["placements"] = list(outcome.ranks)
            frame["seed"] = self.match.deals.root if self._reveal_seed else None
            frame["events"] = events or []
        return frame


def discards_frame(room_id: str, rows: Sequence[str]) -> bytes:
    """One key a seat."""
    frame = {"type": "discards", "room_id": room_id}
    for seat, row in enumerate(rows):
        frame[f"player{seat}_discards"] = row
    return encode(frame)


def variant_moves(step: Mapping[str, Any], viewer: Viewer) -> list[dict[str, Any]]:
    """The moves of a logged step that variants made, each with the variant's name.

    That a move was made unasked can be seen by everybody; what was chosen only in events, and by
    those who see the hand. A move of the system may be a seat's, so it is for open hands alone.
    """
    rows = []
    for moves, names in zip(step.get("auto", ()), step.get("by", ()), strict=False):
        for text, name in names.items():
            seat = int(text)
            seen = viewer.sees_hands if seat == SYSTEM else viewer.sees_hand(seat)
            rows.append({"seat": seat, "by": name, **({"choice": moves[text]} if seen else {})})
    return rows


def event_rows(events: Sequence[Event], viewer: Viewer) -> EventRows:
    """Events as a viewer may know them, ready for JSON."""
    return [event.told() for event in masked(events, viewer)]
