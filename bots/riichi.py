"""House bots for riichi: one that only hurries, one that also knows when to stop."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from bots.bot import Bot
from bots.hand_notes import Remark
from bots.riichi_danger import danger
from bots.riichi_hints import given_face, remarks, study
from bots.turn import Turn
from engine.game import AnyGame, Seat, View
from engine.mahjong.shapes import YAOCHU_MASK, four, keys_of
from engine.mahjong.tiles import FACE_OF, KIND, KIND_NAMES
from engine.riichi.observation import Observation

KYUUSHU_FROM: Final = 3
"""The distance from which on a bad first hand is thrown in."""
MOST_OUTSIDERS: Final = 2
"""Terminals and honours in hand with which a tanyao is still worth opening for."""

OPENING_STAKE: Final = 2
"""Han in sight for which the guard gives up a closed hand and its riichi."""


class RiichiGreedy(Bot):
    """The shortest way to a complete hand: distance first, then the most useful tiles."""

    name = "riichi-greedy"
    level = "club"
    rank = 1
    house = True
    games = ("riichi",)

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Keep the options: what a win pays depends on them."""
        self.config = config

    def act(self, turn: Turn) -> str:
        """Win if it can, declare if it can, else come nearer."""
        legal = turn.legal
        for word in ("tsumo", "ron"):
            if word in legal:
                return word
        if len(legal) == 1:
            return legal[0]
        seen = Observation(turn.view)
        if seen.view["asking"] == "claim":
            return self.claim(seen, legal)
        return self.turn(seen, legal)

    # -- the own turn

    def turn(self, seen: Observation, legal: Sequence[str]) -> str:
        """Kyuushu with a hopeless hand, a kan that costs nothing, riichi, or a discard."""
        if "kyuushu" in legal and seen.distance >= KYUUSHU_FROM:
            return "kyuushu"
        for choice in legal:
            if choice.startswith(("ankan", "kakan")) and self.wants_kan(seen, choice):
                return choice
        riichi = [choice for choice in legal if choice.startswith("riichi")]
        if riichi and self.wants_riichi(seen):
            return self.best_discard(seen, riichi)
        return self.best_discard(seen, [c for c in legal if c.startswith(("discard", "tsumogiri"))])

    def remarks(self, turn: Turn) -> Mapping[str, Remark]:
        """Say what each discard waits for, what a win is worth, and what passing it means."""
        return remarks(Observation(turn.view), self.config, turn.legal)

    def study(self, view: View) -> Mapping[str, Any]:
        """Say how far the hand is, what helps or wins, and which discards are dangerous."""
        return study(Observation(view), self.config)

    def wants_kan(self, seen: Observation, choice: str) -> bool:
        """Only a concealed kan that does not set the hand back."""
        verb, name = choice.split(":")
        if verb != "ankan":
            return False
        counts = list(seen.counts)
        counts[KIND_NAMES.index(name)] = 0
        return four().nearest(*keys_of(counts), seen.need - 1) <= seen.distance

    def wants_riichi(self, seen: Observation) -> bool:  # noqa: ARG002
        """Always."""
        return True

    def best_discard(self, seen: Observation, choices: Sequence[str]) -> str:
        """The discard that leaves the hand nearest; of equals the one with most useful tiles."""
        faces = {choice: given_face(choice, seen.view) for choice in choices}
        nearest = min(seen.distance_without(KIND[face]) for face in faces.values())
        best = [c for c in choices if seen.distance_without(KIND[faces[c]]) == nearest]
        return max(best, key=lambda choice: self.worth_keeping(seen, faces[choice]))

    def worth_keeping(self, seen: Observation, face: int) -> tuple[float, ...]:
        """What speaks for giving this face away, strongest reason first."""
        kind = KIND[face]
        useful = seen.unseen_in(seen.useful_without(kind))
        outside = YAOCHU_MASK >> kind & 1
        return (useful, -seen.bonus([face]), outside, kind not in seen.value_kinds)

    # -- claims

    def claim(self, seen: Observation, legal: Sequence[str]) -> str:
        """The call that brings the hand nearest, if it still leads to a yaku."""
        best, nearest = "pass", seen.distance
        for choice in legal:
            if choice.startswith(("chi", "pon")):
                after = self.distance_after_call(seen, choice)
                if after < nearest and self.has_prospects(seen, choice):
                    best, nearest = choice, after
        return best

    def distance_after_call(self, seen: Observation, choice: str) -> int:
        """The distance with the meld laid, before the discard."""
        counts = list(seen.counts)
        for kind in called_kinds(choice):
            counts[kind] -= 1
        return four().nearest(*keys_of(counts), seen.need - 1)

    def has_prospects(self, seen: Observation, choice: str) -> bool:
        """Whether an open hand can still have a yaku: a value triplet, or tanyao."""
        tile = KIND[FACE_OF[seen.view["tile"]]]
        own = [KIND[FACE_OF[m["tiles"][0]]] for m in seen.view["melds"][seen.seat]]
        triplets = [kind for kind in range(27, 34) if seen.counts[kind] >= 3]
        if choice.startswith("pon"):
            triplets.append(tile)
        if any(kind in seen.value_kinds for kind in (*triplets, *own)):
            return True
        return self.leads_to_tanyao(seen, choice, tile)

    def leads_to_tanyao(self, seen: Observation, choice: str, tile: int) -> bool:
        """断幺九 whether all melds are simple and few terminals or honours are left in hand."""
        laid = [tile, *called_kinds(choice)]
        for meld in seen.view["melds"][seen.seat]:
            laid += [KIND[FACE_OF[name]] for name in meld["tiles"]]
        if any(YAOCHU_MASK >> kind & 1 for kind in laid):
            return False
        outsiders = sum(seen.counts[kind] for kind in range(34) if YAOCHU_MASK >> kind & 1)
        return outsiders <= MOST_OUTSIDERS


def called_kinds(choice: str) -> list[int]:
    """The kinds a chi or pon takes from the hand."""
    tiles = choice.split(":")[1]
    return [KIND[FACE_OF[digit + tiles[-1]]] for digit in tiles[:-1]]


class RiichiGuard(RiichiGreedy):
    """The same, but it folds against riichi unless its own hand is worth the risk."""

    name = "riichi-guard"
    level = "strong"
    rank = 2
    house = True

    def turn(self, seen: Observation, legal: Sequence[str]) -> str:
        """Fold where a threat outweighs the own hand."""
        if seen.threats and not self.pushes(seen):
            discards = [c for c in legal if c.startswith(("discard", "tsumogiri"))]
            return self.safest(seen, discards)
        return super().turn(seen, legal)

    def pushes(self, seen: Observation) -> bool:
        """Whether to go on against riichi: waiting, or one away with much at stake."""
        if seen.distance <= 0:
            return True
        return seen.distance == 1 and self.stake(seen) >= 3 and len(seen.threats) == 1

    def stake(self, seen: Observation) -> int:
        """Rough han in sight: dora, value triplets, a closed hand, the deal."""
        faces = [FACE_OF[n] for meld in seen.view["melds"][seen.seat] for n in meld["tiles"]]
        values = sum(seen.counts[kind] >= 3 for kind in seen.value_kinds)
        dealer: bool = seen.view["dealer"] == seen.seat
        return seen.bonus([*seen.faces, *faces]) + values + seen.closed + dealer

    def safest(self, seen: Observation, choices: Sequence[str]) -> str:
        """The least dangerous discard; of equals the one that costs the hand least."""

        def cost(choice: str) -> tuple[float, float]:
            kind = KIND[given_face(choice, seen.view)]
            risk = sum(danger(seen, kind, seat) for seat in seen.threats)
            return risk, seen.distance_without(kind)

        return min(choices, key=cost)

    def claim(self, seen: Observation, legal: Sequence[str]) -> str:
        """A closed hand is opened only for value; under threat only to wait at once."""
        choice = super().claim(seen, legal)
        if choice == "pass":
            return choice
        if seen.closed and self.stake(seen) - 1 < OPENING_STAKE:
            return "pass"
        waits = self.distance_after_call(seen, choice) <= 0
        return choice if waits or not seen.threats else "pass"
