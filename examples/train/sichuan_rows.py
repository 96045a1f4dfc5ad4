"""Rows to learn from: what the lookahead of Sichuan saw at each discard, and what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bots.mahjong_danger import Row
from bots.sichuan_danger import Danger, Rival
from bots.sichuan_hand import changed, count, distance, look
from bots.sichuan_lookahead import LookaheadBot
from bots.sichuan_worth import Held, Judge
from bots.turn import TableTurn, Turn
from engine.game import PLAYERS, Event, Seat, View
from engine.rng import Deals, stream
from engine.sichuan import Sichuan
from engine.sichuan.config import SichuanConfig
from engine.sichuan.model import State
from engine.sichuan.moves import Move
from engine.sichuan.tiles import KIND_OF
from engine.sichuan.win import claim_value
from engine.variants import Rules

GAME: Final = Sichuan()
RULES: Final = Rules(GAME)
OPTIONS: Final = {"deals": 1, "draws": "streams"}
EVERY: Final = 0.12
"""The part of the discards that are chosen by chance, so that rare hands come up too."""
AMONG: Final = 4
ITEMS: Final[Mapping[str, str]] = {
    "清一色": "flush", "对对胡": "triplets", "金钩钓": "triplets", "七对": "pairs",
}  # fmt: skip
"""The way that an item of a winning hand tells of."""


@dataclass(slots=True)
class Hand:
    """A hand after a discard: its ways by name as (distance, features, income); what came of it."""

    seat: Seat
    ways: dict[str, tuple[int, Row, float]]
    circumstances: Row
    score: int
    won: set[str] = field(default_factory=set)
    """The ways in which it won; any win is one of `sets`."""
    income: int = 0
    points: int = 0


@dataclass(slots=True)
class Tile:
    """A tile that may be fed to another seat: whether that is ready, and waits for it."""

    readiness: Row
    wait: Row
    win: Row
    possible: bool
    """Whether it has not just let the tile go by, and plays this suit."""
    ready: bool
    waits: bool
    value: int


class WaveringBot(LookaheadBot):
    """The lookahead, but some discards are chosen by chance among the nearest."""

    def start(self, game: Any, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Keep the random numbers."""
        super().start(game, seat, seats, config, rng)
        self._rng = rng

    def act(self, turn: Turn) -> str:
        """Choose as the lookahead does, or one of the nearest discards."""
        choice = super().act(turn)
        if not choice.startswith("discard:") or self._rng.random() > EVERY:
            return choice
        drops = [other for other in turn.legal if other.startswith("discard:")]
        near = sorted(drops, key=lambda drop: distance_after(turn.view, drop))
        return self._rng.choice(near[:AMONG])


def distance_after(view: View, drop: str) -> int:
    """How far the hand is from ready after a discard; void tiles go first."""
    sight, kind = look(view), KIND_OF[drop.removeprefix("discard:")]
    if kind // 9 == sight.void:
        return -1
    return distance(changed(sight.counts, kind, -1), sight.need)


class Deal:
    """One deal of four wavering bots, with the rows that come of it."""

    def __init__(self, seed: str) -> None:
        self.config: SichuanConfig = GAME.config(OPTIONS)
        self.hands: list[Hand] = []
        self.tiles: list[Tile] = []
        self._rng = stream(seed, "rows")
        self._bots = [WaveringBot() for _ in range(4)]
        for seat, bot in enumerate(self._bots):
            bot.start(GAME, seat, 4, self.config, stream(seed, "bot", seat))
        self._play(GAME.start(self.config, Deals.seed(seed), 4).state)

    def _play(self, state: State) -> None:
        while offers := GAME.choices(state):
            moves = {seat: self._move(state, seat, offer) for seat, offer in offers.items()}
            mover = moves.get(state.current)
            if state.phase == "Discard" and mover is not None and mover.verb == "discard":
                self._note(state, mover.kind)
            step = GAME.apply(state, moves)
            self._note_wins(step.events)
            state = step.state
        for hand in self.hands:
            hand.points = state.books.scores[hand.seat] - hand.score

    def _move(self, state: State, seat: Seat, offer: Sequence[Move]) -> Move:
        if len(offer) == 1:
            return offer[0]
        legal = tuple([move.choice for move in offer])
        choice = self._bots[seat].act(TableTurn(seat, legal, RULES, state, ()))
        return offer[legal.index(choice)]

    def _note(self, state: State, kind: int) -> None:
        seat = state.current
        view = GAME.view(state, PLAYERS[seat])
        sight = look(view)
        shed = sum(count(view["hand"])) - sum(sight.counts)
        held = Held(tuple(sight.counts), sight.need, sight.laid, shed)
        held = held._replace(shed=shed - 1) if kind // 9 == sight.void else held.less(kind)
        judge = Judge(view, sight, self.config)
        if ways := ways_by_name(judge, held, sight.void):
            row = judge.circumstances(held)
            self.hands.append(Hand(seat, ways, row, state.books.scores[seat]))
        danger = Danger(view, sight.unseen, self.config.base, stay=False)
        fed = self._rng.choice([KIND_OF[tile] for tile in view["hand"]])
        self.tiles += [tile_row(state, danger, rival, fed) for rival in danger.rivals]

    def _note_wins(self, events: Sequence[Event]) -> None:
        for event in [event for event in events if event.type == "hu_settled"]:
            told: Any = event
            for hand in [hand for hand in self.hands if hand.seat == told.seat]:
                hand.won = {"sets", *[ITEMS[name] for name, _ in told.fans if name in ITEMS]}
                hand.income = told.deltas[told.seat]


def ways_by_name(judge: Judge, held: Held, void: int) -> dict[str, tuple[int, Row, float]]:
    """Of the ways of each name the nearest: its distance, its features and what it brings."""
    ways = judge.ways(held, void)
    found: dict[str, tuple[int, Row, float]] = {}
    for way, income in zip(ways, judge.incomes(ways, held), strict=True):
        far = way.outlook.far
        if way.name not in found or far < found[way.name][0]:
            row = judge.row(way.outlook, held, far - ways[0].outlook.far)
            found[way.name] = far, row, income
    return found


def tile_row(state: State, danger: Danger, rival: Rival, kind: int) -> Tile:
    """What a seat shows about a tile, and the truth."""
    player = state.players[rival.seat]
    waits = bool(player.waits >> kind & 1)
    fed = State(state)
    fed.tile, fed.claim = kind, "discard"
    return Tile(
        readiness=rival.readiness(),
        wait=rival.wait(kind, danger.tile(kind)),
        win=rival.win(kind),
        possible=kind not in rival.passed and kind // 9 != rival.void,
        ready=bool(player.waits),
        waits=waits,
        value=claim_value(fed, rival.seat, player) if waits else 0,
    )


def played(deals: int, seed: int) -> Iterator[Deal]:
    """So many deals."""
    for number in range(deals):
        yield Deal(f"{seed}:{number}")
