"""虎と龍 Tiger & Dragon: empty your hand first, and close with the tile that scores."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.game import (
    Asking,
    Event,
    Game,
    Outcome,
    RoundResult,
    Seat,
    Step,
    View,
    Viewer,
    commas,
)
from engine.rng import Deals
from engine.tigerdragon import encoding, match, rules, views
from engine.tigerdragon.config import PRESETS, TigerDragonConfig
from engine.tigerdragon.events import EVENT_TYPES
from engine.tigerdragon.imagine import imagine
from engine.tigerdragon.model import State, Table
from engine.tigerdragon.moves import WORDS, Move
from engine.tigerdragon.variants import VARIANTS

SHORT = {"target": 1}

LOWER_WORDS = frozenset(word.lower() for word in WORDS)


class TigerDragon(Game[State, Move, Event, TigerDragonConfig]):
    """A climbing game for 2-5 with 38 tiles: attack, defend or pass."""

    name = "tigerdragon"
    title = "Tiger & Dragon"
    version = 1
    seats = (2, 3, 4, 5)
    default_seats = 4
    config_type = TigerDragonConfig
    presets = PRESETS
    view_type = views.TigerDragonView
    event_types = EVENT_TYPES
    variants = VARIANTS
    short = SHORT
    strength = Path(__file__).with_name("strength.json")
    liked = "D T"
    luck = 1 / 3
    words = WORDS
    channels = encoding.CHANNELS

    def start(self, config: TigerDragonConfig, deals: Deals, seats: int) -> Step[State, Event]:
        """The first deal."""
        config.check_seats(seats)
        return match.start(Table(config, deals, seats))

    def choices(self, state: State) -> Mapping[Seat, tuple[Move, ...]]:
        """Always one seat's."""
        return rules.choices(state)

    def asking(self, state: State) -> Asking:  # noqa: ARG002
        """Seats answer an attack one after the other, each on its turn."""
        return "turn"

    def default(self, state: State, seat: Seat) -> Move:  # noqa: ARG002
        """Pass where one may, else the first tile on offer."""
        return rules.default(state)

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
        """The current player's move."""
        return rules.apply(state, moves[state.current])

    def view(self, state: State, viewer: Viewer) -> View:
        """What this viewer sees of the round."""
        return views.view(state, viewer)

    def outcome(self, state: State) -> Outcome:
        """The scores, and ranks by score or by partnership."""
        return match.outcome(state)

    def imagine(self, config: TigerDragonConfig, view: View, rng: Random) -> State:
        """The unseen tiles dealt afresh."""
        return imagine(config, view, rng)

    def teams(self, config: TigerDragonConfig, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Partners sit opposite."""
        return ((0, 2), (1, 3)) if config.teams else super().teams(config, seats)

    def known(self, choice: str) -> bool:
        """A tile's letter or `pass`."""
        return choice in LOWER_WORDS

    def encode(self, state: State, seat: Seat) -> bytes:
        """Tiles by number, then what everybody did."""
        return encoding.encode(state, seat)

    def flat_view(self, state: State, viewer: Viewer) -> View:
        """Hands in number, tiles and scores, without the history."""
        return views.flat_view(state, viewer)

    def flat_before_hand(self, view: View) -> dict[str, Any]:
        """The attack to answer."""
        return {"attack_tile": view["attack_tile"]}

    def flat_after_hand(self, view: View) -> dict[str, Any]:
        """Face-down tiles by seat."""
        return {"bonus_discards": commas(view["bonus_discards"])}

    def flat_discards(self, view: View) -> list[str]:
        """Placements in order; everybody's face-down tiles read `B`."""
        rows: list[list[str]] = [[] for _ in range(view["seats"])]
        for token in view["history"]:
            if not token.endswith("pass"):
                rows[int(token[0])].append("B" if token.endswith("B") else token[1:])
        return [",".join(row) for row in rows]

    def flat_result(self, result: RoundResult) -> dict[str, Any]:
        """The keys of round_result as the first server sent them."""
        (winner,) = result.winners
        return {
            "winner": winner,
            "last_tile": result.extra["last_tile"],
            "bonus_discards": result.extra["bonus_discards"],
            "round_points": result.points[winner],
            "winner_hand": "",
            "winner_hand_size": 0,
            "winner_discards": result.extra["winner_discards"],
            "scores": commas(result.scores),
            "round": result.round,
        }
