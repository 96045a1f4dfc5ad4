"""A match that can be broken off."""

from collections.abc import Callable

from arena.match import Advance, Match


class CutMatch(Match):
    """Ends after any step once `enough` says so; nobody is asked again."""

    enough: Callable[[], bool] | None = None
    cut = False

    def advance(self) -> Advance:
        """Apply the step, then look whether that was enough."""
        advance = super().advance()
        if advance.over or self.enough is None or not self.enough():
            return advance
        self.pending.clear()
        self.over = self.cut = True
        return Advance(advance.n, advance.events, advance.results, over=True)
