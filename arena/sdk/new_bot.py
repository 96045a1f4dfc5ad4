"""A new bot's project, written from templates, with the client of its language beside it."""

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Final

import arena
from arena.errors import ArenaError
from arena.sdk import client_types
from engine.game import AnyGame

NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class Language(StrEnum):
    """The languages there are templates for."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    TYPESCRIPT = "typescript"
    GO = "go"
    JAVA = "java"
    CPP = "cpp"
    RUST = "rust"
    SHELL = "shell"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a language's project is put together; `{name}` stands for the bot's name."""

    main: str
    """The file with the two lines to edit."""
    spec: str
    """How the bot is named on a command line."""
    build: str = ""
    """A command that must be run first; empty if there is none."""
    client: tuple[str, ...] = ()
    """Files under clients/ that are copied beside the bot."""
    types: str = ""
    """The language of the typed view, generated for the bot's game."""
    types_file: str = ""


JAVASCRIPT: Final = ("javascript/arena.mjs", "javascript/arena.d.mts")
GO: Final = ("go/arena/arena.go", "go/arena/socket.go")
RECIPES: Final = {
    Language.PYTHON: Recipe("bot.py", "./{name}/bot.py"),
    Language.JAVASCRIPT: Recipe(
        "bot.mjs", '"cmd:node {name}/bot.mjs"', "", JAVASCRIPT, "typescript", "games.d.mts"
    ),
    Language.TYPESCRIPT: Recipe(
        "bot.mts", '"cmd:node {name}/main.mjs"', "(cd {name} && npm install --silent && npx tsc)",
        JAVASCRIPT, "typescript", "games.d.mts",
    ),
    Language.GO: Recipe(
        "bot.go", "cmd:./{name}/bot", "(cd {name} && go build -o bot)", GO, "go", "arena/views.go"
    ),
    Language.JAVA: Recipe(
        "Bot.java", '"cmd:java -cp {name} Bot"', "(cd {name} && javac *.java)",
        ("java/Arena.java",), "java", "Views.java",
    ),
    Language.CPP: Recipe(
        "bot.cpp", "cmd:./{name}/bot", "(cd {name} && g++ -std=c++17 -O2 -static bot.cpp -o bot)",
        ("cpp/arena.hpp",), "cpp", "views.hpp",
    ),
    Language.RUST: Recipe(
        "bot.rs", "cmd:./{name}/bot", "(cd {name} && rustc --edition 2021 -O bot.rs -o bot)",
        ("rust/arena.rs",), "rust", "views.rs",
    ),
    Language.SHELL: Recipe("bot.sh", '"flat:sh {name}/bot.sh"'),
}  # fmt: skip


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
        "VIEW": str(game.schemas["view"]["title"]),
    }
    recipe = RECIPES[language]
    written = [write(folder, *template, words) for template in templates(language)]
    written += [write(folder, *file, {}) for file in client_files(recipe, game)]
    build, spec = (text.format(name=name) for text in (recipe.build, recipe.spec))
    return Project(tuple(written), folder / recipe.main, build, spec)


def client_files(recipe: Recipe, game: AnyGame) -> list[tuple[str, str]]:
    """Return the names and texts of the client's files, with the typed view of the game."""
    source = clients_folder() if recipe.client else Path()
    texts = [(source / file).read_text(encoding="utf-8") for file in recipe.client]
    # A path keeps only what lies below the folder of its language.
    files = [
        (file.partition("/")[2], text) for file, text in zip(recipe.client, texts, strict=True)
    ]
    if recipe.types:
        files.append((recipe.types_file, client_types.source(recipe.types, {game.name: game})))
    return files


def clients_folder() -> Path:
    """Return the clients: in the package when installed, beside it in a checkout."""
    package = Path(arena.__file__).parent
    for folder in (package / "clients", package.parent / "clients"):
        if folder.is_dir():
            return folder
    raise ArenaError("this installation has no clients")


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
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name
