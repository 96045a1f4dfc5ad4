"""`arena account`: look after one's own account at a server."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.db import day
from arena.cli.login import save_login
from arena.cli.output import remark, say
from arena.cli.remote import Server, TokenOption, ask, ask_bytes
from arena.cli.saved_logins import same_form, saved_token

account = typer.Typer(help="Look after your account: token, name, messages, data.")
PATH = "/api/account"


def say_fresh(server: str, old: str | None, fresh: str) -> None:
    """Print a new token, or save it where the old one was saved."""
    if old and old == saved_token(server):
        save_login(same_form(server), fresh)
        say("your new token is saved; the old one is refused from now on")
        return
    remark("your new token, shown only once; the old one is refused from now on:")
    say(fresh)


@account.command("show")
def show(server: Server, token: TokenOption = None) -> None:
    """Show your account and its messages.

    Example: arena account show
    """
    own = ask(server, "GET", PATH, token)
    say(f"{own['name']}, {own['role']}; bots: {', '.join(own['bots']) or 'none'}")
    say(f"recovery code: {'there is one' if own['recovery'] else 'none yet'}")
    for message in ask(server, "GET", f"{PATH}/messages", token)["messages"]:
        say(f"{day(message['created'])} {message['sender']}: {message['text']}")
    if own["unread"]:
        ask(server, "POST", f"{PATH}/messages/read", token)


@account.command("rotate")
def rotate(server: Server, token: TokenOption = None) -> None:
    """Replace your token; the old one is refused from now on.

    Example: arena account rotate
    """
    fresh = ask(server, "POST", f"{PATH}/token", token)
    say_fresh(server, token, fresh["token"])


@account.command("recovery-code")
def recovery_code(server: Server, token: TokenOption = None) -> None:
    """Create a code that gets you a new token if you lose yours; shown only once.

    Example: arena account recovery-code
    """
    remark("keep this code apart from your token; it is shown only once:")
    say(ask(server, "POST", f"{PATH}/recovery", token)["code"])


@account.command("recover")
def recover(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your account.")],
    server: Server,
    code: Annotated[
        str, typer.Option(prompt=True, hide_input=True, help="Your recovery code; asked for.")
    ] = "",
) -> None:
    """Get a new token with a recovery code, which is then used up.

    Example: arena account recover ann
    """
    fresh = ask(server, "POST", "/api/accounts/recover", body={"name": name, "code": code})
    save_login(same_form(server), fresh["token"])
    say(f"{fresh['name']} has a new token, which is saved")


@account.command("rename")
def rename(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Your new name.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Change your name; your results and bots stay yours.

    Example: arena account rename annika
    """
    own = ask(server, "PATCH", PATH, token, {"name": name})
    say(f"you are {own['name']} now")


@account.command("export")
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new zip file.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Save all your data at a server as a zip file.

    Example: arena account export mine.zip
    """
    if file.exists():
        raise typer.BadParameter(f"{file} exists already; name a new file.")
    file.write_bytes(ask_bytes(server, f"{PATH}/export", token))
    say(f"{file}: {file.stat().st_size} bytes")


@account.command("delete")
def delete(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Your own name, to confirm.")],
    server: Server,
    token: TokenOption = None,
) -> None:
    """Delete your account and data; your results stay without your name.

    Example: arena account delete ann
    """
    ask(server, "DELETE", PATH, token, {"name": name})
    say(f"the account {name} is deleted")
