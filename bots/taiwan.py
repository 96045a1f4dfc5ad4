"""House bots for Taiwan mahjong: one that hurries, and one that weighs worth against speed."""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from random import Random
from typing import Any

from bots.bot import Bot
from bots.hand_notes import Remark
from bots.taiwan_hints import remarks, study
from bots.turn import Turn
from engine.game import AnyGame, Seat, View
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import DRAGONS
from engine.taiwan.hand import distance_of
from engine.taiwan.observation import Observation
from engine.taiwan.tiles import NAMES, TILE_OF

CLAIMS = ("chi", "pong", "kong")
KONGS = ("ckong", "akong")


def verb(choice: str) -> str:
    """What a choice does, without its tiles."""
    return choice.partition(":")[0]


def kind_of(choice: str) -> int:
    """The kind that a choice names."""
    return TILE_OF[choice.partition(":")[2]]


def without(counts: Sequence[int], kinds: Iterable[int]) -> bytearray:
    """These tiles less some of them."""
    left = bytearray(counts)
    for kind in kinds:
        left[kind] -= 1
    return left


def claim_uses(choice: str, tile: int) -> list[int]:
    """The kinds that a claim takes from the hand."""
    name, _, text = choice.partition(":")
    if name == "chi":
        return [TILE_OF[number + text[-1]] for number in text[:-1]]
    return [tile] * (3 if name == "kong" else 2)


def kong_uses(choice: str) -> list[int]:
    """The kinds that a kong in the own turn takes from the hand."""
    return [kind_of(choice)] * (4 if choice.startswith("ckong") else 1)


def distance(counts: Sequence[int], need: int) -> int:
    """How far these tiles are from so many sets and a pair."""
    return distance_of(*keys_of(counts), need)


class Judge:
    """How good a hand is; the bots differ in this alone. Larger is better."""

    def __init__(self, sight: Observation) -> None:
        self.sight = sight

    def hand(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """Near hands first; of equally near ones that with more useful tiles."""
        far, useful = self.sight.useful(counts, 5 - len(melds))
        return -1000.0 * far + useful

    def risk(self, kind: int) -> float:  # noqa: ARG002
        """What it costs to discard a kind, in the measure of `hand`: nothing to a hurried bot."""
        return 0.0

    def discard(self, counts: Sequence[int], melds: Sequence[str], kind: int) -> float:
        """How good it is to discard a kind and keep this hand."""
        return self.hand(counts, melds) - self.risk(kind)


class GreedyBot(Bot):
    """Hurries: the least distance, then the most useful tiles; claims only what brings nearer."""

    name = "taiwan-greedy"
    level = "club"
    rank = 1
    house = True
    games = ("taiwan",)
    quick = True
    slack = 0
    """How much further from ready a discard may leave the hand than the nearest one."""

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep the options: what a win pays depends on them."""
        self.config = config

    def act(self, turn: Turn) -> str:
        """Win if possible; else the best discard, kong or claim."""
        legal = turn.legal
        if "win" in legal:
            return "win"
        if len(legal) == 1:
            return legal[0]
        if legal[0] == "ready":
            return "ready"
        sight = Observation(turn.view)
        if legal[-1] == "pass":
            return self.claim(legal, sight)
        return self.own_turn(legal, sight)

    def remarks(self, turn: Turn) -> Mapping[str, Remark]:
        """Say what each discard waits for, what a win is worth, and what passing it means."""
        return remarks(Observation(turn.view), self.config, turn.legal)

    def study(self, view: View) -> Mapping[str, Any]:
        """Say how far the hand is, and what helps or wins."""
        return study(Observation(view), self.config)

    def judge(self, sight: Observation) -> Judge:
        """The judge of this decision."""
        return Judge(sight)

    def own_turn(self, legal: Sequence[str], sight: Observation) -> str:
        """A kong that costs nothing, else the best discard, declared ready if it may be."""
        distances = sight.after_discards()
        nearest = min(distances.values())
        for choice in legal:
            if verb(choice) in KONGS and self.kong_is_free(choice, sight, nearest):
                return choice
        melds = meld_words(sight)
        judge = self.judge(sight)
        kinds = [kind_of(choice) for choice in legal if verb(choice) == "discard"]
        closest = min([distances[kind] for kind in kinds])
        near = [kind for kind in kinds if distances[kind] <= closest + self.slack]
        best = max(
            near,
            key=lambda kind: judge.discard(without(sight.counts, [kind]), melds, kind),
        )
        ready = f"ready:{NAMES[best]}"
        return ready if ready in legal else f"discard:{NAMES[best]}"

    def kong_is_free(self, choice: str, sight: Observation, nearest: int) -> bool:
        """Whether the hand is no further from ready after the kong than after a discard."""
        need = sight.need - choice.startswith("ckong")
        return distance(without(sight.counts, kong_uses(choice)), need) <= nearest

    def claim(self, legal: Sequence[str], sight: Observation) -> str:
        """The claim that makes the hand best, if it comes nearer; an open kong costs nothing."""
        now = distance(sight.counts, sight.need)
        judge = self.judge(sight)
        best, value = "pass", self.pass_value(judge, sight)
        for choice in legal:
            if verb(choice) not in CLAIMS:
                continue
            left = without(sight.counts, claim_uses(choice, sight.tile))
            far = distance(left, sight.need - 1)
            free = verb(choice) == "kong" and not sight.closed and far == now
            if far < now or free:
                worth = self.claim_value(judge, sight, choice, left)
                if worth > value:
                    best, value = choice, worth
        return best

    def pass_value(self, judge: Judge, sight: Observation) -> float:  # noqa: ARG002
        """What it is worth to let the tile go: any claim that brings nearer is better."""
        return float("-inf")

    def claim_value(
        self, judge: Judge, sight: Observation, choice: str, left: Sequence[int]
    ) -> float:
        """What the hand is worth after a claim and the best discard that follows."""
        melds = [*meld_words(sight), meld_word(choice, sight.tile)]
        if verb(choice) == "kong":
            return judge.hand(left, melds)
        return self.after_claim(judge, sight, melds, left)

    def after_claim(
        self,
        judge: Judge,
        sight: Observation,  # noqa: ARG002
        melds: Sequence[str],
        left: Sequence[int],
    ) -> float:
        """What the hand is worth after the best discard that follows a claim."""
        return max(judge.hand(without(left, [kind]), melds) for kind, n in enumerate(left) if n)


def meld_words(sight: Observation) -> list[str]:
    """The own melds, each as its type and first tile, such as `pong:5p`."""
    return [f"{meld['type']}:{meld['tiles'][0]}" for meld in sight.melds]


def meld_word(choice: str, tile: int) -> str:
    """The meld that a claim makes, as its type and first tile."""
    first = min(tile, *claim_uses(choice, tile))
    name = {"chi": "chi", "pong": "pong", "kong": "open_kong"}[verb(choice)]
    return f"{name}:{NAMES[first]}"


# Weights of the value bot, in units of log worth; in series they were not seen to lose.
STEP = 2.0
"""What one step nearer to ready is worth."""
USEFUL = 2.0
"""What it is worth to have e times as many useful tiles."""
PAIR = 0.35
"""The part of a triplet's tai that its pair counts for."""
CONCEALED = 1.2
"""Tai of a hand that nothing was claimed for: 門清, and at times 不求."""
FLUSH_FROM = 12
"""Tiles of one suit and honors from which on a flush counts."""

RISK = 0.6
"""What it costs to discard a tile that nobody has shown, at the end of a hand."""
LIVE = 63
"""Live tiles at the beginning of a hand."""
RECENT = 3
"""Discards that nobody won on just now: the same kind is hardly waited for."""


class ValueJudge(Judge):
    """Weighs the tai a hand can reach against how far it is and how much would help."""

    def __init__(self, sight: Observation, base: int, unit: int) -> None:
        super().__init__(sight)
        self.base = base
        self.unit = unit

    def hand(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """The logarithm of what the hand may bring."""
        far, useful = self.sight.useful(counts, 5 - len(melds))
        worth = self.base + self.unit * self.tai(counts, melds)
        return USEFUL * log(1 + useful) - STEP * far + log(max(worth, 0.1))

    def risk(self, kind: int) -> float:
        """Late in a hand, tiles that others may wait for cost more the fewer of them are seen."""
        view = self.sight.view
        thrown = [word for word in view["history"] if "discard:" in word]
        if any(word.endswith(NAMES[kind]) for word in thrown[-RECENT:]):
            return 0.0
        late: float = 1 - view["live"] / LIVE
        return RISK * late * self.sight.unseen[kind] / 3

    def tai(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """Roughly the tai of the hand once it is complete."""
        triplets = [TILE_OF[word.partition(":")[2]] for word in melds if word[:3] != "chi"]
        total = float(self.sight.own_flowers) + self.honors(counts, triplets)
        if all(word.startswith("concealed_kong") for word in melds):
            total += CONCEALED
        return total + self.flush(counts, melds) + self.all_triplets(counts, melds, triplets)

    def honors(self, counts: Sequence[int], triplets: list[int]) -> float:
        """Dragons, the own wind and the round's: triplets in full, pairs in part."""
        total = 0.0
        for kind in (*DRAGONS, *self.sight.winds):
            if kind in triplets or counts[kind] >= 3:
                total += 1.0
            elif counts[kind] == 2 and self.sight.unseen[kind]:
                total += PAIR
        return total

    def flush(self, counts: Sequence[int], melds: Sequence[str]) -> float:
        """湊一色 and 清一色 as far as the hand has come."""
        suits = [sum(counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
        honors = sum(counts[27:])
        for word in melds:
            kind = TILE_OF[word.partition(":")[2]]
            if kind < 27:
                suits[kind // 9] += 3
            else:
                honors += 3
        most = max(suits)
        if sum(suits) - most > 16 - FLUSH_FROM:
            return 0.0
        share = (most + honors - FLUSH_FROM + 1) / (17 - FLUSH_FROM)
        return max(0.0, min(share, 1.0)) ** 2 * (4.0 if honors else 8.0)

    def all_triplets(
        self, counts: Sequence[int], melds: Sequence[str], triplets: list[int]
    ) -> float:
        """對對胡 if pairs and triplets are nearly all there is."""
        sets = len(triplets) + sum([count >= 3 for count in counts])
        pairs = sum([count == 2 for count in counts])
        if len(triplets) < len(melds) or sets + pairs < 6 or sets < 2:
            return 0.0
        return 4.0 * min(sets / 5, 1.0)


class ValueBot(GreedyBot):
    """Weighs tai against speed: keeps worthy hands, and claims only where it pays."""

    name = "taiwan-value"
    level = ""  # too close to the greedy one to be a level of its own
    rank = 2
    house = True

    def judge(self, sight: Observation) -> Judge:
        """The judge that counts tai."""
        return ValueJudge(sight, self.config.base, self.config.unit)

    def pass_value(self, judge: Judge, sight: Observation) -> float:
        """What the hand is worth as it stands."""
        return judge.hand(sight.counts, meld_words(sight))
