"""What a seat sees and may do as numbers, for those who learn: channels and shared actions.

A channel holds a number from 0 to 255 and says nothing that the seat's view does not tell.
"""

from functools import lru_cache
from typing import Final

from engine.game import Seat
from engine.mahjong.melds import Meld
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import KIND, KIND_NAMES, KINDS, NAMES, NO_TILE, RED, WIND_NAMES
from engine.riichi.deal import indicators
from engine.riichi.model import CALLED_MARK, FACE, TSUMOGIRI_MARK, State
from engine.riichi.moves import Move

# -- actions

RUNS: Final = ("low", "middle", "high")
"""Where the claimed tile stands in a chi."""
ACTIONS: Final[tuple[str, ...]] = (
    *[f"discard:{name}" for name in NAMES],
    *[f"riichi:{name}" for name in NAMES],
    *[f"kan:{name}" for name in KIND_NAMES],
    *[f"chi:{place}" for place in RUNS],
    *[f"chi:{place}:red" for place in RUNS],
    "pon",
    "pon:red",
    "win",
    "kyuushu",
    "pass",
)  # fmt: skip
"""The drawn tile is discarded by its name; the kans never compete, nor do ron and tsumo."""


def action_of(state: State, move: Move) -> str:
    """Name the action that a move is, of those in ACTIONS."""
    match move.verb:
        case "tsumogiri":
            return f"discard:{NAMES[state.drawn]}"
        case "riichi" if move.face == NO_TILE:
            return f"riichi:{NAMES[state.drawn]}"
        case "ron" | "tsumo":
            return "win"
        case "ankan" | "kakan" | "minkan":
            return f"kan:{KIND_NAMES[move.kind]}"
        case "pon":
            return "pon:red" if RED[move.uses[0]] or RED[move.uses[1]] else "pon"
        case "chi":
            return _chi(KIND[state.tile], move)
        case _:
            return move.choice


def _chi(claimed: int, move: Move) -> str:
    first, second = move.uses
    place = (KIND[first] < claimed) + (KIND[second] < claimed)
    red = ":red" if RED[first] or RED[second] else ""
    return f"chi:{RUNS[place]}{red}"


# -- channels

POINTS_PER_UNIT: Final = 1000
MOST: Final = 255


def _named(plane: str) -> list[str]:
    return [f"{plane}={name}" for name in KIND_NAMES]


def _channels() -> list[str]:
    names: list[str] = []
    for plane in ("hand", "drawn", "tile", "dora", "banned", "waits"):
        names += _named(plane)
    for seat in SEATS:
        for plane in ("pond", "from_hand", "melds"):
            names += _named(f"{plane}[{seat}]")
    names += [f"red={suit}" for suit in "mps"]
    for seat in SEATS:
        names += [f"{word}[{seat}]" for word in ("thousands", "riichi", "ippatsu", "dealer")]
    names += [f"round_wind={wind}" for wind in WIND_NAMES]
    names += ["claim", "after_call", "robbed_kan", "furiten", "honba", "sticks", "left"]
    return names


CHANNELS: Final[tuple[str, ...]] = tuple(_channels())
"""Seats are counted from the viewer: 0 is its own, 1 the next."""
NOTHING: Final = bytes(KINDS)
ONE: Final = tuple(bytes([kind == other for other in range(KINDS)]) for kind in range(KINDS))


def encode(state: State, seat: Seat) -> bytes:
    """Write what a seat sees, one byte per channel."""
    own = state.players[seat]
    claiming = state.phase == "Claim"
    drawn = state.drawn if state.current == seat else NO_TILE
    hand = own.counts if drawn == NO_TILE else _with(own.counts, KIND[drawn])
    parts = [
        bytes(hand),
        NOTHING if drawn == NO_TILE else ONE[KIND[drawn]],
        ONE[KIND[state.tile]] if claiming else NOTHING,
        _counted(tuple(indicators(state))),
        _masked(state.banned) if state.current == seat else NOTHING,
        _masked(own.waits),
    ]
    for turn in SEATS:
        player = state.players[(seat + turn) % 4]
        parts.append(_pond(player.pond))
        parts.append(_laid(player.melds))
    parts.append(_numbers(state, seat, drawn))
    return b"".join(parts)


def _numbers(state: State, seat: Seat, drawn: int) -> bytes:
    own, this = state.players[seat], state.round
    found = _reds(bytes(own.hand), drawn)
    for turn in SEATS:
        other = (seat + turn) % 4
        player = state.players[other]
        thousands = min(max(state.scores[other], 0) // POINTS_PER_UNIT, MOST)
        found += [thousands, player.riichi > 0, player.ippatsu, other == this.dealer]
    found += [this.hand // 4 == wind for wind in range(4)]
    claiming = state.phase == "Claim"
    after_call = not claiming and state.drawn == NO_TILE
    found += [claiming, after_call, claiming and state.claim != "discard", own.furiten]
    found += [min(this.honba, MOST), min(state.sticks, MOST), state.left]
    return bytes(found)


def _reds(hand: bytes, drawn: int) -> list[int]:
    held = [0, 0, 0]
    for face in hand:
        if RED[face]:
            held[KIND[face] // 9] = 1
    if drawn != NO_TILE and RED[drawn]:
        held[KIND[drawn] // 9] = 1
    return held


def _with(counts: bytearray, kind: int) -> bytes:
    more = bytearray(counts)
    more[kind] += 1
    return bytes(more)


# The same ponds and masks are asked for again and again: most of them change once a turn.


@lru_cache(maxsize=4096)
def _masked(kinds: int) -> bytes:
    return bytes([kinds >> kind & 1 for kind in range(KINDS)])


@lru_cache(maxsize=4096)
def _counted(faces: tuple[int, ...]) -> bytes:
    counts = bytearray(KINDS)
    for face in faces:
        counts[KIND[face]] += 1
    return bytes(counts)


@lru_cache(maxsize=16384)
def _pond(pond: tuple[int, ...]) -> bytes:
    """Two planes: all that was discarded and lies there still, and what came from the hand."""
    lies, from_hand = bytearray(KINDS), bytearray(KINDS)
    for entry in pond:
        kind = KIND[entry & FACE]
        if not entry & CALLED_MARK:
            lies[kind] += 1
        if not entry & TSUMOGIRI_MARK:
            from_hand[kind] += 1
    return bytes(lies + from_hand)


def _laid(melds: tuple[Meld, ...]) -> bytes:
    if not melds:
        return NOTHING
    counts = bytearray(KINDS)
    for meld in melds:
        for face in meld.faces:
            counts[KIND[face]] += 1
    return bytes(counts)
