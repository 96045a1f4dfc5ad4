"""A new bot's project, written from templates."""

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from engine.game import AnyGame

NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class Language(StrEnum):
    """The languages there are templates for."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    GO = "go"
    SHELL = "shell"


@dataclass(frozen=True, slots=True)
class Project:
    """What was written, and how to go on."""

    files: tuple[Path, ...]
    edit: Path
    """The file with the two lines to edit."""
    build: str
    """A command that must be run first; empty if there is none."""
    spec: str
    """How the bot is named on a command line."""


MAIN: Final = {
    Language.PYTHON: "bot.py",
    Language.JAVASCRIPT: "bot.mjs",
    Language.GO: "bot.go",
    Language.SHELL: "bot.sh",
}


def new_bot(name: str, game: AnyGame, language: Language, parent: Path) -> Project:
    """Write a project into a folder of its own; what is there already is never overwritten."""
    if not NAME.fullmatch(name):
        raise ArenaError(
            f"{name!r} is no name for a bot: a small letter, then small letters, digits, - or _"
        )
    folder = parent / name
    if folder.exists():
        raise ArenaError(f"{folder} exists already; choose another name")
    words = {
        "NAME": name,
        "CLASS": class_name(name),
        "GAME": game.name,
        "LIKED": game.liked,
        "OTHERS": str(game.default_seats - 1),
        "RANDOMS": " random" * (game.default_seats - 1),
    }
    written = [write(folder, *template, words) for template in templates(language)]
    return Project(
        tuple(written), folder / MAIN[language], build(name, language), spec(name, language)
    )


def class_name(name: str) -> str:
    """`my-first` is `MyFirstBot`."""
    return "".join(part.capitalize() for part in re.split("[-_]", name)) + "Bot"


def templates(language: Language) -> list[tuple[str, str]]:
    """The names and texts of a language's files."""
    folder = files("arena.sdk") / "templates" / language.value
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return [(file.name.removesuffix(".txt"), file.read_text(encoding="utf-8")) for file in found]


def write(folder: Path, name: str, text: str, words: dict[str, str]) -> Path:
    """One file, its @WORDS@ filled in."""
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def build(name: str, language: Language) -> str:
    """What turns the source into something that runs."""
    return f"(cd {name} && go build -o bot)" if language is Language.GO else ""


def spec(name: str, language: Language) -> str:
    """The bot as `arena check` and `arena play` take it."""
    return {
        Language.PYTHON: f"./{name}/bot.py",
        Language.JAVASCRIPT: f'"flat:node {name}/bot.mjs"',
        Language.GO: f"flat:./{name}/bot",
        Language.SHELL: f'"flat:sh {name}/bot.sh"',
    }[language]
