"""Pages in four languages, in a real browser."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from arena.settings import Settings
from arena.testing import running_server
from arena.web.languages import LANGUAGES, messages
from arena.web.rules_text import rules_texts
from tests.web.conftest import LOCALES, OpenPage, watched_pages
from tests.web.looks import untidy
from tests.web.samples import Samples
from tests.web.shown_matches import loaded, showing

TABS = ("Why", "Events", "Bot log", "State")
TEXTS = """() => {
  const SKIPPED = "script, noscript, code, pre, kbd, .language, .logo, .reading";
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest(SKIPPED))
      found.push(texts.currentNode.textContent.trim());
  for (const name of ["aria-label", "title", "placeholder"])
    for (const e of document.querySelectorAll(`[${name}]`)) found.push(e.getAttribute(name));
  return found.filter(Boolean);
}"""
PHONE = 390
SENTENCE = re.compile(r"[A-Za-z]+ [a-z]+ [a-z]+")
WITHOUT_A_TABLE = (
    *("/", "/play/texas42", "/rules", "/classes", "/events/new", "/account", "/submit", "/replay"),
    *(f"/rules/{game}" for game in rules_texts()),
)
HEADINGS = """
globalThis.headings = new Set();
new MutationObserver(() => {
  for (const h of document.querySelectorAll("h1, h2")) headings.add(h.textContent.trim());
}).observe(document, { childList: true, subtree: true });
"""


def said(language: str, text: str) -> str:
    """A text of the pages in a language."""
    return messages(language).get(text, text)


@pytest.mark.acceptance("shared-languages")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_lobby_comes_in_the_language_of_the_browser(
    open_page: OpenPage, language: str
) -> None:
    async with running_server() as running:
        watched = await open_page(running.url, locale=LOCALES[language])
        page = watched.page
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.locator(".welcome h1")).to_have_text(
            said(language, "Programs play table games with hidden tiles here, against each other"
                 " and against you.")
        )  # fmt: skip
        await expect(page).to_have_title(re.compile(f"^{said(language, 'Live tables')} "))
        await expect(page.locator("#pages a").first).to_have_text(said(language, "Live"))
        await expect(page.locator(".language select")).to_have_value(language)
        asked = [url for url in watched.requests if "/messages/" in url]
        assert len(asked) == (0 if language == "en" else 1)


@pytest.mark.acceptance("shared-languages")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_comes_in_the_language_of_the_browser(
    samples: Samples, open_page: OpenPage, language: str
) -> None:
    async with showing(samples, "riichi") as (url, history):
        end = next(k for k, frame in enumerate(history["frames"]) if frame.get("results"))
        page = (await open_page(f"{url}#e={end}", locale=LOCALES[language])).page
        await loaded(page, end)
        await expect(page.locator("html")).to_have_attribute("lang", language)
        tabs = await page.locator("[role=tab]").all_inner_texts()
        assert [tab.strip() for tab in tabs] == [said(language, tab) for tab in TABS]
        [won] = [e for e in history["frames"][end]["events"] if e["type"] == "won"]
        items = await page.locator(".result .yaku .chip:not(.gold)").all_inner_texts()
        names = [said(language, name.replace("_", " ")) for name in won["yaku"]]
        assert items == [f"{n} {han}" for n, han in zip(names, won["yaku_han"], strict=True)]
        over = said(language, "The round is over: {reason}").split("{")[0]
        await expect(page.locator(".events")).to_contain_text(over)


@pytest.mark.acceptance("shared-languages")
async def test_no_page_has_english_left_or_is_too_wide_for_a_phone(
    open_page: OpenPage, tmp_path: Path
) -> None:
    """Japanese has the widest words; the message files are as complete in other languages."""
    settings = Settings(port=0, db=f"sqlite:///{tmp_path / 'arena.db'}")
    known = {text for text, own in messages("ja").items() if own != text and len(text) > 3}
    async with running_server(settings=settings) as running:
        page = (await open_page(running.url, locale="ja", width=PHONE)).page
        for path in WITHOUT_A_TABLE:
            await page.goto(running.url + path)
            await page.wait_for_selector("main :is(h1, h2)")
            texts = await page.evaluate(TEXTS)
            left = [each for each in texts if SENTENCE.search(each) or each in known]
            assert left == [], path
            wide = await page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE, path


@pytest.mark.acceptance("shared-languages")
async def test_a_language_that_there_is_not_is_english(open_page: OpenPage) -> None:
    async with running_server() as running:
        page = (await open_page(running.url, locale="de-DE")).page
        await expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.acceptance("shared-languages")
async def test_nothing_is_drawn_in_english_first(browser: Browser) -> None:
    async with watched_pages(browser, HEADINGS) as open_page, running_server() as running:
        page = (await open_page(running.url, locale="ja")).page
        await expect(page.locator(".lobby h1")).to_be_visible()
        seen = set(await page.evaluate("[...headings]"))
        assert said("ja", "Live tables") in seen
        assert seen & set(messages("ja")) == set()


@pytest.mark.acceptance("shared-language-choice")
async def test_a_choice_by_hand_keeps_the_address_and_is_remembered(
    samples: Samples, open_page: OpenPage
) -> None:
    async with showing(samples, "tigerdragon") as (url, _):
        page = (await open_page(f"{url}#e=20&seat=1&view=seat", locale="en")).page
        await loaded(page, 20)
        address = page.url
        for language in ("ja", "zh-Hant", "en"):
            named = said(await lang(page), "Language")
            await page.get_by_role("combobox", name=named).select_option(language)
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await loaded(page, 20)
            assert page.url == address
            await expect(page.locator("#tab-why")).to_have_text(said(language, "Why"))
        await page.locator(".language select").select_option("zh-Hans")
        await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        await page.goto(url)
        await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


async def lang(page: Page) -> str:
    """The language that a page is in."""
    return str(await page.evaluate("document.documentElement.lang"))


@pytest.mark.acceptance("shared-language-choice")
async def test_a_choice_needs_no_script(open_page: OpenPage) -> None:
    async with running_server() as running:
        url = f"{running.url}/?game=riichi"
        page = (await open_page(url, locale="en", java_script_enabled=False)).page
        await page.locator(".language select").select_option("ja")
        await page.locator(".language button").click()
        await expect(page.locator("html")).to_have_attribute("lang", "ja")
        assert page.url == url


@pytest.mark.acceptance("shared-languages")
@pytest.mark.parametrize("game", ["riichi", "texas42"])
async def test_tables_are_tidy_in_japanese(
    samples: Samples, open_page: OpenPage, game: str
) -> None:
    """Its words are the widest."""
    assert await untidy(samples.source(game), partial(open_page, locale="ja")) == {}
