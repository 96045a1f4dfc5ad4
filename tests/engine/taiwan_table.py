"""Tables of the 16-tile game for tests: chosen hands, draws and replacements, and play by text."""

from collections.abc import Sequence
from typing import Any

from engine.game import Event, Step
from engine.mahjong.seats import SEATS
from engine.mahjong.tiles import KIND, NO_TILE, read_tiles
from engine.rng import Deals, shuffle, stream
from engine.taiwan import Taiwan
from engine.taiwan.deal import deal_round, live, new_round, places_left
from engine.taiwan.events import Won
from engine.taiwan.model import State, Table
from engine.taiwan.moves import PASS, Move
from engine.taiwan.tiles import COPIES, FLOWER, NAMES, OF_ID

GAME = Taiwan()
READY = "123m456m789m234p78s44z"
"""Sixteen tiles that wait for 6s and 9s."""
ALL_TILES = sorted(OF_ID)


def tiles(text: str) -> list[int]:
    """Kinds from text such as `123m 1z E`, and flowers as `f3`."""
    found = []
    for word in text.split():
        flower = word[0] == "f" and word[1:].isdecimal()
        found += [FLOWER + int(word[1:]) - 1] if flower else [KIND[f] for f in read_tiles(word)]
    return found


def wall_of(hands: Sequence[str], draws: str = "", tail: str = "", dealer: int = 0) -> list[int]:
    """The ids of a wall that deals these hands; what is not given is filled at random.

    `draws` come from the head, `tail` are the replacements. Flowers that are not given lie in the
    reserve, where they are never drawn.
    """
    left = list(range(144))
    shuffle(left, stream("taiwan table", 1))

    def pick(tile: int) -> int:
        found = next((id for id in left if OF_ID[id] == tile), None)
        assert found is not None, f"there is no {NAMES[tile]} left"
        left.remove(found)
        return found

    def fill() -> int:
        return pick(next(OF_ID[id] for id in left if OF_ID[id] < FLOWER))

    texts = [*hands, *[""] * (4 - len(hands))]
    dealt = [[pick(tile) for tile in tiles(text)] for text in texts]
    first, last = [pick(tile) for tile in tiles(draws)], [pick(tile) for tile in tiles(tail)]
    for seat, hand in enumerate(dealt):
        hand += [fill() for _ in range(16 + (seat == dealer) - len(hand))]
    wall = [
        tile
        for part in range(4)
        for step in SEATS
        for tile in dealt[(dealer + step) % 4][4 * part : 4 * part + 4]
    ]
    flowers = [id for id in left if OF_ID[id] >= FLOWER]
    last += [fill() for _ in range(16 - len(flowers) - len(last))]
    middle = [id for id in left if OF_ID[id] < FLOWER]
    return [*wall, dealt[dealer][16], *first, *middle, *flowers, *reversed(last)]


def table(*hands: str, **circumstances: Any) -> State:
    """A hand dealt like this, the opening passed by everybody; seat 0 deals unless passes say."""
    return deal(*hands, **circumstances).state


def deal(
    *hands: str,
    draws: str = "",
    tail: str = "",
    passes: int = 0,
    streak: int = 0,
    number: int = 1,
    dice: Sequence[int] = (),
    opened: bool = True,
    **config: Any,
) -> Step[State, Event]:
    """The step that leads to such a table."""
    given: dict[str, Any] = {"wall": wall_of(hands, draws, tail, passes % 4)}
    if dice:
        given["dice"] = list(dice)
    place = Table(GAME.config(config), Deals.given([given], then="repeat"))
    state, events = deal_round(new_round(place, number, passes, streak, (0, 0, 0, 0)))
    step = Step(state, events)
    return GAME.apply(state, dict.fromkeys(GAME.choices(state), PASS)) if opened else step


def legal(state: State, seat: int) -> list[str]:
    """What a seat may choose."""
    return [move.choice for move in GAME.choices(state).get(seat, ())]


def offered(state: State, seat: int, choice: str) -> Move:
    """The move of this text; an assertion with a sentence if the seat may not make it."""
    moves = {move.choice: move for move in GAME.choices(state).get(seat, ())}
    assert choice in moves, f"seat {seat} cannot choose {choice}; legal: {', '.join(moves)}"
    return moves[choice]


def step(state: State, text: str = "") -> Step[State, Event]:
    """One step: `0discard:5p`, or claims such as `1pong:5p 2win`; who is left out passes."""
    chosen = {int(word[0]): offered(state, int(word[0]), word[1:]) for word in text.split()}
    offers = GAME.choices(state)
    assert chosen.keys() <= offers.keys(), f"{text}: asked are {list(offers)}"
    return GAME.apply(state, {seat: chosen.get(seat, PASS) for seat in offers})


def play(state: State, *texts: str) -> State:
    """Several steps, one text each; an empty text is a claim step that everybody passes."""
    for text in texts:
        state = step(state, text).state
    return state


def discard_drawn(state: State) -> Step[State, Event]:
    """The default moves of a position: drawn tiles go, claims are passed."""
    return GAME.apply(state, {seat: GAME.default(state, seat) for seat in GAME.choices(state)})


def won(done: Step[State, Event]) -> Won:
    """The one win of a step, its payments adding up to nothing."""
    (event,) = (event for event in done.events if isinstance(event, Won))
    assert sum(event.deltas) == 0
    return event


def items(done: Step[State, Event]) -> dict[str, int]:
    """The items of the one win of a step."""
    event = won(done)
    return dict(zip(event.yaku, event.tai, strict=True))


def throw_drawn(state: State) -> State:
    """The current seat discards what it drew, and nobody claims it."""
    return play(state, f"{state.current}discard:{NAMES[state.drawn]}", "")


def check(state: State) -> None:
    """Every tile is somewhere, hands have their sizes, and the live wall is not overdrawn."""
    where = f"hand {state.round.number} turn {state.turn}"
    wall = state.round.wall
    tiles_seen = [wall[place] for place in places_left(state)]
    for seat, player in enumerate(state.players):
        tiles_seen += [*player.hand, *player.pond]
        tiles_seen += [FLOWER + number for number in range(8) if player.flowers >> number & 1]
        for meld in player.melds:
            tiles_seen += meld.kinds
        drawn = seat == state.current and state.drawn != NO_TILE
        claimed = seat == state.current and state.phase == "Discard"
        size = len(player.hand) + drawn + 3 * len(player.melds)
        assert size == (17 if drawn or claimed else 16), f"{where}: seat {seat} has {size} tiles"
    if state.drawn != NO_TILE:
        tiles_seen.append(state.drawn)
    if sorted(tiles_seen) != ALL_TILES:
        wrong = [NAMES[t] for t, n in enumerate(COPIES) if tiles_seen.count(t) != n]
        raise AssertionError(f"{where}: not as often there as they exist: {', '.join(wrong)}")
    assert live(state) >= 0, f"{where}: the live wall is overdrawn"
    assert sum(state.scores) == 0, f"{where}: scores add up to {sum(state.scores)}"
