"""The spectators of a table: those who see it as it happens, and those who see it later.

Late spectators are shown a second match, which takes each step of the first when it is old
enough. Whatever they receive is made from it, so nothing newer can be among it.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.match.match import Match
from arena.match.wire_frames import Frames
from arena.table.effects import Outbox
from arena.table.feeds import Feeds
from arena.table.participant import Participant
from arena.table.spec import RoomSpec
from engine.game import Event, RoundResult, Viewer

Rows = list[dict[str, Any]]
ALARM = "late"


@dataclass(slots=True)
class LateFrame:
    """A frame for late spectators at the full level."""

    frame: bytes


@dataclass(slots=True)
class LateSeats:
    """The seats and their players."""

    rows: Rows


@dataclass(slots=True)
class LateResults:
    """Closed rounds."""

    match: Match
    n: int
    results: Sequence[RoundResult]


@dataclass(slots=True)
class LateStep:
    """A step, or the end of the match."""

    match: Match
    n: int
    events: Sequence[Event]
    over: bool


@dataclass(slots=True)
class LateSnapshot:
    """The table as it stands: nobody knows how old the steps of an earlier run are."""

    match: Match
    n: int


@dataclass(slots=True)
class LateEnd:
    """Nothing more will happen; a void match has a reason."""

    void: str | None


Late = LateFrame | LateSeats | LateResults | LateStep | LateSnapshot | LateEnd


class Audience:
    """Tells spectators at once, and late ones so many seconds later, in the same order."""

    def __init__(self, spec: RoomSpec, out: Outbox) -> None:
        self.spec = spec
        self.live = Feeds(out)
        """Those who see everything at once."""
        self.late = Feeds(out)
        """Those who see it `spectator_delay` seconds later."""
        self.match: Match | None = None
        """The match as late spectators know it; None before they know of any."""
        self.seats: Rows | None = None
        """Who sits where, as late spectators know; None where they know what everybody does."""
        self.ended: LateEnd | None = None
        """How the match ended, once everybody may know."""
        self._out = out
        self._seconds = spec.spectator_delay or 0.0
        self._source: Match | None = None
        self._line: deque[tuple[float, Late]] = deque()

    def __len__(self) -> int:
        return len(self.live) + len(self.late)

    # -- those who watch

    def add(self, peer: Participant, viewer: Viewer, *, held: bool, late: bool) -> None:
        """Let a spectator in."""
        (self.late if late else self.live).add(peer, viewer, held=held)

    def snapshot(self, peer: Participant, match: Match) -> None:
        """Show the table to one who has just come, as far as they may know it."""
        if peer not in self.late:
            self.live.snapshot(peer, self._frames(match))
        elif self.match is not None:
            self.late.snapshot(peer, self._frames(self.match))

    def remove(self, peer: Participant) -> None:
        """Forget a spectator who has gone."""
        self.live.remove(peer)
        self.late.remove(peer)

    def close(self) -> None:
        """Send every spectator away, whatever they were still to see."""
        self._line.clear()
        self._out.cancel(ALARM)
        self.live.close()
        self.late.close()

    # -- what they see

    @property
    def behind(self) -> bool:
        """Whether a match has begun that some see late."""
        return self.seats is not None

    def begin(self, seats: Rows) -> bool:
        """Hold back from now on what late spectators may not know yet; return whether that is new.

        Before a match begins there is nothing to hold back.
        """
        if self.behind or not self._seconds:
            return False
        self.seats = seats
        return True

    def tell(self, frame: bytes, now: float, *, at_once: bool = False) -> None:
        """Send the same frame to everybody at the full level."""
        self.live.tell(frame)
        if at_once or not self.behind:
            self.late.tell(frame)
        else:
            self._later(LateFrame(frame), now)

    def reseat(self, seats: Rows, now: float) -> None:
        """Note a change of the seats."""
        if self.behind:
            self._later(LateSeats(seats), now)

    def results(self, match: Match, results: Sequence[RoundResult], now: float) -> None:
        """Show closed rounds."""
        self.live.results(self._frames(match), results)
        if self.behind:
            self._later(LateResults(match, match.n, results), now)

    def step(self, match: Match, events: Sequence[Event], now: float) -> None:
        """Show what a step led to, or the end of the match."""
        if not (self.live or self.behind):
            return  # nobody watches
        show = self.live.over if match.over else self.live.step
        show(self._frames(match), events)
        if self.behind:
            self._later(LateStep(match, match.n, events, match.over), now)

    def stand_up(self, match: Match, now: float) -> None:
        """Show a match of an earlier run as it stands, to late spectators when its time comes."""
        self.live.snapshots(self._frames(match))
        self._later(LateSnapshot(match, match.n), now)

    def end(self, now: float, void: str | None = None) -> None:
        """Nothing more will happen; `ended` is set when everybody may know that."""
        if self.behind:
            self._later(LateEnd(void), now)
        else:
            self.ended = LateEnd(void)

    # -- later

    def _later(self, what: Late, now: float) -> None:
        self._line.append((now + self._seconds, what))
        self._out.wake_by(ALARM, now + self._seconds)

    def wake(self, now: float) -> None:
        """Show late spectators all that is old enough."""
        while self._line and self._line[0][0] <= now:
            self._show(self._line.popleft()[1])
        if self._line:
            self._out.wake(ALARM, self._line[0][0])

    def _show(self, what: Late) -> None:
        match what:
            case LateFrame(frame):
                self.late.tell(frame)
            case LateSeats(rows):
                self.seats = rows
            case LateResults(source, n, results):
                self.late.results(self._shown(source, n), results)
            case LateStep(source, n, events, over):
                (self.late.over if over else self.late.step)(self._shown(source, n), events)
            case LateSnapshot(source, n):
                self.late.snapshots(self._shown(source, n))
            case LateEnd():
                self.ended = what

    def _shown(self, match: Match, n: int) -> Frames:
        """Return the frames of the second match, brought to a step of the first."""
        if self._source is not match or self.match is None:
            self._source, self.match = match, before_first_move(match)
        while self.match.n < n:
            self.match.repeat(match.records[len(self.match.records)])
        return self._frames(self.match)

    def _frames(self, match: Match) -> Frames:
        return Frames(match, self.spec.room_id, reveal_seed=self.spec.reveal_seed)


def before_first_move(match: Match) -> Match:
    """Return the same match with all its steps still to be taken."""
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
