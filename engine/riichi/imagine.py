"""A position made up from what a seat has seen."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.game import Seat, View
from engine.mahjong.history import linked
from engine.mahjong.melds import Meld
from engine.mahjong.seats import SEATS
from engine.mahjong.shapes import TENPAI, four, keys_of
from engine.mahjong.tiles import (
    FACE_OF,
    KIND,
    KIND_NAMES,
    NO_TILE,
    PLAIN_IDS,
    RED_ID_FACES,
    WIND_NAMES,
    count_faces,
)
from engine.riichi.config import RiichiConfig
from engine.riichi.deal import DORA, FIRST_LIVE, LIVE, REPLACEMENTS
from engine.riichi.hand import measure, new_player
from engine.riichi.model import (
    CALLED_MARK,
    MISSED_FOR_GOOD,
    MISSED_NOTHING,
    MISSED_THIS_TURN,
    RIICHI_MARK,
    TSUMOGIRI_MARK,
    UNMEASURED,
    Player,
    Round,
    State,
    Table,
)
from engine.rng import Deals, shuffle

TRIES = 100
"""Attempts to find a set, or a waiting hand, among the unseen tiles before any hand will do."""


def imagine(config: RiichiConfig, seen: View, rng: Random) -> State:
    """Deal the unseen tiles to the unseen places; hidden riichi hands wait for something."""
    pool = unseen(config, seen)
    shuffle(pool, rng)
    hands, drawn = deal_hidden(seen, pool, rng)
    wall = build_wall(config, seen, pool)
    table = Table(config, Deals.seed(str(rng.random())))
    wind, number = WIND_NAMES.index(seen["name"][0]), int(seen["name"][1]) - 1
    state = State()
    state.round = Round(table, seen["round"], wind * 4 + number, seen["honba"], wall)
    state.players = tuple(_player(seen, seat, hands[seat]) for seat in SEATS)
    state.phase = seen["phase"]
    state.current = seen["actor"]
    state.turn = seen["turn"]
    state.drawn = drawn
    state.tile = FACE_OF[seen["tile"]] if seen["tile"] else NO_TILE
    state.claim = seen["claim"] or "discard"
    state.replacement = seen["replacement"]
    state.banned = sum(1 << KIND_NAMES.index(name) for name in seen["banned"])
    state.first_go = seen["first_go"]
    state.left = seen["left"]
    state.kans = kans_done(seen)
    state.shown = len(seen["dora"])
    state.pending = seen["pending_dora"]
    state.scores = tuple(seen["scores"])
    state.sticks = seen["sticks"]
    state.taken = int(seen["taken"] or "0", 16)
    state.history = linked(seen["history"])
    return state


def _faces(names: Sequence[str]) -> list[int]:
    return [FACE_OF[name] for name in names]


def kans_done(seen: View) -> int:
    """Kans whose replacement tile was drawn: all on the table but one that may be robbed."""
    kans = sum(len(meld["tiles"]) == 4 for melds in seen["melds"] for meld in melds)
    return kans - (seen["claim"] in ("kakan", "ankan"))


def known_faces(seen: View) -> list[int]:
    """Every tile this view shows: hands, melds, ponds, indicators."""
    names = [name for hand in seen["hands"] if hand for name in hand]
    names += [name for melds in seen["melds"] for meld in melds for name in meld["tiles"]]
    names += [item["tile"] for pond in seen["ponds"] for item in pond if not item["called"]]
    return _faces(names + seen["dora"])


def unseen(config: RiichiConfig, seen: View) -> list[int]:
    """The faces that lie hidden in hands and wall."""
    left = Counter(RED_ID_FACES if config.red_fives else PLAIN_IDS)
    left.subtract(known_faces(seen))
    return sorted(left.elements())


def deal_hidden(seen: View, pool: list[int], rng: Random) -> tuple[list[list[int]], int]:
    """Each seat's hand without the drawn tile, and the drawn tile; taken from the pool."""
    actor = seen["actor"]
    has_drawn = seen["hand_sizes"][actor] % 3 == 2 and not seen["after_call"]
    hands: list[list[int]] = [[], [], [], []]
    drawn = NO_TILE
    order = sorted(SEATS, key=lambda seat: not seen["riichi"][seat])
    for seat in order:
        shown = seen["hands"][seat]
        extra = has_drawn and seat == actor
        size = seen["hand_sizes"][seat] - extra
        if shown is not None:
            faces = _faces(shown)
            drawn = faces.pop() if extra else drawn
        else:
            waiting = seen["riichi"][seat] > 0
            faces = waiting_hand(pool, size, rng) if waiting else []
            faces = faces or [pool.pop() for _ in range(size)]
            drawn = pool.pop() if extra else drawn
        hands[seat] = faces
    return hands, drawn


def waiting_hand(pool: list[int], size: int, rng: Random) -> list[int]:
    """A random tenpai hand out of the pool, taken from it; empty if none was found."""
    for _ in range(TRIES):
        kinds = _sets_and_pair(count_faces(pool), size // 3, rng)
        if not kinds:
            continue
        kinds.pop(int(rng.random() * len(kinds)))
        counts = [kinds.count(kind) for kind in range(34)]
        if four().nearest(*keys_of(counts), size // 3) == TENPAI:
            return [_take(pool, kind) for kind in kinds]
    return []


def _sets_and_pair(counts: bytearray, sets: int, rng: Random) -> list[int]:
    """Random sets and a pair out of these counts; empty if the tiles do not yield them."""
    kinds: list[int] = []
    for number in range(sets + 1):
        for _ in range(TRIES):
            group = _group(rng, pair=number == sets)
            if all(counts[kind] >= group.count(kind) for kind in group):
                break
        else:
            return []
        for kind in group:
            counts[kind] -= 1
        kinds += group
    return kinds


def _group(rng: Random, *, pair: bool) -> list[int]:
    low = int(rng.random() * 34)
    if pair:
        return [low, low]
    if low < 27 and low % 9 < 7 and rng.random() < 0.8:
        return [low, low + 1, low + 2]
    return [low, low, low]


def _take(pool: list[int], kind: int) -> int:
    face = next(face for face in pool if KIND[face] == kind)
    pool.remove(face)
    return face


def build_wall(config: RiichiConfig, seen: View, pool: list[int]) -> bytes:
    """A wall with the rest of the pool where nobody has drawn yet, and known tiles elsewhere."""
    if seen["wall"] is not None:
        return bytes(_faces(seen["wall"]))
    hidden = hidden_places(config, seen)
    wall = [-1] * 136
    for place in hidden:
        wall[place] = pool.pop()
    used = Counter(RED_ID_FACES if config.red_fives else PLAIN_IDS)
    used.subtract([face for face in wall if face >= 0])
    for place, face in zip(DORA, _faces(seen["dora"]), strict=False):
        wall[place] = face
        used[face] -= 1
    rest = used.elements()
    return bytes([next(rest) if face < 0 else face for face in wall])


def hidden_places(config: RiichiConfig, seen: View) -> list[int]:
    """The places of the wall that nobody has looked at."""
    kans, left = kans_done(seen), seen["left"]
    dead = [place for place in range(14) if place not in REPLACEMENTS[:kans]]
    hidden = [place for place in dead if place not in DORA[: len(seen["dora"])]]
    if config.draws == "streams":
        taken = int(seen["taken"] or "0", 16)
        return hidden + [FIRST_LIVE - i for i in range(LIVE) if not taken >> i & 1]
    return hidden + list(range(14, 14 + left + kans))


def _player(seen: View, seat: Seat, hand: list[int]) -> Player:
    player = new_player(bytes(hand))
    player.melds = tuple(meld_of(meld) for meld in seen["melds"][seat])
    player.need = 4 - len(player.melds)
    player.closed = not any(meld.is_open for meld in player.melds)
    player.kans = sum(meld.is_kong for meld in player.melds)
    player.pond = tuple(_pond_entry(item) for item in seen["ponds"][seat])
    player.discarded = sum(1 << kind for kind in {KIND[entry & 63] for entry in player.pond})
    player.riichi = seen["riichi"][seat]
    player.ippatsu = seen["ippatsu"][seat]
    player.pao = tuple(seen["pao"][seat].items())
    remeasure(player, after_call=seen["after_call"] and seat == seen["actor"])
    player.missed = {"riichi": MISSED_FOR_GOOD, "temporary": MISSED_THIS_TURN}.get(
        seen["furiten"][seat] or "", MISSED_NOTHING
    )
    return player


def remeasure(player: Player, *, after_call: bool) -> None:
    """Distance and waits with the melds counted."""
    if after_call:
        player.waits, player.distance = 0, UNMEASURED
    else:
        measure(player)


def meld_of(meld: Any) -> Meld:
    """A meld as a view shows it."""
    called = FACE_OF[meld["called"]] if meld["called"] else -1
    source = -1 if meld["from"] is None else meld["from"]
    return Meld.of_faces(meld["type"], tuple(_faces(meld["tiles"])), called, source)


def _pond_entry(item: Any) -> int:
    entry = FACE_OF[item["tile"]]
    entry += TSUMOGIRI_MARK if item["tsumogiri"] else 0
    entry += RIICHI_MARK if item["riichi"] else 0
    return entry + (CALLED_MARK if item["called"] else 0)
