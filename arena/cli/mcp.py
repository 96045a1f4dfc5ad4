"""`arena mcp`: the tables as tools for a language model, over stdin and stdout."""

import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from arena.cli.options import Plugin
from arena.cli.remote import own_address
from arena.cli.saved_logins import saved_server, saved_token
from arena.cli.server import run
from arena.errors import ArenaError
from arena.plugins.manager import load_plugins

MISSING = "arena mcp needs the MCP SDK: pip install mcp"


def mcp(
    server: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="ARENA_SERVER",
            help="Play at this server; `login` is the one of arena login.",
            show_envvar=False,
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(metavar="TOKEN", envvar="ARENA_TOKEN", help="Your token at that server."),
    ] = None,
    plugin: Plugin = None,
) -> None:
    """Let a language model play: an MCP server on stdin and stdout.

    Without --server the tables are in this process, against house bots. An MCP client starts it by
    its configuration: "command": "arena", "args": ["mcp"].

    Example: arena mcp --server login
    """
    if find_spec("mcp") is None:
        raise ArenaError(MISSING)
    from arena.agents.stdio import pass_on, serve_here

    if sys.stdin.isatty():
        typer.echo("arena mcp speaks MCP on stdin and stdout; Ctrl-C ends it", err=True)
    if server is None:
        run(serve_here(load_plugins(plugin or ())))
        return
    url = own_address(saved_server() if server == "login" else server)
    run(pass_on(url, token or saved_token(url)))
