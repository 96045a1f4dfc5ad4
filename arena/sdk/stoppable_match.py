"""A match that can be broken off."""

from collections.abc import Callable

from arena.match.match import Match
from engine.variants import Position


class StoppableMatch(Match):
    """Ends after any step once `enough` says so; nobody is asked again."""

    enough: Callable[[], bool] | None = None
    cut = False

    def reach(self, position: Position) -> None:
        """Go on from here, unless that was enough."""
        super().reach(position)
        if not self.over and self.enough is not None and self.enough():
            self.offers = {}
            self.over = self.cut = True
