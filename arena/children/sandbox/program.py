"""What a boxed bot is made of: files laid out in a folder of their own, and how they are run."""

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from arena.children.sandbox.manifest import MANIFEST, Manifest, read_manifest, wrong_manifest
from arena.children.sandbox.submission_files import lay_out, name_problem
from arena.children.temp_folders import make_folder, remove_folder
from arena.errors import SpecError, SubmissionError
from arena.plugins.installed import plugin_packages
from protocol.messages import Detail

PROGRAM_FOLDERS: Final = "/usr/local/bin:/usr/bin:/bin"
"""Where the programs that run bots of other languages are looked for."""
ENTRY: Final = "bot.py"
SOURCE_LIMIT: Final = 1024 * 1024
"""How much of a file is looked at to tell what it is."""

MJAI_APP: Final = "mjai-batch"
"""How mjai.app talks to the bot.py of a zip."""
MJAI_APP_NOTE: Final = (
    f"{ENTRY} looks like a bot of mjai.app: it is started as `python {ENTRY} SEAT` and told lists "
    f'of events; if it expects something else, add a {MANIFEST} with [bot] protocol = "mjai", '
    '"mjai-turns" or "mjai-acts"'
)

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
    protocol: str = ""
    """One of MJAI_PROTOCOLS: the bridge speaks it with the bot; empty for our own."""
    requires: tuple[str, ...] = ()
    """The packages of the operator's list that it may import."""
    site: str = ""
    """The folder of the packages it may import, beside those of the Python that runs it."""
    note: str = ""
    """What was guessed about it, for its author."""
    home: Path | None = None
    """Where it starts, if not in an empty folder."""

    @property
    def files(self) -> Path:
        """The bot's own files."""
        return self.folder / "bot"

    @property
    def cwd(self) -> Path:
        """The folder it starts in."""
        return self.home or self.folder / "empty"

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


def note_on(target: str) -> str:
    """What would be guessed about a bot, for its author; empty if nothing."""
    program = prepare(target)
    program.remove()
    return program.note


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
        file = files / source.resolve().name
        return _guessed(_python(file, class_name, folder), file, files)
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
    said = read_manifest(manifest) if manifest.is_file() else Manifest()
    if said.command:
        program = _command([_inside(word, files) for word in said.command], folder, said.detail)
    elif entry.is_file():
        program = _python(entry, class_name, folder)
    elif manifest.is_file():
        raise wrong_manifest(KeyError("command"))
    else:
        raise SpecError(f"box:{target}: neither {ENTRY} nor {MANIFEST} with [bot] command in it")
    program = replace(program, requires=said.requires)
    if said.protocol:
        return speaking_mjai(program, said.protocol, files, seat=not said.command)
    return program if manifest.is_file() else _guessed(program, entry, files)


def _guessed(program: Program, entry: Path, files: Path) -> Program:
    """The program as mjai.app would start it, if its text looks like that."""
    if program.kind != "script" or not speaks_mjai(source_of(entry)):
        return program
    return replace(speaking_mjai(program, MJAI_APP, files, seat=True), note=MJAI_APP_NOTE)


def speaking_mjai(program: Program, protocol: str, files: Path, *, seat: bool) -> Program:
    """The program with the bridge before it; it starts among its files, as at mjai.app."""
    if program.kind == "bot":
        raise SpecError(f"{MANIFEST}: [bot] protocol: {ENTRY} is a Bot class, which needs none")
    argv = (*program.argv, "{seat}") if seat else program.argv
    return replace(program, argv=argv, protocol=protocol, home=files)


def _inside(word: str, files: Path) -> str:
    """A word of a bot's own command; a plain name of one of its files becomes its path.

    So does `.`, the folder of its files, as in `java -cp . Bot`: a box starts in an empty one.
    """
    if word == ".":
        return str(files)
    name = word.removeprefix("./")
    own = not name_problem(name) and (files / name).is_file()
    return str(files / name) if own else word


def _python(file: Path, class_name: str, folder: Path) -> Program:
    if class_name:
        return Program("bot", folder, (f"{file}:{class_name}",))
    kind: Kind = "bot" if defines_bot(source_of(file)) else "script"
    return Program(kind, folder, (str(file),))


def source_of(file: Path) -> str:
    """The text of a source, as far as it is looked at."""
    with file.open(encoding="utf-8", errors="replace") as opened:
        return opened.read(SOURCE_LIMIT)


def speaks_mjai(source: str) -> bool:
    """Whether a script looks like one of mjai.app: it takes its seat and answers in mjai."""
    answers = re.search(r"""["']dahai["']|^[ \t]*(from|import)[ \t]+[\w.]*mjai\b""", source, re.M)
    return bool(answers and "argv" in source)


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
        if arguments and not arguments[0].startswith("-"):
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
