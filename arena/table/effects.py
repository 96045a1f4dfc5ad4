"""Effects: what a table asks its driver to do, in order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from arena.match.clock import NEVER
from arena.match.match import Advance
from arena.table.participant import Participant
from bots import Bot, Turn
from engine.game import Event, Outcome, Seat
from protocol.codec import encode


@dataclass(slots=True)
class Send:
    """Hand a frame to a player."""

    to: Participant
    frame: bytes


@dataclass(slots=True)
class Close:
    """End a connection."""

    whom: Participant
    code: int
    reason: str


@dataclass(slots=True)
class Unseat:
    """End a connection that loses its seat; it is in this room no more."""

    whom: Participant
    reason: str


# -- spectators


@dataclass(slots=True)
class StateItem:
    """One state for spectators: the object, and its bytes encoded once."""

    state: dict[str, Any]
    frame: bytes

    @classmethod
    def of(cls, state: dict[str, Any]) -> "StateItem":
        """Return the item of a state object."""
        return cls(state, encode(state))


Item = StateItem | bytes


@dataclass(slots=True)
class Post:
    """Queue an item for spectators who all see the same."""

    to: Sequence[Participant]
    item: Item
    at_once: bool = False
    """Whether these spectators want every frame as soon as there is one."""


@dataclass(slots=True)
class AddSpectator:
    """Give a spectator a queue of its own."""

    whom: Participant


@dataclass(slots=True)
class RemoveSpectator:
    """Take a spectator's queue away."""

    whom: Participant


# -- bots of this process


@dataclass(slots=True, eq=False)
class HouseBot:
    """A bot of this process at a seat, and the events it has not been given yet."""

    bot: Bot
    make: Callable[[], Bot] | None = None
    """What makes such a bot anew; None for an instance that was given."""
    unread: list[tuple[Event, ...]] = field(default_factory=list)


@dataclass(slots=True)
class StartBot:
    """Let a bot get ready; `Table.bot_started` takes the result."""

    seat: Seat
    house: HouseBot
    rng: Random


@dataclass(slots=True)
class InformBot:
    """Hand a step's events, as its seat may see them, to a bot that watches."""

    house: HouseBot
    events: Sequence[Event]


@dataclass(slots=True)
class AskBot:
    """Put a decision to a bot; `Table.bot_replied` takes the answer."""

    seat: Seat
    house: HouseBot
    request_id: int
    turn: Turn


@dataclass(slots=True)
class EndBot:
    """Tell a bot how the match ended, and let it go."""

    house: HouseBot
    outcome: Outcome


@dataclass(slots=True)
class DismissBot:
    """Let a bot go; it is asked nothing more."""

    house: HouseBot


# -- records


@dataclass(slots=True)
class Save:
    """Save a match that begins, its last step, or other steps in the place of the last ones.

    `Table.saved` takes the ticket once the commit is reported.
    """

    what: Literal["begin", "step", "rewind"]
    ticket: int
    kept: int = 0
    """The last step that stays as it was saved, where steps are taken back or made again."""


@dataclass(slots=True)
class SaveEnd:
    """Save the result of a match, or that it is void for a reason."""

    void: str | None = None


# -- news for the driver's owner


@dataclass(slots=True)
class CallHook:
    """Tell the plugins."""

    hook: str
    facts: Mapping[str, Any]


@dataclass(slots=True)
class StepTaken:
    """A step is about to be announced: whoever watches in this process sees it first."""

    advance: Advance


@dataclass(slots=True)
class Announced:
    """Every frame of a step has been handed out."""


@dataclass(slots=True)
class Full:
    """Every seat is taken, and somebody else decides when the match begins."""


@dataclass(slots=True)
class MatchOver:
    """The match has its result."""


@dataclass(slots=True)
class MatchVoid:
    """The match ends without a result; `error` is the game's failure, if that was the reason."""

    reason: str
    error: Exception | None = None


@dataclass(slots=True)
class EndKnown:
    """Everybody, late spectators too, may know that the match has ended."""


Effect = (
    Send | Close | Unseat | Post | AddSpectator | RemoveSpectator
    | StartBot | InformBot | AskBot | EndBot | DismissBot
    | Save | SaveEnd | CallHook | StepTaken | Announced | Full | MatchOver | MatchVoid | EndKnown
)  # fmt: skip


class Outbox:
    """The effects that a table asks for, in order, and its alarms."""

    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self._alarms: dict[str, float] = {}

    def add(self, effect: Effect) -> None:
        """Ask for an effect, after all that were asked for before."""
        self.effects.append(effect)

    def send(self, to: Participant | None, frame: bytes) -> None:
        """Send a frame to a player, if there is one."""
        if to is not None:
            self.effects.append(Send(to, frame))

    def take(self) -> list[Effect]:
        """Hand over the effects asked for since the last call."""
        taken, self.effects = self.effects, []
        return taken

    # -- alarms

    @property
    def due(self) -> float:
        """The time of the table's next alarm."""
        return min(self._alarms.values(), default=NEVER)

    def wake(self, name: str, at: float) -> None:
        """Set an alarm, or move it."""
        self._alarms[name] = at

    def wake_by(self, name: str, at: float) -> None:
        """Set an alarm unless it rings sooner already."""
        if at < self._alarms.get(name, NEVER):
            self._alarms[name] = at

    def is_set(self, name: str) -> bool:
        """Return whether an alarm is set."""
        return name in self._alarms

    def cancel(self, *names: str) -> None:
        """Take alarms away."""
        for name in names:
            self._alarms.pop(name, None)

    def take_alarm(self, name: str, now: float) -> bool:
        """Take one alarm if it is due; return whether it was."""
        if self._alarms.get(name, NEVER) > now:
            return False
        del self._alarms[name]
        return True

    def ringing(self, now: float) -> str | None:
        """Take the earliest alarm that is due."""
        if not self._alarms:
            return None
        name = min(self._alarms, key=self._alarms.__getitem__)
        if self._alarms[name] > now:
            return None
        del self._alarms[name]
        return name
