"""What is wrong with how a page looks, found by measuring: overlaps, clipped texts, tiny tiles."""

from playwright.async_api import Page

from arena.web.log_viewer import LogSource, serving
from tests.web.conftest import OpenPage

SIZES = {"desktop": (1366, 860), "laptop": (1280, 720), "tablet": (820, 1180), "phone": (390, 844)}
SMALL = (24, 17)
"""The sides in pixels of a tile that is still large enough."""

MEASURE = """([long, short]) => {
  const shown = e => e.getClientRects().length > 0;
  const box = e => e.getBoundingClientRect();
  const words = e => e.getAttribute("aria-label") ?? e.textContent.trim().slice(0, 20);
  const name = e => `${e.className} ${words(e)}`;
  const problems = [];
  const common = (a, b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 0 && high > 0 ? wide * high : 0;
  };
  const board = document.querySelector(".board");
  const tiles = [...board.querySelectorAll(".tile, .dominoes .slot")]
    .filter(e => shown(e) && !e.closest(".one, .result") && !e.matches(".closed .back"));
  const plates = [...board.querySelectorAll(".plate, .centre")].filter(shown);
  const boxes = tiles.map(box), walls = plates.map(box);
  boxes.forEach((a, i) => {
    if (Math.max(a.width, a.height) < long || Math.min(a.width, a.height) < short)
      problems.push(`small ${name(tiles[i])} ${a.width.toFixed(0)}x${a.height.toFixed(0)}`);
    for (let k = i + 1; k < boxes.length; k++)
      if (common(a, boxes[k]) > .12 * a.width * a.height)
        problems.push(`overlap ${name(tiles[i])} / ${name(tiles[k])}`);
    walls.forEach((wall, k) => {
      if (!plates[k].contains(tiles[i]) && common(a, wall) > .05 * a.width * a.height)
        problems.push(`under a plate ${name(tiles[i])} / ${name(plates[k])}`);
    });
    const felt = box(board);
    const beside = Math.max(felt.left - a.left, a.right - felt.right);
    if (Math.max(beside, felt.top - a.top, a.bottom - felt.bottom) > 1)
      problems.push(`off the board ${name(tiles[i])}`);
  });
  walls.forEach((a, i) => walls.slice(i + 1).forEach((b, k) => {
    if (common(a, b) > 4)
      problems.push(`plates overlap ${name(plates[i])}, ${name(plates[i + 1 + k])}`);
  }));
  const texts = ".plate .who, .plate .score, .plate .chips, .centre .big, .centre .line, .bar h1," +
    " .scrub button, .tabs button, .count";
  for (const e of document.querySelectorAll(texts))
    if (shown(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
      problems.push(`clipped ${name(e)}`);
  for (const e of document.querySelectorAll(".plate > *")) {
    const inner = box(e), outer = box(e.parentElement);
    const over = Math.max(outer.left - inner.left, inner.right - outer.right,
      outer.top - inner.top, inner.bottom - outer.bottom);
    if (shown(e) && over > 1) problems.push(`spills ${name(e)}`);
    for (const other of e.parentElement.children)
      if (other !== e && shown(e) && shown(other) && common(inner, box(other)) > 4)
        problems.push(`covers ${name(e)} / ${name(other)}`);
  }
  return [...new Set(problems)];
}"""


async def problems(page: Page, small: tuple[float, float] = SMALL) -> list[str]:
    """Everything that looks wrong on the board and about it."""
    found: list[str] = await page.evaluate(MEASURE, small)
    return found


async def untidy(source: LogSource, open_page: OpenPage) -> dict[tuple[int, str], list[str]]:
    """What looks wrong at a match's table, by event and size: early, in mid-round, at its end."""
    end = next(k for k, f in enumerate(source.history["frames"]) if f.get("results"))
    found = {}
    async with serving(source) as url:
        page = (await open_page(url)).page
        await page.wait_for_selector("[data-loaded=true]")
        for size, (width, height) in SIZES.items():
            await page.set_viewport_size({"width": width, "height": height})
            for event in (1, end // 2, end - 1):
                await page.goto(f"{url}#e={event}")
                await page.wait_for_selector(f'.match[data-event="{event}"]')
                if wrong := await problems(page):
                    found[event, size] = wrong
    return found
