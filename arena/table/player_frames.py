"""The frames of a match for its players, each at its own level of detail."""

from collections.abc import Sequence

from arena.match.match import Match
from arena.match.wire_frames import Frames, event_rows
from arena.table.effects import Outbox
from arena.table.seat import TableSeat
from arena.table.spec import RoomSpec
from engine.game import Event, RoundResult, Viewer
from protocol.codec import encode


class PlayerFrames:
    """Sends players what they may see: the state, closed rounds, the end."""

    def __init__(self, match: Match, spec: RoomSpec, out: Outbox) -> None:
        self._frames = Frames(match, spec.room_id, reveal_seed=spec.reveal_seed)
        self._out = out

    def show(self, seat: TableSeat, events: Sequence[Event] = ()) -> None:
        """Send the state to one player."""
        peer = seat.peer
        if peer is None:
            return
        viewer = Viewer.player(seat.seat)
        if not peer.full:
            self._out.send(peer, encode(self._frames.flat_state(viewer)))
            return
        clock = seat.clock
        bank = clock.bank_ms if clock.rules else None
        if events and peer.detail == "events":  # without events it is the table to begin from
            step = self._frames.step(seat.seat, events, clock.deadline_ms(), bank)
            self._out.send(peer, encode(step))
            return
        rows = event_rows(events, viewer)
        state = self._frames.asked_state(seat.seat, rows, clock.deadline_ms(), bank)
        self._out.send(peer, encode(state))

    def show_results(self, seat: TableSeat, results: Sequence[RoundResult]) -> None:
        """Send closed rounds to one player."""
        if seat.peer is not None:
            for result in results:
                frame = self._frames.round_result(result, full=seat.peer.full)
                self._out.send(seat.peer, encode(frame))

    def show_end(self, seat: TableSeat, events: Sequence[Event] = ()) -> None:
        """Send the end to one player, also to one who comes after it."""
        if seat.peer is not None:
            full = seat.peer.full
            rows = event_rows(events, Viewer.player(seat.seat)) if full else []
            self._out.send(seat.peer, encode(self._frames.game_over(full=full, events=rows)))
