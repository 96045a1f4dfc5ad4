"""A table as people who train want it: reset, step, and a mask over a fixed list of actions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError
from arena.local.loop import LocalBots, loaded_plugins, resolve
from arena.match.match import Advance, Match, Refusal
from arena.match.result import fresh_seed, new_match
from bots import Bot, Turn
from engine.game import AnyGame, Outcome, Seat, View, Viewer
from engine.rng import Deals
from engine.variants import VariantEntry, choose

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins


@dataclass(frozen=True, slots=True)
class Observation:
    """What the learner knows and may choose; at the end nothing is legal."""

    view: View
    legal: tuple[str, ...]
    mask: tuple[bool, ...]
    """By the place in `Env.actions`, whether it is legal now."""


class Learner(Bot):
    """Keeps the seat of whoever calls `step`; it is never asked itself."""

    name = "learner"

    def act(self, turn: Turn) -> str:
        """Never called: `Env.step` answers instead."""
        raise AssertionError(f"seat {turn.seat} is played by Env.step")


class Env:
    """One seat of match after match against bots of this process."""

    def __init__(
        self,
        game: AnyGame,
        seat: Seat,
        opponents: Sequence[Any],
        seed: str,
        config: Mapping[str, Any] | None,
        plugins: "Plugins",
        variants: Sequence[VariantEntry] = (),
    ) -> None:
        self.game = game
        self.seat = seat
        added = [
            action.choice for item in choose(game, variants) for action in item.variant.actions
        ]
        self.actions: tuple[str, ...] = tuple(sorted({*game.words, *added}))
        """Every choice there is, spelled as in `legal`, in an order that stays."""
        self.seed = seed
        self.matches = 0
        """How many were begun."""
        self._place = {action: place for place, action in enumerate(self.actions)}
        self._opponents, self._config, self._plugins = list(opponents), config, plugins
        self._variants = tuple(variants)
        self.reset()
        self.matches = 0

    def reset(self, seed: str | int | None = None) -> Observation:
        """Begin a match; without a seed the next one of the env's own."""
        root = f"{self.seed}:{self.matches}" if seed is None else str(seed)
        self.matches += 1
        players = [*self._opponents[: self.seat], Learner, *self._opponents[self.seat :]]
        table, seated = resolve(self.game, players, self._plugins)
        bots = [player.bot for player in seated if player.bot and not player.needs_referee]
        if len(bots) < len(seated):
            raise ArenaError("an env's opponents are bots of this process that answer at once")
        names = [player.name for player in seated]
        self.match: Match = new_match(
            table, names, Deals.seed(root), config=self._config, variants=self._variants
        )
        self._bots = LocalBots(self.match, bots, root)
        self._reward = 0
        self._tell(self.match.opening)
        return self._go_on()

    def step(self, choice: str | int) -> tuple[Observation, int, bool]:
        """Answer with a choice or its place in `actions`: what then, points won, and is it over."""
        text = self.actions[choice] if isinstance(choice, int) else choice
        taken = self.match.answer(self.seat, text)
        if isinstance(taken, Refusal):
            legal = ",".join(taken.legal) or "nothing, the match is over; call reset()"
            raise ArenaError(f"{text!r} is not legal; legal are {legal}")
        self._tell(taken)
        observation = self._go_on()
        reward, self._reward = self._reward, 0
        return observation, reward, self.match.over

    @property
    def outcome(self) -> Outcome:
        """Points and ranks as they stand."""
        return self.match.outcome

    def _go_on(self) -> Observation:
        """Let the others play until the learner is asked, or the match is over."""
        match, own = self.match, self.seat
        while not match.over:
            others = [request for seat, request in match.pending.items() if seat != own]
            if not match.pending:
                self._tell(match.advance())
            elif not others:
                break
            for request in others:
                self._tell(match.take(request.seat, self._bots.ask(request.seat, request.offers)))
        if match.over:
            self._bots.end()
        return self._observation()

    def _tell(self, advance: Advance | None) -> None:
        if advance is None:
            return
        self._reward += sum(result.points[self.seat] for result in advance.results)
        self._bots.tell(advance.events)

    def _observation(self) -> Observation:
        request = self.match.pending.get(self.seat)
        legal = request.legal if request else ()
        mask = [False] * len(self.actions)
        for choice in legal:
            place = self._place.get(choice)
            if place is not None:  # a variant may offer what the plain game has no word for
                mask[place] = True
        return Observation(self.match.view(Viewer.player(self.seat)), legal, tuple(mask))


def env(
    game: str | AnyGame,
    seat: Seat = 0,
    opponents: Sequence[Any] = (),
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    plugins: "Plugins | None" = None,
) -> Env:
    """A seat to train at; the other seats are filled with `random` where nobody is named."""
    plugins = plugins or loaded_plugins()
    table = plugins.game(game) if isinstance(game, str) else game
    others = list(opponents) or ["random"] * (table.default_seats - 1)
    if seat not in range(len(others) + 1):
        raise ArenaError(f"seat {seat}: there are seats 0 to {len(others)}")
    root = fresh_seed() if seed is None else str(seed)
    return Env(table, seat, others, root, config, plugins, variants)
