"""The actions of Taiwan mahjong as learners count them: choices that never compete share one."""

from typing import Final

from engine.taiwan.model import State
from engine.taiwan.moves import Move
from engine.taiwan.tiles import NAMES

RUNS: Final = ("low", "middle", "high")
"""Where the claimed tile stands in a chi."""
ACTIONS: Final[tuple[str, ...]] = (
    *[f"discard:{name}" for name in NAMES[:34]],
    *[f"ready:{name}" for name in NAMES[:34]],
    *[f"kong:{name}" for name in NAMES[:34]],
    *[f"chi:{place}" for place in RUNS],
    "pong",
    "ready",
    "win",
    "pass",
)  # fmt: skip


def action_of(state: State, move: Move) -> str:
    """Name the action that a move is, of those in ACTIONS."""
    match move.verb:
        case "ckong" | "akong":
            return f"kong:{NAMES[move.kind]}"
        case "pong":
            return "pong"
        case "chi":
            first, second = move.uses
            return f"chi:{RUNS[(first < state.tile) + (second < state.tile)]}"
        case _:
            return move.choice
