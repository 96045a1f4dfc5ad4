"""Bot specs: the text that says who sits at a seat.

`greedy` is a plugin's bot, `./mybot.py` or `./mybot.py:Name` a file, `cmd:./mybot --flag` and
`flat:./mybot` a child process, `mjai:./mybot` one that speaks mjai, `box:./mybot.py` (or a folder,
a zip, a command line) one in the sandbox, `ws` a seat that waits for a client at a server.
`anna=SPEC` is the same player under the name anna.

A spec loads files and starts programs, so it comes from this machine's own command line, files or
Python code: a `CommandLineSpec`. Text from a network or a database is a plain `str` and can only
be looked up, by `house_player`; mypy keeps the two apart.
"""

import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from inspect import iscoroutinefunction
from typing import Final, Literal, NewType

from arena.errors import SpecError, TableError, UnknownNameError
from arena.plugins.manager import Plugins, reason
from bots import Bot
from bots.files import load_file
from engine.game import AnyGame

CommandLineSpec = NewType("CommandLineSpec", str)
"""A spec that the operator of this machine wrote; never text from a network or a database."""
SpecKind = Literal["plugin", "file", "cmd", "flat", "mjai", "box", "ws"]
CommandKind = Literal["cmd", "flat", "mjai"]
COMMAND_KINDS: Final[tuple[CommandKind, ...]] = ("cmd", "flat", "mjai")
MJAI_BRIDGE: Final = (sys.executable, "-P", "-m", "arena.formats.mjai")
"""What stands between a table and a bot that speaks mjai; -P: whatever lies in this folder."""
MJAI_PROTOCOLS: Final = {
    "mjai": (),
    "mjai-batch": ("--batch",),
    "mjai-turns": ("--turns",),
    "mjai-acts": ("--acts",),
}
"""The protocols that a bot.toml may name, with the option of the bridge that speaks each."""
NAMED: Final = re.compile(r"([A-Za-z][A-Za-z0-9_-]{0,39})=(.+)", re.DOTALL)
"""`name=SPEC`: what a player is called at the table, and who it is."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A parsed spec: `target` is a plugin's name, a file or a command line."""

    kind: SpecKind
    target: str = ""
    class_name: str = ""

    @property
    def is_child(self) -> bool:
        """Whether a process of its own plays this seat."""
        return self.kind == "box" or self.kind in COMMAND_KINDS

    @property
    def argv(self) -> tuple[str, ...]:
        """The command line of a child, split as a POSIX shell would."""
        words = tuple(shlex.split(self.target))
        return (*MJAI_BRIDGE, *mjai_command(words)) if self.kind == "mjai" else words

    def __str__(self) -> str:
        if self.kind in COMMAND_KINDS:
            return f"{self.kind}:{self.target}"
        prefix = "box:" if self.kind == "box" else ""
        if self.class_name:
            return f"{prefix}{self.target}:{self.class_name}"
        return prefix + self.target or self.kind


def mjai_command(words: Sequence[str]) -> list[str]:
    """The bridge's options and a program, where a plain `./bot.py` runs with this Python."""
    first = next((n for n, word in enumerate(words) if not word.startswith("--")), len(words))
    options, command = list(words[:first]), list(words[first:])
    if command and command[0].endswith(".py"):
        command = [sys.executable, *command, *([] if command[1:] else ["{seat}"])]
    return [*options, *command]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a bot of this process, or the spec of a child."""

    name: str
    spec: BotSpec | None = None
    bot: Bot | None = None
    kind: type[Bot] | None = None
    """What makes a fresh bot for every match; None for an instance that was given."""

    def seated(self) -> "Player":
        """The same player with a bot that has played no match yet."""
        if self.kind is None:
            return self
        return replace(self, bot=self.kind())

    @property
    def games(self) -> tuple[str, ...]:
        """What this player can play, as far as anybody knows; empty means any."""
        if self.bot is not None:
            return self.bot.games
        return ("riichi",) if self.spec is not None and self.spec.kind == "mjai" else ()

    @property
    def identity(self) -> object:
        """The same for players that play alike, whatever they are called."""
        return self.kind or self.bot or self.spec

    @property
    def needs_referee(self) -> bool:
        """Whether this player can only be asked by the async referee."""
        return self.bot is None or iscoroutinefunction(self.bot.act)


def parse_spec(text: CommandLineSpec) -> BotSpec:
    """Read a spec; SpecError says what is wrong with it."""
    word, colon, rest = text.partition(":")
    if word == "box" and colon:
        return _boxed(rest, text)
    for kind in COMMAND_KINDS:
        if word == kind and colon:
            return _child(kind, rest, text)
    if text == "ws":
        return BotSpec("ws")
    path, _, class_name = text.partition(".py:")
    if class_name:
        return BotSpec("file", f"{path}.py", class_name)
    if text.endswith(".py"):
        return BotSpec("file", text)
    if "/" in text or "\\" in text:
        raise SpecError(f"{text!r}: a bot file ends in .py; for a program write cmd:{text}")
    if not text.strip() or colon:
        forms = "a name, ./file.py, cmd:..., flat:..., mjai:..., box:... or ws"
        raise SpecError(f"{text!r} is no bot spec: {forms}")
    return BotSpec("plugin", text)


def _boxed(target: str, text: str) -> BotSpec:
    path, _, class_name = target.partition(".py:")
    if class_name:
        return BotSpec("box", f"{path}.py", class_name)
    if not target.strip():
        raise SpecError(f"{text!r}: which bot? write box:./mybot.py, or box: and a folder")
    return BotSpec("box", target)


def _child(kind: CommandKind, command: str, text: str) -> BotSpec:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"{text!r}: {error}") from None
    if not words:
        raise SpecError(f"{text!r}: which program? write {kind}:./mybot")
    return BotSpec(kind, command)


def house_player(name: str, plugins: Plugins) -> Player:
    """Return the registered bot of this name; text from anywhere will do: it is looked up."""
    return _of_kind(plugins.bots[house_name(name, plugins)], BotSpec("plugin", name))


def house_name(name: str, plugins: Plugins) -> str:
    """Return the name if a registered bot has it; UnknownNameError lists those that are."""
    if name not in plugins.bots:
        raise UnknownNameError("house bot", name, plugins.bots)
    return name


def _of_kind(kind: type[Bot], spec: BotSpec) -> Player:
    return Player(display_name(kind), spec, kind(), kind)


def find_player(bot: "CommandLineSpec | BotSpec | type[Bot] | Bot", plugins: Plugins) -> Player:
    """Return the player a spec, class or instance means; a file is loaded, so the spec is ours."""
    if isinstance(bot, Bot):
        return Player(display_name(type(bot)), bot=bot)
    if isinstance(bot, type):
        return Player(display_name(bot), None, bot(), bot)
    if isinstance(bot, str) and (named := NAMED.fullmatch(bot)):
        return replace(find_player(CommandLineSpec(named[2]), plugins), name=named[1])
    spec = parse_spec(bot) if isinstance(bot, str) else bot
    if spec.kind == "ws":
        raise SpecError("'ws': only a server can wait for a client; see `arena serve`")
    if spec.is_child:
        return Player(str(spec), spec)
    kind = plugins.bot(spec.target) if spec.kind == "plugin" else bot_in_file(spec)
    return _of_kind(kind, spec)


def display_name(kind: type[Bot]) -> str:
    """What a bot is called at the table."""
    return kind.name or kind.__name__


def bot_in_file(spec: BotSpec) -> type[Bot]:
    """The bot of a file: the one named, or the only one."""
    try:
        module = load_file(spec.target)
    except (Exception, SystemExit) as error:
        raise SpecError(f"{spec.target}: {reason(error)}") from error
    found = {
        name: item
        for name, item in vars(module).items()
        if isinstance(item, type) and issubclass(item, Bot) and item.__module__ == module.__name__
    }
    if spec.class_name:
        return _named(found, spec)
    if len(found) != 1:
        names = ", ".join(found) or "none"
        raise SpecError(f"{spec.target}: one Bot class wanted, found {names}; add :Name to choose")
    return next(iter(found.values()))


def _named(found: dict[str, type[Bot]], spec: BotSpec) -> type[Bot]:
    for name, kind in found.items():
        if spec.class_name in (name, kind.name):
            return kind
    names = ", ".join(found) or "none"
    raise SpecError(f"{spec.target}: no Bot class {spec.class_name!r}; it has {names}")


def tell_apart(players: Sequence[Player]) -> list[Player]:
    """Different bots under one name get a number; copies of one bot keep its name."""
    named: dict[str, list[object]] = {}
    told: list[Player] = []
    for player in players:
        others = named.setdefault(player.name, [])
        if player.identity not in others:
            others.append(player.identity)
        number = others.index(player.identity)
        told.append(replace(player, name=f"{player.name}#{number + 1}") if number else player)
    return told


def check_table(game: AnyGame, players: Sequence[Player]) -> None:
    """TableError unless this many bots can sit down, and all of them play the game."""
    if len(players) not in game.seats:
        allowed = [str(number) for number in game.seats]
        numbers = " or ".join([", ".join(allowed[:-1]), allowed[-1]] if allowed[1:] else allowed)
        raise TableError(f"{game.name} is for {numbers} players; {len(players)} given")
    for player in players:
        check_plays(game, player)


def check_plays(game: AnyGame, player: Player) -> None:
    """TableError if a bot says that it does not play the game."""
    if player.games and game.name not in player.games:
        raise TableError(f"{player.name} plays {', '.join(player.games)}, not {game.name}")
