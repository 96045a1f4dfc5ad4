"""`arena db` and `arena token`: looking after a store."""

import re
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from arena.cli.options import Json, Plugin
from arena.cli.output import say, say_columns, say_json
from arena.plugins.manager import load_plugins

if TYPE_CHECKING:
    from arena.store import Store, Token

DEFAULT_URL = "sqlite:///arena.db"
UNITS = {"h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000}

Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help=f"The store; ARENA_DB or {DEFAULT_URL} if left out."),
]
db = typer.Typer(help="Manage a store: upgrade, check, back up, prune.")
token = typer.Typer(help="Manage access to a server: create, list, revoke tokens.")


def store_url(given: str | None) -> str:
    """The store that is meant: the option, else ARENA_DB or arena.toml, else a file here."""
    from arena.settings import Settings

    return given or Settings().db or DEFAULT_URL


def opened(url: str | None, *, create: bool = False) -> "Store":
    """The store that is meant, opened."""
    from arena.store import open_store

    return open_store(store_url(url), create=create)


@db.command("upgrade")
def upgrade_store(url: Db = None) -> None:
    """Create a store, or upgrade it to this arena's version.

    Example: arena db upgrade --db sqlite:///arena.db
    """
    from arena.store.database import Database
    from arena.store.migrate import upgrade

    with closing(Database(store_url(url))) as database:
        before, after = upgrade(database)
    if before == after:
        say(f"{database.name}: version {after} already")
    else:
        say(f"{database.name}: version {before or 'none'} to {after}")


@db.command("check")
def check_store(url: Db = None, plugin: Plugin = None) -> None:
    """Verify every stored match by replay.

    A match of a game that is not installed, or of another version, is named and skipped.

    Example: arena db check
    """
    from arena.store.verify import check_matches

    counts = dict.fromkeys(("finished", "running", "void", "wrong", "skipped"), 0)
    with opened(url) as store:
        for checked in check_matches(store, load_plugins(plugin or ()).game):
            counts[checked.status] = counts.get(checked.status, 0) + 1
            if checked.verdict != "ok":
                counts[checked.verdict] += 1
                say(f"{checked.match_id}: {checked.verdict}: {checked.reason}")
    say("check: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    if counts["wrong"]:
        raise typer.Exit(1)


@db.command("backup")
def backup_store(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    url: Db = None,
) -> None:
    """Copy a SQLite store while it is in use.

    Example: arena db backup copy.db
    """
    from arena.store.backup import backup

    with opened(url) as store:
        backup(store, file)
    say(f"{file}: {file.stat().st_size} bytes")


@db.command("prune")
def prune_store(
    older: Annotated[
        str, typer.Option(metavar="AGE", help="Delete matches older than this: 90d, 12w or 36h.")
    ],
    keep: Annotated[
        Literal["rated", "none"], typer.Option(help="Matches to keep whatever their age.")
    ] = "rated",
    url: Db = None,
) -> None:
    """Delete old matches and their logs.

    Example: arena db prune --older 90d
    """
    from arena.store import now_ms
    from arena.store.prune import prune

    age = read_age(older)
    with opened(url) as store:
        count = prune(store, now_ms() - age, keep_rated=keep == "rated")
    say(f"prune: {count} matches deleted")


def read_age(text: str) -> int:
    """An age in milliseconds."""
    found = re.fullmatch(r"(\d{1,6})([hdw])", text)
    if not found:
        raise typer.BadParameter(f"--older {text}: write a number and h, d or w, such as 90d.")
    return int(found[1]) * UNITS[found[2]]


# -- tokens

Name = Annotated[str, typer.Argument(metavar="NAME", help="The holder of the token.")]


@token.command("create")
def create_token(
    name: Name,
    role: Annotated[
        Literal["player", "organiser", "moderator", "admin"],
        typer.Option(help="The role of its holder."),
    ] = "player",
    url: Db = None,
) -> None:
    """Create a token and print it; it is shown only once.

    A name whose token was revoked gets a new one and keeps its bots and results.

    Example: arena token create ann --role player
    """
    with opened(url, create=True) as store:
        say(store.tokens.create(name, role))


@token.command("list")
def list_tokens(url: Db = None, as_json: Json = False) -> None:
    """List the tokens: name, role, and when each was created or revoked.

    Example: arena token list
    """
    with opened(url) as store:
        found = store.tokens.all()
    if as_json:
        for row in found:
            say_json(
                {"name": row.name, "role": row.role, "created": row.created, "revoked": row.revoked}
            )
    elif found:
        say_columns([("name", "role", "created", "revoked"), *map(token_row, found)])
    else:
        say("no tokens")


def token_row(row: "Token") -> tuple[str, str, str, str]:
    """A token for people."""
    return row.name, row.role, day(row.created), day(row.revoked) if row.revoked else ""


def day(ms: int) -> str:
    """A time of the store as a date and minute, UTC."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@token.command("revoke")
def revoke_token(name: Name, url: Db = None) -> None:
    """Revoke a token.

    Example: arena token revoke ann
    """
    with opened(url) as store:
        store.tokens.revoke(name)
    say(f"the token of {name} is revoked")
