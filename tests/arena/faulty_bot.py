"""A bot that does everything wrong, in a file of its own: golden logs cite its line numbers."""

from typing import Any

from bots import Turn
from bots.stock import FirstBot


class FaultyBot(FirstBot):
    """Illegal, then a crash, then a remark."""

    name = "clumsy"

    def start(self, *_args: Any) -> None:
        self._turns = 0

    def act(self, turn: Turn) -> Any:
        self._turns += 1
        if self._turns == 1:
            return "9"
        if self._turns == 2:
            raise RuntimeError("dropped a tile")
        return turn.legal[0], {"note": "sorry"}
