"""What a boxed bot is made of: files laid out in a folder of their own, and how they are run."""

import os
import re
import shlex
import shutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from arena.children.sandbox.submission_files import lay_out, name_problem
from arena.children.temp_folders import make_folder, remove_folder
from arena.errors import SpecError, SubmissionError
from arena.plugins.installed import plugin_packages
from protocol.messages import Detail

PROGRAM_FOLDERS: Final = "/usr/local/bin:/usr/bin:/bin"
"""Where the programs that run bots of other languages are looked for."""
MANIFEST: Final = "bot.toml"
MANIFEST_LIMIT: Final = 16 * 1024
ENTRY: Final = "bot.py"
SOURCE_LIMIT: Final = 1024 * 1024
"""How much of a file is looked at to tell what it is."""

Kind = Literal["bot", "script", "exec"]


@dataclass(frozen=True, slots=True)
class Program:
    """A bot ready to be started, in a folder that goes away with it."""

    kind: Kind
    folder: Path
    """Holds `bot`, the bot's files, and `empty`, where it starts."""
    argv: tuple[str, ...]
    """The file with its class or arguments; of a program, its command line."""
    detail: Detail = "full"

    @property
    def files(self) -> Path:
        """The bot's own files."""
        return self.folder / "bot"

    @property
    def cwd(self) -> Path:
        """An empty folder to start in."""
        return self.folder / "empty"

    def remove(self) -> None:
        """Take the files away again."""
        remove_folder(self.folder)


def prepare(target: str, class_name: str = "") -> Program:
    """Lay out what a spec names: a file, a folder, a zip, or a command line with its files."""
    folder = make_folder("box")
    try:
        folder.chmod(0o755)
        for name in ("bot", "empty"):
            (folder / name).mkdir()
        program = _prepared(target, class_name, folder)
        for inside in folder.rglob("*/"):
            inside.chmod(0o755)
        return program
    except BaseException:
        remove_folder(folder)
        raise


def _prepared(target: str, class_name: str, folder: Path) -> Program:
    source, files = Path(target).expanduser(), folder / "bot"
    words = shlex.split(target)
    if not source.exists() and len(words) > 1:
        return _command([_laid_out(word, files) for word in words], folder, "full")
    try:
        lay_out(source.resolve(), files)
    except SubmissionError as error:
        raise SpecError(f"box:{target}: {error}") from None
    if source.suffix == ".py" and source.is_file():
        return _python(files / source.resolve().name, class_name, folder)
    return _from_folder(target, only_folder(files), class_name, folder)


def _laid_out(word: str, files: Path) -> str:
    """A word of a command line; a file it names is brought along."""
    path = Path(word)
    if not path.is_file() or str(path.parent) in PROGRAM_FOLDERS.split(":"):
        return word
    shutil.copy(path, files / path.name)
    return str(files / path.name)


def only_folder(files: Path) -> Path:
    """Where the bot lies: a zip often holds one folder with everything in it."""
    inside = list(files.iterdir())
    if len(inside) == 1 and inside[0].is_dir():
        return inside[0]
    return files


def _from_folder(target: str, files: Path, class_name: str, folder: Path) -> Program:
    manifest, entry = files / MANIFEST, files / ENTRY
    if manifest.is_file() and ("command" in bot_table(manifest) or not entry.is_file()):
        words, detail = read_manifest(manifest)
        return _command([_inside(word, files) for word in words], folder, detail)
    if entry.is_file():
        return _python(entry, class_name, folder)
    raise SpecError(f"box:{target}: neither {ENTRY} nor {MANIFEST} with [bot] command in it")


def _inside(word: str, files: Path) -> str:
    """A word of a bot's own command; a plain name of one of its files becomes its path.

    So does `.`, the folder of its files, as in `java -cp . Bot`: a box starts in an empty one.
    """
    if word == ".":
        return str(files)
    name = word.removeprefix("./")
    own = not name_problem(name) and (files / name).is_file()
    return str(files / name) if own else word


def bot_table(manifest: Path) -> dict[str, Any]:
    """The table [bot] of a bot.toml; SpecError says what is wrong with it."""
    try:
        with manifest.open("rb") as opened:
            text = opened.read(MANIFEST_LIMIT + 1)
        if len(text) > MANIFEST_LIMIT:
            raise ValueError(f"over {MANIFEST_LIMIT} bytes")
        return dict(tomllib.loads(text.decode())["bot"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise wrong_manifest(error) from None


def wrong_manifest(error: Exception) -> SpecError:
    """What a bot.toml should have been."""
    form = 'expected [bot] command = "node bot.js"'
    return SpecError(f"{MANIFEST}: {form} ({type(error).__name__}: {error})")


def read_manifest(manifest: Path) -> tuple[list[str], Detail]:
    """The command of a bot.toml, and the level of detail it reads."""
    bot = bot_table(manifest)
    try:
        command, detail = bot["command"], bot.get("detail", "full")
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except (ValueError, KeyError, TypeError) as error:
        raise wrong_manifest(error) from None
    if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise SpecError(f"{MANIFEST}: [bot] command: expected a program and its arguments")
    if detail not in ("full", "flat"):
        raise SpecError(f"{MANIFEST}: [bot] detail: full or flat, got {detail!r}")
    return words, "flat" if detail == "flat" else "full"


def _python(file: Path, class_name: str, folder: Path) -> Program:
    if class_name:
        return Program("bot", folder, (f"{file}:{class_name}",))
    with file.open(encoding="utf-8", errors="replace") as opened:
        kind: Kind = "bot" if defines_bot(opened.read(SOURCE_LIMIT)) else "script"
    return Program(kind, folder, (str(file),))


def defines_bot(source: str) -> bool:
    """Whether a file looks like a bot class for our runner, by its text alone.

    It is not parsed here, let alone imported: a file may be made to choke a parser. A wrong guess
    costs nobody but the bot.
    """
    names = "|".join(map(re.escape, ("bots", "arena", *plugin_packages())))
    imports = re.search(rf"^[ \t]*(from|import)[ \t]+({names})\b", source, re.MULTILINE)
    derives = re.search(r"^class[ \t]+\w+[ \t]*\([ \t]*\w", source, re.MULTILINE)
    return bool(imports and derives)


def _command(words: list[str], folder: Path, detail: Detail) -> Program:
    program, arguments = words[0], words[1:]
    if program in ("python", "python3"):
        if len(arguments) == 1 and not arguments[0].startswith("-"):
            return Program("script", folder, tuple(arguments), detail)
        return Program("exec", folder, (sys.executable, "-I", *arguments), detail)
    if Path(program).resolve().is_relative_to((folder / "bot").resolve()):
        return Program("exec", folder, (*shebang(Path(program)), program, *arguments), detail)
    plain = "/" not in program or str(Path(program).parent) in PROGRAM_FOLDERS.split(":")
    found = installed(program) if plain else None
    if found is None:
        raise SpecError(f"no program {program!r} here; a bot may bring its own, or use one of /usr")
    return Program("exec", folder, (found, *arguments), detail)


def installed(program: str) -> str | None:
    """Return the path of a program of this machine; None if there is none.

    Debian's java is a link through /etc/alternatives, which no box shows. Other links stay as they
    are: a program may go by the name it is called.
    """
    found = shutil.which(program, path=PROGRAM_FOLDERS)
    if found is not None and os.path.islink(found) and os.readlink(found).startswith("/etc/"):
        return os.path.realpath(found)
    return found


def shebang(program: Path) -> tuple[str, ...]:
    """The interpreter that a script's first line names, found where programs are."""
    program.chmod(0o755)
    with program.open("rb") as opened:
        first = opened.readline(200)
    if not first.startswith(b"#!"):
        return ()
    words = first[2:].decode("utf-8", "replace").split()
    names = [word for word in words if Path(word).name != "env"]
    found = installed(Path(names[0]).name) if names else None
    if found is None:
        raise SpecError(f"{program.name}: its first line names no program that is here")
    return (found, *names[1:])
