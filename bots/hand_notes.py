"""What to tell a player about a hand of mahjong: how far it is, its waits and their worth."""

from collections.abc import Iterable, Mapping


def prospects(away: int, copies: Mapping[str, int], worth: str = "") -> str:
    """What a hand waits for, or how far it is and how many unseen tiles help it."""
    left = sum(copies.values())
    if away > 0:
        return f"{away} away, {left} tiles help"
    return f"waits for {' '.join(copies)}: {left} left" + (f", {worth}" if worth else "")


def span(values: Iterable[int], unit: str) -> str:
    """The least and the most of some values: `worth 2,000 to 3,900 points`."""
    low, high = min(found := list(values)), max(found)
    amount = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"worth {amount} {unit}"
