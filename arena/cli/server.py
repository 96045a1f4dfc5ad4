"""`arena serve` and `arena demo`: a server on this machine."""

import asyncio
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from errno import EADDRINUSE
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from arena.cli.options import Plugin, Seed
from arena.cli.output import remark, say, say_columns
from arena.errors import ServerError
from arena.match.result import fresh_seed
from arena.plugins.manager import Plugins, load_plugins

if TYPE_CHECKING:
    from arena.settings import Settings

T = TypeVar("T")
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Url = Annotated[str, typer.Argument(metavar="URL", help="A server, such as http://127.0.0.1:8001.")]


def run_listening(main: Coroutine[Any, Any, None], port: int, command: str) -> None:
    """Run something that listens; a port in use is named with the line that takes another."""
    try:
        run(main)
    except OSError as error:
        if error.errno != EADDRINUSE:
            raise
        raise ServerError(
            f"port {port} is in use on this machine; stop what listens there, "
            f"or take another: arena {command} --port {port + 1}"
        ) from None


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the fastest event loop available; what was said before is seen now."""
    sys.stdout.flush()
    try:
        from arena.event_loop import new_event_loop

        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            return runner.run(main)
    finally:
        main.close()  # Ctrl-C may come before it has begun


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")
    ] = None,
    db: Annotated[
        str | None, typer.Option(help="The store's URL, such as sqlite:///arena.db.")
    ] = None,
    cert: Annotated[Path | None, typer.Option(help="A certificate file, for https.")] = None,
    key: Annotated[Path | None, typer.Option(help="The certificate's private key.")] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust a proxy on this machine.")
    ] = False,
    let_all_in: Annotated[
        bool, typer.Option("--open", help="Allow play without tokens on a public address.")
    ] = False,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Print every setting and exit.")
    ] = False,
    plugin: Plugin = None,
) -> None:
    """Run a server; ARENA_ variables and arena.toml set the rest.

    Example: arena serve --db sqlite:///arena.db
    """
    from arena.logging_setup import set_up_log
    from arena.server.run_as import leave_root
    from arena.settings import read_settings

    settings = read_settings(
        host=host, port=port, db=db, cert=cert, key=key,
        behind_proxy=behind_proxy or None, open=let_all_in or None,
    )  # fmt: skip
    if print_config:
        say(settings.as_toml())
        return
    leave_root(settings)
    plugins = load_plugins(plugin or ())
    set_up_log(settings)
    run_listening(_serve(settings, plugins), settings.port, "serve")


async def _serve(settings: "Settings", plugins: Plugins) -> None:
    import structlog

    from arena.server.app import running_server
    from arena.server.run_as import ROOT_WARNING, is_root

    stop = stop_signal()
    async with running_server(plugins=plugins, settings=settings) as running:
        if is_root():
            structlog.get_logger().warning("running_as_root", advice=ROOT_WARNING)
        say(f"Table Arena at {running.url} (Ctrl-C stops it)")
        sys.stdout.flush()  # a pipe would hold it back until the server ends
        await stop.wait()


def stop_signal() -> asyncio.Event:
    """Set by SIGTERM or Ctrl-C; a second one ends the process at once."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def stopped() -> None:
        stop.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # where there are no such signals, Ctrl-C interrupts
            loop.add_signal_handler(number, stopped)
    return stop


def demo(
    once: Annotated[
        bool, typer.Option("--once", help="Play one short tournament and exit.")
    ] = False,
    port: Port = 8001,
    pace: Annotated[float, typer.Option(min=0.0, help="Seconds per move.")] = 0.4,
    deals: Annotated[int, typer.Option(min=1, help="Deals per game, with --once.")] = 10,
    seed: Seed = None,
    plugin: Plugin = None,
) -> None:
    """Show house bots playing, live or --once.

    Example: arena demo --once
    """
    plugins = load_plugins(plugin or ())
    if once:
        _tournament(plugins, deals, fresh_seed() if seed is None else seed)
    else:
        run_listening(_demo(plugins, port, pace), port, "demo")


def _tournament(plugins: Plugins, deals: int, seed: str) -> None:
    from arena.cli.demo_view import standings_rows
    from arena.server.demo import tournament

    say(f"a short tournament of every game, {deals} deals each in all seats, seed {seed}")
    standings = tournament(plugins, deals, seed, lambda game, _rows: remark(f"{game} played"))
    say_columns(standings_rows(standings))


async def _demo(plugins: Plugins, port: int, pace: float) -> None:
    from arena.cli.demo_view import LiveStandings
    from arena.server.app import running_server
    from arena.server.demo import Demo
    from arena.server.run_as import is_root
    from arena.settings import Settings

    if is_root():
        remark("warning: this runs as root; an ordinary user is enough")
    async with running_server(plugins=plugins, settings=Settings(port=port)) as running:
        with LiveStandings(running.url) as live:
            show = Demo(running.lobby, pace, live.finished)
            live.show(show.standings)
            show.open_all()
            await asyncio.Event().wait()
