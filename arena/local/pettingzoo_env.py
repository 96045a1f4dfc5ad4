"""A table as environments of PettingZoo: turn by turn (AEC), and all seats at once (parallel)."""

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from arena.local.rl_spaces import Spaces, Vector
from arena.local.table_env import TableEnv
from engine.game import Seat

Agent = str


class _Seats:
    """What both have: an agent per seat, with its spaces."""

    def __init__(self, table: TableEnv) -> None:
        self.table = table
        """The table of this arena behind it."""
        self.spaces = Spaces(table)
        self.possible_agents = [f"player_{seat}" for seat in range(table.seats)]
        self.agents: list[Agent] = []
        self.render_mode = None
        self.metadata = {
            "name": f"{table.game.name}_v{table.game.version}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self.spaces.action() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: self.spaces.observation() for agent in self.possible_agents
        }

    def action_space(self, agent: Agent) -> spaces.Discrete:
        """An index in `spaces.numbering.names`."""
        return self.action_spaces[agent]

    def observation_space(self, agent: Agent) -> spaces.Dict:
        """The encoded view and the mask."""
        return self.observation_spaces[agent]

    def observe(self, agent: Agent) -> Vector:
        """What an agent sees now; its mask is empty while it is not asked."""
        return self.spaces.encoded(self.table.observe(self.seat_of[agent]))

    def begin(self, seed: int | None) -> None:
        """Begin a match: the next of the table's own, or that of the seed and those after it."""
        if seed is not None:
            self.table.seed, self.table.matches = str(seed), 0
        self.table.reset()
        while self.table.over:  # a deal may decide a match; nobody can learn from that
            self.table.reset()
        self.agents = list(self.possible_agents)

    def answer(self, seat: Seat, action: Any) -> bool:
        """Answer for a seat; whether the action was legal, and not the default in its place."""
        choice = self.spaces.meant(self.table, seat, action)
        if choice is None:
            self.table.default(seat, action)
        else:
            self.table.step(seat, choice)
        return choice is not None


class TurnTable(_Seats, AECEnv[Agent, Vector, Any]):  # type: ignore[misc]  # it has no types
    """One agent after the other; an illegal action plays the default, as at a table."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a match."""
        self.begin(seed)
        self.rewards = dict(zip(self.agents, map(float, self.table.rewards), strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: Any) -> None:
        """Answer for `agent_selection` with an index; None once it has terminated."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        legal = self.answer(self.seat_of[agent], action)
        self.infos[agent] = {"illegal": not legal}
        self.rewards = dict(zip(self.possible_agents, map(float, self.table.rewards), strict=True))
        self._accumulate_rewards()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def _select(self) -> None:
        awaited = self.table.awaited
        self.agent_selection = self.possible_agents[awaited[0]] if awaited else self.agents[0]


class JointTable(_Seats, ParallelEnv[Agent, Vector, Any]):  # type: ignore[misc]  # as above
    """All agents at once; actions of those who are not asked, whose mask is empty, do not count."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[Agent, Vector], dict[Agent, dict[str, Any]]]:
        """Begin a match."""
        self.begin(seed)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[
        dict[Agent, Vector],
        dict[Agent, float],
        dict[Agent, bool],
        dict[Agent, bool],
        dict[Agent, dict[str, Any]],
    ]:
        """Take the answers of all who are asked."""
        agents = self.agents
        infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        for seat in self.table.awaited:
            agent = self.possible_agents[seat]
            infos[agent]["illegal"] = not self.answer(seat, actions[agent])
        rewards = dict(zip(agents, map(float, self.table.rewards), strict=True))
        seen, over = self._observed(), self.table.over
        if over:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )

    def _observed(self) -> dict[Agent, Vector]:
        return {agent: self.observe(agent) for agent in self.possible_agents}
