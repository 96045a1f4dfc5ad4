"""Goita as a game of the arena: its attributes, what each viewer sees, and the way back."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from engine.game import (
    Asking,
    BaseView,
    Dealt,
    Event,
    Game,
    Outcome,
    Seat,
    Step,
    View,
    Viewer,
    ranks,
)
from engine.rng import Deals, shuffle
from engine.variants import labels
from goita import events, rules
from goita.pieces import SET, in_order
from goita.rules import MOVES, PASS, PLAY, SEATS, GoitaConfig, Move, State


class GoitaView(BaseView):
    """What a viewer sees; "d?" is a piece that lies face down, null a hidden hand."""

    dealer: int
    redeals: int
    attacker: int
    attack: str
    fives: list[int]
    asked: int
    laid: list[list[str]]
    hands: list[list[str] | None]
    target: int
    labels: dict[str, str]


class Goita(Game[State, Move, Event, GoitaConfig]):
    name, title, version = "goita", "Goita", 1
    seats, default_seats = (4,), 4
    config_type, view_type = GoitaConfig, GoitaView
    presets: ClassVar[Mapping[str, Any]] = {
        "standard": {},
        "goita-core": {"seven_doubled": False},
    }
    short: ClassVar[Mapping[str, Any]] = {"target": 1}
    words = tuple(move.choice for move in MOVES)
    liked = "attack:k attack:j attack:r attack:b"
    luck = 0.4
    strength = Path(__file__).with_name("strength.json")
    event_types = (
        events.RoundStarted, Dealt, events.FivesDeclared, events.DealKept, events.NewDealAsked,
        events.HandShown, events.LaidDown, events.Received, events.Attacked, events.Passed,
        events.WentOut, events.MatchEnded,
    )  # fmt: skip
    specimens: ClassVar[Mapping[str, Any]] = {
        "eight pawns": "pppppppp,ppllllnn,nnssssgg,ggbbrrkj",
        "seven pawns": "pppppppr,pppllnns,llnnsssg,gggbbrkj",
        "six pawns": "ppppppgg,pplllnnn,pplnssss,ggbbrrkj",
        "five pawns": "pppppllg,pppllnns,ppnnsssb,gggbrrkj",
        "five pawns twice on a side": "pppppllg,llnnnnss,pppppssg,ggbbrrkj",
        "five pawns on both sides": "pppppllg,pppppllg,nnnnssss,ggbbrrkj",
        "five pawns, dealt again": [
            "pppppllg,pppllnns,ppnnsssb,gggbrrkj",
            "pppllnng,pppppllg,ppnnsssb,sggbrrkj",
            "pppllnsg,pppllnsg,ppnnsgbr,ppsgbrkj",
        ],
        "both kings in one hand": "pppllnng,pppllnss,ppnssggb,ppgbrrkj",
    }

    def start(self, config: GoitaConfig, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        return rules.deal(State(config, deals, 1, 0, 0, (0, 0)))

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        return rules.choices(state)

    def asking(self, state: State) -> Asking:  # noqa: ARG002
        return "turn"

    def default(self, state: State, seat: Seat) -> Move:
        offer = rules.choices(state)[seat]
        return PASS if PASS in offer else PLAY if PLAY in offer else offer[0]

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        return rules.apply(state, moves)

    def outcome(self, state: State) -> Outcome:
        points = by_seat(state)
        over = state.phase == "Finished"
        return Outcome(points, ranks(points), state.dealer if over else -1)

    def teams(self, config: GoitaConfig, seats: int) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        return ((0, 2), (1, 3))

    def view(self, state: State, viewer: Viewer) -> View:
        view: GoitaView = {
            **self.base_view(
                state,
                viewer,
                round=state.round,
                turn=len(state.history),
                phase=state.phase,
                hands=state.hands,
                scores=by_seat(state),
                current=state.current,
                history=[shown(token, int(token[0]), viewer, 1) for token in state.history],
            ),
            "dealer": state.dealer,
            "redeals": state.redeals,
            "attacker": state.attacker,
            "attack": state.attack,
            "fives": list(state.fives),
            "asked": state.asked,
            "laid": [[shown(t, s, viewer, 0) for t in row] for s, row in enumerate(state.laid)],
            "hands": [list(h) if viewer.sees_hand(s) else None for s, h in enumerate(state.hands)],
            "target": state.config.target,
            "labels": labels(rules.choices(state).get(viewer.seat, ())),
        }
        return view

    def imagine(self, config: GoitaConfig, view: View, rng: Random) -> State:
        while True:
            state = filled(config, view, hidden_pieces(view, rng), str(rng.random()))
            if fits(state):
                return state


def by_seat(state: State) -> tuple[int, ...]:
    return tuple(state.scores[seat % 2] for seat in SEATS)


def shown(token: str, seat: Seat, viewer: Viewer, at: int) -> str:
    """Return a piece on the table as a viewer sees it; `at` is where the token says how."""
    hidden = token[at] == "d" and not viewer.sees_hand(seat)
    return f"{token[: at + 1]}?" if hidden else token


def hidden_pieces(view: View, rng: Random) -> list[list[str]]:
    """Deal what the view does not show; who declared five pawns gets as many as are missing."""
    unseen = list(SET)
    for token in (t for row in view["laid"] for t in row if t[1] != "?"):
        unseen.remove(token[1])
    for piece in (p for hand in view["hands"] for p in hand or ()):
        unseen.remove(piece)
    pawns, others = unseen.count("p"), [piece for piece in unseen if piece != "p"]
    shuffle(others, rng)
    pools: list[list[str]] = [[] for _ in SEATS]
    for seat in view["fives"]:
        if view["hands"][seat] is None:
            missing = 5 - sum(token[1] == "p" for token in view["laid"][seat])
            pools[seat] = ["p"] * missing
            pools[seat] += [others.pop() for _ in range(hidden(view, seat) - missing)]
            pawns -= missing
    rest = others + ["p"] * pawns
    shuffle(rest, rng)
    for seat in SEATS:
        pools[seat] += [rest.pop() for _ in range(hidden(view, seat) - len(pools[seat]))]
        shuffle(pools[seat], rng)
    return pools


def hidden(view: View, seat: Seat) -> int:
    """Return how many pieces of a seat the view does not show."""
    hand: int = view["hand_sizes"][seat] if view["hands"][seat] is None else 0
    down: int = sum(token[1] == "?" for token in view["laid"][seat])
    return hand + down


def filled(config: GoitaConfig, view: View, pools: list[list[str]], seed: str) -> State:
    """Return a state like the view with these pieces where it shows none."""
    laid = [
        tuple(t[0] + (pools[seat].pop() if t[1] == "?" else t[1]) for t in row)
        for seat, row in enumerate(view["laid"])
    ]
    hands = tuple(
        in_order(pools[seat]) if hand is None else "".join(hand)
        for seat, hand in enumerate(view["hands"])
    )
    turns = [iter(row) for row in laid]  # the history has the same pieces, seat by seat
    history = [t if t.endswith("pass") else t[0] + next(turns[int(t[0])]) for t in view["history"]]
    return State(
        config, Deals.seed(seed), view["round"], view["redeals"], view["dealer"],
        (view["scores"][0], view["scores"][1]), view["phase"], view["current_player"],
        hands, tuple(laid), view["attacker"], view["attack"], tuple(view["fives"]),
        view["asked"], tuple(history),
    )  # fmt: skip


def fits(state: State) -> bool:
    """Return whether a deal could have led here: no other five pawns, and a move to make."""
    if state.phase == "Finished":
        return True
    for seat in SEATS:
        dealt = state.hands[seat] + "".join(token[1] for token in state.laid[seat])
        if dealt.count("p") > 4 and seat not in state.fives:
            return False
    return bool(rules.choices(state)[state.current])
