"""One seat of a table, as people who train want it: the other seats are bots of this process."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arena.errors import ArenaError
from arena.local.loop import LocalBots, loaded_plugins, resolve
from arena.local.rewards import RewardFn
from arena.local.table_env import (
    Choice,
    Observation,
    TableEnv,
    packed_game,
    unpacked_game,
)
from arena.match.match import Match
from arena.match.result import fresh_seed
from bots import Bot, Turn
from engine.game import AnyGame, Outcome, Seat
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.plugins.manager import Plugins


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
        reward: str | RewardFn = "points",
    ) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.matches = 0
        """How many were begun."""
        self._opponents, self._plugins = list(opponents), plugins
        players, _ = self._seated()
        self.table = TableEnv(game, players, seed, config, variants, reward)
        """The whole table; the other seats are played by the opponents."""
        self.actions = self.table.actions
        """Every choice there is, spelled as in `legal`, in an order that stays."""
        self.reset()
        self.matches = 0

    def reset(self, seed: str | int | None = None) -> Observation:
        """Begin a match; without a seed the next one of the env's own."""
        root = f"{self.seed}:{self.matches}" if seed is None else str(seed)
        self.matches += 1
        self._answers: list[str] = []
        return self._begin(root)

    def step(self, choice: Choice) -> tuple[Observation, float, bool]:
        """Answer with a choice or its place in `actions`: what then, the reward, is it over."""
        text = self.table.choice(choice)
        self.table.step(self.seat, text)
        self._answers.append(text)
        return self._answered()

    def default(self, received: Choice | None = None) -> tuple[Observation, float, bool]:
        """Play what the game plays for a seat without a legal answer, and note the fault."""
        self.table.default(self.seat, received)
        self._answers.append("")
        return self._answered()

    @property
    def match(self) -> Match:
        """The running match."""
        return self.table.match

    @property
    def outcome(self) -> Outcome:
        """Points and ranks as they stand."""
        return self.table.outcome

    def _seated(self) -> tuple[list[str], list[Bot]]:
        """The names of all players, and fresh bots for them."""
        players = [*self._opponents[: self.seat], Learner, *self._opponents[self.seat :]]
        _, seated = resolve(self.game, players, self._plugins)
        bots = [player.bot for player in seated if player.bot and not player.needs_referee]
        if len(bots) < len(seated):
            raise ArenaError("an env's opponents are bots of this process that answer at once")
        return [player.name for player in seated], bots

    def _begin(self, root: str) -> Observation:
        _, bots = self._seated()
        self.table.reset(root)
        self._bots = LocalBots(self.table.match, bots, root)
        self._reward: float = 0
        self._tell()
        return self._go_on()

    def _answered(self) -> tuple[Observation, float, bool]:
        self._tell()
        observation = self._go_on()
        reward, self._reward = self._reward, 0
        return observation, reward, self.table.over

    def _go_on(self) -> Observation:
        """Let the others play until the learner is asked, or the match is over."""
        table, own = self.table, self.seat
        while others := [seat for seat in table.awaited if seat != own]:
            for seat in others:
                table.take(seat, self._bots.ask(seat, table.match.pending[seat].offers))
                self._tell()
        if table.over:
            self._bots.end()
        return table.observe(own)

    def _tell(self) -> None:
        self._reward += self.table.rewards[self.seat]
        for advance in self.table.advances:
            self._bots.tell(advance.events)

    # -- copies: the seed and the answers lead to the same position again, with the same bots

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "_bots"}
        kept |= {"game": packed_game(self.game), "_plugins": list(self._plugins.files)}
        return kept

    def __setstate__(self, state: dict[str, Any]) -> None:
        files = state["_plugins"]
        self.__dict__.update(state, game=unpacked_game(state["game"]))
        self._plugins = _plugins_of(files)
        self._begin(self.table.root)
        answers, self._answers = self._answers, []
        for text in answers:
            self.step(text) if text else self.default()


def _plugins_of(files: list[str]) -> "Plugins":
    from arena.plugins.manager import load_plugins

    return load_plugins(files) if files else loaded_plugins()


def env(
    game: str | AnyGame,
    seat: Seat = 0,
    opponents: Sequence[Any] = (),
    seed: str | int | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    variants: Sequence[VariantEntry] = (),
    reward: str | RewardFn = "points",
    plugins: "Plugins | None" = None,
) -> Env:
    """A seat to train at; the other seats are filled with `random` where nobody is named."""
    plugins = plugins or loaded_plugins()
    table = plugins.game(game) if isinstance(game, str) else game
    others = list(opponents) or ["random"] * (table.default_seats - 1)
    if seat not in range(len(others) + 1):
        raise ArenaError(f"seat {seat}: there are seats 0 to {len(others)}")
    root = fresh_seed() if seed is None else str(seed)
    return Env(table, seat, others, root, config, plugins, variants, reward)
