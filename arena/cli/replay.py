"""`arena replay`: look at a match again, check its log, or put it into a link."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.ask import ask
from arena.cli.log_text import say_log
from arena.cli.match_source import Source, open_source
from arena.cli.match_text import Account
from arena.cli.options import Json, Plugin
from arena.cli.output import remark, say, say_json
from arena.cli.play import step_row
from arena.cli.replay_convert import export_match, import_matches
from arena.errors import ArenaError, LogError
from arena.match.link import Link, log_link, read_link, write_link
from arena.match.log import MatchLog, choices, finished, outcome_line, verify
from arena.match.stderr_logs import read_bot_logs
from arena.plugins.manager import Plugins, load_plugins
from engine.game import AnyGame

replay = typer.Typer(help="Show a match log, verify it, or pack it into a link.")
replay.command("import")(import_matches)
replay.command("export")(export_match)
replay.command("ask")(ask)
Where = Annotated[
    str,
    typer.Argument(
        metavar="MATCH", help="A log file, a match id, the address of a match, or a link."
    ),
]
Matches = Annotated[
    list[str],
    typer.Argument(
        metavar="MATCH...", help="Log files, match ids, addresses of matches, or links."
    ),
]
Server = Annotated[
    str,
    typer.Option(metavar="URL", envvar="ARENA_SERVER", help="Where match ids are looked up."),
]


Browser = Annotated[bool, typer.Option("--browser", help="Show it in the browser instead.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="With --browser; 0 takes a free one.")]


BotLogs = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="The folder of `arena play --bot-logs`; shown between the events."
    ),
]


@replay.command("show")
def show(
    match: Where,
    server: Server = "",
    plugin: Plugin = None,
    as_json: Json = False,
    browser: Browser = False,
    port: Port = 0,
    bot_logs: BotLogs = None,
) -> None:
    """Show a match: from a log, a match id, an address or a link.

    Examples:

      arena replay show match.jsonl --browser

      arena replay show http://127.0.0.1:8001/m/3f2a
    """
    said = read_bot_logs(bot_logs) if bot_logs else {}
    source = open_source(match, plugin, server)
    if browser:
        show_in_browser(match, *source.log(), load_plugins(plugin or ()), port)
    elif (link := source.link()) is not None:
        show_link(link, as_json=as_json)
    else:
        say_log(*source.log(), said, as_json=as_json)


def show_in_browser(name: str, log: MatchLog, game: AnyGame, plugins: Plugins, port: int) -> None:
    """Serve the viewer for one match on this machine, until interrupted."""
    from arena.cli.server import run
    from arena.web import log_viewer as local

    try:
        source = local.LogSource(log, game, plugins)
    except LogError as error:
        raise LogError(f"{name}: {error}") from None
    run(local.show_in_browser(source, port, lambda url: say(f"{url} (Ctrl-C stops it)")))


def show_link(link: Link, *, as_json: bool) -> None:
    """Print the match of a link; a link does not contain the players' names."""
    account = Account(["player"] * link.seats)
    if not as_json:
        account.open(link.game.title, link.deals.root or "none, deals were given")
    position = None
    for number, position in enumerate(link.positions()):
        if not as_json:
            account.tell(position.events, position.results)
        elif number:
            moves = {str(seat): choice for seat, choice in link.moves[number - 1].items()}
            auto = {"auto": [choices(row) for row in position.auto]} if position.auto else {}
            say_json(step_row({"n": number, "moves": moves, **auto}, position.events))
    assert position is not None
    outcome = link.game.outcome(position.state)
    if as_json:
        say_json({"outcome": outcome_line(outcome), "deals": link.deals.as_json()})
    else:
        account.close(outcome, steps=len(link.moves), faults=0)


@replay.command("link")
def link_files(
    matches: Matches,
    check: Annotated[
        bool, typer.Option("--check", help="Only check that every match survives the round trip.")
    ] = False,
    server: Server = "",
    plugin: Plugin = None,
) -> None:
    """Print matches as links, one per line.

    Example: arena replay link match.jsonl
    """
    sources = [open_source(match, plugin, server) for match in matches]
    if not check:
        for source in sources:
            say(write_link(source.link() or log_link(*source.log())))
        return
    lengths = [length for source in sources if (length := unchanged(source))]
    longest = max(lengths, default=0)
    say(f"links: {len(lengths)} of {len(matches)} unchanged, longest {longest} characters")
    if len(lengths) < len(matches):
        raise typer.Exit(1)


def unchanged(source: Source) -> int:
    """The length of a match's link if it leads back to the same match; else 0, and why."""
    name = source.text
    try:
        link = log_link(*source.log())
        text = write_link(link)
        again = read_link(text, source.plugins.game)
        if facts(again) == facts(link) and write_link(again) == text:
            return len(text)
        remark(f"{name}: the link gives a different match")
    except ArenaError as error:
        remark(str(error) if str(error).startswith(name) else f"{name}: {error}")
    return 0


def facts(link: Link) -> tuple[object, ...]:
    """What must come back as it was."""
    return link.config, link.variants, link.deals.as_json(), link.seats, link.moves


@replay.command("verify")
def verify_files(matches: Matches, server: Server = "", plugin: Plugin = None) -> None:
    """Verify match logs.

    Every move must be legal, and the outcome and the seed must be those logged.

    Example: arena replay verify match.jsonl
    """
    for name in matches:
        log, game = open_source(name, plugin, server).log()
        try:
            verify(log, game)
        except LogError as error:
            raise LogError(f"{name}: {error}") from None
        say(f"{name}: ok, {game.name}, {finished(log)['steps']} steps")
