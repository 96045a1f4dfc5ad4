"""House bots for Tiger & Dragon: one that always defends, and one that counts tiles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from bots.bot import Bot
from bots.turn import Turn
from engine.game import AnyGame, Seat, View
from engine.tigerdragon.model import State
from engine.tigerdragon.moves import Move
from engine.tigerdragon.rules import defenders
from engine.tigerdragon.scoring import round_points
from engine.tigerdragon.tiles import COPIES

# Weights in points, found by series against defenders.
TURN_VALUE = 6.0
"""What it is worth to attack next: an answer that costs more is not given."""
STILL_CLOSES = 0.2
"""The part of the closing points that an answered attack leaves."""
COPY_VALUE = 1.5
"""For each copy in hand of the tile attacked with: other numbers stay to defend with."""
WILLING = 0.95
"""How likely a copy that could answer is used for it."""
NUMBER_VALUE = 0.1
"""For each different tile in hand."""


class DefenderBot(Bot):
    """Answers every attack it can, with a number before a wild tile; else plays at random."""

    name = "defender"
    level = "casual"
    rank = 1
    house = True
    games = ("tigerdragon",)
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: object, rng: Random) -> None:  # noqa: ARG002
        """Keep the random numbers."""
        self._random = rng.random

    def act(self, turn: Turn) -> str:
        """The first answer on offer; `pass` is always the last choice."""
        legal = turn.legal
        if legal[-1] == "pass":
            return legal[0]
        return legal[int(self._random() * len(legal))]


@dataclass(slots=True)
class Sight:
    """What one seat can work out from its view."""

    hand: str
    unseen: Mapping[str, int]
    hidden: int
    """Tiles in other hands; the rest of the unseen ones lie face down or aside."""
    bonus: Sequence[int]
    seat: Seat
    card: str
    last_attack: str
    wild_answerable: bool
    _chances: dict[str, float] = field(default_factory=dict)

    def unanswered(self, attack: str) -> float:
        """The chance that nobody answers, if unseen tiles lie anywhere alike."""
        if attack not in self._chances:
            self._chances[attack] = self._unanswered(attack)
        return self._chances[attack]

    def _unanswered(self, attack: str) -> float:
        tiles = defenders(attack, wild_answerable=self.wild_answerable)
        answers = sum(self.unseen[tile] for tile in tiles)
        held = self.hidden / max(1, sum(self.unseen.values()))
        return (1 - held * WILLING) ** answers

    def closing_points(self, tile: str, attack: str, face_down: int) -> int:
        """What this tile would score as the last one, after so many more face-down tiles."""
        own, everybody = self.bonus[self.seat] + face_down, sum(self.bonus) + face_down
        return closing(self.card, tile, own, everybody, attack or self.last_attack)


@lru_cache(maxsize=10_000)
def closing(card: str, tile: str, own: int, everybody: int, previous: str) -> int:
    """What a closing tile scores, remembered."""
    return round_points(card, tile, own, everybody, prev_attack=previous)


def look(view: View, *, wild_answerable: bool) -> Sight:
    """Count what is known: the own hand, face-up tiles, and own face-down tiles."""
    seat: Seat = int(view["viewer"])
    history: Sequence[str] = view["history"]
    shown = Counter(token[1] for token in history if len(token) == 3)
    shown.update(view["hand"])
    attacks = [token[1] for token in history if token[0] == str(seat) and token[-1] == "A"]
    return Sight(
        hand="".join(view["hand"]),
        unseen={tile: copies - shown[tile] for tile, copies in COPIES.items()},
        hidden=sum(view["hand_sizes"]) - len(view["hand"]),
        bonus=view["bonus_discards"],
        seat=seat,
        card=view["card"],
        last_attack=attacks[-1] if attacks else "",
        wild_answerable=wild_answerable,
    )


def sight_of_state(state: State, seat: Seat) -> Sight:
    """The same of an imagined position, without the way over a view."""
    others = [tile for s, hand in enumerate(state.hands) if s != seat for tile in hand]
    face_down = [tile for s, row in enumerate(state.face_down) if s != seat for tile in row]
    unseen = "".join([*others, *face_down, state.set_aside])
    attacks = [token[1] for token in state.history if token[0] == str(seat) and token[-1] == "A"]
    config = state.table.config
    return Sight(
        hand=state.hands[seat],
        unseen={tile: unseen.count(tile) for tile in COPIES},
        hidden=len(others),
        bonus=[len(row) for row in state.face_down],
        seat=seat,
        card=config.card,
        last_attack=attacks[-1] if attacks else "",
        wild_answerable=config.wild_answerable,
    )


class CounterBot(Bot):
    """Counts unseen copies: attacks where no answer is likely, and closes where it pays."""

    name = "counter"
    level = "club"
    rank = 2
    house = True
    games = ("tigerdragon",)
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep the options that matter: who plays together, and what answers a wild tile."""
        self._wild_answerable: bool = config.wild_answerable
        self._teams: bool = config.teams

    def act(self, turn: Turn) -> str:
        """Defend, attack or lay face down, whichever is asked."""
        if turn.legal == ("pass",):
            return "pass"
        view = turn.view
        sight = look(view, wild_answerable=self._wild_answerable)
        by_partner = self._teams and view["attacker"] == (turn.seat + 2) % 4
        return decide(sight, view["phase"], turn.legal, by_partner=by_partner)


def play_out(state: State, seat: Seat, offer: Sequence[Move]) -> Move:
    """The counting bot's move in an imagined position, for playouts."""
    by_partner = state.table.config.teams and state.attacker == (seat + 2) % 4
    legal = [move.choice for move in offer]
    sight = sight_of_state(state, seat)
    return offer[legal.index(decide(sight, state.phase, legal, by_partner=by_partner))]


def decide(sight: Sight, phase: str, legal: Sequence[str], *, by_partner: bool) -> str:
    """Defend, attack or lay face down, whichever is asked."""
    if phase == "Defend":
        return best_defence(sight, legal, by_partner=by_partner)
    if phase == "Attack":
        return best_attack(sight, legal)
    return best_face_down(sight, legal)


def best_defence(sight: Sight, legal: Sequence[str], *, by_partner: bool) -> str:
    """The answer that costs least, unless it costs too much or the attack is the partner's."""
    answers = [choice for choice in legal if choice != "pass"]
    if by_partner and "pass" in legal and len(sight.hand) > 1:
        return "pass"
    best = max(answers, key=lambda tile: after_defence(sight, tile))
    costly = after_defence(sight, best) + TURN_VALUE < hand_value(sight, sight.hand)
    return "pass" if costly and "pass" in legal else best


def closer(sight: Sight, hand: str) -> str:
    """The tile worth keeping for the end."""
    return max(dict.fromkeys(hand), key=lambda tile: sight.closing_points(tile, "", len(hand) // 2))


def best_attack(sight: Sight, legal: Sequence[str]) -> str:
    """The attack that is least likely answered, the closing tile kept back."""
    return max(legal, key=lambda tile: attack_value(sight, tile))


def attack_value(sight: Sight, tile: str) -> float:
    """How good an attack is: its chance to stand, and what the hand can still close for."""
    rest = sight.hand.replace(tile, "", 1)
    chance = sight.unanswered(tile)
    if not rest:
        return sight.closing_points(tile, tile, 0)
    best = sight.closing_points(closer(sight, rest), tile, len(rest) // 2 + 1)
    return (chance + STILL_CLOSES) * best + COPY_VALUE * sight.hand.count(tile)


def best_face_down(sight: Sight, legal: Sequence[str]) -> str:
    """The tile that is of least use, unless it closes the round."""
    return max(legal, key=lambda tile: hand_value(sight, sight.hand.replace(tile, "", 1)))


def after_defence(sight: Sight, tile: str) -> float:
    """What the hand is worth once this answer is laid; a closing answer counts in full."""
    rest = sight.hand.replace(tile, "", 1)
    if not rest:
        return 100.0 + sight.closing_points(tile, "", 0)
    return hand_value(sight, rest)


def hand_value(sight: Sight, hand: str) -> float:
    """The worth of a hand that attacks next."""
    if not hand:
        return 0.0
    keep = closer(sight, hand)
    rest = hand.replace(keep, "", 1)
    points = sight.closing_points(keep, "", 1 + len(rest) // 2)
    return points + sum(map(sight.unanswered, rest)) + NUMBER_VALUE * len(set(hand))
