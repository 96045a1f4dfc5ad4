"""A broken game is told what is missing where, whatever its code raises."""

from random import Random
from typing import Any

import pytest

from engine.game import Asking, Seat, View, Viewer
from engine.rng import Deals
from engine.testing import CHECKS, ConformanceError, matches
from examples.higher_card import Dealt, HigherCard, Say, State

PLACE = r"higher_card, \d seats, seed s/\d?/?\d, step \d+"


class Broken(HigherCard):
    """Fails wherever a test says."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def fail(self, where: str) -> None:
        if where == self.where:
            raise KeyError("oops")

    def apply(self, state: State, moves: Any) -> Any:
        self.fail("apply")
        return super().apply(state, moves)

    def default(self, state: State, seat: Seat) -> Say:
        self.fail("default")
        return super().default(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        self.fail("view")
        return super().view(state, viewer)

    def imagine(self, config: Any, view: View, rng: Random) -> State:
        self.fail("imagine")
        return super().imagine(config, view, rng)

    def start(self, config: Any, deals: Deals, seats: int) -> Any:
        self.fail("start")
        return super().start(config, deals, seats)

    def flat(self, view: View) -> dict[str, Any]:
        self.fail("flat")
        return super().flat(view)


@pytest.mark.parametrize(
    ("where", "check"),
    [
        ("start", "offers"),
        ("apply", "ending"),
        ("default", "default"),
        ("view", "views"),
        ("imagine", "imagine"),
        ("flat", "flat"),
    ],
)
def test_an_exception_is_reported_with_its_place_and_cause(where: str, check: str) -> None:
    with pytest.raises(ConformanceError, match=f"{PLACE}.*: KeyError: 'oops'") as failed:
        CHECKS[check](Broken(where), "s")
    assert isinstance(failed.value.__cause__, KeyError)


def test_an_event_that_is_not_listed_is_named() -> None:
    unlisted = type("Unlisted", (HigherCard,), {"event_types": (Dealt,)})
    with pytest.raises(ConformanceError, match="Shown is not in `event_types`; add it there"):
        CHECKS["events"](unlisted(), "s")


def test_a_mistyped_asking_is_named_with_what_is_expected() -> None:
    class Mistyped(HigherCard):
        def asking(self, state: State) -> Asking:  # noqa: ARG002
            return "togther"  # type: ignore[return-value]  # the mistake under test

        def view(self, state: State, viewer: Viewer) -> View:
            return {**super().view(state, viewer), "asking": "together"}

    with pytest.raises(ConformanceError, match="'togther'; expected turn, claim, together"):
        CHECKS["views"](Mistyped(), "s")


def test_a_choice_that_is_not_among_the_words_is_named() -> None:
    silent = type("Silent", (HigherCard,), {"words": ("stay",)})
    with pytest.raises(ConformanceError, match=r"'fold' is offered, .* add it to `words`"):
        CHECKS["offers"](silent(), "s")


class Fragile(HigherCard):
    """Cannot imagine a position that chance never brings in these few matches."""

    specimens = {"nine first": "912"}  # noqa: RUF012 - declared as a class variable by Game

    def imagine(self, config: Any, view: View, rng: Random) -> State:
        if view["cards"] == ["9", "1", "2"]:
            raise ValueError("not thought of")
        return super().imagine(config, view, rng)


def test_specimens_are_played_by_the_kit() -> None:
    assert [match.specimen for match in matches(Fragile(), "s")] == ["", "", "", "nine first"]
    with pytest.raises(ConformanceError, match=r"specimen 'nine first', step 0.*not thought of"):
        CHECKS["imagine"](Fragile(), "s")
    Fragile.specimens = {}
    CHECKS["imagine"](Fragile(), "s")
