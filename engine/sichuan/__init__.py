"""四川麻将 Sichuan: a win does not end the deal, and every kong is paid for at once."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Asking, Event, Game, Outcome, RoundResult, Seat, Step, View, Viewer, commas
from engine.mahjong.variants import VARIANTS
from engine.rng import Deals
from engine.sichuan import encoding, match, rules, views
from engine.sichuan.config import PRESETS, SichuanConfig
from engine.sichuan.events import EVENT_TYPES
from engine.sichuan.imagine import imagine
from engine.sichuan.model import State, Table
from engine.sichuan.moves import PASS, WORDS, Move
from engine.sichuan.settlement import Settlement
from engine.sichuan.turns import default_move


class Sichuan(Game[State, Move, Event, SichuanConfig]):
    """Blood battle to the end: winners leave, the others play on."""

    name = "sichuan"
    title = "Sichuan"
    version = 2
    seats = (4,)
    default_seats = 4
    config_type = SichuanConfig
    presets = PRESETS
    view_type = views.SichuanView
    variants = VARIANTS
    event_types = EVENT_TYPES
    short = {"deals": 1}  # noqa: RUF012
    alike = {"draws": "streams"}  # noqa: RUF012 - declared as a class variable by Game
    strength = Path(__file__).with_name("strength.json")
    liked = "hu"
    luck = 1 / 2
    words = WORDS
    actions = encoding.ACTIONS
    settlement: type[Settlement] = Settlement
    """Who moves the money; the play is the same with any other."""

    def start(self, config: SichuanConfig, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        """The first deal."""
        settlement = self.settlement(config)
        return match.start(Table(config, deals, settlement, deals.match_id or self.name))

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        """One seat's turn, the claims of the others, or everybody's secret choice."""
        return rules.choices(state)

    def asking(self, state: State) -> Asking:
        """Exchange and void are chosen together; a discard or added kong opens a claim step."""
        return rules.ASKING[state.phase]

    def default(self, state: State, seat: Seat) -> Move:
        """Pass a claim, discard the drawn tile, name the shortest suit."""
        return PASS if state.phase == "Claim" else default_move(state, seat)

    def decided(
        self,
        state: State,
        moves: Mapping[Seat, Move],
        awaited: Mapping[Seat, tuple[Move, ...]],
    ) -> bool:
        """A higher claim, or a nearer win where only one counts, leaves the others no say."""
        return rules.decided(state, moves, awaited)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        """The turn's move, or everybody's at once; InvalidActionError for a win that is none."""
        return rules.apply(state, moves)

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer sees of the deal."""
        return views.view(state, viewer)

    def outcome(self, state: State) -> Outcome:
        """The scores, which always add up to 400, and ranks by score."""
        return match.outcome(state)

    def imagine(self, config: SichuanConfig, view: View, rng: Random) -> State:
        """The unseen tiles dealt afresh where they may lie."""
        return imagine(config, view, rng)

    def known(self, choice: str) -> bool:
        """Any choice that could ever be offered."""
        return choice in WORDS

    def action_of(self, state: State, action: Move) -> str:  # noqa: ARG002
        """Kongs by their tile, every pong as one."""
        return encoding.action_of(action)

    def flat_before_hand(self, view: View) -> dict[str, Any]:
        """The dealer, void suits, and the tile in question."""
        suits = view["void"]
        return {
            "dealer": view["dealer"],
            "void": "" if None in suits else ",".join(suits),
            "tile": view["tile"] or view["drawn"] or "",
        }

    def flat_after_hand(self, view: View) -> dict[str, Any]:
        """Melds, winners and what is left of the wall."""
        return {
            "melds": views.flat_melds(view),
            "won": commas([int(won) for won in view["won"]]),
            "wall": view["left"],
        }

    def flat_discards(self, view: View) -> list[str]:
        """One comma list of discard tokens a seat."""
        return [",".join(pond) for pond in view["ponds"]]

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """Everybody who won, and why the deal is over."""
        first = result.winners[0] if result.winners else -1
        return {
            "winner": first,
            "winners": commas(result.winners),
            "round_points": result.points[first] if result.winners else 0,
            "points": commas(result.points),
            "reason": result.extra["reason"],
            "scores": commas(result.scores),
            "round": result.round,
        }
