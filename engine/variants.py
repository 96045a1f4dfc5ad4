"""A game and its variants as one set of rules.

A variant changes what is on offer and nothing else: it wraps the function from a state to its
offers. All variants of a match are composed here, once, in the order of their stages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Final, Literal, get_args

from engine import config, schema
from engine.errors import ConfigError, IllegalMoveError, VariantError
from engine.game import (
    PUBLIC,
    SYSTEM,
    AnyGame,
    Event,
    RoundResult,
    Seat,
    Step,
    View,
    Viewer,
    current_player,
)
from engine.rng import Deals

Stage = Literal["inject", "filter", "script", "replace", "annotate"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
MOST_SYSTEM_MOVES: Final = 64
"""System moves in a row after which a variant is said never to come to rest."""
SHOWN: Final = 80
"""Characters of a wrong entry that an error repeats."""

CANNOT: Final = (
    ArithmeticError, AssertionError, AttributeError, IllegalMoveError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""What a game may raise at a move that it does not know: it trusts the moves it is given."""

VariantEntry = str | Mapping[str, Any]
"""A variant as a match names it: its name, or `{"type": name, "config": options}`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A remark beside an offer: `auto` plays it unasked, `note` is shown to its seat.

    `recommended` advises its seat to choose it; `by` names the variant that plays it unasked.
    """

    auto: bool = False
    note: str = ""
    recommended: bool = False
    by: str = ""


Marks = Mapping[Seat, Mapping[str, Mark]]
Offers = Mapping[Seat, tuple[Any, ...]]
LegalFn = Callable[[Any], Offers]
Transform = Callable[[LegalFn], LegalFn]
Change = Callable[[Any, Offers], Offers]
"""From a position and its offers to the offers instead."""
ChangeWith = Callable[[Any, Offers, Any], Offers]
"""The same for a variant with options: a position, its offers and the options."""


class Marked(dict[Seat, tuple[Any, ...]]):
    """Offers with marks beside them; made only by variants that annotate."""

    def __init__(self, offers: Offers, marks: Marks) -> None:
        super().__init__(offers)
        before = marks_of(offers)
        self.marks: Marks = {
            seat: _merged(before.get(seat, {}), marks.get(seat, {})) for seat in {*before, *marks}
        }


class SystemMoves(dict[Seat, Any]):
    """Moves made unasked; `by` names the variant behind each of them that has one."""

    def __init__(self, moves: Mapping[Seat, Any], by: Mapping[Seat, str]) -> None:
        super().__init__(moves)
        self.by: Mapping[Seat, str] = by


def made_by(moves: Mapping[Seat, Any]) -> Mapping[Seat, str]:
    """The variants behind these system moves, by seat; a game's own moves have none."""
    return moves.by if isinstance(moves, SystemMoves) else {}


def _merged(before: Mapping[str, Mark], more: Mapping[str, Mark]) -> dict[str, Mark]:
    """Marks of two variants side by side: either may say auto, the later note is shown."""
    both = dict(before)
    for choice, mark in more.items():
        old = before.get(choice, Mark())
        both[choice] = Mark(
            mark.auto or old.auto,
            mark.note or old.note,
            mark.recommended or old.recommended,
            old.by or mark.by,
        )
    return both


def marks_of(offers: Offers) -> Marks:
    """The marks beside these offers, by seat and choice."""
    return offers.marks if isinstance(offers, Marked) else {}


def changing(change: Change) -> Callable[[AnyGame], Transform]:
    """What a variant is made with, where a position and its offers are all that it looks at."""

    def make(_game: AnyGame) -> Transform:
        return _transform(change)

    return make


def changing_with(change: ChangeWith) -> Callable[[AnyGame, Any], Transform]:
    """The same for a variant with options, which `change` receives as its third argument."""

    def make(_game: AnyGame, options: Any) -> Transform:
        def with_options(state: Any, offers: Offers) -> Offers:
            return change(state, offers, options)

        return _transform(with_options)

    return make


def _transform(change: Change) -> Transform:
    def transform(legal: LegalFn) -> LegalFn:
        def offers(state: Any) -> Offers:
            return change(state, legal(state))

        return offers

    return transform


@dataclass(frozen=True, slots=True)
class Variant:
    """A named change of what is on offer; `make` takes the game and returns the transform.

    `options` is a dataclass with a default for every field; `make` then takes its value too.
    `logged` are the options that the bare name stands for in logs written before it had any.
    `actions` are those it adds that are none of the game's own words.
    """

    name: str
    stage: Stage
    make: Callable[..., Transform]
    title: str = ""
    options: type | None = None
    logged: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[Any, ...] = ()


def variants_of(game: AnyGame) -> Mapping[str, Variant]:
    """All variants of a game by name: its own, then those that plugins add to it."""
    added = getattr(game, "added_variants", None)  # a game may have an __init__ of its own
    return {**game.variants, **added} if added else game.variants


@dataclass(frozen=True, slots=True)
class Chosen:
    """A variant of a match with its options."""

    variant: Variant
    options: tuple[Any, ...]
    """The options as one value, or nothing where the variant has none."""

    @property
    def entry(self) -> VariantEntry:
        """The normal form: a bare name, with all options where the variant has any."""
        if not self.options:
            return self.variant.name
        return {"type": self.variant.name, "config": options_json(self.options[0])}


def options_json(options: Any) -> dict[str, Any]:
    """A variant's options as plain JSON."""
    values = {item.name: getattr(options, item.name) for item in fields(options)}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def variant_row(variant: Variant) -> dict[str, Any]:
    """A variant as lists show it: its options with their defaults and schema, if it has any."""
    kind = variant.options
    return {
        "name": variant.name,
        "title": variant.title,
        "stage": variant.stage,
        "config": options_json(kind()) if kind else None,
        "config_schema": schema.of(kind) if kind else None,
    }


def variant_name(entry: VariantEntry) -> str:
    """The name in an entry of a match's variants."""
    return entry if isinstance(entry, str) else str(entry["type"])


def choose(game: AnyGame, entries: VariantEntry | Sequence[VariantEntry]) -> list[Chosen]:
    """The variants meant, in the order of their stages; a VariantError says what is wrong."""
    several = (entries,) if isinstance(entries, str | Mapping) else entries
    chosen = [_chosen(game, entry) for entry in several]
    names = [item.variant.name for item in chosen]
    if twice := {name for name in names if names.count(name) > 1}:
        raise VariantError(f"{', '.join(sorted(twice))}: given more than once")
    return sorted(chosen, key=lambda item: STAGES.index(item.variant.stage))


def logged_variants(game: AnyGame, entries: Sequence[VariantEntry]) -> list[VariantEntry]:
    """The variants of a log or link: a bare name means what it meant before it had options."""
    named = [entry if isinstance(entry, str) else "" for entry in entries]
    known = variants_of(game)
    return [
        {"type": name, "config": known[name].logged}
        if name in known and known[name].logged
        else entry
        for name, entry in zip(named, entries, strict=True)
    ]


def _chosen(game: AnyGame, entry: VariantEntry) -> Chosen:
    name, given = _parts(entry)
    variant = find(game, name)
    if variant.options is None:
        if given:
            raise VariantError(f"{name} has no options; got {str(', '.join(given))[:SHOWN]}")
        return Chosen(variant, ())
    try:
        return Chosen(variant, (config.fill(variant.options, given),))
    except ConfigError as error:
        raise VariantError(f"{name}: {error}") from error


def _parts(entry: VariantEntry) -> tuple[str, Mapping[str, Any]]:
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, Mapping) and set(entry) <= {"type", "config"}:
        name, given = entry.get("type"), entry.get("config", {})
        if isinstance(name, str) and isinstance(given, Mapping):
            return name, given
    shown = repr(entry)[:SHOWN]
    raise VariantError(f'a variant is a name or {{"type": name, "config": {{...}}}}, not {shown}')


# -- one variant over the offers before it


class Layer:
    """One variant over the rules before it: holds it to its stage and signs its moves."""

    __slots__ = ("_before", "_changed", "_seen", "_variant")

    def __init__(self, game: AnyGame, chosen: Chosen, before: LegalFn) -> None:
        variant = chosen.variant
        self._variant = variant
        self._before = before
        # The offers last seen, so that they need not be found twice; another thread may look at
        # another state in between, so they count for that state alone.
        self._seen: tuple[Any, Offers] | None = None
        self._changed: LegalFn = variant.make(game, *chosen.options)(self._noted)

    def _noted(self, state: Any) -> Offers:
        offers = self._before(state)
        self._seen = (state, offers)
        return offers

    def offers(self, state: Any) -> Offers:
        """The offers after this variant; a VariantError if it does what its stage may not."""
        after = self._changed(state)
        seen = self._seen
        before = seen[1] if seen is not None and seen[0] is state else self._before(state)
        if after is before:
            return after
        if problem := breach(self._variant.stage, before, after):
            raise VariantError(f"{self._variant.name} ({self._variant.stage}) {problem}")
        return _signed(self._variant.name, before, after)


def breach(stage: Stage, before: Offers, after: Offers) -> str:
    """How a change of the offers breaks the contract of its stage; empty if it does not."""
    empty = [seat for seat, offer in after.items() if not offer]
    if empty or (before and not after):
        return f"leaves seat {min(empty or before)} without a choice"
    if stage == "replace" or (stage == "script" and tuple(after) == (SYSTEM,)):
        return ""
    lost = [] if stage == "filter" else missing(before, after)
    if lost or (lost := [f"every choice of seat {seat}" for seat in before if seat not in after]):
        return f"removes {lost[0]}"
    added = [] if stage == "inject" else missing(after, before)
    return f"adds {added[0]}" if added else ""


def missing(offers: Offers, others: Offers) -> list[str]:
    """The actions of these offers that the others do not have."""
    return [
        f"{action.choice!r} of seat {seat}"
        for seat, offer in offers.items()
        if offer is not others.get(seat)
        for action in offer
        if action not in others.get(seat, ())
    ]


def _signed(name: str, before: Offers, after: Offers) -> Offers:
    """The offers with the variant's name on what it lets be played unasked."""
    signs: dict[Seat, dict[str, Mark]] = {}
    for seat, marks in marks_of(after).items():
        unsigned = {c: Mark(by=name) for c, mark in marks.items() if mark.auto and not mark.by}
        if unsigned:
            signs[seat] = unsigned
    if SYSTEM in after and after[SYSTEM] != before.get(SYSTEM):
        signs[SYSTEM] = {after[SYSTEM][0].choice: Mark(auto=True, by=name)}
    return Marked(after, signs) if signs else after


# -- the rules


@dataclass(slots=True, init=False)
class Position:
    """A state with its offers, and how it came about: events, closed rounds, system moves."""

    state: Any
    offers: Offers
    events: tuple[Event, ...]
    results: tuple[RoundResult, ...]
    auto: tuple[Mapping[Seat, Any], ...]

    # Written out because one is made at every step, and mypyc does not compile a dataclass's own.
    def __init__(
        self,
        state: Any,
        offers: Offers,
        events: tuple[Event, ...],
        results: tuple[RoundResult, ...] = (),
        auto: tuple[Mapping[Seat, Any], ...] = (),
    ) -> None:
        self.state = state
        self.offers = offers
        self.events = events
        self.results = results
        self.auto = auto


class Rules:
    """A game with its variants composed: the only place where legality is decided."""

    __slots__ = ("game", "legal", "variants")

    def __init__(self, game: AnyGame, variants: VariantEntry | Sequence[VariantEntry] = ()) -> None:
        chosen = choose(game, variants)
        self.game = game
        self.variants: tuple[VariantEntry, ...] = tuple([item.entry for item in chosen])
        """The normal form, in the order in which they are applied."""
        self.legal: LegalFn = game.choices
        for item in chosen:
            self.legal = Layer(game, item, self.legal).offers

    def start(self, config: Any, deals: Deals, seats: int) -> Position:
        """The first position, system moves included."""
        step = self.game.start(config, deals, seats)
        return self._settle(step.state, self.legal(step.state), step.events, step.results)

    def apply(self, state: Any, moves: Mapping[Seat, Any]) -> Position:
        """The position after these moves and the system moves that follow from them."""
        step = self.game.apply(state, moves)
        offers = self.legal(step.state)
        if self.variants or SYSTEM in offers:
            return self._settle(step.state, offers, step.events, step.results)
        return Position(step.state, offers, step.events, step.results)

    def _settle(
        self,
        state: Any,
        offers: Offers,
        events: tuple[Event, ...],
        results: tuple[RoundResult, ...],
    ) -> Position:
        """Make the system moves, if there are any, until somebody has to decide."""
        auto: list[Mapping[Seat, Any]] = []
        while moves := system_moves(offers):
            if len(auto) == MOST_SYSTEM_MOVES:
                names = ", ".join(map(variant_name, self.variants)) or self.game.name
                raise VariantError(f"{names}: more than {MOST_SYSTEM_MOVES} system moves in a row")
            step = self._made(state, moves) if self.variants else self.game.apply(state, moves)
            auto.append(moves)
            state, events = step.state, events + step.events
            results += step.results
            offers = self.legal(state)
        return Position(state, offers, events, results, tuple(auto))

    def _made(self, state: Any, moves: Mapping[Seat, Any]) -> Step[Any, Any]:
        """The step of system moves; a move of seats that SYSTEM makes is theirs."""
        by = made_by(moves).get(SYSTEM, "")
        if not by:
            return self.game.apply(state, moves)
        action, own = moves[SYSTEM], self.game.choices(state)
        if any(action in offer for offer in own.values()) and SYSTEM not in own:
            moves = {
                seat: action if action in offer else self.game.default(state, seat)
                for seat, offer in own.items()
            }
        try:
            return self.game.apply(state, moves)
        except CANNOT as error:
            raise VariantError(
                f"{by}: {self.game.name} cannot make the system move {action.choice!r} here"
            ) from error

    def default(self, state: Any, offers: Offers, seat: Seat) -> Any:
        """The move for a seat that gives none: the game's, unless a variant took it away."""
        action = self.game.default(state, seat)
        offer = offers[seat]
        return action if action in offer else offer[0]

    def asked(self, state: Any, offers: Offers, seat: Seat) -> tuple[Any, ...]:
        """What a seat is really asked: nothing in a claim step where it can only pass."""
        own = offers.get(seat, ())
        if len(own) == 1 and self.game.asking(state) == "claim":
            return () if own[0] == self.game.default(state, seat) else own
        return own

    def view(self, state: Any, viewer: Viewer) -> View:
        """The game's view, with the offers of these rules."""
        view = self.game.view(state, viewer)
        if not self.variants:
            return view
        offers = self.legal(state)
        own = self.asked(state, offers, viewer.seat)
        to_act = viewer.seat if own else None
        marks = marks_of(offers).get(viewer.seat, {})
        notes = {choice: mark.note for choice, mark in marks.items() if mark.note}
        advised = [choice for choice, mark in marks.items() if mark.recommended]
        table = self.game.view(state, PUBLIC)["current_player"]
        return {
            **view,
            "legal": [action.choice for action in own],
            "to_act": to_act,
            "current_player": current_player(view["asking"], to_act, table),
            **({"labels": labels(own)} if "labels" in view else {}),
            **({"notes": notes} if notes else {}),
            **({"recommended": advised[0]} if advised else {}),
            **self.game.offered(view, own, advised[0] if advised else ""),
        }

    def flat(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """The flat keys of a state frame, with the offers of these rules."""
        game = self.game
        seen = self.view(state, viewer) if self.variants else game.flat_view(state, viewer)
        return game.flat(seen)

    def known(self, choice: str) -> bool:
        """Whether this lower-case text is a word of the game, or of a variant in force."""
        if self.game.known(choice):
            return True
        chosen = [find(self.game, variant_name(entry)) for entry in self.variants]
        return any(a.choice.lower() == choice for item in chosen for a in item.actions)

    def explain(self, state: Any) -> list[tuple[str, dict[Seat, list[str]]]]:
        """The offers after each stage, the game's own first: for authors of variants."""
        rows = []
        for count in range(len(self.variants) + 1):
            rules = Rules(self.game, self.variants[:count])
            name = variant_name(self.variants[count - 1]) if count else self.game.name
            offers = rules.legal(state)
            rows.append((name, {s: [a.choice for a in offer] for s, offer in offers.items()}))
        return rows


def labels(offer: Sequence[Any]) -> dict[str, str]:
    """Offers in words: an action may have a `label`, else it speaks for itself."""
    return {action.choice: getattr(action, "label", "") or action.choice for action in offer}


def system_moves(offers: Offers) -> Mapping[Seat, Any] | None:
    """The moves to make unasked: SYSTEM's own, or marked ones if every deciding seat has one."""
    if not isinstance(offers, Marked):
        return {SYSTEM: offers[SYSTEM][0]} if SYSTEM in offers else None
    marks = offers.marks
    moves: dict[Seat, Any] = {}
    if SYSTEM in offers:
        moves[SYSTEM] = offers[SYSTEM][0]
    else:
        for seat, offer in offers.items():
            for action in offer:
                if marks.get(seat, {}).get(action.choice, Mark()).auto:
                    moves[seat] = action
                    break
        if not offers or len(moves) < len(offers):
            return None
    signs = {s: marks.get(s, {}).get(move.choice, Mark()).by for s, move in moves.items()}
    return SystemMoves(moves, {seat: name for seat, name in signs.items() if name})


def find(game: AnyGame, name: str) -> Variant:
    """The game's variant of this name; a VariantError names the nearest."""
    known = variants_of(game)
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known) or 'none'}"
    raise VariantError(f"{game.name} has no variant {name[:SHOWN]!r}; {hint}")
