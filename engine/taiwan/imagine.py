"""A state that a view cannot tell from the real one: the unseen tiles dealt afresh."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from engine.errors import GameError
from engine.game import Seat, View
from engine.mahjong.history import linked
from engine.mahjong.melds import Meld
from engine.mahjong.seats import SEATS
from engine.mahjong.shapes import keys_of
from engine.mahjong.tiles import KINDS, NO_TILE, count_kinds
from engine.rng import Deals, shuffle
from engine.taiwan.config import TaiwanConfig
from engine.taiwan.deal import places_left
from engine.taiwan.hand import lay, measure, measure_claimed, new_player, waits
from engine.taiwan.model import Player, Round, State, Table
from engine.taiwan.tiles import COPIES, FLOWER, NAMES, SIZE, TILE_OF
from engine.taiwan.views import DECLARED

DECLARATIONS: Final = {name: code for code, name in DECLARED.items()}
TRIES: Final = 2000
"""Deals tried until every declared hand is ready; hardly ever more than a few are needed."""

Hands = list[list[int]]


def imagine(config: TaiwanConfig, view: View, rng: Random) -> State:
    """Hidden hands, hidden kongs and the wall dealt anew; declared hands stay ready."""
    hands, kongs, rest = deal_unseen(view, rng, migi=config.migi)
    state = State()
    state.phase = view["phase"]
    state.current = view["current"]
    state.turn = view["turn"]
    state.tile = NO_TILE if view["tile"] is None else TILE_OF[view["tile"]]
    state.claim = view["claim"] or "discard"
    state.cause = view["cause"]
    state.banned = mask_of(view["banned"])
    state.first_go = view["first_go"]
    state.tail = SIZE - view["replaced"]
    state.head = state.tail - view["wall_left"]
    state.taken = int(view["taken"] or "0", 16)
    state.scores = tuple(view["scores"])
    state.history = linked(filled_in(view["history"], kongs))
    state.drawn = hands[state.current].pop() if view["has_drawn"] else NO_TILE
    state.round = round_of(config, view, rng)
    wall = bytearray(SIZE)
    for place, tile in zip(places_left(state), rest, strict=True):
        wall[place] = tile
    state.round.wall = bytes(wall)
    state.players = tuple([player_of(state, view, s, hands[s], kongs[s]) for s in SEATS])
    state.kongs = sum([m.is_kong for player in state.players for m in player.melds])
    return state


def round_of(config: TaiwanConfig, view: View, rng: Random) -> Round:
    """The hand being played, with fresh deals to come."""
    table = Table(config, Deals.seed(str(rng.random())))
    scores, dice = tuple(view["round_scores"]), tuple(view["dice"])
    return Round(table, view["round"], view["passes"], view["streak"], scores, b"", dice)


def mask_of(names: Sequence[str]) -> int:
    """These kinds as a mask."""
    return sum([1 << TILE_OF[name] for name in names])


def player_of(state: State, view: View, seat: Seat, hand: list[int], kongs: list[int]) -> Player:
    """One seat with these concealed tiles and kongs, the rest as it is seen."""
    migi = state.config.migi
    player = new_player(hand, migi=False)
    hidden = iter(kongs)
    for row in view["melds"][seat]:
        lay(player, meld_of(row, hidden))
    player.flowers = sum([1 << TILE_OF[name] - FLOWER for name in view["flowers"][seat]])
    player.pond = tuple([TILE_OF[name] for name in view["ponds"][seat]])
    player.declared = DECLARATIONS[view["declared"][seat]]
    player.noticed = DECLARATIONS[view["noticed"][seat]]
    player.void = bool(view["void"][seat])
    player.locked = bool(view["passed_win"][seat])
    player.no_pong = mask_of(view["passed_pong"][seat] or ())
    claimed = state.phase == "Discard" and seat == state.current and state.drawn == NO_TILE
    if claimed:
        measure_claimed(player)
    else:
        measure(player, migi=migi)
    return player


def meld_of(row: dict[str, Any], kongs: "Any") -> Meld:
    """A meld as a view shows it; a concealed kong takes its kind from those chosen."""
    if row["type"] == "concealed_kong":
        return Meld("concealed_kong", next(kongs))
    return Meld(row["type"], TILE_OF[row["tiles"][0]], TILE_OF[row["called"]], row["from"])


def filled_in(tokens: Sequence[str], kongs: Hands) -> Iterator[str]:
    """The tokens with the kinds of concealed kongs."""
    left = [list(row) for row in kongs]
    for token in tokens:
        if token[1:].startswith("ckong"):
            seat = int(token[0])
            yield f"{seat}ckong:{NAMES[left[seat].pop(0)]}"
        else:
            yield token


# -- dealing


def deal_unseen(view: View, rng: Random, *, migi: bool) -> tuple[Hands, Hands, list[int]]:
    """Hands (a drawn tile last), concealed kongs by seat, and what is left in the wall."""
    for _ in range(TRIES):
        left = unseen(view)
        hands: Hands = [[], [], [], []]
        kongs = [deal_kongs(view, seat, left, rng) for seat in SEATS]
        declared = [seat for seat in SEATS if view["declared"][seat] and not view["hands"][seat]]
        for seat in declared:
            need = 5 - len(view["melds"][seat])
            hands[seat] = ready_hand(left, need, rng)
        if all(fits(view, seat, hands[seat], kongs, migi=migi) for seat in declared):
            return deal_rest(view, hands, kongs, left, rng)
    raise GameError("imagine: no deal was found in which every declared hand is ready")


def unseen(view: View) -> list[int]:
    """How many of each tile this viewer has not seen."""
    left = list(COPIES)
    rows = [*view["hands"], *view["flowers"], *view["ponds"]]
    rows += [meld["tiles"] for melds in view["melds"] for meld in melds]
    for row in rows:
        for name in row or ():
            left[TILE_OF[name]] -= 1
    return left


def deal_kongs(view: View, seat: Seat, left: list[int], rng: Random) -> list[int]:
    """The kinds of a seat's concealed kongs; a hidden one is any kind of which none was seen."""
    kinds = []
    for meld in view["melds"][seat]:
        if meld["type"] != "concealed_kong":
            continue
        if meld["tiles"]:
            kinds.append(TILE_OF[meld["tiles"][0]])
            continue
        whole = [kind for kind in range(KINDS) if left[kind] == 4]
        kinds.append(whole[int(rng.random() * len(whole))])
        left[kinds[-1]] = 0
    return kinds


def ready_hand(left: list[int], need: int, rng: Random) -> list[int]:
    """Random sets and a pair of unseen tiles less one tile; empty if they cannot be had."""
    hand: list[int] = []
    for _ in range(need):
        sets = available_sets(left)
        if not sets:
            return []
        chosen = sets[int(rng.random() * len(sets))]
        for kind in chosen:
            left[kind] -= 1
        hand += chosen
    pairs = [kind for kind in range(KINDS) if left[kind] >= 2]
    if not pairs:
        return []
    pair = pairs[int(rng.random() * len(pairs))]
    left[pair] -= 2
    hand += [pair, pair]
    missing = hand.pop(int(rng.random() * len(hand)))
    left[missing] += 1
    return hand


def available_sets(left: list[int]) -> list[tuple[int, int, int]]:
    """Every set that the unseen tiles could make."""
    sets = [(kind, kind, kind) for kind in range(KINDS) if left[kind] >= 3]
    for low in range(27):
        if low % 9 < 7 and left[low] and left[low + 1] and left[low + 2]:
            sets.append((low, low + 1, low + 2))
    return sets


def fits(view: View, seat: Seat, hand: list[int], kongs: Hands, *, migi: bool) -> bool:
    """Whether a dealt hand of a declared seat really waits for something."""
    hidden = iter(kongs[seat])
    melds = tuple([meld_of(row, hidden) for row in view["melds"][seat]])
    counts = count_kinds(hand)
    return bool(hand) and waits(counts, keys_of(counts), melds, migi=migi) > 0


def deal_rest(
    view: View, hands: Hands, kongs: Hands, left: list[int], rng: Random
) -> tuple[Hands, Hands, list[int]]:
    """Fill the other hands; the flowers that nobody has laid are in the wall."""
    pool = [kind for kind in range(KINDS) for _ in range(left[kind])]
    shuffle(pool, rng)
    for seat in SEATS:
        known = view["hands"][seat]
        if known is not None:
            hands[seat] = [TILE_OF[name] for name in known]
        else:
            missing = view["hand_sizes"][seat] - len(hands[seat])
            hands[seat] += [pool.pop() for _ in range(missing)]
    if view["wall"] is not None:
        return hands, kongs, [TILE_OF[name] for name in view["wall"]]
    rest = pool + [tile for tile in range(FLOWER, FLOWER + 8) if left[tile]]
    shuffle(rest, rng)
    return hands, kongs, rest
