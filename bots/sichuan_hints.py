"""What a player of Sichuan mahjong wants to know: waits, how many are left and their worth."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from bots.hand_notes import Remark
from bots.sichuan_hand import Sight, changed, count, distance, look
from engine.game import View
from engine.mahjong.hands import kinds_in
from engine.mahjong.shapes import keys_of
from engine.sichuan.config import SichuanConfig
from engine.sichuan.hand import waits_of
from engine.sichuan.imagine import imagine, melds_of
from engine.sichuan.scoring import score
from engine.sichuan.tiles import KIND_OF, KINDS, NAMES
from engine.sichuan.win import claim_value, self_draw_value

UNIT: Final = "from each payer"


class Hand:
    """A seat's concealed tiles without a drawn one; those of the void suit are no part of it."""

    def __init__(self, view: View, config: SichuanConfig, sight: Sight, *, void: bool) -> None:
        self.config = config
        self.counts = bytes(sight.counts)
        self.melds = melds_of(view, int(view["viewer"]))
        self.mask = 0 if void else waits_of(self.counts, keys_of(sight.counts), sight.need)
        self.away = 0 if self.mask else max(1, distance(sight.counts, sight.need))
        kinds = kinds_in(self.mask) or helping(sight, self.away)
        self.helps = {NAMES[kind]: sight.unseen[kind] for kind in kinds}
        """The tiles that win or shorten the distance, and how many of each are unseen."""

    def points(self) -> dict[str, int]:
        """What a payer owes for each wait; nothing before it is ready."""
        return {NAMES[kind]: self.value(kind) for kind in kinds_in(self.mask)}

    def value(self, kind: int) -> int:
        """What a payer owes for a win with this tile."""
        counts = bytearray(self.counts)
        counts[kind] += 1
        return score(self.config, counts, self.melds, ()).value


def helping(sight: Sight, away: int) -> list[int]:
    """The kinds that bring a hand nearer than this."""
    own = sight.void
    kinds = [kind for kind in range(KINDS) if kind // 9 != own and sight.counts[kind] < 4]
    return [kind for kind in kinds if distance(changed(sight.counts, kind, 1), sight.need) < away]


def remarks(view: View, config: SichuanConfig, legal: Sequence[str]) -> dict[str, Remark]:
    """Say what each discard waits for, what a win is worth, and what passing it means."""
    drops = [choice for choice in legal if choice.startswith("discard:")]
    found: dict[str, Remark] = {c: described(without(view, config, c[8:])) for c in drops}
    if "hu" in legal:
        value = win_value(view, config)
        found["hu"] = {"wins": value, "unit": UNIT}
        if "pass" in legal:
            found["pass"] = {"passes": value, "unit": UNIT, "until": config.passed_win}
    return found


def win_value(view: View, config: SichuanConfig) -> int:
    """What a payer owes for the win on offer, the bonus of a self-draw aside."""
    state, seat = imagine(config, view, Random(0)), int(view["viewer"])
    if state.phase == "Claim":
        return claim_value(state, seat, state.players[seat])
    return self_draw_value(state)


def without(view: View, config: SichuanConfig, tile: str) -> Hand:
    """The hand after a discard."""
    sight, kind = look(view), KIND_OF[tile]
    void = [name for name in view["hand"] if KIND_OF[name] // 9 == sight.void]
    if kind // 9 != sight.void:
        sight.counts = changed(sight.counts, kind, -1)
        return Hand(view, config, sight, void=bool(void))
    return Hand(view, config, sight, void=len(void) > 1)


def study(view: View, config: SichuanConfig) -> dict[str, Any]:
    """What the seat could work out: the distance, and what helps or wins."""
    if not view["hand"] or view["phase"] not in ("Discard", "Claim"):
        return {}
    sight = look(view)
    if len(view["hand"]) % 3 == 1:
        void = sum(sight.counts) < sum(count(view["hand"]))
        return described(Hand(view, config, sight, void=void))
    names = dict.fromkeys(view["hand"])
    hands = {name: described(without(view, config, name)) for name in names}
    return {"away": min(hand["away"] for hand in hands.values()), "discards": hands, "unit": UNIT}


def described(hand: Hand) -> dict[str, Any]:
    """A hand as plain values: its distance, the tiles that help, what they win."""
    return {"away": hand.away, "helps": hand.helps, "points": hand.points(), "unit": UNIT}
