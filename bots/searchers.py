"""The search at each game: who advises it, who plays its playouts, how many it can afford."""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from random import Random
from typing import Any, ClassVar, Final

from bots import mahjong_playouts as hurried
from bots import ripening, texas42_endgame, texas42_likely, tigerdragon_endgame
from bots.learned import LearnedBot
from bots.playouts import Beginning, Play
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.search import SearchBot, asking, kind_of
from bots.sichuan import GreedyBot as SichuanGreedy
from bots.sichuan import ValueBot as SichuanValue
from bots.taiwan import GreedyBot as TaiwanGreedy
from bots.taiwan_lookahead import LookaheadBot as TaiwanLookahead
from bots.texas42 import EXACT_DOMINOES, CountBot, SampleBot, by_rule
from bots.tigerdragon import play_out
from bots.turn import Turn
from engine.game import AnyGame, View
from engine.texas42.model import State
from engine.texas42.rules import apply
from engine.texas42.scoring import by_seat, pay

QUIET: Final = frozenset({"discard", "pass"})
"""What can be left to advisers at mahjong."""
LAST_STEP: Final = 8
"""How many times as many playouts the last discard of a deal is given at mahjong."""
EXPECTED: Final = 0.5
"""Tricks by which hands may differ from what was called without being a surprise."""
EXACT_TILES: Final = 10
"""Tiles in all hands from which on a round of Tiger & Dragon is worked out to its end."""


class TigerDragonSearch(SearchBot):
    """Plays rounds out in imagination and departs from the network where that clearly pays."""

    name = "tigerdragon-search"
    level = "expert"
    rank = 9
    games = ("tigerdragon",)
    advisers = (LearnedBot,)
    playouts = 60

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Everybody counts tiles."""
        return play_out

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
    playouts = 80
    width = 2
    sure = frozenset({"ron", "tsumo"})
    ripen = ripening.riichi
    hurry = hurried.riichi


class TaiwanSearch(MahjongSearch):
    """Looks two draws ahead by expectation; the last discard of a hand it tries in worlds."""

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

    def contested(self, turn: Turn, advised: Sequence[str]) -> bool:  # noqa: ARG002
        """The last discard alone: of all others, playouts know less than the lookahead."""
        return self.last_discard(turn)


class SichuanSearch(MahjongSearch):
    """Plays deals out in imagination, everybody hurrying, and departs from `value` if it pays."""

    name = "sichuan-search"
    level = "expert"
    rank = 9
    games = ("sichuan",)
    advisers = (SichuanValue, SichuanGreedy)
    playouts = 80
    width = 2
    sure = frozenset({"hu"})
    ripen = ripening.sichuan
    hurry = hurried.sichuan


class Texas42Search(SearchBot):
    """Plays hands out in imagination by rules of thumb: bids, trumps and dominoes alike."""

    name = "texas42-search"
    level = "expert"
    rank = 9
    games = ("texas42",)
    advisers = (SampleBot, CountBot)
    playouts = 60
    caution = 2.0  # the sampling bot plays the last tricks exactly, the playouts do not
    tries: ClassVar[int] = 8
    """Worlds that are looked at for one that is tried."""

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:
        """Dominoes by thumb from the state itself, calls as the counting bot makes them."""
        return by_rule(asking(CountBot, game, seats, config, rng, self.variants))

    def imagined(self, view: View) -> State:
        """The likeliest of a few worlds by what was called; the first that surprises nobody."""
        best, least = None, inf
        for _ in range(self.tries):
            world: State = super().imagined(view)
            surprise = texas42_likely.surprise(world, int(view["viewer"]))
            if surprise < least:
                best, least = world, surprise
            if least <= EXPECTED:
                break
        assert best is not None
        return best

    def outcomes(self, beginnings: Sequence[Beginning]) -> list[Sequence[int]]:
        """Exact scores in the last tricks, unless a variant changes what may be played."""
        world = beginnings[0][0]
        few = world.phase == "Playing" and sum(world.hands).bit_count() <= EXACT_DOMINOES
        if self._rules.variants or not few:
            return super().outcomes(beginnings)
        played = [apply(world, moves).state for _, moves in beginnings]
        return [
            by_seat(pay(world.marks, world.contract, made=texas42_endgame.can_make(state)))
            for state in played
        ]
