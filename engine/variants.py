"""A game and its variants as one set of rules.

A variant changes what is on offer and nothing else: it wraps the function from a state to its
offers. All variants of a match are composed here, once, in the order of their stages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, Final, Literal, get_args

from engine.errors import VariantError
from engine.game import (
    PUBLIC,
    SYSTEM,
    AnyGame,
    Event,
    RoundResult,
    Seat,
    View,
    Viewer,
    current_player,
)
from engine.rng import Deals

Stage = Literal["inject", "filter", "script", "replace", "annotate"]
STAGES: Final[tuple[Stage, ...]] = get_args(Stage)
MOST_SYSTEM_MOVES: Final = 64
"""System moves in a row after which a variant is said never to come to rest."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A remark beside an offer: `auto` plays it unasked, `note` is shown to its seat."""

    auto: bool = False
    note: str = ""


Marks = Mapping[Seat, Mapping[str, Mark]]
Offers = Mapping[Seat, tuple[Any, ...]]
LegalFn = Callable[[Any], Offers]
Transform = Callable[[LegalFn], LegalFn]
Change = Callable[[Any, Offers], Offers]
"""From a position and its offers to the offers instead."""


class Marked(dict[Seat, tuple[Any, ...]]):
    """Offers with marks beside them; made only by variants that annotate."""

    def __init__(self, offers: Offers, marks: Marks) -> None:
        super().__init__(offers)
        before = marks_of(offers)
        self.marks: Marks = {
            seat: _merged(before.get(seat, {}), marks.get(seat, {})) for seat in {*before, *marks}
        }


def _merged(before: Mapping[str, Mark], more: Mapping[str, Mark]) -> dict[str, Mark]:
    """Marks of two variants side by side: either may say auto, the later note is shown."""
    both = dict(before)
    for choice, mark in more.items():
        old = before.get(choice, Mark())
        both[choice] = Mark(mark.auto or old.auto, mark.note or old.note)
    return both


def marks_of(offers: Offers) -> Marks:
    """The marks beside these offers, by seat and choice."""
    return offers.marks if isinstance(offers, Marked) else {}


def changing(change: Change) -> Callable[[AnyGame], Transform]:
    """What a variant is made with, where a position and its offers are all that it looks at."""

    def make(_game: AnyGame) -> Transform:
        def transform(legal: LegalFn) -> LegalFn:
            def offers(state: Any) -> Offers:
                return change(state, legal(state))

            return offers

        return transform

    return make


@dataclass(frozen=True, slots=True)
class Variant:
    """A named change of what is on offer; `make` takes the game and returns the transform."""

    name: str
    stage: Stage
    make: Callable[[AnyGame], Transform]
    title: str = ""


@dataclass(slots=True)
class Position:
    """A state with its offers, and how it came about: events, closed rounds, system moves."""

    state: Any
    offers: Offers
    events: tuple[Event, ...]
    results: tuple[RoundResult, ...] = ()
    auto: tuple[Mapping[Seat, Any], ...] = ()


class Rules:
    """A game with its variants composed: the only place where legality is decided."""

    __slots__ = ("game", "legal", "variants")

    def __init__(self, game: AnyGame, variants: str | Sequence[str] = ()) -> None:
        names = (variants,) if isinstance(variants, str) else tuple(variants)
        chosen = [find(game, name) for name in names]
        check_order(chosen)
        self.game = game
        self.variants = names
        self.legal: LegalFn = game.choices
        for variant in chosen:
            self.legal = variant.make(game)(self.legal)

    def start(self, config: Any, deals: Deals, seats: int) -> Position:
        """The first position, system moves included."""
        step = self.game.start(config, deals, seats)
        results = (step.result,) if step.result else ()
        return self._settle(step.state, self.legal(step.state), step.events, results)

    def apply(self, state: Any, moves: Mapping[Seat, Any]) -> Position:
        """The position after these moves and the system moves that follow from them."""
        step = self.game.apply(state, moves)
        results = (step.result,) if step.result else ()
        offers = self.legal(step.state)
        if self.variants or SYSTEM in offers:
            return self._settle(step.state, offers, step.events, results)
        return Position(step.state, offers, step.events, results)

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
                names = ", ".join(self.variants) or self.game.name
                raise VariantError(f"{names}: more than {MOST_SYSTEM_MOVES} system moves in a row")
            step = self.game.apply(state, moves)
            auto.append(moves)
            state, events = step.state, events + step.events
            results += (step.result,) if step.result else ()
            offers = self.legal(state)
        return Position(state, offers, events, results, tuple(auto))

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
        notes = {c: m.note for c, m in marks_of(offers).get(viewer.seat, {}).items() if m.note}
        table = self.game.view(state, PUBLIC)["current_player"]
        return {
            **view,
            "legal": [action.choice for action in own],
            "to_act": to_act,
            "current_player": current_player(view["asking"], to_act, table),
            **({"labels": labels(own)} if "labels" in view else {}),
            **({"notes": notes} if notes else {}),
        }

    def flat(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        """The flat keys of a state frame, with the offers of these rules."""
        game = self.game
        seen = self.view(state, viewer) if self.variants else game.flat_view(state, viewer)
        return game.flat(seen)

    def explain(self, state: Any) -> list[tuple[str, dict[Seat, list[str]]]]:
        """The offers after each stage, the game's own first: for authors of variants."""
        rows = []
        for count in range(len(self.variants) + 1):
            rules = Rules(self.game, self.variants[:count])
            name = self.variants[count - 1] if count else self.game.name
            offers = rules.legal(state)
            rows.append((name, {s: [a.choice for a in offer] for s, offer in offers.items()}))
        return rows


def labels(offer: Sequence[Any]) -> dict[str, str]:
    """Offers in words: an action may have a `label`, else it speaks for itself."""
    return {action.choice: getattr(action, "label", "") or action.choice for action in offer}


def system_moves(offers: Offers) -> Mapping[Seat, Any] | None:
    """The moves to make unasked: SYSTEM's own, or marked ones if every deciding seat has one."""
    if SYSTEM in offers:
        return {SYSTEM: offers[SYSTEM][0]}
    marks = marks_of(offers)
    if not marks:
        return None
    moves = {}
    for seat, offer in offers.items():
        for action in offer:
            if marks.get(seat, {}).get(action.choice, Mark()).auto:
                moves[seat] = action
                break
    return moves if offers and len(moves) == len(offers) else None


def find(game: AnyGame, name: str) -> Variant:
    """The game's variant of this name; a VariantError names the nearest."""
    if name in game.variants:
        return game.variants[name]  # type: ignore[no-any-return]  # games declare Variant values
    close = get_close_matches(name, game.variants, n=1)
    hint = (
        f"did you mean {close[0]!r}?" if close else f"known: {', '.join(game.variants) or 'none'}"
    )
    raise VariantError(f"{game.name} has no variant {name!r}; {hint}")


def check_order(chosen: Sequence[Variant]) -> None:
    """A VariantError unless the stages stand in order and no name comes twice."""
    for before, after in pairwise(chosen):
        if STAGES.index(before.stage) > STAGES.index(after.stage):
            raise VariantError(
                f"{after.name} ({after.stage}) must stand before {before.name} ({before.stage});"
                f" the order is {', '.join(STAGES)}"
            )
    names = [variant.name for variant in chosen]
    if twice := {name for name in names if names.count(name) > 1}:
        raise VariantError(f"{', '.join(sorted(twice))}: given more than once")
