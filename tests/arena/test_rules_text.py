"""The texts of the rules pages are complete, and a game without one is not linked."""

import re
from types import SimpleNamespace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from pydantic import ValidationError

from arena.web.rules_pages import add_rules
from arena.web.rules_text import RulesText, rules_texts

SHIPPED = ("riichi", "sichuan", "taiwan", "texas42", "tigerdragon")
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
