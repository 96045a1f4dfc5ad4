"""What to tell a player about choices of mahjong: remarks as values, and the English made of them.

A remark on a discard has what a study has of a hand: `away`, `helps` and, where it waits, `points`
with their `unit`; `bar` says why no discard of another wins. That on a win has `wins`, that on
passing it `passes` and `until`. The pages say the same in other languages, in `match/remarks.js`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

Remark = Mapping[str, Any]

BARS: Final = {
    "furiten": "furiten: only a self-drawn tile wins",
    "no_yaku": "no yaku: only a self-drawn tile wins",
    "no_yaku_yet": "no yaku yet",
}
"""Why a hand that waits cannot win with a discard."""
PASSED: Final = {
    "furiten_round": ": furiten, no ron in this round",
    "furiten_turn": ": furiten, no ron before your next discard",
    "until_own_discard": ": no win before your next discard",
    "until_non_wait_discard": ": no win until you discard a tile that you do not wait for",
    "ron_only": ": no win by a discard before your next turn",
    "until_draw": ": no win by a discard before your next draw",
    "until_draw_unless_higher": ": before your next draw only a dearer discard wins",
    "none": "",
}
"""What passing a win means."""


def in_english(remark: Remark | str) -> str:
    """Return a remark as a text; one that is a text already stays as it is."""
    if isinstance(remark, str):
        return remark
    if "wins" in remark:
        return f"{remark['wins']:,} {remark['unit']}"
    if "passes" in remark:
        return f"passes up {remark['passes']:,} {remark['unit']}{PASSED[remark['until']]}"
    left = sum(remark["helps"].values())
    if remark["away"] > 0:
        return f"{remark['away']} away, {left} {'tile helps' if left == 1 else 'tiles help'}"
    waits = f"waits for {' '.join(remark['helps'])}: {left} left"
    if bar := remark.get("bar"):
        return f"{waits}, {BARS[bar]}"
    found = remark["points"].values()
    return f"{waits}, worth {span(found)} {remark['unit']}" if found else waits


def span(values: Iterable[int]) -> str:
    """The least and the most of some values: `2,000 to 3,900`."""
    low, high = min(found := list(values)), max(found)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
