"""Bots for Goita: a greedy one, and the arena's search that it advises."""

from bots import Bot
from bots.bot import Turn
from bots.search import SearchBot
from engine.game import View
from goita.pieces import KINGS, VALUES, kind


class GoitaGreedy(Bot):
    """Keeps pairs for the end, receives what its partner does not attack, ends on high pieces."""

    name = "goita-greedy"
    rank = 1
    games = ("goita",)
    quick = True
    house = True

    def act(self, turn: Turn) -> str:
        legal, view = turn.legal, turn.view
        verb = legal[0].partition(":")[0]
        if verb == "play":
            return "play"
        if verb == "pass" or (verb == "take" and self.lets_through(turn.seat, view)):
            return "pass"
        hand = view["hand"]
        if verb == "attack":
            return max(legal, key=lambda choice: attack_worth(choice[-1], hand))
        pieces = [choice for choice in legal if ":" in choice]
        return min(pieces, key=lambda choice: first_cost(choice[-1], hand))

    def lets_through(self, seat: int, view: View) -> bool:
        """Return whether the attack is the partner's, who goes on unless this hand is shorter."""
        sizes = view["hand_sizes"]
        mate = (seat + 2) % 4
        return bool(view["attacker"] == mate and sizes[mate] <= sizes[seat])


def alike(piece: str, hand: list[str]) -> int:
    return sum(kind(other) == kind(piece) for other in hand)


def attack_worth(piece: str, hand: list[str]) -> float:
    """Return how good an attack is: many of a kind are hard to receive; kings end the round."""
    last = len(hand) == 1
    return VALUES[piece] if last else 10 * alike(piece, hand) - VALUES[piece] / 10


def first_cost(piece: str, hand: list[str]) -> float:
    """Return what it costs to lay a piece first: single low ones go, kings stay."""
    return VALUES[piece] / 10 + 3 * alike(piece, hand) + (10 if piece in KINGS else 0)


class GoitaSearch(SearchBot):
    """Plays rounds out in imagination, everybody greedy, and takes what scores most."""

    name = "goita-search"
    rank = 2
    games = ("goita",)
    advisers = (GoitaGreedy,)
    playouts = 80
