"""A position made up from what was seen: hidden tiles dealt afresh, but only where they can be.

What one seat knows of another hand beyond its size: the three tiles it gave away itself, and
that whoever last discarded another suit had no tile of the void suit left.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engine.game import Seat, View
from engine.mahjong.history import linked
from engine.mahjong.melds import Meld, MeldType
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import NO_TILE
from engine.rng import Deals, shuffle
from engine.sichuan.config import SichuanConfig
from engine.sichuan.deal import DEALT, LIVE, first_position, roll
from engine.sichuan.exchange import DIRECTIONS
from engine.sichuan.hand import measure, new_player, shift
from engine.sichuan.model import CLAIMED, NO_SEAT, NO_SUIT, Player, Round, State, Table, Win
from engine.sichuan.settlement import Books, Entry, Settlement
from engine.sichuan.tiles import KIND_OF, KINDS, SUIT_NAMES

OWN_TILES = {"pong": 2, "kong": 3, "ckong": 4, "akong": 3}
"""Tiles of a meld that came from the hand."""


def imagine(config: SichuanConfig, seen: View, rng: Random) -> State:
    """A state that this view cannot tell from the real one, with fresh deals to come."""
    hands, wall = deal_unseen(config, seen, rng)
    table = Table(config, Deals.seed(str(rng.random())), Settlement(config))
    dice = tuple(seen["dice"] or roll(rng))
    this = Round(table, seen["round"], seen["dealer"], b"", dice, tuple(seen["start_scores"]))
    players = tuple(player_from(seen, seat, hands[seat]) for seat in SEATS)
    state = first_position(this, players)
    read_position(state, seen)
    find_drawn(state, seen, hands)
    place_wall(state, wall)
    for seat in SEATS:
        find_waits(state, seat)
    return state


def kinds(tiles: Sequence[str] | None) -> list[int]:
    """Tiles from their text."""
    return [KIND_OF[tile] for tile in tiles or ()]


def find_drawn(state: State, seen: View, hands: Sequence[Sequence[int]]) -> None:
    """The tile just drawn: the one seen, or the last of the hidden ones."""
    if seen["drawn"] is not None:
        state.drawn = KIND_OF[seen["drawn"]]
    elif state.phase == "Discard" and state.began in ("draw", "kong"):
        state.drawn = hands[state.current][-1]


def place_wall(state: State, wall: Sequence[int]) -> None:
    """These tiles to come; what is gone from the wall no longer matters."""
    gone = LIVE - len(wall)
    state.round.wall = bytes(DEALT + gone) + bytes(wall)
    state.head = DEALT + gone
    if state.config.draws == "streams":
        state.taken = (1 << gone) - 1


def find_waits(state: State, seat: Seat) -> None:
    """What a hand waits for, the tile just drawn aside."""
    player = state.players[seat]
    moving = state.phase == "Discard" and seat == state.current
    if player.void == NO_SUIT or (moving and state.drawn == NO_TILE):
        return
    if moving:
        shift(player, state.drawn, -1)
    measure(player)
    if moving:
        shift(player, state.drawn, 1)


# -- the hidden tiles


@dataclass(slots=True)
class Place:
    """Somewhere hidden tiles lie: so many free places, none for one suit."""

    free: int
    banned: int = NO_SUIT
    tiles: list[int] = field(default_factory=list)
    found: Sequence[int] = ()
    """Tiles that are about to come here."""

    def take(self, kinds: Sequence[int]) -> None:
        """Tiles come to lie here."""
        self.tiles += kinds
        self.free -= len(kinds)


def deal_unseen(
    config: SichuanConfig, seen: View, rng: Random
) -> tuple[list[list[int]], list[int]]:
    """Every hand, and the tiles of the wall in order."""
    left = Counter(dict.fromkeys(range(KINDS), 4))
    left.subtract(visible(seen))
    hands = [kinds(hand) for hand in seen["hands"]]
    missing = [seen["hand_sizes"][seat] - len(hands[seat]) for seat in SEATS]
    wall = Place(0 if seen["wall"] is not None else seen["left"])
    loose = [Place(loose_tiles(seen, seat, missing[seat])) for seat in SEATS]
    tight = [
        Place(missing[seat] - loose[seat].free, banned_suit(config, seen, seat)) for seat in SEATS
    ]
    for seat, kind in given_away(seen):
        tight[seat].take([kind])
        left[kind] -= 1
    if seen["wall"] is not None:
        left.subtract(kinds(seen["wall"]))
    rest = list(left.elements())
    shuffle(rest, rng)
    scatter(rest, [wall, *loose, *tight], rng)
    shuffle(wall.tiles, rng)
    full = [hands[seat] + tight[seat].tiles + loose[seat].tiles for seat in SEATS]
    return full, kinds(seen["wall"]) or wall.tiles


def scatter(tiles: Sequence[int], places: Sequence[Place], rng: Random) -> None:
    """Put every tile somewhere it may lie; the tiles come in random order."""
    choosy = [place for place in places if place.banned != NO_SUIT]
    rest = list(tiles)
    for place in choosy:
        fitting = [kind for kind in rest if kind // 9 != place.banned][: place.free]
        if len(fitting) < place.free:
            scatter_with_care(tiles, places, rng)
            return
        place.found = fitting
        for kind in fitting:
            rest.remove(kind)
    if choosy:
        shuffle(rest, rng)
    for place in places:
        if place.banned == NO_SUIT:
            place.found = rest[: place.free]
            del rest[: place.free]
        place.take(place.found)


def scatter_with_care(tiles: Sequence[int], places: Sequence[Place], rng: Random) -> None:
    """The same, tile by tile, so that the rest can always be put somewhere too."""
    to_come = Counter(kind // 9 for kind in tiles)
    for kind in tiles:
        suit = kind // 9
        to_come[suit] -= 1
        open_to = [p for p in places if p.free and p.banned != suit and _leaves(p, places, to_come)]
        open_to[int(rng.random() * len(open_to))].take([kind])


def _leaves(taken: Place, places: Sequence[Place], to_come: Counter[int]) -> bool:
    """Whether every suit still has room once a free place is taken here."""
    for suit in range(3):
        room = sum([place.free for place in places if place.banned != suit])
        if to_come[suit] > room - (taken.banned != suit):
            return False
    return True


def visible(seen: View) -> list[int]:
    """Every tile on the table or in a hand that is seen, each once."""
    shown = [kind for hand in seen["hands"] for kind in kinds(hand)]
    for pond in seen["ponds"]:
        shown += [KIND_OF[token] for token in pond if not token.endswith("*")]
    for row in seen["melds"]:
        for meld in row:
            shown += [KIND_OF[meld["tile"]]] * (3 if meld["type"] == "pong" else 4)
    shown += [KIND_OF[win["tile"]] for win in seen["wins"]]
    if seen["claim"] == "kong":
        shown.append(KIND_OF[seen["tile"]])
    return shown


def loose_tiles(seen: View, seat: Seat, missing: int) -> int:
    """Hidden tiles a seat may have drawn since its last discard: they can be of any suit."""
    if not missing or seat != seen["mover"]:
        return 0
    drawn = 1 if seen["phase"] == "Discard" and seen["began"] in ("draw", "kong") else 0
    for token in reversed(seen["history"]):
        if not token.startswith((f"{seat}ckong", f"{seat}akong")):
            break
        drawn += 1
    return min(drawn, missing)


def banned_suit(config: SichuanConfig, seen: View, seat: Seat) -> int:
    """The suit that a hand cannot have: the void one, once another has been discarded."""
    void, pond = seen["void"][seat], seen["ponds"][seat]
    if not config.force_void or void is None or not pond or pond[-1][1] == void:
        return NO_SUIT
    return SUIT_NAMES.index(void)


def given_away(seen: View) -> list[tuple[Seat, int]]:
    """Tiles that a seen hand gave to a hidden one and that have not left it since."""
    if seen["direction"] is None:
        return []
    steps = dict(DIRECTIONS)[seen["direction"]]
    still = []
    for giver in SEATS:
        seat = (giver + steps) % 4
        if seen["hands"][seat] is None:
            held = Counter(kinds(seen["gave"][giver]))
            held.subtract(departed(seen, seat))
            still += [(seat, kind) for kind in held.elements()]
    return still


def departed(seen: View, seat: Seat) -> list[int]:
    """The tiles that were seen to leave a hand."""
    gone = [KIND_OF[token[:2]] for token in seen["ponds"][seat]]
    for meld in seen["melds"][seat]:
        gone += [KIND_OF[meld["tile"]]] * OWN_TILES[meld["type"]]
    robbed = [w["tile"] for w in seen["wins"] if w["kind"] == "rob_kong" and w["from"] == seat]
    gone += kinds(robbed)
    if seen["claim"] == "kong" and seen["mover"] == seat:
        gone.append(KIND_OF[seen["tile"]])
    return gone


# -- what was seen


def player_from(seen: View, seat: Seat, hand: Sequence[int]) -> Player:
    """A seat with this hand."""
    player = new_player(hand)
    void = seen["void"][seat]
    player.void = SUIT_NAMES.index(void) if void else NO_SUIT
    player.melds = melds_of(seen, seat)
    player.need = 4 - len(player.melds)
    player.pond = tuple(
        KIND_OF[token[:2]] | (CLAIMED if token.endswith("*") else 0)
        for token in seen["ponds"][seat]
    )
    player.won = seen["won"][seat]
    player.passed = seen["passed"][seat] or 0
    player.gave = tuple(kinds(seen["gave"][seat]))
    player.got = tuple(kinds(seen["got"][seat]))
    return player


def melds_of(seen: View, seat: Seat) -> tuple[Meld, ...]:
    """A seat's melds as a view shows them."""
    return tuple(
        _meld(meld["type"], KIND_OF[meld["tile"]], _seat(meld["from"]))
        for meld in seen["melds"][seat]
    )


def _seat(seat: Seat | None) -> Seat:
    return NO_SEAT if seat is None else seat


def read_position(state: State, seen: View) -> None:
    """Fill in everything that is seen as it is."""
    state.phase = seen["phase"]
    state.current = seen["mover"]
    state.turn = seen["turn"]
    state.began = seen["began"]
    state.tile = KIND_OF[seen["tile"]] if seen["tile"] else NO_TILE
    state.claim = seen["claim"] or "discard"
    state.after_kong = seen["after_kong"]
    state.feeder = _seat(seen["feeder"])
    state.kongs = seen["kongs"]
    state.calm = seen["calm"]
    state.left = seen["left"]
    state.wins = tuple(
        Win(tuple(win["seats"]), KIND_OF[win["tile"]], win["kind"], _seat(win["from"]))
        for win in seen["wins"]
    )
    ledger = tuple(Entry(**row) for row in seen["ledger"])
    state.books = Books(tuple(seen["scores"]), ledger)
    state.history = linked(seen["history"])


def _meld(word: MeldType, kind: int, source: Seat) -> Meld:
    return Meld(word, kind, kind if source >= 0 else -1, source)
