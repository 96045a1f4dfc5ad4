"""How long a page has worked, in its own thread's time."""

from typing import Any


async def seconds_worked(devtools: Any) -> float:
    """Seconds that the page has worked so far: scripts, styles and layout."""
    rows = (await devtools.send("Performance.getMetrics"))["metrics"]
    values = {row["name"]: row["value"] for row in rows}
    names = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
    return float(sum(values[name] for name in names))
