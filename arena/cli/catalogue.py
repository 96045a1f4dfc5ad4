"""`arena games`, `bots`, `schema` and `examples`: what there is."""

import json
import shutil
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import arena
from arena.cli.options import Json, Plugin
from arena.cli.output import say, say_columns, say_json
from arena.errors import ArenaError
from arena.plugins.manager import load_plugins
from arena.study.strength_file import Gap, lead_of, stored
from engine.variants import Variant, variant_row, variants_of

BOT_COLUMNS: Final = (
    "name", "games", "level", "rating, matches, ms per move", "lead in points per deal",
    "what it does",
)  # fmt: skip


class Types(StrEnum):
    """The languages that types are generated for."""

    TYPESCRIPT = "typescript"
    GO = "go"
    JAVA = "java"
    CPP = "cpp"
    RUST = "rust"


def games(plugin: Plugin = None, as_json: Json = False) -> None:
    """List the games.

    Example: arena games --json
    """
    found = load_plugins(plugin or ()).games
    rows = [("name", "title", "seats", "presets", "variants")]
    for game in found.values():
        row: dict[str, Any] = {
            "name": game.name,
            "title": game.title,
            "version": game.version,
            "seats": list(game.seats),
            "presets": list(game.presets),
            "variants": list(variants_of(game)),
        }
        if as_json:
            details = [variant_row(variant) for variant in variants_of(game).values()]
            say_json(row | {"variant_details": details})
        row["variants"] = [shown_variant(variant) for variant in variants_of(game).values()]
        lists = [", ".join(map(str, row[key])) or "-" for key in ("seats", "presets", "variants")]
        rows.append((game.name, game.title, lists[0], lists[1], lists[2]))
    if not as_json:
        say_columns(rows)


def shown_variant(variant: Variant) -> str:
    """A variant's name, with its options and their defaults if it has any."""
    config = variant_row(variant)["config"] or {}
    values = {k: ",".join(map(str, v)) if isinstance(v, list) else v for k, v in config.items()}
    return ":".join([variant.name, *(f"{key}={value}" for key, value in values.items())])


def bots(plugin: Plugin = None, as_json: Json = False) -> None:
    """List the bots.

    Example: arena bots
    """
    plugins = load_plugins(plugin or ())
    found = stored(plugins)
    rated = {row.bot: row for row in found.bots if row.bot != "random"}
    rows = [BOT_COLUMNS]
    for bot in plugins.bots.values():
        about = (bot.__doc__ or "").partition("\n")[0]
        lead, rating = lead_of(bot.name, found.pairs), rated.get(bot.name)
        if as_json:
            row: dict[str, Any] = {
                "name": bot.name,
                "games": list(bot.games),
                "level": bot.level,
                "about": about,
            }
            row["strength"] = None if lead is None else asdict(lead)
            say_json(row | {"rating": None if rating is None else asdict(rating)})
        games_of, standing = ", ".join(bot.games) or "any", "-" if rating is None else str(rating)
        rows.append((bot.name, games_of, bot.level or "-", standing, shown_lead(lead), about))
    if not as_json:
        say_columns(rows)


def shown_lead(lead: Gap | None) -> str:
    """Return how far a bot is ahead of the one below it."""
    return "-" if lead is None else f"{lead.size} on {lead.b}, {lead.n} deals"


def schema(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game; the protocol's messages if left out."),
    ] = None,
    bundle: Annotated[
        bool,
        typer.Option("--bundle", help="One document of all messages, views, events and options."),
    ] = False,
    asyncapi: Annotated[
        bool, typer.Option("--asyncapi", help="The protocol as an AsyncAPI document.")
    ] = False,
    types: Annotated[
        Types | None, typer.Option(help="The view as types of this language, for its client.")
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Print JSON Schemas, or types generated from them.

    Schemas of the protocol's messages, or of a game's view, events and options.

    Examples:

      arena schema riichi

      arena schema --bundle > arena.schema.json

      arena schema riichi --types typescript > games.d.mts
    """
    if asyncapi and game is not None:
        raise typer.BadParameter(f"--asyncapi is of the protocol; leave out {game}.")
    from protocol import schema as protocol

    plugins = load_plugins(plugin or ())
    games = plugins.games if game is None else {game: plugins.game(game)}
    found: Any
    if types is not None:
        from arena.sdk.client_types import source

        say(source(types.value, games).rstrip("\n"))
        return
    if asyncapi:
        found = protocol.asyncapi()
    elif bundle:
        found = protocol.bundle({name: one.schemas for name, one in games.items()})
    else:
        found = protocol.schemas() if game is None else games[game].schemas
    say(json.dumps(found, indent=2, ensure_ascii=False))


def examples(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to copy them to.")],
) -> None:
    """Copy the examples to a folder.

    Example: arena examples ./examples
    """
    source = examples_folder()
    found = (file.relative_to(source) for file in source.rglob("*") if file.is_file())
    files = sorted(file for file in found if "__pycache__" not in file.parts)
    taken = [file for file in files if (folder / file).exists()]
    if taken:
        raise ArenaError(f"{folder / taken[0]} exists already; name an empty folder")
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / file, folder / file)
        say(str(folder / file))


def examples_folder() -> Path:
    """The examples: in the package when installed, beside it in a checkout."""
    package = Path(arena.__file__).parent
    for folder in (package / "examples", package.parent / "examples"):
        if folder.is_dir():
            return folder
    raise ArenaError("this installation has no examples")
