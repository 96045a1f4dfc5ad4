"""The line at the end of a run that counts the attacks of hostile bots."""

from collections.abc import Iterable
from typing import Any

CONTAINED, SKIPPED = "hostile_contained", "hostile_skipped"


def attacks_line(reports: Iterable[Any], layers: str) -> str | None:
    """`hostile: N attacks, N contained, 0 skipped (layers: ...)`; None if none was run.

    An attack counts as contained if every test of it passed; it is run against several walls.
    """
    found: dict[str, set[str]] = {CONTAINED: set(), SKIPPED: set(), "failed": set()}
    for report in reports:
        if "test_hostile_bots" not in report.nodeid or report.when == "setup":
            continue
        for name, value in report.user_properties:
            if name in found:
                found["failed" if report.failed else name] |= set(value)
    contained = found[CONTAINED] - found["failed"] - found[SKIPPED]
    attacks = set().union(*found.values())
    if not attacks:
        return None
    return (
        f"hostile: {len(attacks)} attacks, {len(contained)} contained,"
        f" {len(found[SKIPPED])} skipped (layers: {layers})"
    )
