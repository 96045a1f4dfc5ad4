"""台灣麻將 Taiwan mahjong: sixteen tiles, flowers, five sets and a pair."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Asking, Event, Game, Outcome, RoundResult, Seat, Step, View, Viewer
from engine.mahjong.variants import VARIANTS
from engine.rng import Deals
from engine.taiwan import encoding, flat, match, rules, views
from engine.taiwan.config import PRESETS, TaiwanConfig
from engine.taiwan.events import EVENT_TYPES
from engine.taiwan.imagine import imagine
from engine.taiwan.model import State, Table
from engine.taiwan.moves import PASS, WORDS, Move
from engine.taiwan.observation import Observation
from engine.taiwan.turns import default_turn

SHORT = {"circles": 1}


class Taiwan(Game[State, Move, Event, TaiwanConfig]):
    """The 16-tile game by the table of the Taiwan association, with an option for app habits."""

    name = "taiwan"
    title = "Taiwan mahjong"
    version = 2
    seats = (4,)
    default_seats = 4
    config_type = TaiwanConfig
    presets = PRESETS
    view_type = views.TaiwanView
    variants = VARIANTS
    event_types = EVENT_TYPES
    short = SHORT
    alike = {"draws": "streams", "max_hands": 1}  # noqa: RUF012 - declared as a class variable by Game
    strength = Path(__file__).with_name("strength.json")
    liked = "win ready"
    luck = 1 / 2
    words = WORDS
    actions = encoding.ACTIONS

    def start(self, config: TaiwanConfig, deals: Deals, seats: int) -> Step[State, Event]:  # noqa: ARG002
        """The first hand of the east circle; seat 0 deals."""
        return match.start(Table(config, deals))

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        """One seat's turn, or the claims of the three others."""
        return rules.choices(state)

    def asking(self, state: State) -> Asking:
        """A discard, an added kong and the opening are claim steps, always."""
        return rules.asking(state)

    def default(self, state: State, seat: Seat) -> Move:  # noqa: ARG002
        """Pass a claim; discard the drawn tile."""
        return default_turn(state) if state.phase == "Discard" else PASS

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
        """What this viewer sees of the hand."""
        return views.view(state, viewer)

    def outcome(self, state: State) -> Outcome:
        """The scores and ranks by them."""
        return match.outcome(state)

    def imagine(self, config: TaiwanConfig, view: View, rng: Random) -> State:
        """The unseen tiles dealt afresh, declared hands ready."""
        return imagine(config, view, rng)

    def read(self, view: View) -> Observation:
        """The view with unseen tiles, distances and useful tiles worked out."""
        return Observation(view)

    def known(self, choice: str) -> bool:
        """Any choice that could ever be offered."""
        return choice in WORDS

    def action_of(self, state: State, action: Move) -> str:
        """Kongs by their tile, a chi by its place, every pong as one."""
        return encoding.action_of(state, action)

    def flat_before_hand(self, view: View) -> dict[str, Any]:
        """The place in the match, the wall and the tile on the table."""
        return {
            "wind": view["wind"],
            "dealer": view["dealer"],
            "streak": view["streak"],
            "live": view["live"],
            "tile": view["tile"] or "",
            "drawn": view["drawn"] or "",
        }

    def flat_after_hand(self, view: View) -> dict[str, Any]:
        """Melds, flowers and declarations: seats apart by `/`, items by a comma."""
        return {
            "melds": "/".join(",".join(map(views.meld_text, row)) for row in view["melds"]),
            "flowers": "/".join(",".join(row) for row in view["flowers"]),
            "declared": ",".join(name or "-" for name in view["declared"]),
        }

    def flat_discards(self, view: View) -> list[str]:
        """One comma list of the tiles in the pond a seat."""
        return [",".join(pond) for pond in view["ponds"]]

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """Who won how, every item and every leg, and everybody's points."""
        row = super().flat_result(result)
        return {
            "winner": row["winner"],
            "round_points": row["round_points"],
            **flat.result(result),
            "scores": row["scores"],
            "round": row["round"],
        }
