"""A match as text, for any game: built from its events and round results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from arena.cli.output import say
from arena.match.event_text import plain_text
from engine.game import Event, Outcome, RoundResult

SEAT_KEYS: Final = ("winner", "start", "dealer", "from_seat", "source")
"""Fields of events that hold a seat other than the one who acts."""


class Account:
    """Print a match as it goes: one line per event, equal actions of neighbours together."""

    def __init__(self, players: Sequence[str]) -> None:
        self.labels = [f"{seat} {name}" for seat, name in enumerate(players)]
        self._width = max(map(len, self.labels))
        self._who: list[int] = []
        self._did: list[str] = []
        self._hints: set[str] = set()

    def open(self, title: str, seed: str) -> None:
        """Who plays what."""
        say(f"{title}: {', '.join(self.labels)}; seed {seed}", style="bold")
        say()

    def tell(
        self,
        events: Iterable[Event],
        results: Iterable[RoundResult],
        faults: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        """One step; the round's result stands where the round ended."""
        for fault in faults:
            self.fault(fault["seat"], fault["kind"], fault["reason"])
        waiting = list(results)
        for event in events:
            if event.opens_round() is not None:
                while waiting:
                    self._round(waiting.pop(0))
            self._event(event)
        for result in waiting:
            self._round(result)

    def fault(self, seat: int, kind: str, reason: str, hint: str = "") -> None:
        """Print a fault, and once its likely cause."""
        self.flush()
        say(f"  ! {self.labels[seat]}: {kind}, {reason}", style="red")
        if hint and hint not in self._hints:
            self._hints.add(hint)
            say(f"    hint: {hint}")

    def _event(self, event: Event) -> None:
        text = plain_text(event.text(), self.labels)
        seat = getattr(event, "seat", None)
        if not text:
            return
        if seat is None:
            self.flush()
            say(text, style="bold")
        elif self._who == [seat]:
            self._did.append(text)
        elif self._did == [text]:
            self._who.append(seat)
        else:
            self.flush()
            self._who, self._did = [seat], [text]

    def flush(self) -> None:
        """Say what was held back in case the next event belongs to it."""
        if self._who:
            names = ", ".join(self.labels[seat] for seat in self._who)
            say(f"  {names.ljust(self._width)}  {', '.join(self._did)}")
        self._who, self._did = [], []

    def _field(self, key: str, value: Any) -> str:
        if value is True:
            return plain(key)
        if key in SEAT_KEYS and value in range(len(self.labels)):
            return f"{key} {self.labels[value]}"
        if isinstance(value, list):
            text = " ".join(flat_text(item) if item not in ("", None) else "-" for item in value)
            return text if value and isinstance(value[0], str) else f"{plain(key)} {text}"
        return value if isinstance(value, str) else f"{plain(key)} {flat_text(value)}"

    def _round(self, result: RoundResult) -> None:
        self.flush()
        winners = " and ".join(self.labels[seat] for seat in result.winners) or "nobody"
        told = {
            key: value
            for key, value in result.extra.items()
            if not is_rows(value) and not is_nothing(value)
        }
        extra = "; ".join(f"{plain(key)} {flat_text(value)}" for key, value in told.items())
        points = " ".join(f"{points:+d}" for points in result.points)
        scores = " ".join(map(str, result.scores))
        say(f"round {result.round} to {winners}: {points}, scores {scores}", style="green")
        if extra:
            say(f"  {extra}")
        for value in result.extra.values():
            for row in value if is_rows(value) else ():
                say(f"  {self._row(row)}")
        say()

    def _row(self, row: Mapping[str, Any]) -> str:
        """A part of a round's result, such as a winning hand; what is empty is left out."""
        who = f"{self.labels[row['seat']]}: " if "seat" in row else ""
        fields = [
            self._field(key, value)
            for key, value in row.items()
            if key not in ("type", "seat") and not is_nothing(value)
        ]
        return who + ", ".join(fields)

    def close(self, outcome: Outcome, *, steps: int, faults: int) -> None:
        """Print the final standings."""
        self.flush()
        table = sorted(zip(outcome.ranks, self.labels, outcome.points, strict=True))
        for rank, label, points in table:
            say(f"{rank}. {label.ljust(self._width)}  {points}", style="bold" if rank == 1 else "")
        say(f"{steps} steps, {faults} faults")


def is_nothing(value: object) -> bool:
    """Whether a value says nothing: absent, empty or a flag that is not set."""
    return value is None or value is False or value in ("", [], ())


def is_rows(value: object) -> bool:
    """Whether a value is a list of objects."""
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)


def flat_text(value: object) -> str:
    """A value in one line; lists without brackets, objects in parentheses."""
    match value:
        case list() | tuple():
            return " ".join(map(flat_text, value))
        case Mapping() if all(isinstance(item, Mapping) for item in value.values()):
            return " ".join(f"{plain(key)} {flat_text(item)}" for key, item in value.items())
        case Mapping():
            return f"({', '.join(part_text(key, item) for key, item in value.items())})"
        case _:
            return str(value)


def part_text(key: str, value: object) -> str:
    """A part of an object: words stand for themselves, anything else behind its key."""
    return value if isinstance(value, str) else f"{plain(key)} {flat_text(value)}"


def plain(key: str) -> str:
    """A key as words."""
    return key.replace("_", " ")
