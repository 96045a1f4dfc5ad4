"""Whether everybody can read a page: axe and contrasts, dark and light, wide and narrow."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # has none
from playwright.async_api import Page

AXE = Axe()

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

WIDTHS = (1366, 390)

BOTH = {"resultTypes": ["violations", "incomplete"]}
"""Without it axe names one element a rule of what it leaves undecided, however many there are."""

COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""The rules of axe that another scheme of colours can break."""

FORCED = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": False}}}
"""Where the reader's own colours are forced, axe still reads those of the page."""

UNDECIDED = 40
"""Elements that axe leaves undecided; more would want a look."""

ON_FELT = 130
"""The same where a table is: axe cannot work out contrasts on gradients, so we do below."""

PLATES = """() => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const hex = text => [1, 3, 5].map(k => parseInt(text.trim().slice(k, k + 2), 16));
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, k) => c * a + under[k] * (1 - a));
  const light = rgb => {
    const [r, g, b] = rgb.map(c => c / 255).map(
      c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ratio = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + .05) / (b + .05);
  };
  const root = getComputedStyle(document.documentElement);
  const felts = ["--felt", "--felt2"].map(name => hex(root.getPropertyValue(name)));
  const weak = [];
  for (const plate of document.querySelectorAll(".plate"))
    for (const e of plate.querySelectorAll("*")) {
      if (![...e.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
      for (const felt of felts) {
        const layers = [];
        for (let at = e; ; at = at.parentElement) { layers.unshift(at); if (at === plate) break; }
        const ground = layers.reduce(
          (under, at) => over(numbers(getComputedStyle(at).backgroundColor), under), felt);
        const found = ratio(over(numbers(getComputedStyle(e).color), ground), ground);
        if (found < 4.5) weak.push(`${e.className} ${e.textContent.trim()} ${found.toFixed(1)}`);
      }
    }
  return weak;
}"""


async def run_axe(page: Page, options: Mapping[str, Any]) -> Any:
    """What axe finds; its script is put into a page once."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.axe_script)
    return await page.evaluate("options => axe.run(options)", dict(options))


async def check_looks(page: Page) -> None:
    """One page in every look; from one scheme to the other only its colours change."""
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 860})
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        for number, scheme in enumerate(SCHEMES):
            await page.emulate_media(color_scheme=scheme)
            rules = COLOURS if number else {}
            await check_accessibility(page, f"{scheme}, {width} pixels wide", rules)
    await page.emulate_media(forced_colors="active")
    found = await run_axe(page, FORCED)
    assert [described(rule) for rule in found["violations"] if is_grave(rule)] == []
    await page.emulate_media(forced_colors="none")


async def check_accessibility(
    page: Page, look: str = "as it opens", rules: Mapping[str, Any] = MappingProxyType({})
) -> None:
    """Nothing on a page is a grave fault to axe, and hardly anything is left undecided."""
    found = await run_axe(page, {**BOTH, **rules})
    assert [described(rule) for rule in found["violations"] if is_grave(rule)] == [], look
    most = ON_FELT if await page.locator(".felt").count() else UNDECIDED
    assert sum(len(rule["nodes"]) for rule in found["incomplete"]) <= most, look
    assert await page.evaluate(PLATES) == [], look


def is_grave(rule: dict[str, Any]) -> bool:
    """Whether a fault keeps somebody from using a page."""
    return rule["impact"] in ("serious", "critical")


def described(rule: dict[str, Any]) -> str:
    nodes = [f"{node['html'][:120]} {node['failureSummary'][:160]}" for node in rule["nodes"][:4]]
    return f"{rule['id']}: {nodes}"


KEY_OF = """e => [e.tagName, e.type, e.name, e.getAttribute("href"), e.getAttribute("aria-label"),
  e.matches("[type=radio], [href^='/m/']") ? "" : e.textContent.trim().slice(0, 40)].join(" ")"""
"""What names an element, also after it was drawn again; radio buttons are one as a group, and what
the card of a match says changes while it is played."""

REACHABLE = f"""() => {{
  const key = {KEY_OF};
  const own = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const shown = e => e.checkVisibility({{ visibilityProperty: true }}) && e.getClientRects().length;
  return [...document.querySelectorAll(own)].filter(
    e => shown(e) && !e.disabled && e.tabIndex >= 0 && !e.closest("dialog:not([open])")).map(key);
}}"""

FOCUSED = f"""() => {{
  const e = document.activeElement;
  const style = getComputedStyle(e);
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return [({KEY_OF})(e), seen || ["BODY", "IFRAME"].includes(e.tagName)];
}}"""

STOPS_WITHIN = 30
"""Stops of Tab inside fields for dates, and inside frames."""


async def check_keyboard(page: Page) -> None:
    """Tab reaches everything that can be clicked, and shows where it is."""
    wanted = set(await page.evaluate(REACHABLE))
    reached, shown = set(), set()
    for _ in range(2 * len(wanted) + STOPS_WITHIN):
        await page.keyboard.press("Tab")
        key, seen = await page.evaluate(FOCUSED)
        reached.add(key)
        if seen:
            shown.add(key)
        if reached >= wanted:
            break
    assert not wanted - reached, wanted - reached
    assert not reached - shown, reached - shown
