"""The language of a page: chosen by hand, else by the browser, and its messages."""

import json
from contextvars import ContextVar
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import web

from arena.match.page_files import static_files

ENGLISH: Final = "en"
"""The language of the source; it has no messages."""
LANGUAGES: Final = {
    ENGLISH: "English",
    "ja": "日本語",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
}
"""The languages that pages come in, each by its own name."""
TRADITIONAL: Final = ("hant", "tw", "hk", "mo")
"""Scripts and regions that write Chinese with traditional characters."""
COOKIE: Final = "arena-language"
A_YEAR: Final = 365 * 24 * 3600
MOST: Final = 20
"""Languages of a browser that are looked at."""

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current_language() -> str:
    """Return the language of the page that is being made."""
    return _current.get()


def use_language(request: web.Request) -> None:
    """Make the pages of a request in the language that was chosen by hand, else by the browser."""
    chosen = request.cookies.get(COOKIE)
    if chosen not in LANGUAGES:
        chosen = accepted(request.headers.get("Accept-Language", ""))
    _current.set(chosen)


def accepted(header: str) -> str:
    """Return the language that a browser likes best among ours; English if it likes none."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",", MOST)[:MOST]:
        tag, _, parameter = part.partition(";")
        language, weight = language_of(tag.strip().lower()), weight_of(parameter)
        if language is not None and weight > 0:
            wanted.append((weight, language))
    return max(wanted, key=lambda each: each[0])[1] if wanted else ENGLISH


def language_of(tag: str) -> str | None:
    """Return which of our languages a tag such as `zh-TW` means; None if it means no other."""
    first, *rest = tag.split("-")
    if first == "zh":
        simplified = "hans" in rest or not any(part in TRADITIONAL for part in rest)
        return "zh-Hans" if simplified else "zh-Hant"
    return first if first in LANGUAGES else None


def weight_of(parameter: str) -> float:
    """Return the weight of a language in a header: `q=0.8`; 1 if there is none, 0 if it is odd."""
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    digits = value.strip().replace(".", "", 1)
    usable = name.strip() == "q" and digits.isascii() and digits.isdigit() and len(digits) <= 4
    return float(value) if usable else 0.0


@cache
def messages(language: str) -> dict[str, str]:
    """Return the messages of a language by their English text."""
    if language == ENGLISH:
        return {}
    found: dict[str, str] = json.loads(static_files()[f"messages/{language}.json"])
    return found


def t(text: str, **fields: Any) -> str:
    """Return a text in the language of the page, its `{fields}` filled in."""
    return term(text).format_map(fields) if fields else term(text)


def term(word: str) -> str:
    """Return a word that the source does not have, such as a game's title; as it is if unknown."""
    return messages(current_language()).get(word, word)


async def choose(request: web.Request) -> web.Response:
    """`POST /language`: remember a choice made by hand, and go back to the page it was made on."""
    chosen = (await request.post()).get("language")
    response = web.Response(status=303, headers={"Location": page_before(request)})
    if isinstance(chosen, str) and chosen in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, httponly=True, samesite="Lax")
    return response


def page_before(request: web.Request) -> str:
    """Return the path of our own page that a request was made from; the root if there is none."""
    told = request.headers.get("Referer", "")
    try:
        before = urlsplit(told)
    except ValueError:  # no address at all
        return "/"
    ours = before.netloc == request.host and told.isascii()
    if not ours or before.path[1:2] in ("/", "\\"):
        return "/"
    return (before.path or "/") + (f"?{before.query}" if before.query else "")
