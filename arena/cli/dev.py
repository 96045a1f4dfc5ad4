"""`arena dev`: asks a bot again at its lost matches after each save, and compares its versions."""

import shlex
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final

import typer

from arena.children.sandbox.manifest import MANIFEST
from arena.cli import completion
from arena.cli.ask import answer
from arena.cli.bot import lost_matches, newest_matches
from arena.cli.local_viewer import LocalViewer
from arena.cli.match_source import fetch_log, open_source
from arena.cli.options import Config, Plugin, Seed, read_config
from arena.cli.output import say
from arena.cli.packing import folder_files, neighbours
from arena.cli.remote import named_server
from arena.errors import ArenaError
from arena.match.result import fresh_seed
from arena.plugins.bot_specs import CommandLineSpec, Player, check_plays, find_player, parse_spec
from arena.plugins.manager import Plugins, load_plugins
from arena.sdk.rehearsal import Answers, Change, Loss, answers, changes, play_losses, seat_in
from arena.tournament.comparison import verdict
from arena.tournament.lifecycle import start
from arena.tournament.plan import make_plan
from arena.tournament.repository import Memory
from engine.game import AnyGame

LOSSES: Final = 10
TRIED: Final = 40
"""Matches that are played at most to find losses."""
LOOK_SECONDS: Final = 0.25
SHOWN: Final = 5
"""Changed decisions that are listed; the first is shown in full."""


def dev(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="The bot that you edit: ./file.py, cmd: or flat:.")
    ],
    game: Annotated[
        str, typer.Option(help="A game; see `arena games`.", autocompletion=completion.games)
    ],
    loss: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MATCH",
            help="A lost match: a log file, a match id, an address. Default: matches played here.",
        ),
    ] = None,
    losses_of: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Take the last losses of this bot at a server."),
    ] = None,
    server: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="ARENA_SERVER",
            help="The server of --losses-of and of match ids; that of `arena login` if left out.",
        ),
    ] = "",
    against: Annotated[
        str | None, typer.Option(metavar="BOT", help="Who it loses to; a house bot if left out.")
    ] = None,
    deals: Annotated[
        int, typer.Option(min=0, help="Deals between a version and the one before; 0: none.")
    ] = 8,
    browser: Annotated[
        bool, typer.Option("--browser", help="Open the first changed decision in the viewer.")
    ] = False,
    seed: Seed = None,
    config: Config = None,
    plugin: Plugin = None,
) -> None:
    """Work on a bot: see after each save what changed in its losses.

    Examples:

      arena dev ./mine/bot.py --game riichi

      arena dev ./mine/bot.py --game riichi --losses-of mine

      arena dev ./mine/bot.py --game riichi --loss match.jsonl --browser
    """
    # Two saves within a second look alike to Python's cache of compiled files.
    sys.dont_write_bytecode = True
    plugins = load_plugins(plugin or ())
    table = plugins.game(game)
    root = fresh_seed() if seed is None else seed
    with TemporaryDirectory(prefix="arena-dev-") as folder, LocalViewer(plugins) as viewer:
        bench = Bench(bot, table, plugins, read_config(config), Path(folder))
        if losses_of:
            bench.losses = fetched_losses(named_server(server), losses_of, game)
        elif loss:
            bench.losses = [read_loss(text, bench.player.name, plugin, server) for text in loss]
        else:
            bench.lose(against or plugins.house_bot(game), root)
        bench.begin()
        say(f"watching {bench.watched()}; save to ask it again (Ctrl-C stops)")
        while True:
            sys.stdout.flush()
            bench.wait_for_save()
            bench.saved(deals, root, viewer if browser else None)


def read_loss(text: str, name: str, plugin: list[Path] | None, server: str) -> Loss:
    """Return a match that was given, with the seat that the bot had in it."""
    log, _ = open_source(text, plugin, server).log()
    return Loss(text, log, seat_in(log, name))


def fetched_losses(server: str, name: str, game: str) -> list[Loss]:
    """Return the last matches of a game that a bot lost at a server; ArenaError if none."""
    lost = lost_matches(newest_matches(server, name), name)
    ids = [row["match_id"] for row in lost if row["game"] == game and sits_once(row, name)]
    if not ids:
        raise ArenaError(
            f"{name} has lost no match of {game} at {server} lately;"
            " leave out --losses-of to play some here"
        )
    logs = {match: fetch_log(server, match) for match in ids[:LOSSES]}
    say(f"{name} at {server}: the last {len(logs)} lost matches")
    return [Loss(match, log, seat_in(log, name)) for match, log in logs.items()]


def sits_once(row: Mapping[str, Any], name: str) -> bool:
    """Return whether a match has a bot in one seat only, so that its seat is known."""
    return [player["name"] for player in row["players"]].count(name) == 1


class Bench:
    """A bot under work: its files, its losses, and what its last version answered there."""

    def __init__(
        self, spec: str, game: AnyGame, plugins: Plugins, config: Mapping[str, Any], folder: Path
    ) -> None:
        self.spec, self.game, self._plugins, self._config = spec, game, plugins, config
        self.losses: list[Loss] = []
        self._folder = folder
        self._version = 1
        self._before: Answers = []
        self._seen = self._digest()
        self.player = self._loaded()
        check_plays(game, self.player)

    def _loaded(self) -> Player:
        for file in self.files():
            sys.modules.pop(file.stem, None)  # or Python would keep what a neighbour was
        return find_player(CommandLineSpec(self.spec), self._plugins)

    def files(self) -> list[Path]:
        """Return the bot's own files: those of its command, or its module with its neighbours."""
        parsed = parse_spec(CommandLineSpec(self.spec))
        if parsed.is_child:
            words = shlex.split(parsed.target)
            found = [Path(word) for word in words if Path(word).is_file()]
        else:
            file = Path(parsed.target)
            found = [file, *neighbours(file).values()] if file.is_file() else []
        if not found:
            raise ArenaError(f"{self.spec}: no file to watch; write ./mybot.py or cmd:./program")
        return found

    def watched(self) -> str:
        """Return the names of the files, for people."""
        return ", ".join(map(str, self.files()[:3]))

    def _digest(self) -> bytes:
        """Return what changes with a save; a file that is being written counts as empty."""
        made = sha256()
        for file in self.files():
            try:
                made.update(file.read_bytes())
            except OSError:
                made.update(b"-")
        return made.digest()

    def wait_for_save(self) -> None:
        """Wait until a file of the bot is not what it was."""
        while True:
            time.sleep(LOOK_SECONDS)
            try:
                now = self._digest()
            except ArenaError:  # between the two steps of an editor's save the file is gone
                continue
            if now != self._seen:
                self._seen = now
                return

    def lose(self, opponent: str, seed: str) -> None:
        """Play until ten matches are lost."""
        played = 0
        for found in play_losses(
            self.game, self.spec, opponent, seed=seed, matches=TRIED, config=self._config,
            plugins=self._plugins,
        ):  # fmt: skip
            played += 1
            self.losses += [found] if found else []
            if len(self.losses) == LOSSES:
                break
        lost = len(self.losses)
        say(f"{self.player.name} against {opponent}: {played} matches, {lost} lost, seed {seed}")
        if not lost:
            raise ArenaError(f"no match was lost; name a stronger opponent: --against {opponent}")

    def begin(self) -> None:
        """Keep a copy of this version, and remember what it answers."""
        self._copy(self._version)
        self._before = answers(self.losses, self.game, self.player)

    def _copy(self, version: int) -> None:
        """Copy the bot's files; those of a project all, as its program may need them."""
        folder = self._folder / str(version)
        shutil.rmtree(folder, ignore_errors=True)
        files = self.files()
        home = files[0].parent
        if (home / MANIFEST).is_file():
            files = list(folder_files(home).values())
        for file in files:
            inside = file.relative_to(home) if file.is_relative_to(home) else Path(file.name)
            (folder / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / inside)

    def _copy_of(self, version: int) -> str:
        """Return the spec of a version's copy; with neighbours it has a process of its own.

        In one process both versions would share their neighbours, as modules of one name.
        """
        file, *near = self.files()
        copy = str(self._folder / str(version) / file.name)
        parsed = parse_spec(CommandLineSpec(self.spec))
        if parsed.is_child:
            words = shlex.split(parsed.target)
            replaced = [copy if Path(word) == file else word for word in words]
            return f"{parsed.kind}:{shlex.join(replaced)}"
        named = f"{copy}:{parsed.class_name}" if parsed.class_name else copy
        if not near:
            return named
        return f"cmd:{shlex.join([sys.executable, '-m', 'bots.stdio', named])}"

    def saved(self, deals: int, seed: str, viewer: LocalViewer | None) -> None:
        """Ask the new version at every loss; report what changed and which version is ahead."""
        say(f"\n{time.strftime('%H:%M:%S')} saved {Path(self.files()[0]).name}")
        self._copy(self._version + 1)  # first: while it is asked, it may be saved again
        try:
            player = self._loaded()
            now = answers(self.losses, self.game, player)
        except Exception as error:  # whatever the file under work raises, its author goes on
            say(f"  it cannot be asked: {error}")
            return
        self.player = player
        found = changes(self.losses, self._before, now)
        say_changes(found, self.losses, now)
        self._before = now
        self._version += 1
        if found and viewer is not None:
            viewer.open(found[0].loss.log, self.game, found[0].loss.seat, found[0].now.n)
        if found and deals:
            say(self._compared(deals, seed))

    def _compared(self, deals: int, seed: str) -> str:
        """Play the new version against the one before it; return the verdict."""
        bots = [f"new={self._copy_of(self._version)}", f"old={self._copy_of(self._version - 1)}"]
        settings = {
            "game": self.game.name, "bots": bots, "format": "compare", "deals": deals,
            "seed": seed, "config": dict(self._config), "sprt": None,
        }  # fmt: skip
        begun = start(make_plan(settings, self._plugins), Memory())
        begun.run(1, "", self._plugins)
        comparison = begun.runner.progress.comparison
        assert comparison is not None
        return verdict(comparison)


def say_changes(found: Sequence[Change], losses: Sequence[Loss], now: Answers) -> None:
    """Print the decisions that changed, the first one in full."""
    total = sum(map(len, now))
    matches = len({change.loss.name for change in found})
    among = f"{total} decisions in {len(losses)} lost matches"
    if not found:
        say(f"  nothing changed: {among}")
        return
    say(f"  {len(found)} of {among} changed, in {matches} of them")
    for change in found[:SHOWN]:
        say(f"  {place(change)}: was {change.before.now}, now {answer(change.now)}")
    if len(found) > SHOWN:
        say(f"  and {len(found) - SHOWN} more")
    first = found[0].now
    say(f"  the first: {place(found[0])}, step {first.n}")
    if first.hand:
        say(f"    hand   {' '.join(first.hand)}")
    say(f"    legal  {' '.join(first.legal)}")
    say(f"    then   {first.then}")


def place(change: Change) -> str:
    """Return where a decision is."""
    return f"{change.loss.name}, decision {change.now.decision} of seat {change.loss.seat}"
