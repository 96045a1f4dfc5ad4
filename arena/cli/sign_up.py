"""`arena sign-up`: an account of one's own at a server that allows it."""

from typing import Annotated

import typer

from arena.cli.output import remark, say
from arena.cli.remote import Server, ask


def sign_up(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.")],
    server: Server,
) -> None:
    """Create an account at a server that allows it."""
    made = ask(server, "POST", "/api/accounts", body={"name": name})
    remark(f"{made['name']} has an account; its token is shown only once:")
    say(made["token"])
