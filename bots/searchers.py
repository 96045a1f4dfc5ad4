"""The search at each game: who advises it, who plays its playouts, how many it can afford."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from bots import mahjong_playouts as hurried
from bots import ripening, texas42_likely, tigerdragon_endgame, tigerdragon_likely
from bots.learned import LearnedBot
from bots.playouts import Beginning, Play
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.riichi_placement import expected_points, rounds_left
from bots.search import SearchBot, asking, kind_of
from bots.sichuan import GreedyBot as SichuanGreedy
from bots.sichuan_lookahead import LookaheadBot as SichuanLookahead
from bots.taiwan import GreedyBot as TaiwanGreedy
from bots.taiwan_lookahead import LookaheadBot as TaiwanLookahead
from bots.texas42 import CountBot, SampleBot, by_rule
from bots.texas42_playouts import Deal, trumps_for
from bots.tigerdragon import play_out
from bots.turn import Turn
from engine.game import AnyGame, Seat, View
from engine.mahjong.tiles import WIND_NAMES
from engine.texas42.model import State
from engine.texas42.moves import Declare
from engine.texas42.rules import apply
from engine.texas42.scoring import Pair, by_seat, pay
from engine.tigerdragon.model import State as TigerDragonState

QUIET: Final = frozenset({"discard", "pass"})
"""What can be left to advisers at mahjong."""
LAST_STEP: Final = 8
"""How many times as many playouts the last discard of a deal is given at mahjong."""
WITH_VARIANTS: Final = 60
"""Playouts of Texas 42 where variants have a say."""
WITH_VARIANTS_CAUTION: Final = 2.0
EXACT_TILES: Final = 10
"""Tiles in all hands from which on a round of Tiger & Dragon is worked out to its end."""


class TigerDragonSearch(SearchBot):
    """Plays rounds out in imagination and departs from the network where that clearly pays."""

    name = "tigerdragon-search"
    level = "expert"
    rank = 9
    games = ("tigerdragon",)
    advisers = (LearnedBot,)
    playouts = 160

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Everybody counts tiles."""
        return play_out

    def imagined(self, view: View) -> TigerDragonState:
        """A world in which nobody holds what he passed with."""
        world: TigerDragonState = super().imagined(view)
        aside = view["set_aside"] is None
        tigerdragon_likely.believe_passes(world, int(view["viewer"]), self._rng, aside=aside)
        return world

    def outcomes(self, beginnings: Sequence[Beginning]) -> list[Sequence[int]]:
        """Exact scores when few tiles are left and no variant changes what may be done."""
        world = beginnings[0][0]
        if self._rules.variants or sum(map(len, world.hands)) > EXACT_TILES:
            return super().outcomes(beginnings)
        end = tigerdragon_endgame.ending(world)
        choices = [moves[world.current].choice for _, moves in beginnings]
        return [tigerdragon_endgame.after(end, choice) for choice in choices]


class MahjongSearch(SearchBot):
    """Imagines hands that have been played for as long as they have, not hands of chance."""

    ripen: ClassVar[Callable[[Any, View, Random], None]]
    hurry: ClassVar[Play]
    wall: ClassVar[str] = "left"
    """The key of a view that says how many tiles may still be drawn."""

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Hurried players."""
        return type(self).hurry

    def contested(self, turn: Turn, advised: Sequence[str]) -> bool:
        """Advisers who agree to discard or to let a tile go are right, but for the last discard."""
        agreed = len({*advised}) == 1 and kind_of(advised[0]) in QUIET
        return not agreed or self.last_discard(turn)

    def last_discard(self, turn: Turn) -> bool:
        """Whether nobody draws again: each world then tells exactly what a discard leads to."""
        return turn.view[self.wall] == 0 and "pass" not in turn.legal

    def promising(self, turn: Turn) -> Iterable[str]:
        """A claim that somebody advises is held against passing, no others; every last discard."""
        if "pass" in turn.legal:
            return ("pass",)
        return turn.legal if self.last_discard(turn) else super().promising(turn)

    def affordable(self, view: View) -> int:
        """More where nobody draws again: a playout is then a single step."""
        return self.playouts if view[self.wall] else LAST_STEP * self.playouts

    def imagined(self, view: View) -> Any:
        """A world with ripe hands."""
        world = super().imagined(view)
        type(self).ripen(world, view, self._rng)
        return world


class RiichiSearch(MahjongSearch):
    """Plays hands out in imagination, everybody hurrying, and departs from the guard if it pays."""

    name = "riichi-search"
    level = "expert"
    rank = 9
    games = ("riichi",)
    advisers = (RiichiGuard, RiichiGreedy)
    playouts = 320
    width = 2
    sure = frozenset({"ron", "tsumo"})
    ripen = ripening.riichi
    hurry = hurried.riichi

    def worth(self, view: View, scores: Sequence[int]) -> float:
        """The points with which the match is expected to end: places count, not only scores."""
        hand = 4 * WIND_NAMES.index(view["round_wind"]) + view["dealer"]
        left = rounds_left(self._config, hand, scores)
        return expected_points(self._config, scores, int(view["viewer"]), left)


class ForesightSearch(MahjongSearch):
    """Looks ahead by expectation; the last discard of a deal it tries in worlds."""

    def contested(self, turn: Turn, advised: Sequence[str]) -> bool:  # noqa: ARG002
        """The last discard alone: of all others, playouts know less than the lookahead."""
        return self.last_discard(turn)


class TaiwanSearch(ForesightSearch):
    """Looks two draws ahead and weighs what a hand may win against what a discard may feed."""

    name = "taiwan-search"
    level = "expert"
    rank = 9
    games = ("taiwan",)
    advisers = (TaiwanLookahead, TaiwanGreedy)
    playouts = 240
    caution = 2.0
    sure = frozenset({"win"})
    wall = "live"
    ripen = ripening.taiwan
    hurry = hurried.taiwan


class SichuanSearch(ForesightSearch):
    """Weighs what a hand may win in each of its ways against what a discard may feed."""

    name = "sichuan-search"
    level = "expert"
    rank = 9
    games = ("sichuan",)
    advisers = (SichuanLookahead, SichuanGreedy)
    playouts = 320
    sure = frozenset({"hu"})
    ripen = ripening.sichuan
    hurry = hurried.sichuan


class Texas42Search(SearchBot):
    """Plays hands out in imagination, the last tricks exactly: bids, trumps and dominoes alike."""

    name = "texas42-search"
    level = "expert"
    rank = 9
    games = ("texas42",)
    advisers = (SampleBot, CountBot)
    playouts = 240
    least_worlds = 16
    caution = 1.0
    calls: ClassVar[int] = 4
    """How many times as many playouts a call is given: one deal answers for every bid."""
    tries: ClassVar[int] = 8
    """Worlds that are looked at for one that is tried."""
    exact: ClassVar[int] = 20
    """Dominoes in all hands from which on the rest is worked out to the end."""

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Begin without a deal in mind."""
        super().start(game, seat, seats, config, rng)
        if self._rules.variants:  # the sampling bot plays the last tricks exactly, playouts do not
            self.caution = WITH_VARIANTS_CAUTION
        self._seat = seat
        self._deal: tuple[State, Deal] | None = None
        self._intended: tuple[int, Declare] | None = None

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:
        """Dominoes by thumb from the state itself, calls as the counting bot makes them."""
        return by_rule(asking(CountBot, game, seats, config, rng, self.variants))

    def affordable(self, view: View) -> int:
        """More for calls; fewer where variants have a say, which takes longer."""
        if self._rules.variants:
            return min(self.playouts, WITH_VARIANTS)
        return self.calls * self.playouts if view["phase"] == "Bidding" else self.playouts

    def imagined(self, view: View) -> State:
        """A world that is taken as often as its hands would have been called like this."""
        best, most = None, -1.0
        for _ in range(self.tries):
            world: State = super().imagined(view)
            likely = texas42_likely.likelihood(world, self._seat)
            if self._rng.random() < likely:
                return world
            if likely > most:
                best, most = world, likely
        assert best is not None
        return best

    def outcomes(self, beginnings: Sequence[Beginning]) -> list[Sequence[int]]:
        """Marks after the hand by thumb and exact ends, unless a variant has a say in it."""
        if self._rules.variants:
            return super().outcomes(beginnings)
        return [by_seat(self._marks(world, moves)) for world, moves in beginnings]

    def _marks(self, world: State, moves: Mapping[Seat, Any]) -> Pair:
        if self._deal is None or self._deal[0] is not world:
            self._deal = world, Deal(world.hands, world.shaker, self.exact)
        deal, state = self._deal[1], apply(world, moves).state
        if world.phase == "Bidding":
            paid = deal.called(state, self._seat, self._trumps(world))
            return (world.marks[0] + paid[0], world.marks[1] + paid[1])
        assert state.contract is not None
        return pay(world.marks, state.contract, made=deal.made(state))

    def _trumps(self, world: State) -> Declare:
        """What would be declared with the own hand."""
        hand = world.hands[self._seat]
        if self._intended is None or self._intended[0] != hand:
            self._intended = hand, trumps_for(hand, self.exact, self._rng)
        return self._intended[1]
