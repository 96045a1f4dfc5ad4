"""Race, a game with nothing to it: move a shared counter to ten by ones and twos."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine.config import Config
from engine.game import (
    SYSTEM,
    Asking,
    BaseView,
    Event,
    Game,
    Outcome,
    RoundResult,
    Seat,
    Step,
    View,
    Viewer,
    current_player,
    ranks,
)
from engine.rng import Deals
from engine.variants import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceConfig(Config):
    preset: str = "standard"
    goal: int = 10


@dataclass(frozen=True, slots=True)
class Go:
    choice: str
    steps: int


ONE, TWO, STAY = Go("one", 1), Go("two", 2), Go("stay", 0)


@dataclass(frozen=True, slots=True)
class Moved(Event):
    type = "moved"
    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class State:
    goal: int
    at: int = 0
    turn: int = 0


class Race(Game[State, Go, Event, RaceConfig]):
    """Seats take turns; as a claim (every third position) both are asked and may stay."""

    name = "race"
    title = "Race"
    version = 1
    seats = (2,)
    default_seats = 2
    config_type = RaceConfig
    view_type = BaseView
    event_types = (Moved,)

    def start(self, config: RaceConfig, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        return Step(State(config.goal), ())

    def choices(self, state: State) -> Mapping[Seat, tuple[Go, ...]]:
        if state.at >= state.goal:
            return {}
        if self.asking(state) == "claim":
            return {0: (STAY, ONE), 1: (STAY,)}
        return {state.turn % 2: (ONE, TWO)}

    def asking(self, state: State) -> Asking:
        return "claim" if state.turn % 3 == 2 else "turn"

    def default(self, state: State, seat: Seat) -> Go:  # noqa: ARG002
        return STAY if self.asking(state) == "claim" else ONE

    def apply(self, state: State, moves: Mapping[Seat, Go]) -> Step[State, Event]:
        at = state.at + sum(move.steps for move in moves.values())
        events = tuple(Moved(seat, move.steps) for seat, move in moves.items())
        result = RoundResult(1, (), (0, 0), (at, at)) if at >= state.goal else None
        turn = state.turn if SYSTEM in moves else state.turn + 1
        return Step(State(state.goal, at, turn), events, result)

    def outcome(self, state: State) -> Outcome:
        return Outcome((state.at, state.at), ranks((state.at, state.at)))

    def known(self, choice: str) -> bool:
        return choice in ("one", "two", "stay")

    def view(self, state: State, viewer: Viewer) -> View:
        offer = self.choices(state).get(viewer.seat, ())
        asking = self.asking(state)
        to_act = viewer.seat if offer else None
        view: BaseView = {
            "viewer": str(viewer),
            "seats": 2,
            "round": 1,
            "turn": state.turn,
            "phase": "Go",
            "asking": asking,
            "to_act": to_act,
            "current_player": current_player(asking, to_act, state.turn % 2),
            "hand": ["x"],
            "hand_sizes": [1, 1],
            "scores": [state.at, state.at],
            "legal": [go.choice for go in offer],
            "history": [],
        }
        return view

    def imagine(self, config: RaceConfig, view: View, rng: Random) -> State:  # noqa: ARG002
        return State(config.goal, view["scores"][0], view["turn"])

    def flat_discards(self, view: View) -> list[str]:
        return [""] * view["seats"]


def race_with(*variants: Variant) -> Race:
    """Race with these variants on its list."""
    kind = type("RaceWith", (Race,), {"variants": {v.name: v for v in variants}})
    game: Race = kind()
    return game
