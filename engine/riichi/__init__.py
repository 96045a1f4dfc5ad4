"""リーチ麻雀 Riichi: four players, 136 tiles, one hand of four sets and a pair."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Asking, Event, Game, Outcome, RoundResult, Seat, Step, View, Viewer
from engine.mahjong.variants import VARIANTS
from engine.riichi import encoding, flat, match, rules, views
from engine.riichi.config import PRESETS, RiichiConfig
from engine.riichi.events import EVENT_TYPES
from engine.riichi.imagine import imagine
from engine.riichi.model import State, Table
from engine.riichi.moves import PASS, WORDS, Move
from engine.riichi.observation import Observation
from engine.riichi.turns import default_turn
from engine.rng import Deals

SHORT = {"length": "tonpuu"}
LOWER_WORDS = frozenset(word.lower() for word in WORDS)


class Riichi(Game[State, Move, Event, RiichiConfig]):
    """Japanese mahjong with the rules of recorded games, and an option for every other habit."""

    name = "riichi"
    title = "Riichi"
    version = 2
    seats = (4,)
    default_seats = 4
    config_type = RiichiConfig
    presets = PRESETS
    view_type = views.RiichiView
    variants = VARIANTS
    event_types = EVENT_TYPES
    short = SHORT
    alike = {"draws": "streams"}  # noqa: RUF012 - declared as a class variable by Game
    strength = Path(__file__).with_name("strength.json")
    liked = "tsumo ron riichi"
    luck = 1 / 2
    words = WORDS
    actions = encoding.ACTIONS
    channels = encoding.CHANNELS

    def start(self, config: RiichiConfig, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        """East 1; seat 0 deals."""
        state, events = match.start(Table(config, deals))
        return Step(state, events)

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        """One seat's turn, or the claims of the three others."""
        return rules.choices(state)

    def asking(self, state: State) -> Asking:
        """A discard or a kan opens a claim step, always."""
        return "claim" if state.phase == "Claim" else "turn"

    def default(self, state: State, seat: Seat) -> Move:  # noqa: ARG002
        """Pass a claim; discard the drawn tile."""
        return PASS if state.phase == "Claim" else default_turn(state)

    def decided(
        self,
        state: State,
        moves: Mapping[Seat, Move],
        awaited: Mapping[Seat, tuple[Move, ...]],
    ) -> bool:
        """A higher claim, or a nearer win where only one counts, leaves the others no say."""
        return rules.decided(state, moves, awaited)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        """The turn's move, or all claims at once."""
        return rules.apply(state, moves)

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer sees of the round."""
        return views.view(state, viewer)

    def outcome(self, state: State) -> Outcome:
        """Final points with uma and oka, and ranks by score, the earlier seat first."""
        return match.outcome(state)

    def imagine(self, config: RiichiConfig, view: View, rng: Random) -> State:
        """The unseen tiles dealt afresh, riichi hands waiting."""
        return imagine(config, view, rng)

    def read(self, view: View) -> Observation:
        """The view with distance, waits, useful tiles and safe tiles worked out."""
        return Observation(view)

    def known(self, choice: str) -> bool:
        """Any choice that could ever be offered."""
        return choice in LOWER_WORDS

    def action_of(self, state: State, action: Move) -> str:
        """Chi, pon and kans by their place, wins as one."""
        return encoding.action_of(state, action)

    def encode(self, state: State, seat: Seat) -> bytes:
        """The table in planes of 34 kinds, then single numbers."""
        return encoding.encode(state, seat)

    def flat_view(self, state: State, viewer: Viewer) -> View:
        """The table without ponds and history."""
        return views.flat_view(state, viewer)

    def flat_before_hand(self, view: View) -> dict[str, Any]:
        """The place in the match and the tile on the table."""
        return flat.before_hand(view)

    def flat_after_hand(self, view: View) -> dict[str, Any]:
        """The own drawn tile, then what lies on the table."""
        return flat.after_hand(view)

    def flat_discards(self, view: View) -> list[str]:
        """Ponds in order: the tile, then its marks."""
        return flat.discards(view)

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """Who won, by what, and how the scores changed."""
        return {**super().flat_result(result), **flat.result(result)}

    def flat_outcome(self, state: State) -> dict[str, Any]:
        """The scores of the table, and the final points with uma and oka under their own name."""
        return flat.outcome(state.scores, self.outcome(state))
