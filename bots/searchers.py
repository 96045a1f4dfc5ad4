"""The search at each game: who advises it, who plays its playouts, how many it can afford."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, ClassVar, Final

from bots import mahjong_playouts as hurried
from bots import ripening, texas42_endgame, tigerdragon_endgame
from bots.learned import LearnedBot
from bots.playouts import Beginning, Play
from bots.riichi import RiichiGreedy, RiichiGuard
from bots.search import SearchBot, asking, kind_of
from bots.sichuan import GreedyBot as SichuanGreedy
from bots.sichuan import ValueBot as SichuanValue
from bots.taiwan import GreedyBot as TaiwanGreedy
from bots.taiwan_guard import GuardBot as TaiwanGuard
from bots.texas42 import EXACT_DOMINOES, CountBot, SampleBot, by_rule
from bots.tigerdragon import play_out
from bots.turn import Turn
from engine.game import AnyGame, View
from engine.texas42.rules import apply
from engine.texas42.scoring import by_seat, pay

QUIET: Final = frozenset({"discard", "pass"})
"""What can be left to advisers at mahjong."""
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

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:  # noqa: ARG002
        """Hurried players."""
        return type(self).hurry

    def contested(self, legal: Sequence[str], advised: Sequence[str]) -> bool:  # noqa: ARG002
        """Advisers who agree to discard or to let a tile go are right; else it is worth a try."""
        return len({*advised}) > 1 or kind_of(advised[0]) not in QUIET

    def promising(self, turn: Turn) -> Iterable[str]:
        """A claim that somebody advises is held against letting the tile go, no others."""
        return ("pass",) if "pass" in turn.legal else super().promising(turn)

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
    """Discards as the guard does; whether to claim, hands played out in imagination decide."""

    name = "taiwan-search"
    level = "strong"
    rank = 9
    games = ("taiwan",)
    advisers = (TaiwanGuard, TaiwanGreedy)
    playouts = 240
    width = 2
    caution = 2.0
    sure = frozenset({"win"})
    ripen = ripening.taiwan
    hurry = hurried.taiwan

    def contested(self, legal: Sequence[str], advised: Sequence[str]) -> bool:
        """Claims alone: of discards, hurried players know less than the guard."""
        return "pass" in legal and super().contested(legal, advised)


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

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:
        """Dominoes by thumb from the state itself, calls as the counting bot makes them."""
        return by_rule(asking(CountBot, game, seats, config, rng, self.variants))

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
