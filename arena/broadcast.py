"""What a room shows to those who watch: as it happens, or some seconds later.

Late spectators are shown a second match, which takes each step of the first when it is old
enough. Whatever they are told is made of it, so nothing newer can be among it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from arena.delay import Delay, Then
from arena.frames import Frames
from arena.gallery import Gallery
from arena.match import Match
from arena.peer import Peer
from engine.game import Event, RoundResult, Viewer

Rows = list[dict[str, Any]]


class Broadcast:
    """The spectators of a room: those who see it at once, and those who see it late."""

    def __init__(self, seconds: float) -> None:
        self.gallery = Gallery()
        """Those who are told at once."""
        self.late = Gallery()
        """Those who are told so many seconds later."""
        self.match: Match | None = None
        """The match as late spectators know it; None before they know of any."""
        self.seats: Rows | None = None
        """Who sits where, as late spectators know; None where they know what everybody does."""
        self._source: Match | None = None
        self._delay = Delay(seconds)

    def __len__(self) -> int:
        return len(self.gallery) + len(self.late)

    # -- those who watch

    def add(self, peer: Peer, viewer: Viewer, *, held: bool, late: bool) -> None:
        """A new spectator."""
        (self.late if late else self.gallery).add(peer, viewer, held=held)

    def snapshot(self, peer: Peer, frames: Frames) -> None:
        """The table as far as one who has just come may know it."""
        if peer not in self.late:
            self.gallery.snapshot(peer, frames)
        elif self.match is not None:
            self.late.snapshot(peer, Frames(self.match, frames.room_id))

    def remove(self, peer: Peer) -> None:
        """A spectator who has gone."""
        for gallery in (self.gallery, self.late):
            gallery.remove(peer)

    def close(self) -> None:
        """Send every spectator away, whatever they were still to be told."""
        self._delay.stop()
        for gallery in (self.gallery, self.late):
            gallery.close()

    # -- what they are told

    @property
    def behind(self) -> bool:
        """Whether a match has begun that some see late."""
        return self.seats is not None

    def begin(self, seats: Rows) -> bool:
        """Keep back from now on what late spectators may not know yet; whether that is new."""
        if self.behind or not self._delay.seconds:
            return False
        self.seats = seats
        return True

    def later(self, then: Then) -> None:
        """Do something once late spectators know all that has been told so far."""
        if self.behind:
            self._delay.put(then)
        else:
            then()

    def tell(self, frame: bytes, *, at_once: bool = False) -> None:
        """The same frame for everybody at the full level."""
        self.gallery.tell(frame, full_only=True)
        if at_once:
            self.late.tell(frame, full_only=True)
        else:
            self.later(lambda: self.late.tell(frame, full_only=True))

    def reseat(self, seats: Rows) -> None:
        """Who sits where has changed."""
        if self.behind:
            self._delay.put(lambda: self._know(seats))

    def _know(self, seats: Rows) -> None:
        self.seats = seats

    def results(self, frames: Frames, results: Sequence[RoundResult]) -> None:
        """Closed rounds."""
        self._pass_on(frames, lambda gallery, shown: gallery.results(shown, results))

    def step(self, frames: Frames, events: Sequence[Event]) -> None:
        """What a step led to."""
        self._pass_on(frames, lambda gallery, shown: gallery.step(shown, events))

    def over(self, frames: Frames, events: Sequence[Event]) -> None:
        """The end of the match."""
        self._pass_on(frames, lambda gallery, shown: gallery.over(shown, events))

    def stand_up(self, frames: Frames) -> None:
        """A match of an earlier run: nobody knows how old its steps are, so all are new."""
        self._pass_on(frames, lambda gallery, shown: gallery.snapshots(shown))

    def _pass_on(self, frames: Frames, tell: Callable[[Gallery, Frames], None]) -> None:
        tell(self.gallery, frames)
        if self.behind:
            room_id, match, n = frames.room_id, frames.match, frames.match.n
            self._delay.put(lambda: tell(self.late, Frames(self._shown(match, n), room_id)))

    def _shown(self, match: Match, n: int) -> Match:
        """The second match, brought to a step of the first."""
        if self._source is not match or self.match is None:
            self._source, self.match = match, before_first_move(match)
        while self.match.n < n:
            self.match.repeat(match.records[len(self.match.records)])
        return self.match


def before_first_move(match: Match) -> Match:
    """The same match, with all its steps still to be taken."""
    head = match.header
    return Match(
        match.game,
        head.players,
        match.deals,
        config=head.config,
        variants=head.variants,
        match_id=head.match_id,
        clock=head.clock,
    )
