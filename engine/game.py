"""The contract every game keeps.

A `Game` is a stateless description: it starts a match, says who may choose between what,
applies everybody's moves at once, and shows each viewer what that viewer may know. States are
immutable by convention: filled by the function that made them, never changed afterwards.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, NotRequired, Protocol, TypedDict, TypeVar

from engine import config as options
from engine import schema
from engine.config import Config, Presets
from engine.errors import GameError, IllegalMoveError
from engine.model import RoundResult as RoundResult
from engine.model import Seat as Seat
from engine.model import Step as Step
from engine.rng import Deals

SAID: Final[Mapping[str, dict[str, Any]]] = {
    "text": {"type": "string"},
    "opens_round": {"type": "string"},
}
"""What a frame says of an event besides its fields."""
SYSTEM: Final[Seat] = -1
"""The seat under which scripted moves are offered and played."""

Asking = Literal["turn", "claim", "together"]
"""One seat's turn; a claim on what was just played; several seats choosing in secret."""

View = Mapping[str, Any]
Level = Literal["info", "warning", "error"]


class Action(Protocol):
    """One move, made once per process and shared; `choice` is its text everywhere."""

    @property
    def choice(self) -> str:
        """The move's text: no comma, no space, unique within an offer, stable."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes: a player's, the public's, all hands, or everything."""

    kind: Literal["player", "public", "all_hands", "full"]
    seat: Seat = -1
    name: str = field(init=False, compare=False)
    """The seat's digit, or the kind."""
    sees_hands: bool = field(init=False, compare=False)
    """Whether every hand is open to this viewer."""
    sees_all: bool = field(init=False, compare=False)
    """Whether nothing at all is hidden from this viewer."""

    def __post_init__(self) -> None:
        # Asked for every frame, so worked out once.
        name = str(self.seat) if self.kind == "player" else self.kind
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "sees_hands", self.kind in ("all_hands", "full"))
        object.__setattr__(self, "sees_all", self.kind == "full")

    @staticmethod
    def player(seat: Seat) -> "Viewer":
        """The viewer sitting at a seat; always the same object for the same seat."""
        return PLAYERS[seat]

    def sees_hand(self, seat: Seat) -> bool:
        """Whether this viewer may know the hidden tiles of a seat."""
        return self.seat == seat or self.sees_hands

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def parse(text: str) -> "Viewer":
        """The viewer whose `str` this is."""
        if text not in VIEWERS:
            raise GameError(f"no viewer {text!r}; there are {', '.join(VIEWERS)}")
        return VIEWERS[text]


PLAYERS: Final = tuple(Viewer("player", seat) for seat in range(8))
PUBLIC: Final = Viewer("public")
ALL_HANDS: Final = Viewer("all_hands")
FULL: Final = Viewer("full")
VIEWERS: Final[Mapping[str, Viewer]] = {str(v): v for v in (*PLAYERS, PUBLIC, ALL_HANDS, FULL)}


class Event:
    """Something that happened, in the past tense; subclasses are frozen dataclasses."""

    __slots__ = ()
    type: ClassVar[str]

    def seen_by(self, viewer: Viewer) -> "Event | None":  # noqa: ARG002
        """The event itself, a masked copy, or nothing: public unless a subclass hides some."""
        return self

    def text(self) -> str:
        """What happened in a few words, after the name of the seat that did it, if one did.

        `{2}` stands for the player at seat 2 and `[3m]` for a piece; empty says nothing. Terminal,
        pages and logs all show this text.
        """
        return " ".join(_described(self))

    def opens_round(self) -> str | None:
        """The short name of the round that begins here, empty for what belongs to its beginning.

        A step may close a round and deal the next; its events from the first that opens a round
        are shown after the old round's result. None for all others.
        """
        return None

    def log(self) -> tuple[Level, str] | None:
        """The level and line for the operator's log, where there is anything to say."""
        return None

    def as_json(self) -> dict[str, Any]:
        """A plain object: the type first, then the fields."""
        row: dict[str, Any] = {"type": self.type}
        for item in fields(self):  # type: ignore[arg-type]  # every event is a dataclass
            row[item.name] = _plain(getattr(self, item.name))
        return row

    def told(self) -> dict[str, Any]:
        """The plain object of a frame: the fields, then what is said of them."""
        opens = self.opens_round()
        row = {**self.as_json(), "text": self.text()}
        return row if opens is None else {**row, "opens_round": opens}


def pieces(names: Iterable[str]) -> str:
    """Pieces as the text of an event marks them: `[1m] [2m]`."""
    return " ".join(f"[{name}]" for name in names)


def _described(event: Event) -> Iterator[str]:
    """Yield the parts of an event whose class says nothing better: its type, then its fields."""
    yield event.type.replace("_", " ")
    for item in fields(event):  # type: ignore[arg-type]  # every event is a dataclass
        value, name = getattr(event, item.name), item.name.replace("_", " ")
        if item.name == "seat" or value in (None, False, "", ()):
            continue
        if isinstance(value, tuple):
            value = " ".join(str(part) for part in value)
        yield name if value is True else value if isinstance(value, str) else f"{name} {value}"


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat took its hand; only those who may see the hand know its tiles."""

    type = "dealt"
    seat: Seat
    hand: tuple[str, ...] | None

    def seen_by(self, viewer: Viewer) -> "Dealt":
        """The hand is for those who may see it."""
        return self if viewer.sees_hand(self.seat) else replace(self, hand=None)

    def text(self) -> str:
        """Say which pieces, to those who see them."""
        return f"is dealt {pieces(self.hand)}" if self.hand else "is dealt a hand"

    def opens_round(self) -> str:
        """A deal belongs to the round that begins."""
        return ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where everybody stands: points by seat, ranks (1 is best, equal means tied)."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winner: Seat = -1


def ranks(points: tuple[int, ...]) -> tuple[int, ...]:
    """Standard competition ranks, most points first."""
    return tuple(1 + sum(other > own for other in points) for own in points)


S = TypeVar("S")
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Config)


class BaseView(TypedDict):
    """The keys every view has; a game's TypedDict adds its own after them."""

    viewer: str
    seats: int
    round: int
    turn: int
    phase: str
    asking: Asking
    to_act: int | None
    current_player: int
    hand: list[str]
    hand_sizes: list[int]
    scores: list[int]
    legal: list[str]
    history: list[str]
    notes: NotRequired[dict[str, str]]
    """Remarks on the viewer's own choices, where a variant makes any."""
    recommended: NotRequired[str]
    """The one of the viewer's choices that a variant advises, where one does."""


class Game(ABC, Generic[S, A, E, C]):
    """One game's rules; see docs/add-a-game.md for a walk through a small one."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[tuple[int, ...]]
    default_seats: ClassVar[int]
    config_type: type[C]
    presets: ClassVar[Presets] = {"standard": {}}
    view_type: ClassVar[type]
    event_types: ClassVar[tuple[type[Event], ...]]
    variants: ClassVar[Mapping[str, Any]] = {}
    short: ClassVar[Mapping[str, Any]] = {}
    """Options that make a short match, for demonstrations and quick series."""
    words: ClassVar[Collection[str]] = ()
    """Every choice there is in the plain game; empty if nobody can say."""
    specimens: ClassVar[Mapping[str, Any]] = {}
    """Given deals of rare positions by name, each one round's; the conformance kit plays them."""
    luck: ClassVar[float] = 0.25
    """How far luck spreads one match, as a part of the first rating; the ladder uses it."""
    alike: ClassVar[Mapping[str, Any]] = {}
    """Options on top of `short` that make the matches of one deal more alike, so that fewer deals
    tell two bots apart; `arena strength` plays by them."""
    by_points: ClassVar[bool] = False
    """Whether points tell two bots apart in fewer deals than places; `arena compare` uses it."""
    strength: ClassVar[Path | None] = None
    """A file of the bots' measured strength; `arena strength` writes it, `arena bots` shows it."""
    liked: ClassVar[str] = ""
    """Choices that a new bot prefers, with blanks between them; `arena new-bot` uses it."""
    actions: ClassVar[Sequence[str]] = ()
    """Names of what a learner chooses between, each for choices that never compete; empty where
    every one of the `words` is an action of its own. See `action_of`."""
    channels: ClassVar[Sequence[str]] = ()
    """Names of the numbers that `encode` writes; empty where learners get numbers by the view."""

    def __init__(self) -> None:
        self.added_variants: dict[str, Any] = {}
        """Variants that plugins add to this object; see `engine.variants.variants_of`."""

    # -- the rules

    @abstractmethod
    def start(self, config: C, deals: Deals, seats: int) -> Step[S, E]:
        """The first position of a match; DealError if given deals do not fit."""

    @abstractmethod
    def choices(self, state: S) -> Mapping[Seat, tuple[A, ...]]:
        """Who decides now, between what, in the wire's order; empty when the match is over."""

    @abstractmethod
    def asking(self, state: S) -> Asking:
        """Whether this is a seat's turn, a claim step, or a joint secret choice."""

    @abstractmethod
    def default(self, state: S, seat: Seat) -> A:
        """The move played for a seat that gives none in time."""

    def decided(
        self,
        state: S,  # noqa: ARG002
        moves: Mapping[Seat, A],  # noqa: ARG002
        awaited: Mapping[Seat, tuple[A, ...]],  # noqa: ARG002
    ) -> bool:
        """Whether a claim step's outcome is certain, whatever the awaited seats choose.

        They are then asked no more, and their default moves are played.
        """
        return False

    @abstractmethod
    def apply(self, state: S, moves: Mapping[Seat, A]) -> Step[S, E]:
        """One move of every deciding seat, resolved at once; trusts its moves."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Points and ranks as they stand."""

    def teams(self, config: C, seats: int) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        """Who plays together; everybody alone unless the game says otherwise."""
        return tuple((seat,) for seat in range(seats))

    def known(self, choice: str) -> bool:
        """Return whether this lower-case text is a word of the game at all, legal now or not.

        A game whose `words` do not list every choice overrides this.
        """
        return any(word.lower() == choice for word in self.words)

    # -- what is seen

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """What this viewer may know, ready for JSON, beginning with the keys of BaseView."""

    def base_view(
        self,
        state: S,
        viewer: Viewer,
        *,
        round: int,
        phase: str,
        hands: Sequence[Sequence[str]],
        scores: Sequence[int],
        turn: int = 0,
        current: Seat = -1,
        history: Sequence[str] = (),
    ) -> BaseView:
        """Return the keys that every view begins with; the game's own follow them.

        `hands` are the true hands by seat, of which the viewer gets its own; `current` is whose
        turn or discard it is, -1 where several choose.
        """
        asking, own = self.asking(state), viewer.seat
        offer: tuple[A, ...] = self.choices(state).get(own, ()) if own >= 0 else ()
        if asking == "claim" and len(offer) == 1 and offer[0] == self.default(state, own):
            offer = ()  # a seat that can only pass is not asked
        to_act = own if offer else None
        return {
            "viewer": str(viewer),
            "seats": len(scores),
            "round": round,
            "turn": turn,
            "phase": phase,
            "asking": asking,
            "to_act": to_act,
            "current_player": current_player(asking, to_act, current),
            "hand": list(hands[own]) if own >= 0 else [],
            "hand_sizes": [len(hand) for hand in hands],
            "scores": list(scores),
            "legal": [action.choice for action in offer],
            "history": list(history),
        }

    @abstractmethod
    def imagine(self, config: C, view: View, rng: Random) -> S:
        """A state this view cannot tell from the real one, with fresh deals to come."""

    def offered(
        self,
        view: View,  # noqa: ARG002
        offer: Sequence[Any],  # noqa: ARG002
        recommended: str,  # noqa: ARG002
    ) -> dict[str, Any]:
        """The game's own keys of a view that follow from what variants put on offer."""
        return {}

    def read(self, view: View) -> Any:
        """The small dataclass that helpers and bots use; the view itself unless overridden."""
        return view

    # -- what learners get

    def action_of(self, state: S, action: A) -> str:  # noqa: ARG002
        """Name the one of `actions` that stands for this one here."""
        return action.choice

    def encode(self, state: S, seat: Seat) -> bytes:
        """Write what a seat sees, one byte per channel, and nothing that its view does not tell."""
        raise NotImplementedError(f"{self.name} has no channels of its own")

    # -- the flat wire

    def flat(self, view: View) -> dict[str, Any]:
        """The flat keys of a state frame, in the wire's order, from a masked view."""
        return {
            "turn": view["turn"],
            "phase": view["phase"],
            "current_player": view["current_player"],
            **self.flat_before_hand(view),
            "hand": ",".join(view["hand"]),
            "hand_sizes": commas(view["hand_sizes"]),
            **self.flat_after_hand(view),
            "legal": ",".join(view["legal"]),
            "scores": commas(view["scores"]),
        }

    def flat_view(self, state: S, viewer: Viewer) -> View:
        """The view for `flat` alone: a game may leave out of it what `flat` does not read."""
        return self.view(state, viewer)

    def flat_before_hand(self, view: View) -> dict[str, Any]:  # noqa: ARG002
        """The game's own flat keys that stand before `hand`."""
        return {}

    def flat_after_hand(self, view: View) -> dict[str, Any]:  # noqa: ARG002
        """The game's own flat keys that stand after `hand_sizes`."""
        return {}

    def flat_discards(self, view: View) -> list[str]:
        """Return one comma list of discard tokens per seat, this round's only; none by default."""
        return [""] * int(view["seats"])

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """The flat keys of a round_result frame, in the wire's order."""
        winner = result.winners[0] if result.winners else -1
        return {
            "winner": winner,
            "round_points": result.points[winner] if result.winners else 0,
            "scores": commas(result.scores),
            "round": result.round,
        }

    def flat_outcome(self, state: S) -> dict[str, Any]:
        """The flat keys of a game_over frame, in the wire's order."""
        outcome = self.outcome(state)
        return {"winner": outcome.winner, "scores": commas(outcome.points)}

    # -- options and schemas

    def config(self, given: Mapping[str, Any] | None = None) -> C:
        """The options as one checked value: the preset first, then the given fields."""
        return options.read(self.config_type, self.presets, given or {})

    def read_event(self, data: Mapping[str, Any]) -> Event:
        """The event whose `as_json` or `told` this is."""
        for kind in self.event_types:
            if kind.type == data.get("type"):
                return schema.build(kind, {k: v for k, v in data.items() if k not in SAID})
        raise GameError(f"{self.name} has no event {data.get('type')!r}")

    @property
    def schemas(self) -> dict[str, dict[str, Any]]:
        """JSON Schemas of the view, the events, the options and those of variants."""
        return {
            "view": schema.of(self.view_type),
            "events": {"anyOf": [_event_schema(kind) for kind in self.event_types]},
            "config": schema.of(self.config_type),
            "variants": {
                name: schema.of(variant.options)
                for name, variant in {**self.variants, **self.added_variants}.items()
                if variant.options
            },
        }


AnyGame = Game[Any, Any, Any, Any]


def _event_schema(kind: type[Event]) -> dict[str, Any]:
    made = schema.of(kind)
    return made | {"properties": made["properties"] | SAID}


def not_of_a_turn(move: Action) -> IllegalMoveError:
    """The error for a move that no rule of a turn names, so that none stands for another."""
    return IllegalMoveError(f"{move.choice!r} is no move of a turn; expected one on offer")


def commas(numbers: list[int] | tuple[int, ...]) -> str:
    """Integers as the comma list of the flat wire."""
    return _commas(tuple(numbers))


@lru_cache(maxsize=1024)
def _commas(numbers: tuple[int, ...]) -> str:
    # Sizes and scores are the same for every player of a step, and often for the next one.
    return ",".join(map(str, numbers))


def standing(points: tuple[int, ...], *, over: bool) -> Outcome:
    """The outcome by points: whoever is first alone when the match is over has won it."""
    places = ranks(points)
    alone = over and places.count(1) == 1
    return Outcome(points, places, places.index(1) if alone else -1)


def current_player(asking: Asking, to_act: Seat | None, table: Seat) -> Seat:
    """Who the wire names: `table` is whose turn or discard it is, -1 where several choose."""
    return to_act if to_act is not None and asking != "turn" else table
