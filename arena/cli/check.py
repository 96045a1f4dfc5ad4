"""`arena check`: whether a bot is fit to play."""

from typing import Annotated

import typer

from arena.children.sandbox.program import note_on
from arena.cli import completion
from arena.cli.options import (
    Config,
    Json,
    Plugin,
    TrustBot,
    Variant,
    read_config,
    read_variants,
    trust_bots,
)
from arena.cli.output import keep_stdout, remark, say, say_json
from arena.cli.remote import usual_server
from arena.plugins.bot_specs import CommandLineSpec, parse_spec
from arena.plugins.manager import load_plugins
from arena.sdk.check import check as check_bot
from arena.sdk.report import Played, Report
from arena.sdk.report_text import match_line, report_lines


def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A name, ./file.py[:Name], cmd:, flat: or mjai:PROGRAM.",
            autocompletion=completion.bots,
        ),
    ],
    game: Annotated[
        str,
        typer.Option(
            metavar="GAME", help="The game to check it for.", autocompletion=completion.games
        ),
    ],
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="An opponent, instead of the default ones."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The seed of deals and bots.")] = "check",
    config: Config = None,
    variant: Variant = None,
    plugin: Plugin = None,
    as_json: Json = False,
    i_trust_this_bot: TrustBot = False,
) -> None:
    """Play whole matches with a bot and report whether it is fit to play.

    Examples:

      arena check ./mine/bot.py --game riichi

      arena check "flat:node mine/bot.mjs" --game tigerdragon
    """
    trust_bots(i_trust_this_bot)
    plugins = load_plugins(plugin or ())
    if as_json:
        keep_stdout()
    else:
        say(f"checking {bot} for {game}, seed {seed}", style="bold")
        if note := box_note(bot):
            say(note)
    report = check_bot(
        bot,
        game,
        seed=seed,
        config=read_config(config),
        variants=read_variants(variant),
        opponents=against or (),
        plugins=plugins,
        progress=None if as_json else say_match,
        notice=remark,
    )
    if as_json:
        say_json(report.as_json())
    else:
        for line in report_lines(report):
            say(line.text, style=line.style)
        options = [f" --config {item}" for item in config or ()]
        options += [f" --variant {item}" for item in variant or ()]
        options += [f" --plugin {file}" for file in plugin or ()]
        for step in next_steps(bot, report, "".join(options), is_house=bot in plugins.bots):
            say(step)
    if not report.passed:
        raise typer.Exit(1)


def box_note(bot: str) -> str:
    """Return what is guessed about a boxed bot, as a server's check says it; empty if nothing."""
    if not bot.startswith("box:"):
        return ""
    spec = parse_spec(CommandLineSpec(bot))
    return "" if spec.class_name else note_on(spec.target)


def say_match(played: Played) -> None:
    """Print one match, as soon as it is over."""
    say(match_line(played))


def next_steps(bot: str, report: Report, options: str, *, is_house: bool) -> list[str]:
    """Return what to do now, in lines that work as they stand."""
    word = f'"{bot}"' if " " in bot else bot
    if report.faults:
        played = report.matches[report.faults[0][0] - 1]
        seats = list(played.opponents)
        seats.insert(played.seat, word)
        again = f"arena play {report.game} {' '.join(seats)} --seed {played.seed}{options}"
        return [
            "next: play the match of the first fault again, and look",
            f"  {again} --log match.jsonl",
        ]
    if not report.passed:
        return ["next: make it quicker, then check again"]
    met = [played.opponents[0] for played in report.matches]
    rivals = [name for name in (*met, "random", "first") if name not in ("first", bot)]
    rival = next(iter(rivals), "first")
    compare = f"  arena compare {word} {rival} --game {report.game}{options}"
    if is_house:
        return [
            "next: see how far ahead it is, or write a bot of your own",
            compare,
            f"  arena new-bot mine --game {report.game}",
        ]
    server = "" if usual_server() else " --server URL"
    takes = is_python_file(bot) and " --variant " not in options
    work = [f"  arena dev {word} --game {report.game}{options}"] if takes else []
    return [
        f"next: see how far ahead it is,{' work on its losses,' if work else ''}"
        " then submit it to a server",
        compare,
        *work,
        f"  arena submit {word.replace('box:', '')} --game {report.game}{server}",
    ]


def is_python_file(bot: str) -> bool:
    """Return whether a spec names a Python file that this process loads."""
    return bot.partition(".py:")[0].removesuffix(".py") != bot and not bot.startswith("box:")
