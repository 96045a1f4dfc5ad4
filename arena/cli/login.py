"""`arena login` and `arena logout`: a server and your token there, saved for all commands."""

import sys
from typing import Annotated, Any

import typer

from arena.cli.output import say
from arena.cli.remote import ask, own_address
from arena.cli.saved_logins import read_logins, same_form, write_logins
from arena.errors import ServerError

Url = Annotated[
    str | None,
    typer.Argument(metavar="[URL]", help="The server, such as http://127.0.0.1:8001."),
]


def login(
    url: Url = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN", envvar="ARENA_TOKEN", help="Your token there; asked for if left out."
        ),
    ] = None,
) -> None:
    """Save a server and your token there; all commands use them.

    Without URL: show where you are logged in.

    Examples:

      arena login http://127.0.0.1:8001

      arena sign-up ann --server URL | arena login URL
    """
    if url is None:
        say_current()
        return
    server = same_form(own_address(url))
    secret = token or typed_token(server)
    say(logged_in(server, save_login(server, secret)))
    say("next: write a bot, or look at what is played there")
    say("  arena new-bot mine")
    say("  arena rooms")


def logout(url: Url = None) -> None:
    """Delete the saved token of a server.

    Without URL: of the server that commands use.

    Example: arena logout
    """
    logins = read_logins()
    server = logins.server if url is None else same_form(url)
    if logins.tokens.pop(server, None) is None:
        raise ServerError(f"not logged in{f' at {server}' if server else ' anywhere'}")
    if logins.server == server:
        logins.server = next(iter(logins.tokens), "")
    write_logins(logins)
    say(f"logged out of {server}")


def save_login(server: str, token: str) -> Any:
    """Ask the server whose token this is, save both, and return the account."""
    try:
        account = ask(server, "GET", "/api/session", token)
    except ServerError as error:
        if "valid token" not in str(error):
            raise
        raise ServerError(f"{error}; get one with: arena sign-up NAME --server {server}") from None
    logins = read_logins()
    logins.server = server
    logins.tokens[server] = token
    write_logins(logins)
    return account


def logged_in(server: str, account: Any) -> str:
    """Return where somebody is logged in, and as whom."""
    return f"logged in at {server} as {account['name']} ({account['role']})"


def say_current() -> None:
    """Print the server that commands use, and the account there."""
    logins = read_logins()
    if not logins.server:
        raise ServerError("not logged in; write arena login URL")
    account = ask(logins.server, "GET", "/api/session", logins.tokens.get(logins.server))
    say(logged_in(logins.server, account))


def typed_token(server: str) -> str:
    """Return the token typed at a terminal, unseen, or the line that a pipe gives."""
    if sys.stdin.isatty():
        text: str = typer.prompt(f"Your token at {server}", hide_input=True, err=True)
    else:
        text = sys.stdin.readline()
    if not text.strip():
        raise ServerError(f"no token; write arena login {server} and paste it")
    return text.strip()
