"""One seat as an environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np

from arena.local.env import Env
from arena.local.rl_spaces import Spaces, Vector
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

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """Begin a match: the next of the env's own, or that of the seed and those after it."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.seat.seed, self.seat.matches = str(seed), 0
        seen = self.seat.reset()
        while not seen.legal:  # it ended before the seat was asked; nobody learns from that
            seen = self.seat.reset()
        return self.spaces.encoded(seen), {"legal": seen.legal}

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Answer with an index: the observation, the reward, whether the match is over."""
        choice = self.spaces.meant(self.seat.table, self.seat.seat, action)
        answered = self.seat.default(action) if choice is None else self.seat.step(choice)
        seen, reward, over = answered
        info = {"legal": seen.legal, "illegal": choice is None}
        return self.spaces.encoded(seen), float(reward), over, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """The mask by itself, as sb3-contrib asks for it."""
        return self.spaces.mask(self.seen).astype(np.bool_)

    @property
    def seen(self) -> Observation:
        """What the seat knows and may choose now, before it is encoded."""
        return self.seat.table.observe(self.seat.seat)
