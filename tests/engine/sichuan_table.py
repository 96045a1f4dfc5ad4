"""Builders for tests of Sichuan: hands from text, positions, walls, and a count of the tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.game import Event, Step
from engine.mahjong.melds import Meld, MeldType
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import KIND, NO_TILE, read_tiles
from engine.rng import Deals, stream
from engine.sichuan import Sichuan
from engine.sichuan.deal import DEALT, dealt_hands, first_position, wall_left
from engine.sichuan.hand import hand_names, measure, new_player, standard
from engine.sichuan.model import CLAIMED, Player, Round, State, Table, Win
from engine.sichuan.moves import HU, Move
from engine.sichuan.settlement import Books, Settlement
from engine.sichuan.tiles import KIND_OF, SUIT_NAMES

GAME = Sichuan()
PLAIN = "123m 456m 789m 23p 55p"
"""Waits for 1p and 4p, worth nothing."""
FAR = "124578m 1245p 7p 9p 9m"
"""Not ready, no tile of s."""
FOUR = "1111m 456m 789m 23p 5p"
"""Four alike."""
ON_5P = "123m 456m 789m 5p 999p"
"""Waits for 5p."""


def kinds(text: str) -> list[int]:
    """Kinds from text such as `123m 5p`."""
    return [KIND[face] for face in read_tiles(text)]


def melds(text: str) -> tuple[Meld, ...]:
    """Melds from text such as `pong:5p ckong:1m`; claimed ones came from seat 3."""
    found = []
    for word in text.split():
        kind, tile = word.split(":")
        source = -1 if kind == "ckong" else 3
        found.append(meld_of(kind, tile, source))  # type: ignore[arg-type]  # a meld's word
    return tuple(found)


def meld_of(kind: MeldType, tile: str, source: int = -1) -> Meld:
    called = KIND_OF[tile] if source >= 0 else -1
    return Meld(kind, KIND_OF[tile], called, source)


def player(hand: str = "", void: str = "s", laid: str = "", *, won: bool = False) -> Player:
    """A seat with these concealed tiles, measured as after a discard."""
    seat = new_player(kinds(hand))
    seat.void = SUIT_NAMES.index(void) if void else -1
    seat.melds = melds(laid)
    seat.need = 4 - len(seat.melds)
    seat.won = won
    measure(seat)
    return seat


def seats_with(**special: Player) -> tuple[Player, ...]:
    """Four seats, those not named far from ready."""
    return tuple(special.get(f"s{seat}", player(FAR)) for seat in SEATS)


def position(
    *players: Player,
    config: Mapping[str, Any] | None = None,
    wall: str = "1s2s3s4s5s6s",
    dealer: int = 0,
    scores: Sequence[int] = (100, 100, 100, 100),
    settlement: type[Settlement] = Settlement,
) -> State:
    """A deal under way; the wall holds just these tiles, drawn from the first on."""
    options = GAME.config(config)
    deals = Deals.seed("table")
    this = Round(Table(options, deals, settlement(options)), 1, dealer, b"", (3, 4), tuple(scores))
    state = first_position(this, players)
    tiles = kinds(wall)
    this.wall = bytes(DEALT) + bytes(tiles)
    state.left = len(tiles)
    state.calm = False
    won = [seat for seat in SEATS if players[seat].won]
    state.wins = tuple(Win((seat,), 26, "self_draw") for seat in won)
    return state


def on_turn(state: State, seat: int, drawn: str = "") -> State:
    """It is a seat's turn; `drawn` comes into its hand."""
    new = State(state)
    new.phase = "Discard"
    new.current = seat
    new.began = "draw"
    if drawn:
        new.drawn = KIND_OF[drawn]
        mover = Player(state.players[seat])
        counts = bytearray(mover.counts)
        counts[new.drawn] += 1
        keys = list(mover.keys)
        keys[new.drawn // 9] += 5 ** (new.drawn % 9)
        mover.counts = bytes(counts)
        mover.keys = keys
        new.players = tuple(mover if s == seat else p for s, p in enumerate(state.players))
    return new


def discarded(state: State, seat: int, tile: str) -> State:
    """A tile of this seat lies on the table to be claimed."""
    new = State(state)
    new.phase = "Claim"
    new.claim = "discard"
    new.current = seat
    new.tile = KIND_OF[tile]
    mover = Player(state.players[seat])
    mover.pond = (*mover.pond, new.tile)
    new.players = tuple(mover if s == seat else p for s, p in enumerate(state.players))
    return new


def legal(state: State, seat: int) -> list[str]:
    """What a seat may choose now."""
    return [move.choice for move in GAME.choices(state).get(seat, ())]


def offered(state: State, seat: int, choice: str) -> Move:
    """The move of this text; an assertion with a sentence if the seat may not make it."""
    offers = {move.choice: move for move in GAME.choices(state).get(seat, ())}
    assert choice in offers, f"seat {seat} cannot choose {choice}; legal: {', '.join(offers)}"
    return offers[choice]


def play(state: State, **choices: str) -> Step[State, Event]:
    """Everybody's moves, given as `s1="hu"`; other deciding seats play their default."""
    moves = {seat: GAME.default(state, seat) for seat in GAME.choices(state)}
    moves |= {int(name[1]): offered(state, int(name[1]), text) for name, text in choices.items()}
    return GAME.apply(state, moves)


def told(step: Step[State, Event], name: str) -> list[Any]:
    """The events of a type."""
    return [event for event in step.events if event.type == name]


def hand(state: State, seat: int) -> str:
    """A seat's concealed tiles, one text."""
    return "".join(hand_names(state.players[seat]))


def wall_ids(hands: Sequence[str], draws: str = "", tail: str = "", dealer: int = 0) -> list[int]:
    """The tile ids of a wall that deals these hands by seat, then these draws; `tail` ends it."""
    fixed: dict[int, int] = {}
    places = dealt_hands(bytes(range(108)), dealer)
    for seat, text in enumerate(hands):
        fixed |= dict(zip(places[seat], kinds(text), strict=True))
    fixed |= {DEALT + number: kind for number, kind in enumerate(kinds(draws))}
    fixed |= {107 - number: kind for number, kind in enumerate(reversed(kinds(tail)))}
    left = Counter(dict.fromkeys(range(27), 4))
    left.subtract(fixed.values())
    rest = iter(list(left.elements()))
    used: Counter[int] = Counter()
    ids = []
    for place in range(108):
        kind = fixed[place] if place in fixed else next(rest)
        ids.append(4 * kind + used[kind])
        used[kind] += 1
    return ids


def dealt(
    hands: Sequence[str], voids: str, draws: str = "", tail: str = "", **config: Any
) -> Step[State, Event]:
    """A deal with these hands after the void suits are named; no exchange."""
    options = {"exchange_three": False, "deals": 1, **config}
    deals = Deals.given([{"wall": wall_ids(hands, draws, tail)}], then="rest")
    state = GAME.start(GAME.config(options), deals, 4).state
    return play(state, **{f"s{seat}": f"void:{suit}" for seat, suit in enumerate(voids)})


def keen_move(state: State, seat: int, rng: Random) -> Move:
    """Win when possible, void the shortest suit, keep near to a win; else anything goes."""
    offer = GAME.choices(state)[seat]
    if HU in offer:
        return HU
    mover = state.players[seat]
    if state.phase == "Void":
        return GAME.default(state, seat)
    if state.phase == "Discard" and rng.random() < 0.9:
        drops = [move for move in offer if move.verb == "discard"]
        drops = [move for move in drops if move.kind // 9 == mover.void] or drops
        return min(drops, key=lambda move: distance_without(mover, move.kind))
    return offer[int(rng.random() * len(offer))]


def distance_without(mover: Player, kind: int) -> int:
    keys = list(mover.keys)
    keys[kind // 9] -= 5 ** (kind % 9)
    return standard(keys[0], keys[1], keys[2], 0, mover.need)


def keen_steps(
    game: Sichuan, seed: str, config: Mapping[str, Any] | None = None
) -> Iterator[Step[State, Event]]:
    """The steps of a match by players who try to win, the first deal among them."""
    rng = stream(seed, "keen")
    step = game.start(game.config(config), Deals.seed(seed), 4)
    yield step
    while offers := game.choices(step.state):
        state = step.state
        step = game.apply(state, {seat: keen_move(state, seat, rng) for seat in offers})
        yield step


def with_books(state: State, books: Books) -> State:
    """The same position with other books."""
    new = State(state)
    new.books = books
    return new


ONE = tuple(256**kind for kind in range(27))
"""A tile in a number that counts kinds, a byte each."""
ALL_TILES = 4 * sum(ONE)


def check_tiles(state: State) -> None:
    """All 108 tiles are somewhere, each kind four times, and every hand has its size."""
    tiles = sum([ONE[kind] for kind in wall_left(state)])
    for owner in state.players:
        tiles += int.from_bytes(owner.counts[:27], "little")
        tiles += sum([ONE[entry] for entry in owner.pond if entry < CLAIMED])
        tiles += sum([ONE[meld.kind] * meld.size for meld in owner.melds])
    tiles += sum([ONE[win.kind] for win in state.wins])
    if state.phase == "Claim" and state.claim == "kong":
        tiles += ONE[state.tile]
    assert tiles == ALL_TILES, f"tiles do not add up: {list(tiles.to_bytes(28, 'little'))}"
    for seat, mover in enumerate(state.players):
        extra = state.phase == "Discard" and seat == state.current
        if state.phase in ("Exchange", "Void"):
            extra = seat == state.round.dealer
        size = sum(mover.counts) + 3 * len(mover.melds)
        assert size == 13 + extra, f"seat {seat} holds {size} tiles"
    assert state.tile == NO_TILE or state.phase == "Claim"
