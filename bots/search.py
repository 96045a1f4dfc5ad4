"""One search for every game: imagine what is hidden, play every promising choice out, compare.

A game's own bots advise: what the first of them would do stands, unless the playouts speak clearly
enough for another choice. All choices are tried in the same imagined worlds; whenever their number
has doubled, the worse half is left out and so is what is well behind the adviser's. So most
playouts go to the choices that matter, and where nothing else is promising few are made.
"""

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil, copysign, inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any, ClassVar, Final

from bots.bot import Answer, Bot
from bots.hand_notes import Remark
from bots.playouts import Beginning, Play, answers, play_rounds
from bots.turn import TableTurn, Turn, WireTurn
from engine.errors import VariantError
from engine.game import AnyGame, Seat, View
from engine.variants import Rules, VariantEntry

SHARE: Final = 0.3
"""The part of the time left, bank and all, that one decision may take."""
MANY: Final = frozenset({"discard", "riichi", "exchange", "t"})
"""What there may be many of on offer; advisers can be asked for the best of some of them alone."""
LEAST_WORLDS: Final = 4
"""In fewer worlds than this nothing is proven, for the adviser or against it."""
GIVEN_UP: Final = 2.0
"""Standard errors behind the adviser's choice at which another is not tried any more."""


class SearchBot(Bot):
    """Tries its choices in imagined worlds, the rest of each round played by a quick player."""

    slow = True
    advisers: ClassVar[tuple[type[Bot], ...]]
    """Bots of this game: what the first would do stands; the last ranks what there is much of."""
    playouts: ClassVar[int] = 60
    """Playouts a decision where time allows; the same number makes the same choices."""
    width: ClassVar[int] = 4
    """Choices of one kind (discards, say) that are tried, the last adviser's favourites."""
    caution: float = 1.0
    """Standard errors by which a choice must be ahead of the adviser's."""
    least_worlds: ClassVar[int] = LEAST_WORLDS
    """Worlds that are tried before the worse half is left out."""
    sure: ClassVar[frozenset[str]] = frozenset()
    """Choices that are taken without a thought where the first adviser would."""

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:
        """Seat the advisers, and the players of the playouts."""
        self._game, self._config, self._rng = game, config, rng
        self._rules = composed(game, self.variants)
        teams = game.teams(config, seats)
        self._side = next(team for team in teams if seat in team)
        self._others = [other for other in range(seats) if other not in self._side]
        self._advisers = [adviser() for adviser in self.advisers]
        for adviser in self._advisers:
            adviser.variants = self.variants
            adviser.start(game, seat, seats, config, Random(rng.random()))
        self._play = self.player(game, seats, config, rng)

    def player(self, game: AnyGame, seats: int, config: Any, rng: Random) -> Play:
        """Who plays the playouts: the last adviser, unless a game has a quicker way."""
        return asking(self.advisers[-1], game, seats, config, rng, self.variants)

    def imagined(self, view: View) -> Any:
        """A world in which to try choices: any that the view allows, unless some are likelier."""
        return self._game.imagine(self._config, view, self._rng)

    def outcomes(self, beginnings: Sequence[Beginning]) -> list[Sequence[int]]:
        """The scores that beginnings in one world lead to: played out, unless they are known."""
        return play_rounds(self._rules, beginnings, self._play)

    def worth(self, view: View, scores: Sequence[int]) -> float:  # noqa: ARG002
        """How good scores at the end of the round are: the own side's less those of the others."""
        own = fmean([scores[seat] for seat in self._side])
        return own - fmean([scores[seat] for seat in self._others]) if self._others else own

    def act(self, turn: Turn) -> Answer:
        """The adviser's choice, or one that does clearly better in imagination."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        until = monotonic() + (inf if turn.deadline is None else SHARE * turn.deadline)
        seen = WireTurn(turn.seat, turn.legal, turn.view, (), turn.deadline)
        advised = [told(adviser, seen) for adviser in self._advisers]
        first = advised[0]
        if first in self.sure or not self.contested(seen, advised):
            return first
        tried = Trial(dict.fromkeys([*advised, *self.promising(seen)]))
        self._try(tried, seen, until)
        return tried.best(self.caution), {"candidates": tried.means}

    def remarks(self, turn: Turn) -> Mapping[str, Remark | str]:
        """Say what the first adviser says."""
        return self._advisers[0].remarks(turn)

    def study(self, view: View) -> Mapping[str, Any]:
        """Say what the first adviser says."""
        return self._advisers[0].study(view)

    def contested(self, turn: Turn, advised: Sequence[str]) -> bool:
        """Whether there is anything to think about: advisers who agree on a discard are right."""
        return len(advised) == 1 or len({*advised}) > 1 or len({*map(kind_of, turn.legal)}) > 1

    def promising(self, turn: Turn) -> Iterable[str]:
        """What is worth trying: of many choices of one kind the few that the last adviser likes."""
        for kind, group in groupby(turn.legal, key=kind_of):
            alike = tuple(group)
            many = kind in MANY and len(alike) > self.width
            yield from self._favourites(turn, alike) if many else alike

    def _favourites(self, turn: Turn, alike: tuple[str, ...]) -> Iterable[str]:
        for _ in range(self.width):
            wire = WireTurn(turn.seat, alike, turn.view, (), turn.deadline)
            choice = told(self._advisers[-1], wire)
            yield choice
            alike = tuple([other for other in alike if other != choice])

    def affordable(self, view: View) -> int:  # noqa: ARG002
        """How many playouts this decision is given, where time allows."""
        return self.playouts

    def _try(self, trial: "Trial", turn: Turn, until: float) -> None:
        """World after world, until the playouts or the time are used up or one choice is left."""
        worlds = spent = 0
        playouts = self.affordable(turn.view)
        while trial.open and (not worlds or spent + len(trial.alive) <= playouts):
            if not self._try_once(trial, turn.seat, turn.view, until):
                return
            worlds, spent = worlds + 1, spent + len(trial.alive)
            if worlds >= self.least_worlds and worlds.bit_count() == 1:
                trial.narrow()

    def _try_once(self, trial: "Trial", seat: Seat, view: View, until: float) -> bool:
        """Every choice that is still in the field, in one more world; whether there was time."""
        world = self.imagined(view)
        offers = self._rules.legal(world)
        moves = {move.choice: move for move in offers.get(seat, ())}
        awaited = {other: offer for other, offer in offers.items() if other != seat}
        others = answers(world, awaited, self._play)
        tried = trial.only(moves)
        values: list[float] = []
        for choice in tried:
            if monotonic() > until:
                return False  # a world in which not all were tried says nothing
            (scores,) = self.outcomes([(world, {**others, seat: moves[choice]})])
            values.append(self.worth(view, scores) if scores else 0.0)
        for choice, value in zip(tried, values, strict=True):
            trial.add(choice, value)
        return True


class Trial:
    """Choices and how they did, world by world; the first is the one to beat."""

    def __init__(self, choices: Iterable[str]) -> None:
        self.alive = list(choices)
        self.first = self.alive[0]
        self._values: dict[str, list[float]] = {choice: [] for choice in self.alive}

    def only(self, known: Mapping[str, Any]) -> list[str]:
        """The field without choices that an imagined world does not offer."""
        self.alive = [choice for choice in self.alive if choice in known]
        return self.alive

    @property
    def open(self) -> bool:
        """Whether there is anything left to compare with the first."""
        return len(self.alive) > 1 and self.first in self.alive

    def add(self, choice: str, value: float) -> None:
        """How a choice did in one more world."""
        self._values[choice].append(value)

    @property
    def means(self) -> dict[str, float]:
        """What each choice brought on average."""
        return {choice: round(fmean(row), 3) for choice, row in self._values.items() if row}

    def narrow(self) -> None:
        """Leave out the worse half of the others, and what is well behind the one to beat."""
        others = [choice for choice in self.alive if choice != self.first]
        others.sort(key=lambda choice: -fmean(self._values[choice]))
        hopeful = others[: ceil(len(others) / 2)]
        kept = {self.first, *[choice for choice in hopeful if self._ahead(choice) > -GIVEN_UP]}
        self.alive = [choice for choice in self.alive if choice in kept]

    def best(self, caution: float) -> str:
        """The best of those still there, if it is ahead of the first by enough."""
        if self.first not in self.alive:
            return self.first
        best = max(self.alive, key=lambda choice: sum(self._values[choice]))
        return best if self._ahead(best) > caution else self.first

    def _ahead(self, choice: str) -> float:
        """How many standard errors a choice is ahead of the first, world for world."""
        pairs = zip(self._values[choice], self._values[self.first], strict=True)
        ahead = [own - other for own, other in pairs]
        if len(ahead) < LEAST_WORLDS or not any(ahead):
            return 0.0
        mean, spread = fmean(ahead), stdev(ahead)
        return mean * sqrt(len(ahead)) / spread if spread else copysign(inf, mean)


def kind_of(choice: str) -> str:
    """What a choice does, without its tiles; whatever is drawn and given away is a discard."""
    verb = choice.partition(":")[0]
    return "discard" if verb == "tsumogiri" else verb


def told(bot: Bot, turn: Turn) -> str:
    """A house bot's choice, without its remarks."""
    answer = bot.act(turn)
    assert not isinstance(answer, Awaitable)
    return answer if isinstance(answer, str) else answer[0]


def composed(game: AnyGame, variants: Sequence[VariantEntry]) -> Rules:
    """The rules of the match; the plain game's where a variant is not installed here."""
    try:
        return Rules(game, variants)
    except VariantError:  # in a process of its own a bot may lack the server's plugins
        return Rules(game)


def asking(
    kind: type[Bot],
    game: AnyGame,
    seats: int,
    config: Any,
    rng: Random,
    variants: Sequence[VariantEntry] = (),
) -> Play:
    """A player of playouts that asks a bot at every seat."""
    rules = composed(game, variants)
    bots = [kind() for _ in range(seats)]
    for seat, bot in enumerate(bots):
        bot.variants = variants
        bot.start(game, seat, seats, config, Random(rng.random()))

    def play(state: Any, seat: Seat, offer: Sequence[Any]) -> Any:
        legal = tuple([move.choice for move in offer])
        return offer[legal.index(told(bots[seat], TableTurn(seat, legal, rules, state, ())))]

    return play
