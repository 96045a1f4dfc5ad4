"""The line at the end of a run that counts the attacks of hostile bots."""

from collections.abc import Mapping
from typing import Any

CONTAINED, SKIPPED, FAILED = "hostile_contained", "hostile_skipped", "hostile_failed"


def attacks_line(stats: Mapping[str, Any]) -> str:
    """`hostile: N attacks, N contained, 0 skipped (layers: ...; not shown here: ...)`.

    Empty if none was run. An attack counts as contained if every test of it passed: some are run
    against several walls.
    """
    found: dict[str, set[str]] = {CONTAINED: set(), SKIPPED: set(), FAILED: set()}
    for report in (one for kind in ("passed", "failed", "skipped") for one in stats.get(kind, ())):
        for name, attacks in getattr(report, "user_properties", ()):
            if name in found:
                found[FAILED if report.failed else name] |= set(attacks)
    attacks = set().union(*found.values())
    if not attacks:
        return ""
    from tests.arena.boxes import LAYERS

    contained = found[CONTAINED] - found[FAILED] - found[SKIPPED]
    return (
        f"hostile: {len(attacks)} attacks, {len(contained)} contained,"
        f" {len(found[SKIPPED])} skipped (layers: {LAYERS.summary()};"
        f" not shown here: {LAYERS.missing() or 'nothing'})"
    )
