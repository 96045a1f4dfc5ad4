"""The bot that stands in for one that could not start."""

from bots import Bot, Turn


class BrokenBot(Bot):
    """Stands in for a bot that could not start: every turn is the same crash."""

    name = "broken"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def act(self, turn: Turn) -> str:  # noqa: ARG002
        """Fail again."""
        raise self._error
