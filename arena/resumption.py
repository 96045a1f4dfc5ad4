"""From a restart to play: an interrupted match waits for its players, its clocks standing still."""

from collections.abc import Callable

from arena.chair import Chair
from arena.match import Match
from arena.seating import Seating
from arena.waiting import Waiting
from engine.rng import stream


class Resumption(Waiting):
    """Waits until every player is back, or long enough; meanwhile house bots are reminded."""

    def __init__(
        self,
        match: Match,
        chairs: Seating,
        bot_seed: str,
        seconds: float,
        done: Callable[[], None],
    ) -> None:
        super().__init__(seconds, done)
        self._match = match
        self._chairs = chairs
        self._bot_seed = bot_seed

    def begin(self) -> None:
        """Tell house bots anew all that they had seen; the match may go on within this call."""
        for chair in self._chairs:
            self._remind(chair)
        self.end_if_complete()

    def _remind(self, chair: Chair) -> None:
        if chair.thinker is None:
            return
        rng = stream(self._bot_seed, "bot", chair.seat, self._match.n)
        chair.thinker.start(self._match, rng, lambda _answer, _error: None)
        for events in self._match.past():
            chair.thinker.tell(events)

    def end_if_complete(self) -> None:
        """Somebody is back: go on if nobody is missing any more."""
        if self._match.over or all(chair.peer is not None for chair in self._chairs.remote):
            self._end()
