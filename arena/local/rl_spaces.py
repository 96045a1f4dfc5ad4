"""Actions and observations as Gymnasium's spaces: an index with a mask, and the encoded view."""

from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces

from arena.errors import ArenaError
from arena.local.actions import Actions
from arena.local.encoder import encoder
from arena.local.table_env import Observation, TableEnv
from engine.game import Seat

Vector = dict[str, Any]
"""`observation`, the encoded view, and `action_mask`, as PettingZoo's own games have them."""


class Spaces:
    """What a seat of a table sees and does, in numbers."""

    def __init__(self, table: TableEnv) -> None:
        self.numbering = Actions(table.game, table.match.rules.variants)
        if not self.numbering.names:
            name = table.game.name
            raise ArenaError(f"{name} does not list its choices (Game.words), so none has an index")
        self.encoder = encoder(table.game, table.seats)
        self._actions, self._size = len(self.numbering.names), self.encoder.size

    def action(self) -> spaces.Discrete:
        """An index of an action; of its own for every agent, since a space has its own seed."""
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
        vector = self.encoder.encode(seen, np.empty(self._size, np.float32))
        return {"observation": vector, "action_mask": self.mask(seen)}

    def mask(self, seen: Observation) -> "np.ndarray[Any, np.dtype[np.int8]]":
        """By action, whether it is legal now."""
        mask = np.zeros(self._actions, np.int8)
        mask[[place for place in seen.shared(self.numbering) if place >= 0]] = 1
        return mask

    def meant(self, table: TableEnv, seat: Seat, action: SupportsIndex) -> str | None:
        """The choice of an awaited seat that an index means; None if that is not legal now."""
        place = action.__index__()
        if place not in range(self._actions):
            raise ArenaError(f"action {place}: there are 0 to {self._actions - 1}")
        request = table.match.pending.get(seat)
        found = request and self.numbering.at(place, table.match.state, request.offers)
        return found.choice if found else None
