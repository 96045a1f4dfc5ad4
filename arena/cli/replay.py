"""`arena replay`: look at a match again, check its log, or put it into a link."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.ask import ask
from arena.cli.match_text import Account
from arena.cli.options import Json, Plugin
from arena.cli.output import remark, say, say_json
from arena.cli.play import step_row
from arena.cli.replay_convert import export_match, import_matches
from arena.errors import ArenaError, LogError
from arena.match.link import Link, is_link, log_link, read_link, write_link
from arena.match.log import MatchLog, choices, finished, outcome_line, positions, read_log, verify
from arena.match.stderr_logs import read_bot_logs
from arena.plugins.manager import load_plugins
from engine.game import AnyGame

replay = typer.Typer(help="Show a match log, verify it, or pack it into a link.")
replay.command("import")(import_matches)
replay.command("export")(export_match)
replay.command("ask")(ask)
LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match log (.jsonl).")]
LogFiles = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Match logs (.jsonl).")]


Told = Annotated[str, typer.Argument(metavar="FILE|LINK", help="A match log, or a link.")]


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
    match: Told,
    plugin: Plugin = None,
    as_json: Json = False,
    browser: Browser = False,
    port: Port = 0,
    bot_logs: BotLogs = None,
) -> None:
    """Show a logged match, or the match of a link."""
    said = read_bot_logs(bot_logs) if bot_logs else {}
    if browser:
        show_in_browser(Path(match), plugin, port)
        return
    if is_link(match) and not Path(match).exists():
        show_link(read_link(match, load_plugins(plugin or ()).game), as_json=as_json)
        return
    log, game = opened(Path(match), plugin)
    result = finished(log)
    rows = [row for row in log.steps if row["n"]]
    account = Account(log.players)
    if not as_json:
        account.open(game.title, result["deals"].get("seed", "none, deals were given"))
    for number, position in enumerate(positions(log, game)):
        row = rows[number - 1] if number else {}
        if not as_json:
            account.tell(position.events, position.results, row.get("faults", ()))
            say_bot_lines(account, said.get(number, ()))
        elif number:
            say_json(step_row(row, position.events))
    if as_json:
        say_json({"outcome": result["result"], "deals": result["deals"]})
    else:
        faults = sum(len(row.get("faults", ())) for row in rows)
        account.close(game.outcome(verify(log, game).state), steps=len(rows), faults=faults)


def say_bot_lines(account: Account, lines: Iterable[tuple[int, str]]) -> None:
    """What bots wrote to stderr after a step."""
    for seat, text in lines:
        account.flush()
        say(f"  | {account.labels[seat]}: {text}")


def show_in_browser(file: Path, plugin: list[Path] | None, port: int) -> None:
    """Serve the viewer for one match on this machine, until interrupted."""
    from arena.cli.server import run
    from arena.web import log_viewer as local

    log, game = opened(file, plugin)
    try:
        source = local.LogSource(log, game, load_plugins(plugin or ()).drawings)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
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
    files: LogFiles,
    check: Annotated[
        bool, typer.Option("--check", help="Only check that every match survives the round trip.")
    ] = False,
    plugin: Plugin = None,
) -> None:
    """Print logged matches as links, one per line."""
    if not check:
        for file in files:
            say(write_link(log_link(*opened(file, plugin))))
        return
    lengths = [length for file in files if (length := unchanged(file, plugin))]
    longest = max(lengths, default=0)
    say(f"links: {len(lengths)} of {len(files)} unchanged, longest {longest} characters")
    if len(lengths) < len(files):
        raise typer.Exit(1)


def unchanged(file: Path, plugin: list[Path] | None) -> int:
    """The length of a match's link if it leads back to the same match; else 0, and why."""
    try:
        link = log_link(*opened(file, plugin))
        text = write_link(link)
        again = read_link(text, load_plugins(plugin or ()).game)
        if facts(again) == facts(link) and write_link(again) == text:
            return len(text)
        remark(f"{file}: the link gives a different match")
    except ArenaError as error:
        remark(str(error) if str(error).startswith(str(file)) else f"{file}: {error}")
    return 0


def facts(link: Link) -> tuple[object, ...]:
    """What must come back as it was."""
    return link.config, link.variants, link.deals.as_json(), link.seats, link.moves


@replay.command("verify")
def verify_files(files: LogFiles, plugin: Plugin = None) -> None:
    """Verify match logs.

    Every move must be legal, and the outcome and the seed must be those logged.
    """
    for file in files:
        log, game = opened(file, plugin)
        try:
            verify(log, game)
        except LogError as error:
            raise LogError(f"{file}: {error}") from None
        say(f"{file}: ok, {game.name}, {finished(log)['steps']} steps")


def opened(file: Path, plugin: list[Path] | None) -> tuple[MatchLog, AnyGame]:
    """A log and its game; a dropped last line is mentioned."""
    try:
        log = read_log(file)
    except LogError as error:
        raise LogError(f"{file}: {error}") from None
    if log.torn:
        remark(f"{file}: the last line is incomplete and was dropped")
    return log, load_plugins(plugin or ()).game(log.header["game"])
