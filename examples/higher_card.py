"""Higher Card, the smallest game worth hiding something in: docs/add-a-game.md walks through it.

Everybody gets one card of nine. All say in secret, at the same time, `stay` or `fold`. Those who
stay show their cards: the highest takes a point from every other one who stayed.

    arena play higher_card random random random --plugin examples/higher_card.py
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from arena import hookimpl
from engine.config import Config, in_range
from engine.errors import DealError
from engine.game import (
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
    ranks,
)
from engine.rng import Deals, shuffle

CARDS = "123456789"


@dataclass(frozen=True, slots=True, kw_only=True)
class HigherCardConfig(Config):
    preset: str = "standard"
    rounds: int = 5

    def __post_init__(self) -> None:
        in_range(self, "rounds", 1, 100)


@dataclass(frozen=True, slots=True)
class Say:
    choice: str


STAY, FOLD = Say("stay"), Say("fold")


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat took a card; only its owner sees which."""

    type = "dealt"
    seat: Seat
    card: str | None

    def seen_by(self, viewer: Viewer) -> "Dealt":
        return self if viewer.sees_hand(self.seat) else replace(self, card=None)

    def text(self) -> str:
        return f"gets the [{self.card}]" if self.card else "gets a card"

    def opens_round(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """Everybody said something; the cards of those who stayed, "" for a fold."""

    type = "shown"
    cards: tuple[str, ...]
    winner: Seat

    def text(self) -> str:
        said = [f"{{{seat}}} {f'[{c}]' if c else 'folds'}" for seat, c in enumerate(self.cards)]
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class State:
    config: HigherCardConfig
    deals: Deals
    round: int
    cards: str  # one a seat; empty when the match is over
    scores: tuple[int, ...]


class HigherCardView(BaseView):
    rounds: int
    cards: list[str | None]


class HigherCard(Game[State, Say, Event, HigherCardConfig]):
    name, title, version = "higher_card", "Higher Card", 1
    seats, default_seats = (2, 3, 4), 3
    config_type, view_type = HigherCardConfig, HigherCardView
    event_types = (Dealt, Shown)
    words = ("stay", "fold")
    short = {"rounds": 1}  # noqa: RUF012 - declared as a class variable by Game

    def start(self, config: HigherCardConfig, deals: Deals, seats: int) -> Step[State, Event]:
        return deal(State(config, deals, 1, "", (0,) * seats))

    def choices(self, state: State) -> Mapping[Seat, tuple[Say, ...]]:
        return dict.fromkeys(range(len(state.cards)), (STAY, FOLD))

    def asking(self, state: State) -> Asking:  # noqa: ARG002
        return "together"

    def default(self, state: State, seat: Seat) -> Say:  # noqa: ARG002
        return FOLD

    def apply(self, state: State, moves: Mapping[Seat, Say]) -> Step[State, Event]:
        staying = {seat: state.cards[seat] for seat, say in moves.items() if say is STAY}
        winner = max(staying, key=lambda seat: staying[seat], default=-1)
        points = tuple(
            len(staying) - 1 if seat == winner else -(seat in staying) for seat in sorted(moves)
        )
        scores = tuple(map(sum, zip(state.scores, points, strict=True)))
        shown = Shown(tuple(staying.get(seat, "") for seat in sorted(moves)), winner)
        result = RoundResult(state.round, (winner,) if staying else (), points, scores)
        after = replace(state, scores=scores, cards="")
        if state.round == state.config.rounds:
            return Step(after, (shown,), result)
        step = deal(replace(after, round=state.round + 1))
        return Step(step.state, (shown, *step.events), result)

    def outcome(self, state: State) -> Outcome:
        return Outcome(state.scores, ranks(state.scores))

    def view(self, state: State, viewer: Viewer) -> View:
        over = not state.cards
        view: HigherCardView = {
            **self.base_view(
                state,
                viewer,
                round=state.round,
                phase="Finished" if over else "Say",
                hands=[""] * len(state.scores) if over else state.cards,
                scores=state.scores,
            ),
            "rounds": state.config.rounds,
            "cards": [c if viewer.sees_hand(s) else None for s, c in enumerate(state.cards)],
        }
        return view

    def imagine(self, config: HigherCardConfig, view: View, rng: Random) -> State:
        unseen = [card for card in CARDS if card not in view["cards"]]
        shuffle(unseen, rng)
        cards = "".join(card or unseen.pop() for card in view["cards"])
        deals = Deals.seed(str(rng.random()))
        return State(config, deals, view["round"], cards, tuple(view["scores"]))


def deal(state: State) -> Step[State, Event]:
    given = state.deals.given_for(state.round)
    deck = list(CARDS if given is None else str(given))
    if given is None:
        shuffle(deck, state.deals.stream("round", state.round))
    elif len(deck) != len(state.scores) or len(set(deck) & set(CARDS)) != len(deck):
        raise DealError(f"deal {given!r}: expected one card a seat, such as '742'")
    cards = "".join(deck[: len(state.scores)])
    return Step(replace(state, cards=cards), tuple(Dealt(s, c) for s, c in enumerate(cards)))


@hookimpl
def arena_register_games() -> list[HigherCard]:
    return [HigherCard()]
