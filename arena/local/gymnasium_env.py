"""One seat as an environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np

from arena.local.env import Env
from arena.local.rl_spaces import Spaces, Vector, is_legal
from arena.local.table_env import Observation


class SeatEnv(gymnasium.Env[Vector, Any]):
    """A seat against bots of this process; an illegal action plays the default, as at a table."""

    metadata = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(self, seat: Env) -> None:
        self.seat = seat
        """The env of this arena behind it."""
        self.spaces = Spaces(seat.table)
        self.action_space = self.spaces.action()
        self.observation_space = self.spaces.observation()
        self._seen = seat.table.observe(seat.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Begin a match: the next of the env's own, or that of the seed and those after it."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.seat.seed, self.seat.matches = str(seed), 0
        self._seen = self.seat.reset()
        while not self._seen.legal:  # it ended before the seat was asked; nobody learns from that
            self._seen = self.seat.reset()
        return self.spaces.encoded(self._seen), {"legal": self._seen.legal}

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Answer with an index: the observation, the reward, whether the match is over."""
        illegal = not is_legal(self.seat.table, self.seat.seat, action)
        answered = self.seat.default(action) if illegal else self.seat.step(action)
        self._seen, reward, over = answered
        info = {"legal": self._seen.legal, "illegal": illegal}
        return self.spaces.encoded(self._seen), float(reward), over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask by itself, as sb3-contrib asks for it."""
        return np.array(self._seen.mask, dtype=np.bool_)

    @property
    def seen(self) -> Observation:
        """The last observation before it was encoded."""
        return self._seen
