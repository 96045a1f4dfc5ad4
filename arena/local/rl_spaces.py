"""Actions and observations as Gymnasium's spaces: an index with a mask, and the encoded view."""

from typing import Any

import numpy as np
from gymnasium import spaces

from arena.errors import ArenaError
from arena.local.encoder import encoder
from arena.local.table_env import Choice, Observation, TableEnv
from engine.game import Seat

Vector = dict[str, Any]
"""`observation`, the encoded view, and `action_mask`, as PettingZoo's own games have them."""


class Spaces:
    """What a seat of a table sees and does, in numbers."""

    def __init__(self, table: TableEnv) -> None:
        if not table.actions:
            name = table.game.name
            raise ArenaError(f"{name} does not list its choices (Game.words), so none has an index")
        self.encoder = encoder(table.game, table.seats)
        self._actions, self._size = len(table.actions), self.encoder.size

    def action(self) -> spaces.Discrete:
        """An index in `actions`; of its own for every agent, since a space has its own seed."""
        return spaces.Discrete(self._actions)

    def observation(self) -> spaces.Dict:
        """The encoded view and the mask."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self._size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )

    def encoded(self, seen: Observation) -> Vector:
        """An observation in these spaces."""
        mask = np.zeros(self._actions, np.int8)
        mask[seen.places] = 1
        vector = self.encoder.encode(seen, np.empty(self._size, np.float32))
        return {"observation": vector, "action_mask": mask}


def is_legal(table: TableEnv, seat: Seat, action: Choice) -> bool:
    """Whether an awaited seat may choose this; whoever samples without the mask gives any index."""
    return table.meant(seat, action) is not None
