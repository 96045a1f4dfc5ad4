"""Texas 42: two partnerships bid for the trumps and play dominoes in tricks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Asking, Event, Game, Outcome, RoundResult, Seat, Step, View, Viewer, commas
from engine.rng import Deals
from engine.texas42 import match, rules, views
from engine.texas42.config import PRESETS, Texas42Config
from engine.texas42.events import EVENT_TYPES
from engine.texas42.imagine import imagine, read_history
from engine.texas42.model import State, Table
from engine.texas42.moves import Move, Play
from engine.texas42.tiles import SEATS
from engine.texas42.variants import VARIANTS, words, words_of

SHORT = {"target": 1}
WORDS = frozenset(words(Texas42Config()))


class Texas42(Game[State, Move, Event, Texas42Config]):
    """A trick-taking game of partners with 28 dominoes: bid, declare, follow suit."""

    name = "texas42"
    title = "Texas 42"
    version = 1
    seats = (SEATS,)
    default_seats = SEATS
    config_type = Texas42Config
    presets = PRESETS
    view_type = views.Texas42View
    event_types = EVENT_TYPES
    variants = VARIANTS
    short = SHORT
    by_points = True  # a margin in marks needs half as many deals as the winner
    strength = Path(__file__).with_name("strength.json")
    liked = "30"
    luck = 1 / 3
    words = WORDS

    def start(self, config: Texas42Config, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        """The first deal."""
        return match.start(Table(config, deals))

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        """One seat's, or the one move that the table makes by itself."""
        return rules.choices(state)

    def asking(self, state: State) -> Asking:
        """Seats choose in turn; where the table moves by itself, voters would be asked at once."""
        return "turn" if state.phase in rules.TURNS else "together"

    def default(self, state: State, seat: Seat) -> Move:
        """Pass where one may, else the first choice."""
        return rules.default(state, seat)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        """The move of the current seat, or of the table."""
        return rules.apply(state, moves)

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer sees of the hand."""
        return views.view(state, viewer)

    def outcome(self, state: State) -> Outcome:
        """Marks, and ranks by partnership."""
        return match.outcome(state)

    def imagine(self, config: Texas42Config, view: View, rng: Random) -> State:
        """Hidden hands dealt afresh, as far as the calls and plays allow."""
        return imagine(config, view, rng, words_of(self, config))

    def offered(self, view: View, offer: Sequence[Any], recommended: str) -> dict[str, Any]:
        """Which dominoes may be played, and which should be."""
        return views.offered(view["hand"], offer, recommended)

    def teams(self, config: Texas42Config, seats: int) -> tuple[tuple[Seat, ...], ...]:  # noqa: ARG002
        """Partners sit opposite."""
        return ((0, 2), (1, 3))

    def known(self, choice: str) -> bool:
        """A call, a declaration, a domino or an agreement."""
        return choice in WORDS

    def flat_before_hand(self, view: View) -> dict[str, Any]:
        """The auction, the contract and the trick on the table."""
        return {
            "shaker": view["shaker"],
            "calls": ",".join(view["calls"]),
            "bidder": view["bidder"],
            "bid": view["bid"],
            "trump": view["trump"],
            "leader": view["leader"],
            "trick": ",".join(view["trick"]),
        }

    def flat_after_hand(self, view: View) -> dict[str, Any]:
        """Points and tricks of the hand by side."""
        return {"points": commas(view["points"]), "tricks": commas(view["taken"])}

    def flat_discards(self, view: View) -> list[str]:
        """What each seat has played in this hand."""
        rows: list[list[str]] = [[] for _ in range(SEATS)]
        for seat, move in read_history(view["history"], words_of(self, Texas42Config())):
            if isinstance(move, Play):
                rows[seat].append(move.choice)
        return [",".join(row) for row in rows]

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """The side that was paid, for which contract."""
        paid = result.winners
        extra = result.extra
        return {
            "winner": paid[0] if paid else -1,
            "winners": commas(paid),
            "round_points": max(result.points),
            "bidder": extra.get("bidder", -1),
            "bid": extra.get("bid", ""),
            "trump": extra.get("trump", ""),
            "made": int(extra["made"]) if paid else "",
            "points": commas(extra["points"]),
            "scores": commas(result.scores),
            "round": result.round,
        }
