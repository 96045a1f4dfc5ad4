"""Whether the intervals drawn on a page lie where the API's values are."""

from playwright.async_api import Page

WHISKERS = """() => {
  const head = document.querySelector("th.scale");
  const [low, high] = [Number(head.dataset.low), Number(head.dataset.high)];
  return [...document.querySelectorAll("td.scale .axis")].map(axis => {
    const box = axis.getBoundingClientRect();
    const at = x => low + (x - box.left) / box.width * (high - low);
    const mark = axis.querySelector(".whisker").getBoundingClientRect();
    const dot = axis.querySelector(".dot").getBoundingClientRect();
    return {from: at(mark.left), to: at(mark.right), mean: at((dot.left + dot.right) / 2),
            pixel: (high - low) / box.width};
  });
}"""


async def check_whiskers(page: Page, rows: list[dict[str, float]]) -> None:
    """Every whisker lies where the API's values are, to a pixel."""
    drawn = await page.evaluate(WHISKERS)
    assert len(drawn) == len(rows) > 0
    for mark, row in zip(drawn, rows, strict=True):
        for name, value in row.items():
            assert abs(mark[name] - value) <= 1.01 * mark["pixel"]
