"""`arena play`: one match, printed as it goes."""

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.match_text import Account
from arena.cli.options import (
    BotSpecs,
    Config,
    GameName,
    Json,
    Plugin,
    Seed,
    TrustBot,
    Variant,
    read_config,
    read_variants,
    trust_bots,
)
from arena.cli.output import keep_stdout, remark, say_json
from arena.local.loop import Watch, play_seated, resolve
from arena.match.log import outcome_line, step_line, write_log
from arena.match.match import Advance, Match
from arena.match.result import MatchResult, fresh_seed, new_match
from arena.match.stderr_logs import write_bot_log
from arena.plugins.manager import load_plugins
from arena.sdk.hints import hint
from arena.sdk.slow_notice import SlowNotice
from engine.game import Event, Viewer
from engine.rng import Deals, deal_seed

TIMES = ("ms", "lag_ms")


def play(
    game: GameName,
    bots: BotSpecs,
    seed: Seed = None,
    deal: Annotated[
        int | None, typer.Option(min=0, help="Play this deal of the series with the same --seed.")
    ] = None,
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    as_json: Json = False,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the match log to a file.")
    ] = None,
    bot_logs: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the stderr of child processes.")
    ] = None,
    no_clock: Annotated[
        bool, typer.Option("--no-clock", help="Remove the time limits, to debug a bot.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for Enter before every decision.")
    ] = False,
    i_trust_this_bot: TrustBot = False,
) -> None:
    """Play one match and print what happens.

    Examples:

      arena play tigerdragon counter defender random random --seed 7

      arena play riichi ./mine/bot.py random random random --log match.jsonl
    """
    trust_bots(i_trust_this_bot)
    if log is not None and not log.absolute().parent.is_dir():
        raise typer.BadParameter(f"--log {log}: there is no such folder.")
    if as_json:
        keep_stdout()
    plugins = load_plugins(plugin or ())
    table, players = resolve(game, bots, plugins)
    root = fresh_seed() if seed is None else seed
    if deal is not None:
        if seed is None:
            raise typer.BadParameter(f"--deal {deal}: of which series? give its --seed.")
        root = deal_seed(root, deal)
    names = [player.name for player in players]
    options, variants = read_config(config), read_variants(variant)
    match = new_match(table, names, Deals.seed(root), config=options, variants=variants)
    if as_json and seed is None:
        remark(f"seed {root}")
    account = Account(names)
    if not as_json:
        account.open(table.title, root)
    watch = json_teller(match) if as_json else text_teller(match, account)
    if step:
        watch = stepping(match, watch, account)
    keep = partial(write_bot_log, bot_logs) if bot_logs else None
    with SlowNotice(match, names, remark, stops=not no_clock and not step):
        result = play_seated(
            match, players, root, plugins=plugins, watch=watch, no_clock=no_clock, keep_log=keep
        )
    if log is not None:
        write_log(match, log)
    if as_json:
        say_json(result_row(result, root))
    else:
        account.close(result.outcome, steps=result.steps, faults=len(result.faults))


def json_teller(match: Match) -> Watch:
    """Print one object per step, without times."""

    def tell(advance: Advance) -> None:
        if advance.n:
            say_json(step_row(step_line(match.records[-1]), advance.events))

    return tell


def step_row(line: Mapping[str, Any], events: tuple[Event, ...]) -> dict[str, Any]:
    """A step of a log as `--json` shows it: times left out, events added."""
    row = {key: value for key, value in line.items() if key not in TIMES}
    return {**row, "events": [event.as_json() for event in events]}


def text_teller(match: Match, account: Account) -> Watch:
    """Readable lines."""

    def tell(advance: Advance) -> None:
        faults = match.records[-1].faults if advance.n else ()
        for fault in faults:
            account.fault(fault.seat, fault.kind, fault.reason, hint(fault))
        account.tell(advance.events, advance.results)

    return tell


def stepping(match: Match, tell: Watch, account: Account) -> Watch:
    """Stop before every decision, and show who must choose between what."""
    waiting = True

    def tell_and_wait(advance: Advance) -> None:
        nonlocal waiting
        tell(advance)
        account.flush()
        if not waiting or not match.pending:
            return
        for seat, request in match.pending.items():
            hand = " ".join(match.view(Viewer.player(seat))["hand"])
            remark(f"{account.labels[seat]} holds {hand}; legal: {' '.join(request.legal)}")
        sys.stderr.write("[Enter: go on, q: quit] ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        waiting = bool(line)
        if line.strip() == "q":
            raise typer.Abort

    return tell_and_wait


def result_row(result: MatchResult, seed: str) -> dict[str, Any]:
    """Return the last object of `--json`."""
    header = result.match.header
    return {
        "outcome": outcome_line(result.outcome),
        "players": list(header.players),
        "game": header.game,
        "config": header.config,
        "variants": list(header.variants),
        "seed": seed,
        "rounds": len(result.rounds),
        "steps": result.steps,
        "decisions": result.decisions,
        "faults": [fault.as_json() for fault in result.faults],
    }
