"""How long a page has worked, in its own thread's time."""

from playwright.async_api import CDPSession, Page


async def watch_time(page: Page) -> CDPSession:
    """Count the time of a page's thread from now on; what else the machine does is left out."""
    devtools = await page.context.new_cdp_session(page)
    await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return devtools


async def seconds_worked(devtools: CDPSession) -> float:
    """Seconds that the page has worked so far: scripts, styles and layout."""
    values = await _metrics(devtools)
    return sum(values[name] for name in ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration"))


async def seconds_busy(devtools: CDPSession) -> float:
    """Seconds that the page's thread has been busy so far, with whatever it was."""
    return (await _metrics(devtools))["TaskDuration"]


async def _metrics(devtools: CDPSession) -> dict[str, float]:
    rows = (await devtools.send("Performance.getMetrics"))["metrics"]
    return {row["name"]: float(row["value"]) for row in rows}
