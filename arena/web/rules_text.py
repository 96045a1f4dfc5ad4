"""The rules of games for beginners, read from `rules/GAME.toml`."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from markupsafe import Markup, escape
from pydantic import BaseModel, ConfigDict, StringConstraints

SUFFIX: Final = ".toml"
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
    """The rules of one game; `language` is that of its own words."""

    own_name: str = ""
    language: Text
    about: Text
    pieces: tuple[Pieces, ...]
    turn: tuple[Text, ...]
    end: tuple[Text, ...]
    example: tuple[Text, ...]
    mistakes: tuple[Text, ...]
    glossary: tuple[Term, ...] = ()
    words: tuple[Word, ...] = ()

    def marked(self, text: str) -> Markup:
        """Return a text as HTML, with its pieces and its own words marked."""
        found, end = Markup(), 0
        for mark in MARK.finditer(text):
            found += escape(text[end : mark.start()])
            found += pieces(mark[1]) if mark[1] else self.own(mark[2])
            end = mark.end()
        return found + escape(text[end:])

    def own(self, text: str) -> Markup:
        """Return words in the game's own script, with their language."""
        return Markup('<span lang="{}">{}</span>').format(self.language, text)


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
