"""Bots for Goita: a greedy one, a careless one, and two searches that the greedy one advises."""

from collections.abc import Sequence
from random import Random

from bots import Bot
from bots.bot import Turn
from bots.careless import CarelessBot
from bots.playouts import Beginning, Play
from bots.search import SearchBot
from engine.game import AnyGame, Seat
from goita.endgame import after, ending
from goita.pieces import KINGS, VALUES, kind
from goita.rules import GoitaConfig, Move, State, partner

EXACT = 12
"""Pieces in all hands from which on a round is solved to its end."""


class GoitaGreedy(Bot):
    """Attacks with what it has most of, keeps high pieces, and lets its partner's attacks pass."""

    name = "goita-greedy"
    level = "club"
    rank = 1
    games = ("goita",)
    quick = True
    house = True

    def act(self, turn: Turn) -> str:
        view = turn.view
        sizes = view["hand_sizes"]
        return choose(turn.seat, turn.legal, "".join(view["hand"]), view["attacker"], sizes)


def choose(
    seat: Seat, legal: Sequence[str], hand: str, attacker: Seat, sizes: Sequence[int]
) -> str:
    """Return the greedy choice from all that it depends on."""
    mate = partner(seat)
    if legal[-1] == "pass" and attacker == mate and sizes[mate] <= sizes[seat]:
        return "pass"
    if legal[0] == "play" or len(legal) == 1:
        return legal[0]
    if legal[0].startswith("attack"):
        return max(legal, key=lambda choice: attack_worth(choice[-1], hand))
    pieces = [choice for choice in legal if ":" in choice]
    return min(pieces, key=lambda choice: first_cost(choice[-1], hand))


def alike(piece: str, hand: str) -> int:
    return sum(kind(other) == kind(piece) for other in hand)


def attack_worth(piece: str, hand: str) -> float:
    """Return how good an attack is: a kind of which many are held is hard to receive."""
    return 10 * alike(piece, hand) - VALUES[piece] / 10


def first_cost(piece: str, hand: str) -> float:
    """Return what it costs to lay a piece first: single low ones go, kings stay."""
    return VALUES[piece] / 10 + 3 * alike(piece, hand) + (10 if piece in KINGS else 0)


def play_out(state: State, seat: Seat, offer: Sequence[Move]) -> Move:
    """Play greedily from a state, without a view: playouts make thousands of moves."""
    legal = [move.choice for move in offer]
    sizes = [len(hand) for hand in state.hands]
    return offer[legal.index(choose(seat, legal, state.hands[seat], state.attacker, sizes))]


class GoitaCareless(CarelessBot):
    """Plays as `goita-greedy`, but every fourth choice is made at random."""

    name = "goita-careless"
    games = ("goita",)
    careful = GoitaGreedy


class GoitaSample(SearchBot):
    """Plays rounds out greedily in a few imagined worlds, and takes what scores most."""

    name = "goita-sample"
    level = "strong"
    rank = 2
    games = ("goita",)
    advisers = (GoitaGreedy,)
    playouts = 16

    def player(self, game: AnyGame, seats: int, config: GoitaConfig, rng: Random) -> Play:  # noqa: ARG002
        return play_out


class GoitaSearch(GoitaSample):
    """Does so in many worlds, and solves the end of each round."""

    name = "goita-search"
    level = "expert"
    rank = 3
    playouts = 120

    def outcomes(self, beginnings: Sequence[Beginning]) -> list[Sequence[int]]:
        """Play rounds out, or solve them where few pieces are left and no variant has a say."""
        world: State = beginnings[0][0]
        if self._rules.variants or sum(map(len, world.hands)) > EXACT:
            return super().outcomes(beginnings)
        end = ending(world)
        leads = [after(end, moves[world.current].choice) for _, moves in beginnings]
        return [(lead, -lead, lead, -lead) for lead in leads]
