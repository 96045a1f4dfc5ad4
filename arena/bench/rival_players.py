"""The players of the riichi races: the same plan, each with the means its own engine offers.

They win, declare riichi, never call, and otherwise give away the first tile of those that leave
the hand nearest to complete.
"""

from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any, Final

from bots import Bot, Turn
from engine.game import AnyGame, Dealt, Event, Seat
from engine.mahjong.events import Drawn
from engine.mahjong.shapes import PLACE, SUIT, four
from engine.mahjong.tiles import FACE_OF, KIND, KINDS, NAMES
from engine.riichi.events import Discarded

Pick = Callable[[Any, list[Any], Random], Any]
"""Of an observation of riichienv and its legal actions, the one to play."""


def pick_any(_observation: Any, legal: list[Any], rng: Random) -> Any:
    """Any legal action, each as likely as the next."""
    return legal[int(rng.random() * len(legal))]


class TheirSeeker:
    """riichienv's player who seeks tenpai: the hand is read from its observation."""

    def __init__(self, riichienv: ModuleType) -> None:
        kinds = riichienv.ActionType
        self._first = (kinds.TSUMO, kinds.RON, kinds.RIICHI, kinds.PASS)
        self._discard = kinds.DISCARD
        self._distance = riichienv.calculate_shanten

    def __call__(self, observation: Any, legal: list[Any], _rng: Random) -> Any:
        """Win, declare, never call; else the discard that leaves the hand nearest."""
        types = [action.action_type for action in legal]
        for wanted in self._first:
            if wanted in types:
                return legal[types.index(wanted)]
        hand = observation.hand
        discards = {a.tile // 4: a for a in legal if a.action_type == self._discard}
        return min(discards.values(), key=lambda action: self._without(hand, action.tile))

    def _without(self, hand: list[int], tile: int) -> Any:
        at = hand.index(tile)
        return self._distance(hand[:at] + hand[at + 1 :])


DISCARDS: Final = {f"discard:{name}": KIND[face] for face, name in enumerate(NAMES)}
"""The kind that each discard from the hand gives away."""


class TenpaiSeeker(Bot):
    """Our player who seeks tenpai: it keeps the keys of its hand from the events it is shown."""

    name = "tenpai-seeker"
    games = ("riichi",)

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Note the seat; the hand comes with the deal."""
        self._seat = seat
        self._keys = [0, 0, 0, 0]
        self._drawn = 0
        self._nearest = four().nearest

    def act(self, turn: Turn) -> str:
        """Win, declare, never call; else the discard that leaves the hand nearest."""
        for event in turn.events:
            self._follow(event)
        legal = turn.legal
        for word in ("tsumo", "ron", "pass"):
            if word in legal:
                return word
        for choice in legal:
            if choice.startswith("riichi"):
                return choice
        return self._nearest_discard(legal)

    def _follow(self, event: Event) -> None:
        match event:
            case Drawn(seat=self._seat, tile=str() as tile):
                self._drawn = self._shift(tile, 1)
            case Discarded(seat=self._seat, tile=tile):
                self._shift(tile, -1)
            case Dealt(seat=self._seat, hand=tuple() as hand):
                self._keys = [0, 0, 0, 0]
                for tile in hand:
                    self._shift(tile, 1)
            case _:
                pass  # nothing of the own hand

    def _shift(self, tile: str, by: int) -> int:
        kind = KIND[FACE_OF[tile]]
        self._keys[SUIT[kind]] += PLACE[kind] * by
        return kind

    def _nearest_discard(self, legal: Sequence[str]) -> str:
        best, least = legal[0], KINDS
        for choice in legal:
            kind = self._drawn if choice == "tsumogiri" else DISCARDS.get(choice, -1)
            if kind >= 0 and (distance := self._distance_without(kind)) < least:
                best, least = choice, distance
        return best

    def _distance_without(self, kind: int) -> int:
        keys = self._keys[:]
        keys[SUIT[kind]] -= PLACE[kind]
        return self._nearest(keys[0], keys[1], keys[2], keys[3], 4)
