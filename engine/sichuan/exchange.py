"""换三张, 定缺: three tiles change hands, then everybody names a void suit."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from engine.game import Event, Seat, Step
from engine.mahjong.seats import SEATS
from engine.sichuan.events import DiceRolled, Exchanged, VoidsShown
from engine.sichuan.hand import measure, shift, spread
from engine.sichuan.model import Player, State
from engine.sichuan.moves import EXCHANGE, VOID, Move
from engine.sichuan.tiles import KINDS, NAMES, SUIT_NAMES

Offers = Mapping[Seat, tuple[Move, ...]]
DIRECTIONS: Final = (("previous", 3), ("next", 1), ("across", 2))
"""By the sum of the dice mod 3: the direction, and how many seats on."""
VOID_OFFERS: Final[Offers] = dict.fromkeys(SEATS, VOID)


def direction(dice: tuple[int, ...]) -> tuple[str, int]:
    """Where exchanged tiles go: in words, and how many seats on."""
    return DIRECTIONS[sum(dice) % 3]


def exchange_offers(state: State) -> Offers:
    """Everybody's sets of three tiles of one suit."""
    return {seat: threes_of(state.players[seat].counts) for seat in SEATS}


def threes_of(counts: bytes) -> tuple[Move, ...]:
    """Every three tiles of one suit in a hand, each once, in order."""
    found: list[Move] = []
    for first in range(0, KINDS, 9):
        tiles = spread(range(first, first + 9), counts[first : first + 9])
        found += [EXCHANGE[three] for three in dict.fromkeys(combinations(tiles, 3))]
    return tuple(found)


def exchange(new: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
    """All swap at once, the way the dice send them."""
    dice = new.round.dice
    name, steps = direction(dice)
    players = []
    events: list[Event] = [DiceRolled(dice, name)]
    for seat in SEATS:
        player = Player(new.players[seat])
        player.gave = moves[seat].tiles
        player.got = moves[(seat - steps) % 4].tiles
        for kind in player.gave:
            shift(player, kind, -1)
        for kind in player.got:
            shift(player, kind, 1)
        players.append(player)
        events.append(Exchanged(seat, _names(player.gave), _names(player.got)))
    new.players = tuple(players)
    new.phase = "Void"
    return Step(new, tuple(events))


def _names(kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([NAMES[kind] for kind in kinds])


def show_voids(new: State, moves: Mapping[Seat, Move]) -> Step[State, Event]:
    """Everybody's void suit is shown, and the dealer begins."""
    players = []
    for seat in SEATS:
        player = Player(new.players[seat])
        player.void = moves[seat].kind
        if seat != new.round.dealer:
            measure(player)
        players.append(player)
    new.players = tuple(players)
    new.phase = "Discard"
    suits = tuple([SUIT_NAMES[moves[seat].kind] for seat in SEATS])
    return Step(new, (VoidsShown(suits),))
