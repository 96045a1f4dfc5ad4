"""The kit passes the games we ship and catches each way of breaking the contract."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.plugins.manager import load_plugins
from engine.game import FULL, PUBLIC, AnyGame, Dealt, Event, Outcome, Seat, Step, View, Viewer
from engine.rng import Deals
from engine.testing import (
    CHECKS,
    ConformanceError,
    check_no_leak,
    fingerprint,
    random_match,
)
from engine.tigerdragon import TigerDragon, rules, views
from engine.tigerdragon.config import TigerDragonConfig
from engine.tigerdragon.events import LaidFaceDown
from engine.tigerdragon.history import shown_history
from engine.tigerdragon.imagine import imagine
from engine.tigerdragon.model import State
from engine.tigerdragon.moves import PASS, Move
from engine.variants import Variant
from tests.engine.tigerdragon_table import table

EXAMPLE = Path(__file__).parents[2] / "examples" / "higher_card.py"
SHIPPED = load_plugins([EXAMPLE], entry_points=False).games
SMALL = "higher_card"
"""Soon played, so its checks can be traced."""
GAMES = [
    pytest.param(game, marks=[pytest.mark.long] * (name != SMALL), id=name)
    for name, game in SHIPPED.items()
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", GAMES)
def test_shipped_game_keeps_the_contract(game: AnyGame, check: str) -> None:
    CHECKS[check](game, "conformance")


class RepeatsAnOffer(TigerDragon):
    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        return {seat: (*offer, offer[0]) for seat, offer in rules.choices(state).items()}


class OffersNothing(TigerDragon):
    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        offers = rules.choices(state)
        return dict.fromkeys(offers, ()) if state.turn == 3 else offers


class OffersAnUnknownWord(TigerDragon):
    def known(self, choice: str) -> bool:
        return choice.isdigit()


class OffersToNobodyThere(TigerDragon):
    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        return {seat + 5: offer for seat, offer in rules.choices(state).items()}

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        return rules.apply(state, *moves.values())


class OffersWithABlank(TigerDragon):
    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        return {seat: (*offer, Move("a b")) for seat, offer in rules.choices(state).items()}


class OffersByMood(TigerDragon):
    mood = 0

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        self.mood += 1
        turn = 1 if self.mood % 2 else -1
        return {seat: offer[::turn] for seat, offer in rules.choices(state).items()}


class DefaultsIllegally(TigerDragon):
    def default(self, state: State, seat: Seat) -> Move:  # noqa: ARG002
        return PASS


class NeverEnds(TigerDragon):
    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        if step.state.phase == "Finished":
            return self.start(state.table.config, state.table.deals, state.table.seats)
        return step


class ForgetsASeatInTheOutcome(TigerDragon):
    def outcome(self, state: State) -> Outcome:
        return Outcome(state.scores[1:], (1,) * (len(state.scores) - 1))


class RanksFromZero(TigerDragon):
    def outcome(self, state: State) -> Outcome:
        return Outcome(state.scores, (0,) * len(state.scores))


class ChangesItsArgument(TigerDragon):
    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        state.attacker = 0
        state.history = (*state.history, "0pass")
        return step


class ChangesAnEarlierState(TigerDragon):
    last: State | None = None

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        if self.last is not None and self.last.turn == state.turn - 2:
            self.last.attack = "X"
        if self.last is None:
            self.last = state
        return rules.choices(state)


class RollsDice(TigerDragon):
    rolls = 0

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        self.rolls += 1
        step.state.set_aside = str(self.rolls)
        return step


class CountsItsSteps(TigerDragon):
    """Tells the number of steps ever taken, which no replay can know."""

    steps = 0

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        self.steps += 1
        return Step(step.state, (*step.events, Sighed(self.steps)), step.result)


class AcceptsAnyOption(TigerDragon):
    def config(self, given: Mapping[str, Any] | None = None) -> TigerDragonConfig:
        known = {k: v for k, v in (given or {}).items() if k in TigerDragonConfig.__slots__}
        return super().config(known)


class ForgetsAnOption(TigerDragon):
    def config(self, given: Mapping[str, Any] | None = None) -> TigerDragonConfig:
        config = super().config(given)
        return replace(config, target=config.target + 1)


class HasAMutingVariant(TigerDragon):
    variants = {  # noqa: RUF012
        "mute": Variant(
            "mute", "filter", lambda _: lambda legal: lambda s: dict.fromkeys(legal(s), ())
        )
    }


class HasARepeatingVariant(TigerDragon):
    variants = {  # noqa: RUF012
        "twice": Variant(
            "twice",
            "inject",
            lambda _: lambda legal: lambda s: {i: o + o for i, o in legal(s).items()},
        )
    }


class SaysMoreThanTheSchema(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "mood": "good"}


class ShowsNoJson(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "start": {1}}


class ShowsTuples(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "scores": state.scores}


class StartsWithItsOwnKeys(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        view = views.view(state, viewer)
        return {"card": view["card"], **view}


class MistakesTheViewer(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "viewer": "public"}


class ForgetsASeatInTheView(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "scores": [0]}


class ShowsEverybodysOffers(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        legal = [move.choice for offer in self.choices(state).values() for move in offer]
        return {**views.view(state, viewer), "legal": legal}


class TellsEverybodyWhoActs(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "to_act": state.current}


class AsksOtherwise(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "asking": "claim"}


class FlattensNothing(TigerDragon):
    def flat_before_hand(self, view: View) -> dict[str, Any]:
        return {"hands": view["hands"]}


class ShowsMoreInTheFlatView(TigerDragon):
    def flat_view(self, state: State, viewer: Viewer) -> View:
        return {**views.flat_view(state, viewer), "hand": state.hands[state.current]}


class ForgetsDiscards(TigerDragon):
    def flat_discards(self, view: View) -> list[str]:
        return super().flat_discards(view)[1:]


@dataclass(frozen=True, slots=True)
class OpenlyLaid(Event):
    """A face-down tile that everybody sees."""

    type = "laid_face_down"
    seat: Seat
    tile: str | None


class LeaksFaceDownTiles(TigerDragon):
    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        return Step(step.state, tuple(map(self.opened, step.events)), step.result)

    def opened(self, event: Event) -> Event:
        return OpenlyLaid(event.seat, event.tile) if isinstance(event, LaidFaceDown) else event


@dataclass(frozen=True, slots=True)
class OpenlyDealt(Event):
    """A hand that everybody sees."""

    type = "dealt"
    seat: Seat
    hand: tuple[str, ...] | None


class LeaksTheDeal(TigerDragon):
    def start(self, config: TigerDragonConfig, deals: Deals, seats: int) -> Step[State, Event]:
        step = super().start(config, deals, seats)
        return Step(step.state, tuple(map(self.opened, step.events)))

    def opened(self, event: Event) -> Event:
        return OpenlyDealt(event.seat, event.hand) if isinstance(event, Dealt) else event


class LeaksLaterDeals(LeaksTheDeal):
    def start(self, config: TigerDragonConfig, deals: Deals, seats: int) -> Step[State, Event]:
        return TigerDragon.start(self, config, deals, seats)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        return Step(step.state, tuple(map(self.opened, step.events)), step.result)


@dataclass(frozen=True, slots=True)
class Sighed(Event):
    """An event whose field is not what its type says."""

    type = "sighed"
    depth: int


class TellsTextAsNumber(TigerDragon):
    event_types = (*TigerDragon.event_types, Sighed)  # type: ignore[assignment]  # one more

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        sigh: Any = "deep"
        return Step(step.state, (*step.events, Sighed(sigh)), step.result)


@dataclass(frozen=True, slots=True)
class Sorted(Event):
    """An event that does not read back as it was written."""

    type = "sorted"
    tiles: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"type": self.type, "tiles": sorted(self.tiles)}


class TellsItOtherwise(TigerDragon):
    event_types = (*TigerDragon.event_types, Sorted)  # type: ignore[assignment]  # one more

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        step = rules.apply(state, moves[state.current])
        return Step(step.state, (*step.events, Sorted(("2", "1"))), step.result)


class LeaksHandsIntoTheView(TigerDragon):
    """A leak its own imagine honours, so that only the lack of variety gives it away."""

    def view(self, state: State, viewer: Viewer) -> View:
        return {**views.view(state, viewer), "hands": [list(hand) for hand in state.hands]}


class KnowsTheTruth(TigerDragon):
    """An imagine that remembers the state it was asked about, now and then."""

    every = 1

    def __init__(self) -> None:
        self.truth: dict[str, State] = {}
        self.asked = 0

    def view(self, state: State, viewer: Viewer) -> View:
        view = views.view(state, viewer)
        if state.table.deals.root is not None and "/" in state.table.deals.root:
            self.truth[str(view)] = state
        return view

    def imagine(self, config: TigerDragonConfig, view: View, rng: Random) -> State:
        self.asked += 1
        if self.asked % self.every == 0:
            return self.truth[str(view)]
        return super().imagine(config, view, rng)


class OftenKnowsTheTruth(KnowsTheTruth):
    every = 3


class KnowsTheTruthAfterTheDeal(KnowsTheTruth):
    def imagine(self, config: TigerDragonConfig, view: View, rng: Random) -> State:
        if view["turn"] == 0:
            return imagine(config, view, rng)
        return super().imagine(config, view, rng)


class WritesFaceDownTilesIntoTheHistory(TigerDragon):
    def view(self, state: State, viewer: Viewer) -> View:
        shown = shown_history(state, range(state.table.seats))
        return {**super().view(state, viewer), "history": shown}


class NamesAnActionItDoesNotList(TigerDragon):
    actions = ("pass", "take")

    def action_of(self, state: State, action: Move) -> str:  # noqa: ARG002
        return "pass" if action is PASS else "lay"


class EncodesOthersHands(TigerDragon):
    channels = ("tiles", "of_the_next")

    def encode(self, state: State, seat: Seat) -> bytes:
        hands = [views.view(state, FULL)["hands"][s] or [] for s in range(state.table.seats)]
        return bytes([len(hands[seat]), hands[(seat + 1) % len(hands)].count("8")])


class ForgetsAChannel(TigerDragon):
    channels = ("one", "two")

    def encode(self, state: State, seat: Seat) -> bytes:  # noqa: ARG002
        return bytes(1)


BROKEN: list[tuple[type[TigerDragon], str]] = [
    (AcceptsAnyOption, "config"),
    (ForgetsAnOption, "config"),
    (RepeatsAnOffer, "offers"),
    (OffersNothing, "offers"),
    (OffersAnUnknownWord, "offers"),
    (OffersToNobodyThere, "offers"),
    (OffersWithABlank, "offers"),
    (OffersByMood, "offers"),
    (DefaultsIllegally, "default"),
    (NeverEnds, "ending"),
    (ForgetsASeatInTheOutcome, "ending"),
    (RanksFromZero, "ending"),
    (ChangesItsArgument, "apply"),
    (ChangesAnEarlierState, "apply"),
    (RollsDice, "apply"),
    (RollsDice, "replay"),
    (CountsItsSteps, "replay"),
    (HasAMutingVariant, "variants"),
    (HasARepeatingVariant, "variants"),
    (TellsTextAsNumber, "events"),
    (TellsItOtherwise, "events"),
    (SaysMoreThanTheSchema, "views"),
    (ShowsNoJson, "views"),
    (ShowsTuples, "views"),
    (StartsWithItsOwnKeys, "views"),
    (MistakesTheViewer, "views"),
    (ForgetsASeatInTheView, "views"),
    (ShowsEverybodysOffers, "views"),
    (TellsEverybodyWhoActs, "views"),
    (AsksOtherwise, "views"),
    (FlattensNothing, "flat"),
    (ShowsMoreInTheFlatView, "flat"),
    (ForgetsDiscards, "flat"),
    (NamesAnActionItDoesNotList, "numbers"),
    (EncodesOthersHands, "numbers"),
    (ForgetsAChannel, "numbers"),
    (ShowsEverybodysOffers, "imagine"),
    (LeaksHandsIntoTheView, "redeal"),
    (KnowsTheTruth, "redeal"),
    (OftenKnowsTheTruth, "redeal"),
    (KnowsTheTruthAfterTheDeal, "redeal"),
    (LeaksFaceDownTiles, "masks"),
    (WritesFaceDownTilesIntoTheHistory, "hidden_moves"),
    (LeaksTheDeal, "shown_hands"),
    (LeaksLaterDeals, "shown_hands"),
]


@pytest.mark.parametrize(
    ("kind", "check"), BROKEN, ids=lambda value: getattr(value, "__name__", value)
)
def test_broken_game_is_caught_by_the_right_check(kind: type[TigerDragon], check: str) -> None:
    with pytest.raises(ConformanceError, match="tigerdragon"):
        CHECKS[check](kind(), "broken")


def test_every_game_there_is_is_held_to_the_contract() -> None:
    assert {"tigerdragon", SMALL} <= set(SHIPPED)


def test_every_check_is_seen_to_fail() -> None:
    assert {check for _, check in BROKEN} == set(CHECKS)


def test_failure_names_game_seats_seed_step_and_seat() -> None:
    with pytest.raises(ConformanceError, match=r"tigerdragon, 2 seats, seed x/2, step 0, seat 0: "):
        CHECKS["offers"](RepeatsAnOffer(), "x")


def test_unknown_preset_option_of_another_field_is_not_taken_for_the_right_error() -> None:
    class BlamesAnotherField(TigerDragon):
        def config(self, given: Mapping[str, Any] | None = None) -> TigerDragonConfig:
            if given and "no_such_option" in given:
                return super().config({"preset": "nonsense"})
            return super().config(given)

    with pytest.raises(ConformanceError, match="unknown option"):
        CHECKS["config"](BlamesAnotherField(), "x")


def test_no_leak_names_the_key_that_tells() -> None:
    game = ShowsEverybodysOffers()
    state = game.start(game.config(), Deals.seed(1), 3).state
    check_no_leak(game, game.config(), state, FULL, Random(1))
    with pytest.raises(ConformanceError, match="legal differs"):
        check_no_leak(game, game.config(), state, PUBLIC, Random(1))


def test_random_match_follows_from_its_seed() -> None:
    def moves(seed: str) -> list[dict[Seat, str]]:
        match = random_match(TigerDragon(), 4, seed)
        return [{s: a.choice for s, a in row.items()} for _, row in match.play()]

    assert moves("a") == moves("a")
    assert moves("a") != moves("b")


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ([1, [2]], lambda v: v[1].append(3)),
        ({"a": {"b": 1}}, lambda v: v["a"].update(b=2)),
        ({1, 2}, lambda v: v.add(3)),
        (Random(1), lambda v: v.random()),
        (table("87", "65"), lambda v: setattr(v, "hands", ("8", "65"))),
        (table("87", "65"), lambda v: setattr(v.table, "seats", 3)),
        (KnowsTheTruth(), lambda v: setattr(v, "asked", 1)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_fingerprint_sees_changes_however_deep(value: Any, change: Any) -> None:
    before = fingerprint(value)
    assert fingerprint(value) == before
    change(value)
    assert fingerprint(value) != before
