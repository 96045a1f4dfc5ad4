"""`arena sign-up`: an account of one's own at a server that allows it."""

from typing import Annotated

import typer

from arena.cli.login import logged_in, save_login
from arena.cli.output import remark, say
from arena.cli.remote import Server, ask
from arena.cli.saved_logins import same_form


def sign_up(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")],
    server: Server,
    login: Annotated[
        bool,
        typer.Option("--login", help="Save the token instead of printing it."),
    ] = False,
) -> None:
    """Create an account at a server that allows it.

    Example: arena sign-up ann --server http://127.0.0.1:8001 --login
    """
    made = ask(server, "POST", "/api/accounts", body={"name": name})
    if login:
        say(logged_in(server, save_login(same_form(server), made["token"])))
        say("next: write a bot")
        say("  arena new-bot mine")
        return
    remark(f"{made['name']} has an account; its token is shown only once:")
    say(made["token"])
    remark("next: save it, so that all commands use it")
    remark(f"  arena login {server}")
