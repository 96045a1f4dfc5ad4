"""The texts of the rules pages are complete, and a game without one is not linked."""

import re
from collections import Counter
from types import SimpleNamespace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Handler
from pydantic import ValidationError

from arena.web.languages import COOKIE, ENGLISH, LANGUAGES, use_language
from arena.web.rules_pages import add_rules
from arena.web.rules_text import RulesText, rules_in, rules_texts, translations

SHIPPED = ("riichi", "sichuan", "taiwan", "texas42", "tigerdragon")
TRANSLATED = sorted(set(LANGUAGES) - {ENGLISH})
PIECES = re.compile(r"\[[^\]]+\]")
NUMBER = re.compile(r"\d+(?:,\d+)*")
SCRIPTS = {
    "ja": r"[\u3005\u3040-\u30ff\u4e00-\u9fff]+",
    "zh-Hant": r"[\u4e00-\u9fff]+",
    "zh-Hans": r"[\u4e00-\u9fff]+",
}


def test_every_shipped_game_has_a_page() -> None:
    assert sorted(rules_texts()) == list(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_page_has_all_its_parts(name: str) -> None:
    text = rules_texts()[name]
    assert text.about.count(". ") == 1
    assert len(text.mistakes) == 5
    assert min(len(text.pieces), len(text.turn), len(text.end), len(text.example)) >= 2
    assert len(text.glossary) + len(text.words) >= 15


@pytest.mark.parametrize("name", SHIPPED)
def test_every_row_of_a_glossary_is_complete(name: str) -> None:
    text = rules_texts()[name]
    words = [term.word for term in text.glossary] + [row.word for row in text.words]
    assert len(set(words)) == len(words)
    for row in text.glossary:
        assert re.fullmatch(SCRIPTS[text.language], row.own), row.word
        assert re.search("[a-z]", row.reading), row.word


def test_an_incomplete_row_is_refused() -> None:
    row = {"word": "ron", "own": " ", "reading": "ron", "meaning": "a win"}
    whole = rules_texts()["riichi"].model_dump()
    with pytest.raises(ValidationError, match=r"glossary\.0\.own"):
        RulesText(**{**whole, "glossary": [row]})


def test_a_text_is_escaped_and_its_pieces_and_own_words_are_marked() -> None:
    text = rules_texts()["riichi"]
    assert text.marked("a < b 立直 [1m 2m]") == (
        'a &lt; b <span lang="ja">立直</span> <span class="pieces">'
        '<span data-piece="1m">1m</span> <span data-piece="2m">2m</span></span>'
    )


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_text_is_translated_in_the_order_of_the_rules(name: str, language: str) -> None:
    texts, said = rules_texts()[name].texts(), translations(language, name)
    assert [text for text in texts if not said.get(text, "").strip()] == []
    assert [text for text in said if text not in texts] == []
    assert list(said) == texts


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_translation_has_the_pieces_and_numbers_of_its_text(name: str, language: str) -> None:
    for text, said in translations(language, name).items():
        assert sorted(PIECES.findall(said)) == sorted(PIECES.findall(text)), said
        # it may have more: where the English has a word, such as "fourteen"
        wanted, found = Counter(numbers(text)), Counter(numbers(said))
        assert wanted - found == Counter(), said


def numbers(text: str) -> list[str]:
    """Every number of a text that is not the name of a piece."""
    return NUMBER.findall(PIECES.sub("", text))


def test_a_text_without_a_translation_stays_english() -> None:
    english = rules_texts()["riichi"]
    text = english.translated("ja", {english.about: "四人の遊び。", "pair": "雀頭"})
    assert text.about == "四人の遊び。"
    assert text.turn == english.turn
    assert text.glossary == english.glossary
    assert rules_in(ENGLISH)["riichi"] is english


def test_words_of_a_translation_are_not_taken_for_the_games_own() -> None:
    text = rules_in("ja")["taiwan"]
    assert text.marked("台 [1m]") == (
        '台 <span class="pieces"><span data-piece="1m">1m</span></span>'
    )


@pytest.mark.parametrize("language", TRANSLATED)
async def test_the_pages_have_the_translation(language: str) -> None:
    app = web.Application(middlewares=[in_its_language])
    own = SimpleNamespace(name="riichi", title="Riichi")
    add_rules(app, SimpleNamespace(games={"riichi": own}, drawings={}))  # type: ignore[arg-type]
    async with TestClient(TestServer(app), cookies={COOKIE: language}) as client:
        text = rules_in(language)["riichi"]
        assert text.about in await (await client.get("/rules")).text()
        found = await (await client.get("/rules/riichi")).text()
        assert text.mistakes[1] in found
        assert '<main id="main">' in found
        assert text.glossary[1].meaning in found
        assert ("rīchi" in found) is (language != text.language)


@web.middleware
async def in_its_language(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Make the pages of a request in its language, as the arena does."""
    use_language(request)
    return await handler(request)


async def test_a_game_without_a_page_is_not_linked() -> None:
    app = web.Application()
    own = SimpleNamespace(name="whist", title="Whist")
    add_rules(app, SimpleNamespace(games={"whist": own}, drawings={}))  # type: ignore[arg-type]
    async with TestClient(TestServer(app)) as client:
        assert "whist" not in await (await client.get("/rules")).text()
        answer = await client.get("/rules/whist")
        assert answer.status == 404
        assert "no page with the rules of Whist" in await answer.text()
        assert (await client.get("/rules/..%2friichi")).status == 404
