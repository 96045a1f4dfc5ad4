"""A riichi bot that speaks mjai and imports nothing of ours.

arena play riichi "mjai:python mjai_bot.py" random random random

Every line is an event, or a list of events, and is answered by one line. It discards what is
loneliest, declares riichi when it waits, calls dragons, and wins.
"""

import json
import sys
from typing import Any

Event = dict[str, Any]
Answer = dict[str, Any] | None

SUITED = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
KINDS = [*SUITED, "E", "S", "W", "N", "P", "F", "C"]
DRAGONS = ("P", "F", "C")


def kind(tile: str) -> int:
    return KINDS.index(tile[:2])


def complete(counts: list[int], sets: int, *, pair: bool = False) -> bool:
    """Whether these tiles are so many sets and a pair."""
    first = next((k for k in range(34) if counts[k]), None)
    if first is None:
        return sets == 0 and pair
    for takes, is_pair in (((first,) * 3, False), ((first,) * 2, True), (run(first), False)):
        if not takes or (pair if is_pair else not sets):
            continue
        rest = list(counts)
        for k in takes:
            rest[k] -= 1
        if min(rest) >= 0 and complete(rest, sets - (not is_pair), pair=pair or is_pair):
            return True
    return False


def run(first: int) -> tuple[int, ...]:
    return (first, first + 1, first + 2) if first < 27 and first % 9 < 7 else ()


class Player:
    def start_game(self, event: Event) -> None:
        self.id = event["id"]

    def start_kyoku(self, event: Event) -> None:
        self.hand: list[str] = list(event["tehais"][self.id])
        self.points = event["scores"][self.id]
        self.thrown: set[int] = set()
        self.melds, self.reached, self.left = 0, False, 70

    def counts(self, hand: list[str]) -> list[int]:
        return [sum(kind(tile) == k for tile in hand) for k in range(34)]

    def waits(self, hand: list[str]) -> set[int]:
        counts, sets = self.counts(hand), 4 - self.melds
        more = ([n + (k == new) for k, n in enumerate(counts)] for new in range(34))
        return {new for new, held in enumerate(more) if held[new] < 5 and complete(held, sets)}

    def tsumo(self, event: Event) -> Answer:
        self.left -= 1
        if event["actor"] != self.id:
            return None
        drawn = event["pai"]
        self.hand.append(drawn)
        if complete(self.counts(self.hand), 4 - self.melds):
            return {"type": "hora", "target": self.id, "pai": drawn}
        if self.reached:
            return {"type": "dahai", "pai": drawn, "tsumogiri": True}
        if not self.melds and self.left >= 4 and self.points >= 1000 and self.ready_discard():
            return {"type": "reach"}
        return self.discard(drawn)

    def ready_discard(self) -> str | None:
        """A discard after which it waits for something it never threw away."""
        for tile in self.hand:
            rest = list(self.hand)
            rest.remove(tile)
            waits = self.waits(rest)
            if waits and not waits & (self.thrown | {kind(tile)}):
                return tile
        return None

    def reach(self, event: Event) -> Answer:
        if event["actor"] != self.id:
            return None
        self.reached = True
        tile = self.ready_discard()
        return {"type": "dahai", "pai": tile, "tsumogiri": tile == self.hand[-1]}

    def discard(self, drawn: str = "", but: str = "") -> Answer:
        tiles = [tile for tile in self.hand if tile != but]
        tile = min(tiles, key=self.company)
        return {"type": "dahai", "pai": tile, "tsumogiri": tile == drawn}

    def company(self, tile: str) -> int:
        """How well a tile goes with the rest of the hand."""
        k = kind(tile)
        others = [kind(other) for other in self.hand]
        near = [other for other in others if other == k or (k < 27 and other // 9 == k // 9)]
        return sum(max(0, 3 - abs(other - k)) for other in near)

    def dahai(self, event: Event) -> Answer:
        tile = event["pai"]
        if event["actor"] == self.id:
            self.hand.remove(tile)
            self.thrown.add(kind(tile))
            return None
        return self.ron(event) or self.pon_dragon(event)

    def kakan(self, event: Event) -> Answer:
        return self.ron(event) if event["actor"] != self.id else None

    def ron(self, event: Event) -> Answer:
        waits = self.waits(self.hand) if self.reached or self.melds else set()
        if kind(event["pai"]) not in waits or waits & self.thrown:
            return None
        return {"type": "hora", "target": event["actor"], "pai": event["pai"]}

    def pon_dragon(self, event: Event) -> Answer:
        tile = event["pai"]
        if self.reached or self.left == 0 or tile not in DRAGONS or self.hand.count(tile) < 2:
            return None
        return {"type": "pon", "target": event["actor"], "pai": tile, "consumed": [tile, tile]}

    def pon(self, event: Event) -> Answer:
        if event["actor"] != self.id:
            return None
        for tile in event["consumed"]:
            self.hand.remove(tile)
        self.melds += 1
        return self.discard(but=event["pai"])


def main() -> None:
    player = Player()
    for line in sys.stdin:
        events = json.loads(line)
        answer = None
        for event in events if isinstance(events, list) else [events]:
            react = getattr(player, event["type"], None)
            answer = react(event) if react else None
        if answer:
            answer["actor"] = player.id
        print(json.dumps(answer or {"type": "none"}), flush=True)


if __name__ == "__main__":
    main()
