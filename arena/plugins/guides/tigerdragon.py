"""Tiger & Dragon in words."""

from collections.abc import Sequence
from typing import Any, Final

TASKS: Final = {
    "Attack": "lay any tile face up as an attack",
    "Defend": "answer the attack with a fitting tile, or pass",
    "BonusReceive": "everybody else passed: lay any tile face down as a bonus tile",
}
NAMES: Final = {"T": "the Tiger", "D": "the Dragon"}


def view_lines(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """Return the attack, the tiles laid face down, and who has how many tiles."""
    lines = []
    if view["phase"] == "Defend":
        lines.append(f"{names[view['attacker']]} attacks with {tile(view['attack_tile'])}.")
    if view["to_act"] is not None and view["phase"] in TASKS:
        lines.append(f"What to do: {TASKS[view['phase']]}.")
    for seat, name in enumerate(names):
        down = view["bonus_discards"][seat]
        lines.append(f"{name}: {view['hand_sizes'][seat]} tiles in hand, {down} face down.")
    return [*lines, f"Battlefield card: {view['card']}. The first empty hand wins the round."]


def choice_text(choice: str, view: dict[str, Any]) -> str:
    """Return what a tile does in this phase."""
    if choice == "pass":
        return "do not answer the attack"
    does = {"Attack": "attack with", "Defend": "answer with", "BonusReceive": "lay face down"}
    return f"{does.get(view['phase'], 'lay')} {tile(choice)}"


def tile(name: str) -> str:
    """Return a tile by its name."""
    return NAMES.get(name, f"{'an' if name == '8' else 'a'} {name}")
