"""House bots for Sichuan: one that runs for the nearest win, and one that looks at its worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from bots.bot import Bot, Turn
from engine.game import AnyGame, Seat, View
from engine.mahjong.shapes import PLACE, four, keys_of
from engine.mahjong.tiles import KINDS as ALL_KINDS
from engine.sichuan.moves import KIND_OF, KINDS, SUIT_NAMES

standard: Final = four().standard
Counts = list[int]

# Weights of the value bot, found by series against greedy ones.
EARLY_CHANCE: Final = 0.2
LATE_CHANCE: Final = 0.05
"""What is left of the chance to win for every further tile needed, with a full and no wall."""
USEFUL: Final = 0.03
"""For every unseen tile that brings the hand nearer."""
KONG_MONEY: Final = 0.1
"""What a kong is worth beside the hand, in the same unit as a win for one point."""


@dataclass(slots=True)
class Sight:
    """What one seat can work out from its view; tiles of the void suit are no part of the hand."""

    counts: Counts
    need: int
    laid: tuple[int, ...]
    """Kinds of the own melds."""
    void: int
    unseen: Counts
    left: int


def look(view: View) -> Sight:
    """Count what is known."""
    seat: Seat = int(view["viewer"])
    void = view["void"][seat]
    suit = SUIT_NAMES.index(void) if void else -1
    held = count(view["hand"])
    melds = view["melds"][seat]
    unseen = [4 - own for own in held[:KINDS]] + [0] * (ALL_KINDS - KINDS)
    for pond in view["ponds"]:
        for token in pond:
            if not token.endswith("*"):
                unseen[KIND_OF[token]] -= 1
    for row in view["melds"]:
        for meld in row:
            unseen[KIND_OF[meld["tile"]]] -= 3 if meld["type"] == "pong" else 4
    return Sight(
        counts=without_suit(held, suit),
        need=4 - len(melds),
        laid=tuple(KIND_OF[meld["tile"]] for meld in melds),
        void=suit,
        unseen=unseen,
        left=view["left"],
    )


def count(tiles: Sequence[str]) -> Counts:
    """How many of each kind."""
    counts = [0] * ALL_KINDS
    for tile in tiles:
        counts[KIND_OF[tile]] += 1
    return counts


def without_suit(counts: Counts, suit: int) -> Counts:
    """The counts with one suit taken out; -1 takes none."""
    return [0 if kind // 9 == suit else own for kind, own in enumerate(counts)]


def distance(counts: Counts, need: int) -> int:
    """Tiles to be exchanged until the hand is ready: sets and a pair, or seven pairs."""
    m, p, s, _ = keys_of(counts)
    nearest = standard(m, p, s, 0, need)
    return min(nearest, pairs_distance(counts)) if need == 4 else nearest


def pairs_distance(counts: Counts) -> int:
    """The distance to seven pairs; four alike are two."""
    return 6 - sum([own // 2 for own in counts])


def useful(counts: Counts, need: int, unseen: Counts, void: int) -> int:
    """Unseen tiles that bring the hand nearer."""
    keys = keys_of(counts)
    now = distance(counts, need)
    found = 0
    for kind in range(KINDS):
        if unseen[kind] > 0 and kind // 9 != void:
            more = list(keys)
            more[kind // 9] += PLACE[kind]
            nearer = counts[kind] < 4 and standard(more[0], more[1], more[2], 0, need) < now
            if nearer or (need == 4 and counts[kind] % 2 and pairs_distance(counts) == now):
                found += unseen[kind]
    return found


def changed(counts: Counts, kind: int, by: int) -> Counts:
    """The counts with so many more or fewer of a kind."""
    after = list(counts)
    after[kind] += by
    return after


class GreedyBot(Bot):
    """Voids the suit it needs least, keeps nearest to a win, and takes every win."""

    name = "sichuan-greedy"
    games = ("sichuan",)
    quick = True

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Nothing is kept between decisions."""

    def act(self, turn: Turn) -> str:
        """Win, else whatever the phase asks for."""
        legal = turn.legal
        if "hu" in legal:
            return "hu"
        if len(legal) == 1:
            return legal[0]
        view = turn.view
        match view["phase"]:
            case "Exchange":
                return self.exchange(count(view["hand"]), legal)
            case "Void":
                return self.void(count(view["hand"]), legal)
            case "Claim":
                return self.claim(look(view), legal)
            case _:
                return self.discard(look(view), legal)

    # -- what a hand is worth; higher is better

    def worth(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:  # noqa: ARG002
        """How good it is to hold these tiles."""
        return -distance(counts, need)

    def opening_worth(self, counts: Counts) -> float:
        """How good a hand is before the void suit is named: by the best suit to do without."""
        return max(self.worth_without(counts, suit) for suit in range(3))

    def worth_without(self, counts: Counts, suit: int) -> float:
        """How good a hand is without a suit; tiles of it have to be discarded first."""
        rest = without_suit(counts, suit)
        dropped = sum(counts) - sum(rest)
        return -distance(rest, 4) - 0.1 * dropped

    # -- decisions

    def exchange(self, counts: Counts, legal: Sequence[str]) -> str:
        """The three tiles that leave the best hand."""

        def after(choice: str) -> float:
            suit = choice[-1]
            rest = list(counts)
            for digit in choice.removeprefix("exchange:")[:-1]:
                rest[KIND_OF[digit + suit]] -= 1
            return self.opening_worth(rest)

        return max(legal, key=after)

    def void(self, counts: Counts, legal: Sequence[str]) -> str:
        """The suit that is missed least."""
        return max(
            legal, key=lambda choice: self.worth_without(counts, SUIT_NAMES.index(choice[-1]))
        )

    def claim(self, sight: Sight, legal: Sequence[str]) -> str:
        """Pong or kong where it helps, else pass."""
        now = self.worth(sight, sight.counts, sight.need, sight.laid)
        best, best_worth = "pass", now
        for choice in legal:
            verb, _, tile = choice.partition(":")
            if verb in ("pong", "kong"):
                after = self.after_meld(sight, verb, KIND_OF[tile])
                if after > best_worth:
                    best, best_worth = choice, after
        return best

    def after_meld(self, sight: Sight, verb: str, kind: int) -> float:
        """How good the hand is once a meld is laid; after a pong a tile has to go."""
        own = {"pong": 2, "kong": 3, "ckong": 4, "akong": 1}[verb]
        counts = changed(sight.counts, kind, -own)
        if verb == "akong":
            return self.worth(sight, counts, sight.need, sight.laid)
        laid = (*sight.laid, kind)
        if verb == "pong":
            return self.best_rest(sight, counts, sight.need - 1, laid)
        return self.worth(sight, counts, sight.need - 1, laid)

    def best_rest(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:
        """How good the hand is after its best discard."""
        return max(
            self.worth(sight, changed(counts, kind, -1), need, laid)
            for kind in range(KINDS)
            if counts[kind]
        )

    def discard(self, sight: Sight, legal: Sequence[str]) -> str:
        """A kong that costs nothing, else the tile that leaves the best hand."""
        drops = [choice for choice in legal if choice.startswith("discard:")]
        kongs = [choice for choice in legal if not choice.startswith("discard:")]
        rest = {choice: self.rest_worth(sight, KIND_OF[choice[8:]]) for choice in drops}
        top = max(rest.values())
        for choice in kongs:
            verb, _, tile = choice.partition(":")
            if self.after_meld(sight, verb, KIND_OF[tile]) + self.kong_worth() >= top:
                return choice
        best = [choice for choice in drops if rest[choice] == top]
        if len(best) == 1:
            return best[0]
        return max(best, key=lambda choice: self.tie_worth(sight, KIND_OF[choice[8:]]))

    def kong_worth(self) -> float:
        """What a kong earns, in the unit of `worth`."""
        return 0.0

    def rest_worth(self, sight: Sight, kind: int) -> float:
        """How good the hand is without a tile; one of the void suit was never part of it."""
        if kind // 9 == sight.void:
            return self.worth(sight, sight.counts, sight.need, sight.laid) + 1
        return self.worth(sight, changed(sight.counts, kind, -1), sight.need, sight.laid)

    def tie_worth(self, sight: Sight, kind: int) -> int:
        """Between equal discards: how many tiles would then help."""
        if kind // 9 == sight.void:
            return 0
        counts = changed(sight.counts, kind, -1)
        return useful(counts, sight.need, sight.unseen, sight.void)


class ValueBot(GreedyBot):
    """Weighs how near a win is against what it would pay: flushes, triplets, pairs, roots."""

    name = "sichuan-value"

    def worth(self, sight: Sight, counts: Counts, need: int, laid: tuple[int, ...]) -> float:
        """The best plan: its value, and its chance by the tiles it still needs."""
        best = 0.0
        root = roots(counts, laid)
        chance = LATE_CHANCE + (EARLY_CHANCE - LATE_CHANCE) * sight.left / FULL_WALL
        for steps, fan in plans(counts, need, laid):
            value = 2.0 ** min(fan + root, 4)
            best = max(best, value * chance ** (steps + 1))
        return best

    def worth_without(self, counts: Counts, suit: int) -> float:
        """The best plan without a suit, less for the tiles that have to go first."""
        rest = without_suit(counts, suit)
        dropped = sum(counts) - sum(rest)
        return self.worth(NOTHING_SEEN, rest, 4, ()) * 0.95**dropped

    def kong_worth(self) -> float:
        """Kongs are paid for at once."""
        return KONG_MONEY

    def rest_worth(self, sight: Sight, kind: int) -> float:
        """The best plan without a tile, and a little for the tiles that would help."""
        if kind // 9 == sight.void:
            return 100.0
        counts = changed(sight.counts, kind, -1)
        plan = self.worth(sight, counts, sight.need, sight.laid)
        return plan * (1 + USEFUL * useful(counts, sight.need, sight.unseen, sight.void))


FULL_WALL: Final = 55
NOTHING_SEEN: Final = Sight([0] * ALL_KINDS, 4, (), -1, [4] * ALL_KINDS, FULL_WALL)


def roots(counts: Counts, laid: tuple[int, ...]) -> int:
    """根 Kinds of which all four are held."""
    return sum([counts[kind] + 3 * (kind in laid) == 4 for kind in range(KINDS)])


def plans(counts: Counts, need: int, laid: tuple[int, ...]) -> list[tuple[int, float]]:
    """Ways to win: the tiles each still needs, and its fan."""
    m, p, s, _ = keys_of(counts)
    hook = 1 if need == 0 else 0
    triplets = triplets_distance(counts, need)
    found = [(standard(m, p, s, 0, need), 0.0), (triplets, 1.0 + hook)]
    if need == 4:
        found.append((pairs_distance(counts), 2.0))
    for suit in range(3):
        if all(kind // 9 == suit for kind in laid):
            own = [key if place == suit else 0 for place, key in enumerate((m, p, s))]
            found.append((standard(own[0], own[1], own[2], 0, need), 2.0))
    return found


def triplets_distance(counts: Counts, need: int) -> int:
    """The distance to triplets and a pair."""
    sets = sum([own >= 3 for own in counts])
    pairs = sum([own == 2 for own in counts])
    sets = min(sets, need)
    return 2 * need - 2 * sets - min(pairs, need - sets + 1)
