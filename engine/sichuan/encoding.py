"""The actions of Sichuan mahjong as learners count them: choices that never compete share one."""

from typing import Final

from engine.sichuan.moves import EXCHANGE, VOID, Move
from engine.sichuan.tiles import NAMES

ACTIONS: Final[tuple[str, ...]] = (
    *[f"discard:{name}" for name in NAMES],
    *[f"kong:{name}" for name in NAMES],
    "pong",
    *[move.choice for move in VOID],
    "hu",
    "pass",
    *[move.choice for move in EXCHANGE.values()],
)
"""An exchange names its three tiles: what else it could be called would not tell them apart."""


def action_of(move: Move) -> str:
    """Name the action that a move is, of those in ACTIONS."""
    match move.verb:
        case "ckong" | "akong":
            return f"kong:{NAMES[move.kind]}"
        case "pong":
            return "pong"
        case _:
            return move.choice
