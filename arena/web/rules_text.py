"""The rules of games for beginners, read from `rules/GAME.toml`.

`rules/LANGUAGE/GAME.json` has their translations by the English text, as the message files have
those of the pages.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

from markupsafe import Markup, escape
from pydantic import BaseModel, ConfigDict, StringConstraints

from arena.web.languages import ENGLISH

SUFFIX: Final = ".toml"
AS_IT_IS: Final = ("own_name", "language", "written_in", "own", "shown", "reading")
"""What is the same in every language."""
MARK: Final = re.compile(r"\[([^\][]+)\]|([\u3005\u3040-\u30ff\u3400-\u9fff]+)")
"""Pieces, as in the text of events (`[5m]`, or several: `[1m 2m 3m]`), and words in own script."""

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]


class Part(BaseModel):
    """A model that takes no unknown keys, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Pieces(Part):
    """A group of pieces: what it is called, what it looks like, what it is for."""

    name: Text
    own: str = ""
    shown: Text
    text: Text


class Term(Part):
    """A word of the game in English and in its own script."""

    word: Text
    own: Text
    reading: Text
    meaning: Text


class Word(Part):
    """A word of the game that has no other script."""

    word: Text
    meaning: Text


class RulesText(Part):
    """The rules of one game; `language` is that of its own words, `written_in` of the text."""

    own_name: str = ""
    language: Text
    written_in: Text = ENGLISH
    about: Text
    pieces: tuple[Pieces, ...]
    turn: tuple[Text, ...]
    end: tuple[Text, ...]
    example: tuple[Text, ...]
    mistakes: tuple[Text, ...]
    glossary: tuple[Term, ...] = ()
    words: tuple[Word, ...] = ()

    def marked(self, text: str) -> Markup:
        """Return a text as HTML, with its pieces marked, in English its own words, too."""
        found, end = Markup(), 0
        for mark in MARK.finditer(text):
            if mark[2] and self.written_in != ENGLISH:
                continue  # in Chinese and Japanese it may be any word
            found += escape(text[end : mark.start()])
            found += pieces(mark[1]) if mark[1] else self.own(mark[2])
            end = mark.end()
        return found + escape(text[end:])

    def texts(self) -> list[str]:
        """Return all that a translator translates, in the order of the file."""
        found: dict[str, None] = {}
        changed(self.model_dump(), lambda text: found.setdefault(text) or text)
        return list(found)

    def translated(self, language: str, said: Mapping[str, str]) -> "RulesText":
        """Return the rules in a language; a text without a translation stays English."""
        texts = changed(self.model_dump(), lambda text: said.get(text, text))
        return RulesText(**texts | {"written_in": language})

    def own(self, text: str) -> Markup:
        """Return words in the game's own script, with their language."""
        return Markup('<span lang="{}">{}</span>').format(self.language, text)


def changed(part: Any, change: Callable[[str], str]) -> Any:
    """Return a part of the rules with its texts changed."""
    if isinstance(part, Mapping):
        return {k: v if k in AS_IT_IS else changed(v, change) for k, v in part.items()}
    return change(part) if isinstance(part, str) else [changed(each, change) for each in part]


def pieces(names: str) -> Markup:
    """Return places for pieces; the page's script draws them, without it they stay text."""
    place = Markup('<span data-piece="{0}">{0}</span>')
    row = Markup(" ").join(place.format(name) for name in names.split())
    return Markup('<span class="pieces">{}</span>').format(row)


@cache
def rules_texts() -> Mapping[str, RulesText]:
    """Return every game's rules by its name."""
    return {
        item.name.removesuffix(SUFFIX): RulesText(**tomllib.loads(item.read_text("utf-8")))
        for item in files("arena").joinpath("web", "rules").iterdir()
        if item.name.endswith(SUFFIX)
    }


@cache
def rules_in(language: str) -> Mapping[str, RulesText]:
    """Return every game's rules in one of our languages."""
    if language == ENGLISH:
        return rules_texts()
    return {
        game: text.translated(language, translations(language, game))
        for game, text in rules_texts().items()
    }


def translations(language: str, game: str) -> dict[str, str]:
    """Return the translated rules of a game by their English text; none if there is no file."""
    file = files("arena").joinpath("web", "rules", language, f"{game}.json")
    found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found
