"""The actions of a game in a fixed order, as learners count them."""

from collections.abc import Sequence
from typing import Any

from engine.game import AnyGame
from engine.variants import VariantEntry, choose


class Actions:
    """Every action by its index; several choices share one where they never compete."""

    def __init__(self, game: AnyGame, variants: Sequence[VariantEntry] = ()) -> None:
        added = [
            action.choice for item in choose(game, variants) for action in item.variant.actions
        ]
        own = list(game.actions) or sorted({*game.words, *added})
        self.names: tuple[str, ...] = tuple(dict.fromkeys([*own, *sorted(added)]))
        self.index = {name: place for place, name in enumerate(self.names)}
        self._game, self._variants = game, variants

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew from what it was made of: as compiled code it cannot be copied piece by piece.
        return Actions, (self._game, self._variants)

    def place(self, state: Any, action: Any) -> int:
        """Return the index of an action on offer; -1 for one that nobody has listed."""
        found = self.index.get(action.choice)
        if found is None:  # it shares an index, or is a word that a game does not list
            found = self.index.get(self._game.action_of(state, action), -1)
        return found

    def places(self, state: Any, offers: Sequence[Any]) -> list[int]:
        """Return the index of each action on offer."""
        return [self.place(state, action) for action in offers]

    def at(self, place: int, state: Any, offers: Sequence[Any]) -> Any | None:
        """Return the offered action that an index means here: the first, if several share it."""
        for action in offers:
            if self.place(state, action) == place:
                return action
        return None
