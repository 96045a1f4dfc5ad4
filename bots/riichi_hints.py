"""What a riichi player wants to know: waits, how many are left and what they are worth."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bots.hand_notes import Remark
from bots.riichi_danger import risks
from engine.mahjong.hands import kinds_in, useful
from engine.mahjong.shapes import four
from engine.mahjong.tiles import EAST, FACE_OF, KIND, KIND_NAMES, WIND_NAMES, count_faces
from engine.riichi.config import RiichiConfig
from engine.riichi.imagine import imagine, meld_of
from engine.riichi.observation import Observation
from engine.riichi.payments import ron_points, tsumo_shares
from engine.riichi.reading import Win
from engine.riichi.scoring import best_score
from engine.riichi.win import win_of


class Hand:
    """Some concealed tiles of an observed seat, without a drawn one."""

    def __init__(self, seen: Observation, config: RiichiConfig, faces: Sequence[int]) -> None:
        self.seen = seen
        self.config = config
        self.faces = tuple(faces)
        self.away, mask = useful(four(), count_faces(faces), seen.need)
        self.helps = {KIND_NAMES[kind]: seen.unseen(kind) for kind in kinds_in(mask)}
        """The tiles that shorten the distance, and how many of each are unseen."""

    def remark(self, flags: Sequence[str] = ()) -> Remark:
        """Say how far it is, or what it waits for and what that is worth by ron."""
        row = described(self, flags)
        if self.away > 0:
            return row
        paid = {name: points for name, points in row["points"].items() if points}
        bar = self.bar(priced=bool(paid))
        return row | {"points": paid} | ({"bar": bar} if bar else {})

    def bar(self, *, priced: bool) -> str:
        """Why no ron is possible; empty if one is."""
        own = {KIND[FACE_OF[item["tile"]]] for item in self.seen.view["ponds"][self.seen.seat]}
        if any(KIND_NAMES[kind] in self.helps for kind in own):
            return "furiten"
        return "" if priced else "no_yaku" if self.seen.closed else "no_yaku_yet"

    def points(self, tile: int, flags: Sequence[str]) -> int:
        """What a ron with this face is worth without counters, sticks and ura."""
        seen, view = self.seen, self.seen.view
        win = Win(
            concealed=(*self.faces, tile),
            melds=tuple(meld_of(meld) for meld in view["melds"][seen.seat]),
            tile=tile,
            tsumo=False,
            seat_wind=EAST + WIND_NAMES.index(view["seat_winds"][seen.seat]),
            round_wind=EAST + WIND_NAMES.index(view["round_wind"]),
            flags=frozenset(flags),
            dora=tuple(FACE_OF[name] for name in view["dora"]),
        )
        return points_of(win, seen, self.config)


def remarks(seen: Observation, config: RiichiConfig, legal: Sequence[str]) -> dict[str, Remark]:
    """Say what each discard waits for, what a win is worth, and what passing it means."""
    found: dict[str, Remark] = {}
    for choice in legal:
        verb = choice.partition(":")[0]
        if verb in ("discard", "tsumogiri", "riichi"):
            flags = ["riichi"] if verb == "riichi" else riichi_flags(seen)
            face = given_face(choice, seen.view)
            found[choice] = without(seen, config, face).remark(flags)
        elif verb in ("ron", "tsumo"):
            won = win_points(seen, config, tsumo=verb == "tsumo")
            found[choice] = {"wins": won, "unit": "points"}
        elif verb == "pass" and "ron" in legal:
            found[choice] = passed_win(seen, config)
    return found


def passed_win(seen: Observation, config: RiichiConfig) -> Remark:
    """Say what passing a win means."""
    until = "furiten_round" if seen.view["riichi"][seen.seat] else "furiten_turn"
    return {"passes": win_points(seen, config, tsumo=False), "unit": "points", "until": until}


def given_face(choice: str, view: Mapping[str, Any]) -> int:
    """The face that a discard or riichi gives away."""
    word = choice.rsplit(":", 1)[-1]
    return FACE_OF[view["drawn"] if word == "tsumogiri" else word]


def without(seen: Observation, config: RiichiConfig, face: int) -> Hand:
    """The hand after a discard."""
    faces = list(seen.faces)
    faces.remove(face)
    return Hand(seen, config, faces)


def win_points(seen: Observation, config: RiichiConfig, *, tsumo: bool) -> int:
    """What the win on offer is worth without counters, sticks and ura."""
    state = imagine(config, seen.view, Random(0))
    win = win_of(state, seen.seat, state.drawn if tsumo else state.tile, tsumo=tsumo)
    win.ura = ()  # imagined, as everything that the seat does not see
    return points_of(win, seen, config)


def points_of(win: Win, seen: Observation, config: RiichiConfig) -> int:
    """What a win is worth to a seat; 0 without a yaku."""
    score, dealer = best_score(win, config), seen.view["dealer"]
    if score is None:
        return 0
    if win.tsumo:
        return sum(tsumo_shares(score.base, seen.seat, dealer))
    return ron_points(score.base, dealer=seen.seat == dealer)


def riichi_flags(seen: Observation) -> list[str]:
    """The yaku of a declaration that has been made."""
    return [[], ["riichi"], ["double_riichi"]][seen.view["riichi"][seen.seat]]


def study(seen: Observation, config: RiichiConfig) -> dict[str, Any]:
    """What the seat could work out: the distance, what helps or wins, what is dangerous."""
    if not seen.faces:
        return {}
    dangers = {name: [[*risk] for risk in towards] for name, towards in risks(seen).items()}
    found: dict[str, Any] = {"away": max(seen.distance, 0), "dangers": dangers}
    if len(seen.faces) % 3 == 1:
        return found | described(Hand(seen, config, seen.faces), riichi_flags(seen))
    hands = {
        name: described(without(seen, config, FACE_OF[name]), riichi_flags(seen))
        for name in dict.fromkeys(seen.view["hand"])
    }
    return found | {"discards": hands}


def described(hand: Hand, flags: Sequence[str]) -> dict[str, Any]:
    """A hand as plain values: its distance, the tiles that help, what they win."""
    row: dict[str, Any] = {"away": hand.away, "helps": hand.helps, "unit": "points"}
    if hand.away == 0:
        row["points"] = {name: hand.points(FACE_OF[name], flags) for name in hand.helps}
    return row
