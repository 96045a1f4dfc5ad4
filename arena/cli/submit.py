"""`arena submit` and `arena retire`: a bot onto a server's ladder, and off it again."""

import io
import re
from base64 import b64encode
from pathlib import Path
from typing import Annotated, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import typer

from arena.cli.output import say
from arena.cli.remote import Server, TokenOption, ask, left_behind, look, options
from arena.errors import SubmissionError


def submit(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="A .py file, or a folder or zip with bot.py.")
    ],
    server: Server,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game it plays; the server's default if left out."),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The bot's name; that of its folder or file if left out.")
    ] = None,
    notes: Annotated[
        str, typer.Option(help="Notes for its page; the start of its README if left out.")
    ] = "",
    token: TokenOption = None,
) -> None:
    """Send a bot to a server and follow its check."""
    filename, content = packed(path)
    body = {
        "name": name or bot_name(path), "filename": filename, "game": game, "notes": notes,
        "archive": b64encode(content).decode(),
    }  # fmt: skip
    kept = ask(server, "POST", "/api/bots", token, body)
    again = ", sent before" if kept["again"] else ""
    say(f"{kept['name']} version {kept['version']} for {kept['game']}{again}: {kept['status']}")
    version = follow(server, token, f"/api/bots/{kept['name']}/versions/{kept['version']}")
    more = options(server, token)
    if version["status"] != "active":
        say(f"not on the ladder: version {kept['version']} is {version['status']}")
        say("next: make it pass here, then submit it again")
        say(f"  arena check box:{path} --game {kept['game']}")
        raise typer.Exit(1)
    shown = options(server, None)
    say("next: see where it stands, or challenge another bot")
    say(f"  arena leaderboard {kept['game']}{shown}")
    say(f"  arena challenge BOT --game {kept['game']}{more}")


def follow(server: str, token: str | None, path: str) -> Any:
    """Print the gate's log as it grows, until the version has passed or failed."""
    told = 0

    def seen(version: Any) -> bool:
        nonlocal told
        for line in version["log"][told:].splitlines():
            say(f"  {line}".rstrip())
        told = len(version["log"])
        return version["status"] not in ("queued", "checking")

    with left_behind(f"{server.rstrip('/')}{path}"):
        return look(server, path, token, seen)


def notes(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="One of your bots.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The text for its page.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Write the notes on the page of one of your bots."""
    ask(server, "PATCH", f"/api/bots/{bot}", token, {"notes": text})
    say(f"the notes of {bot} are saved")


def retire(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="One of your bots.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Remove one of your bots from a server's ladder."""
    ask(server, "DELETE", f"/api/bots/{bot}", token)
    say(f"{bot} is retired; its matches remain")


def bot_name(path: Path) -> str:
    """What a bot is called: after its folder, or its file where that says more."""
    source = path.resolve()
    named = source.parent.name if source.name == "bot.py" else source.stem
    return re.sub("[^a-z0-9_-]", "-", named.lower())


def packed(path: Path) -> tuple[str, bytes]:
    """A submission's file name and bytes; a folder becomes a zip."""
    if path.is_dir():
        return f"{bot_name(path)}.zip", zipped(path)
    if path.suffix not in (".py", ".zip"):
        raise SubmissionError(f"{path}: a bot is a .py file, a folder or a .zip")
    if not path.is_file():
        raise SubmissionError(f"{path}: no such file or folder")
    filename = re.sub("[^A-Za-z0-9_.-]", "_", path.name)
    return filename, path.read_bytes()


def zipped(folder: Path) -> bytes:
    """A folder's files in a zip; the server refuses what it would not take in a folder."""
    from arena.children.sandbox.submission_files import walk

    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as target:
        for file in walk(folder):
            if file.is_symlink() or not file.is_file():
                raise SubmissionError(f"{file}: not an ordinary file; only files can be submitted")
            entry = ZipInfo(file.relative_to(folder).as_posix())
            entry.external_attr = file.stat().st_mode << 16
            entry.compress_type = ZIP_DEFLATED
            target.writestr(entry, file.read_bytes())
    return written.getvalue()
