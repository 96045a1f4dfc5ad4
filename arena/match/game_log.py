"""Events that belong into the operator's log: the engine emits them, this writes them."""

from collections.abc import Callable

from arena.match.match import Advance, Match
from engine.game import Event

Watch = Callable[[Advance], None]


def logged(match: Match, watch: Watch | None) -> Watch | None:
    """The same watcher, with the log written first; unchanged for games that log nothing."""
    if all(kind.log is Event.log for kind in match.game.event_types):
        return watch
    import structlog  # only now: `import arena` stays light

    log = structlog.get_logger()

    def write(advance: Advance) -> None:
        for event in advance.events:
            if (entry := event.log()) is not None:
                level, line = entry
                # Without a set-up, structlog prints to stdout, which belongs to who calls us.
                if level != "info" or structlog.is_configured():
                    getattr(log, level)(line, match=match.header.match_id)
        if watch is not None:
            watch(advance)

    return write
