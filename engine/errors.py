"""What the engine raises.

GameError
 ├── ConfigError       a rule option is unknown, out of range or contradicts another
 ├── DealError         given deals that do not fit the game
 ├── IllegalMoveError  a move that was not offered
 ├── InvalidActionError  a win that the hand or the facts given do not support
 └── VariantError      a variant is unknown, misconfigured, breaks its stage or never stops moving
"""


class GameError(Exception):
    """Root of everything the engine raises on purpose."""


class ConfigError(GameError):
    """A rule option cannot be used; `field` names it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class DealError(GameError):
    """Given deals do not fit the game or have run out."""


class IllegalMoveError(GameError):
    """A move was not on offer at that point of a match, log or link."""


class InvalidActionError(GameError):
    """A win was declared that the hand does not support, or without saying who discarded."""


class VariantError(GameError):
    """A variant is unknown, has wrong options, breaks its stage or never stops moving by itself."""
