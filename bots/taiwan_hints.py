"""What a player of Taiwan mahjong wants to know: waits, how many are left and their tai."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from bots.hand_notes import Remark
from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import EAST
from engine.taiwan.config import TaiwanConfig
from engine.taiwan.hand import SHAPES, distance_of, waits
from engine.taiwan.imagine import DECLARATIONS, imagine, meld_of
from engine.taiwan.observation import Observation
from engine.taiwan.reading import By, Win
from engine.taiwan.scoring import score
from engine.taiwan.tiles import FLOWER, NAMES, TILE_OF
from engine.taiwan.win import READY_FLAGS, claim_by, worth

DRAWN: Final[By] = "self_draw"


class Hand:
    """Some concealed tiles of an observed seat, without a drawn one."""

    def __init__(self, sight: Observation, config: TaiwanConfig, counts: Sequence[int]) -> None:
        self.sight = sight
        self.config = config
        self.counts = bytes(counts)
        kongs = [row["tiles"][0] for row in sight.melds if row["type"] == "concealed_kong"]
        hidden = iter([TILE_OF[name] for name in kongs])
        self.melds = tuple([meld_of(row, hidden) for row in sight.melds])
        keys = keys_of(counts)
        self.waits = waits(counts, keys, self.melds, migi=config.migi)
        self.away = 0 if self.waits else max(1, distance_of(*keys, sight.need))
        found = self.waits or SHAPES.nearer(counts, keys, sight.need, self.away - 1)
        self.helps = {NAMES[kind]: sight.unseen[kind] for kind in kinds_in(found)}
        """The tiles that win or shorten the distance, and how many of each are unseen."""

    def points(self, flags: Sequence[str] = ()) -> dict[str, int]:
        """The tai of each wait that a discard brings; none before it is ready."""
        return {name: self.tai(TILE_OF[name], flags) for name in self.helps if self.waits}

    def tai(self, tile: int, flags: Sequence[str]) -> int:
        """The tai of a win with this discard, those of the dealer aside."""
        sight, view = self.sight, self.sight.view
        counts = bytearray(self.counts)
        counts[tile] += 1
        own, wind = sight.winds
        win = Win(
            counts=bytes(counts),
            melds=self.melds,
            tile=tile,
            by="discard",
            place=own - EAST,
            round_wind=wind,
            flowers=sum([1 << TILE_OF[name] - FLOWER for name in view["flowers"][sight.seat]]),
            single=self.waits.bit_count() == 1,
            flags=frozenset([*flags, *declared(sight)]),
        )
        found = score(win, self.config)
        return found.tai if found else 0


def declared(sight: Observation) -> list[str]:
    """The item of a hand that was declared ready."""
    word = sight.view["declared"][sight.seat]
    void = sight.view["void"][sight.seat]
    return [READY_FLAGS[DECLARATIONS[word]]] if word and not void else []


def remarks(sight: Observation, config: TaiwanConfig, legal: Sequence[str]) -> dict[str, Remark]:
    """Say what each discard waits for, what a win is worth, and what passing it means."""
    found: dict[str, Remark] = {}
    for choice in legal:
        verb, _, name = choice.partition(":")
        if verb in ("discard", "ready") and name:
            flags = ["declared"] if verb == "ready" else []
            found[choice] = described(without(sight, config, TILE_OF[name]), flags)
        elif verb == "ready":
            found[choice] = described(Hand(sight, config, sight.counts), ["tianting"])
    if "win" in legal and (tai := win_tai(sight, config)):
        found["win"] = {"wins": tai, "unit": "tai"}
        if "pass" in legal:
            found["pass"] = {"passes": tai, "unit": "tai", "until": config.passed_win}
    return found


def win_tai(sight: Observation, config: TaiwanConfig) -> int:
    """The tai of the win on offer, those of the dealer aside; 0 where flowers win."""
    state = imagine(config, sight.view, Random(0))
    tile, by = (state.tile, claim_by(state)) if state.phase == "Claim" else (state.drawn, DRAWN)
    if tile < 0 or tile >= FLOWER:
        return 0
    found = worth(state, sight.seat, tile, by)
    return found.tai if found else 0


def without(sight: Observation, config: TaiwanConfig, kind: int) -> Hand:
    """The hand after a discard."""
    counts = bytearray(sight.counts)
    counts[kind] -= 1
    return Hand(sight, config, counts)


def study(sight: Observation, config: TaiwanConfig) -> dict[str, Any]:
    """What the seat could work out: the distance, and what helps or wins."""
    size = sum(sight.counts)
    if not size:
        return {}
    if size % 3 == 1:
        return described(Hand(sight, config, sight.counts))
    kinds = [kind for kind in range(len(sight.counts)) if sight.counts[kind]]
    hands = {NAMES[kind]: described(without(sight, config, kind)) for kind in kinds}
    return {"away": min(hand["away"] for hand in hands.values()), "discards": hands, "unit": "tai"}


def described(hand: Hand, flags: Sequence[str] = ()) -> dict[str, Any]:
    """A hand as plain values: its distance, the tiles that help, the tai they win."""
    return {"away": hand.away, "helps": hand.helps, "points": hand.points(flags), "unit": "tai"}
