"""`arena serve`, `connect`, `watch` and `demo`: everything that needs a server."""

import asyncio
import signal
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from arena.cli.options import Plugin, Seed, Variant, read_variants
from arena.cli.output import remark, say, say_columns
from arena.cli.remote import ask
from arena.errors import ServerError, SpecError
from arena.match.result import fresh_seed
from arena.plugins.manager import Plugins, load_plugins
from engine.variants import VariantEntry

if TYPE_CHECKING:
    from arena.settings import Settings

T = TypeVar("T")
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Url = Annotated[str, typer.Argument(metavar="URL", help="A server, such as http://127.0.0.1:8001.")]


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the fastest event loop available."""
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
    """Run a server; ARENA_ variables and arena.toml set the rest."""
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
    run(_serve(settings, plugins))


async def _serve(settings: "Settings", plugins: Plugins) -> None:
    import structlog

    from arena.server.app import running_server
    from arena.server.run_as import ROOT_WARNING, is_root

    stop = stop_signal()
    async with running_server(plugins=plugins, settings=settings) as running:
        if is_root():
            structlog.get_logger().warning("running_as_root", advice=ROOT_WARNING)
        say(f"Table Arena at {running.url} (Ctrl-C stops it)")
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


def connect(
    url: Url,
    bot: Annotated[str, typer.Option(help="A name from `arena bots`, or ./file.py[:Name].")],
    room: Annotated[str, typer.Option(help="The room to join.")],
    name: Annotated[str | None, typer.Option(help="The name to play under.")] = None,
    token: Annotated[str | None, typer.Option(help="The seat's token, to return to it.")] = None,
    game: Annotated[str | None, typer.Option(help="The game, if this opens a new room.")] = None,
    fill: Annotated[
        bool, typer.Option("--fill", help="Open the room with house bots in the other seats.")
    ] = False,
    variant: Variant = None,
    seed: Seed = None,
    plugin: Plugin = None,
) -> None:
    """Play a match at a server with your bot."""
    from arena.plugins.bot_specs import CommandLineSpec, find_player
    from bots.websocket import run as run_bot

    plugins = load_plugins(plugin or ())
    player = find_player(CommandLineSpec(bot), plugins)
    if player.bot is None:
        raise SpecError(f"{bot}: a child process cannot connect; run its own client instead")
    root = fresh_seed() if seed is None else seed
    say(f"{name or player.name} joins {room} at {url}, seed {root}")
    if variant and not fill:
        raise typer.BadParameter("--variant is for a room that this opens: add --fill.")
    if fill:
        open_filled(url, room, game, read_variants(variant))
    outcome = run_remote(
        run_bot(
            url, room, player.bot, player_id=name or player.name, token=token, game=game,
            seed=root, find_game=plugins.game,
        )
    )  # fmt: skip
    points = " ".join(map(str, outcome.points))
    say(f"the match is over: points {points}, ranks {' '.join(map(str, outcome.ranks))}")


def run_remote(main: Coroutine[Any, Any, T]) -> T:
    """Run a conversation with a server; what goes wrong with it is a ServerError."""
    from bots.errors import RunnerError

    try:
        return run(main)
    except RunnerError as error:
        raise ServerError(str(error)) from None


def open_filled(
    url: str, room: str, game: str | None, variants: Sequence[VariantEntry] = ()
) -> None:
    """Open a room at a server with one seat free; a ServerError says why not."""
    body: dict[str, Any] = {"room_id": room} | ({"game": game} if game else {})
    if variants:
        body["variants"] = list(variants)
    ask(url, "POST", "/rooms", body=body)


def watch(
    url: Url,
    room: Annotated[str, typer.Argument(metavar="ROOM", help="The room to watch.")],
    plugin: Plugin = None,
) -> None:
    """Watch a match at a server as text."""
    from arena.cli.watch import watch_room

    run(watch_room(url, room, load_plugins(plugin or ())))


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
    """Show house bots playing, live or --once."""
    plugins = load_plugins(plugin or ())
    if once:
        _tournament(plugins, deals, fresh_seed() if seed is None else seed)
    else:
        run(_demo(plugins, port, pace))


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
