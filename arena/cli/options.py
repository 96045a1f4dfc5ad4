"""The arguments and options that several commands share."""

import json
import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli import completion
from engine.variants import VariantEntry

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game; see `arena games`.", autocompletion=completion.games
    ),
]
BotSpecs = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT",
        help="One per seat: a name (`arena bots`), ./file.py[:Name], cmd:, flat: or box:PROGRAM.",
        autocompletion=completion.bots,
    ),
]
Seed = Annotated[
    str | None, typer.Option(help="The seed of deals and bots; a fresh one if left out.")
]
Config = Annotated[
    list[str] | None,
    typer.Option(
        metavar="K=V|FILE",
        help="A rule option, or a .json or .toml file with options.",
        autocompletion=completion.settings,
    ),
]
Variant = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME[:K=V...]",
        help="A variant of the game, with options such as one-hand:trump=4.",
        autocompletion=completion.variants,
    ),
]
Plugin = Annotated[list[Path] | None, typer.Option(metavar="FILE", help="A plugin file to load.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines instead of text.")]

TrustBot = Annotated[
    bool,
    typer.Option("--i-trust-this-bot", help="Run box: bots even if the sandbox is unavailable."),
]


def trust_bots(wanted: bool) -> None:
    """Let boxed bots run without the sandbox, here and in the processes started from here."""
    if wanted:
        os.environ["ARENA_TRUST_BOXED_BOTS"] = "true"


def read_config(items: Sequence[str] | None) -> dict[str, Any]:
    """The options given, files and single ones in order; later ones win."""
    options: dict[str, Any] = {}
    for item in items or ():
        key, equals, value = item.partition("=")
        options |= {key: value} if equals else _read_file(Path(item))
    return options


def read_variants(items: Sequence[str] | None) -> list[VariantEntry]:
    """The variants given; `NAME:K=V:K=V` sets options of one."""
    return [_read_variant(item) for item in items or ()]


def _read_variant(text: str) -> VariantEntry:
    name, *options = text.split(":")
    if not options:
        return name
    pairs = [option.partition("=") for option in options]
    for key, equals, _ in pairs:
        if not equals:
            raise typer.BadParameter(
                f"--variant {text}: {key!r} has no value; write {name}:KEY=VALUE."
            )
    return {"type": name, "config": {key: value for key, _, value in pairs}}


def _read_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise typer.BadParameter(
            f"--config {path}: {error.strerror}; give key=value or a file."
        ) from None
    except ValueError as error:
        raise typer.BadParameter(f"--config {path}: {error}.") from None
    if not isinstance(data, dict):
        raise typer.BadParameter(f"--config {path}: expected an object of options.")
    return data
