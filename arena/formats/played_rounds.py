"""The rounds of a replayed riichi match: mjai lines, and what the end of each round showed."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arena.formats.mjai.tiles import Line
from arena.formats.mjai.writing import Teller
from engine.game import Event
from engine.riichi.events import HandShown, MatchEnded, RoundEnded, Won
from engine.variants import Position


@dataclass(slots=True)
class PlayedRound:
    """One round: its lines from `start_kyoku` on, its wins, shown hands and end."""

    lines: list[Line]
    wins: list[Won] = field(default_factory=list)
    shown: list[HandShown] = field(default_factory=list)
    ended: RoundEnded | None = None
    """None for the last round of a match that broke off."""
    over: MatchEnded | None = None
    """How the match ended, after its last round."""

    def note(self, event: Event) -> None:
        """Keep an event of the round's end."""
        match event:
            case Won():
                self.wins.append(event)
            case HandShown():
                self.shown.append(event)
            case RoundEnded():
                self.ended = event
            case MatchEnded():
                self.over = event
            case _:
                pass

    @property
    def start(self) -> Line:
        """The line of the deal."""
        return self.lines[0]


def played_rounds(positions: Iterable[Position]) -> Iterator[PlayedRound]:
    """The rounds of a match from its replayed positions."""
    teller = Teller()
    current: PlayedRound | None = None
    for event in (event for position in positions for event in position.events):
        for line in teller.lines([event]):
            if line["type"] == "start_kyoku":
                if current is not None:
                    yield current
                current = PlayedRound([])
            if current is not None:
                current.lines.append(line)
        if current is not None:
            current.note(event)
    if current is not None:
        yield current
