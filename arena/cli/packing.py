"""What `arena submit` sends: a bot's file with its neighbours, a folder, a zip, or a program."""

import ast
import io
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from arena.children.sandbox.manifest import MANIFEST
from arena.children.sandbox.program import ENTRY
from arena.children.sandbox.submission_files import LIMITS, walk
from arena.errors import SubmissionError
from arena.plugins.bot_specs import MJAI_PROTOCOLS, mjai_command
from protocol.messages import Detail

DETAILS: Final[Mapping[str, Detail]] = {"cmd": "full", "flat": "flat"}
"""The level of detail that a spec's prefix says the program reads."""
MJAI_OPTIONS: Final = {options[0]: name for name, options in MJAI_PROTOCOLS.items() if options}
"""The protocol that an option of the bridge means, as in `mjai:--batch ./bot.py`."""
GENERIC_NAMES: Final = ("bot", "main", "index")
"""Names of files that say less than the name of their folder."""
LEFT_OUT: Final = ("node_modules",)
"""Folders of libraries for building, which no bot is run with."""
Files = dict[str, Path]
"""The files of a submission by their names in it."""


def packed(text: str) -> tuple[str, bytes]:
    """Return a submission's file name and bytes; SubmissionError says what cannot be sent."""
    kind, command = parted(text)
    if kind == "mjai":
        words, protocol = mjai_words(command)
        return packed_command(text, words, f'protocol = "{protocol}"')
    if kind in DETAILS:
        return packed_command(text, shlex.split(command), f'detail = "{DETAILS[kind]}"')
    path = Path(command)
    if path.is_dir():
        check_folder(text, path)
        return f"{bot_name(text)}.zip", zipped(text, folder_files(path))
    if not path.is_file():
        house = "" if path.suffix or "/" in text else "; a house bot cannot be submitted"
        raise SubmissionError(f"{text}: no such file or folder{house}")
    if path.suffix == ".zip":
        check_size(text, path.stat().st_size, LIMITS.packed)
        return plain_name(path), path.read_bytes()
    if path.suffix == ".py":
        return packed_python(text, path)
    if path.stat().st_mode & 0o100:
        return packed_command(text, [command], 'detail = "full"')
    raise SubmissionError(f"{text}: a bot is a .py file, a folder, a .zip or a program")


def parted(text: str) -> tuple[str, str]:
    """Return the prefix of a bot spec and what it names; a class in a file is left out."""
    kind, colon, rest = text.partition(":")
    if colon and kind == "mjai":
        return kind, rest
    if colon and kind in ("cmd", "flat", "box"):
        return kind, rest.partition(".py:")[0] + ".py" if ".py:" in rest else rest
    return "", text.partition(".py:")[0] + ".py" if ".py:" in text else text


def bot_name(text: str) -> str:
    """Return what a bot is called: after its folder, or its file where that says more."""
    kind, rest = parted(text)
    if kind in DETAILS or kind == "mjai":
        words = mjai_words(rest)[0] if kind == "mjai" else shlex.split(rest)
        named = (word for word in reversed(words) if "/" in word or "." in word)
        rest = next(iter(project_folders(words)), next(named, words[0]))
    source = Path(rest).resolve()
    generic = source.stem in GENERIC_NAMES and not source.is_dir()
    named_after = source.parent.name if generic else source.stem
    return re.sub("[^a-z0-9_-]", "-", named_after.lower())


def plain_name(path: Path) -> str:
    """Return a file's name with only the characters that a server takes."""
    return re.sub("[^A-Za-z0-9_.-]", "_", path.name)


# -- a Python file


def packed_python(text: str, path: Path) -> tuple[str, bytes]:
    """Return a file alone, or a zip of it as bot.py and the neighbours that it uses."""
    near = neighbours(path)
    if not near:
        check_size(text, path.stat().st_size, LIMITS.unpacked)
        return plain_name(path), path.read_bytes()
    near.pop(ENTRY, None)
    return f"{bot_name(text)}.zip", zipped(text, {ENTRY: path, **near})


def neighbours(path: Path) -> Files:
    """Return the files beside a Python file that it imports or names, and those that these use."""
    folder, found, unread = path.parent, Files(), [path]
    while unread:
        for word in used_names(unread.pop()):
            for name, file in beside(folder, word).items():
                if name not in found and file.resolve() != path.resolve():
                    found[name] = file
                    unread += [file] if file.suffix == ".py" else []
    return found


def used_names(file: Path) -> set[str]:
    """Return the modules that a source imports and the texts that may be names of files."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return set()  # the server's check reports it with its line
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                found |= {alias.name.partition(".")[0] for alias in node.names}
            case ast.ImportFrom(module=str() as module, level=0):
                found.add(module.partition(".")[0])
            case ast.Constant(value=str() as word) if re.fullmatch(r"[\w./-]{3,100}", word):
                found |= {word} if "." in word else set()
    return found


def beside(folder: Path, word: str) -> Files:
    """Return the files in a folder that a word of a source means, none if it means no file."""
    module, package, data = folder / f"{word}.py", folder / word, folder / word
    if module.is_file():
        return {module.name: module}
    if package.is_dir() and word.isidentifier():
        return {file.relative_to(folder).as_posix(): file for file in walk(package)}
    inside = ".." not in data.parts and not word.startswith("/")
    return {Path(word).as_posix(): data} if inside and data.is_file() else {}


# -- folders and programs


def check_folder(text: str, folder: Path) -> None:
    """SubmissionError unless a server would know how to run what is in a folder."""
    if not (folder / ENTRY).is_file() and not (folder / MANIFEST).is_file():
        raise SubmissionError(
            f"{text}: neither {ENTRY} nor {MANIFEST} is in this folder; write arena submit "
            f'{text}/FILE.py, or a {MANIFEST} with [bot] command = "node bot.js"'
        )


def folder_files(folder: Path) -> Files:
    """Return the files below a folder; hidden ones, caches and LEFT_OUT stay behind."""
    files = {file.relative_to(folder): file for file in walk(folder)}
    return {
        name.as_posix(): file
        for name, file in files.items()
        if not any(part in LEFT_OUT for part in name.parts)
    }


def project_folders(words: list[str]) -> list[str]:
    """Return the words of a command that are folders with a bot.toml, as of `java -cp mine Bot`."""
    return [word for word in words if (Path(word) / MANIFEST).is_file()]


def mjai_words(command: str) -> tuple[list[str], str]:
    """Return the words of an mjai program and the protocol that its options mean."""
    words = mjai_command(shlex.split(command))
    words = ["python" if word == sys.executable else word for word in words]
    options = {word for word in words if word in MJAI_OPTIONS}
    while words and words[0].startswith("--"):
        words.pop(0)
    return words, next((MJAI_OPTIONS[option] for option in options), "mjai")


def packed_command(text: str, words: list[str], reads: str) -> tuple[str, bytes]:
    """Return the folder of a command if it has a bot.toml, else its files with a new one."""
    files = {word: Path(word) for word in words if Path(word).is_file()}
    name = f"{bot_name(text)}.zip"
    if not files and (projects := project_folders(words)):
        return name, zipped(text, folder_files(Path(projects[0])))
    if not files:
        raise SubmissionError(f"{text}: no file of this command is here")
    folder = next(iter(files.values())).parent
    if (folder / MANIFEST).is_file():
        return name, zipped(text, folder_files(folder))
    own = [file.name if word in files else word for word, file in ((w, Path(w)) for w in words)]
    if words[0] in files:
        own[0] = f"./{own[0]}"
    command = shlex.join(own).replace("\\", "\\\\").replace('"', '\\"')
    manifest = f'[bot]\ncommand = "{command}"\n{reads}\n'
    return name, zipped(text, {file.name: file for file in files.values()}, manifest)


def zipped(text: str, files: Files, manifest: str = "") -> bytes:
    """Return files as a zip; sizes are checked before anything is read."""
    for file in files.values():
        if file.is_symlink() or not file.is_file():
            raise SubmissionError(f"{file}: not an ordinary file; only files can be submitted")
    if len(files) > LIMITS.files:
        raise SubmissionError(
            f"{text}: {len(files)} files; a submission has at most {LIMITS.files}"
        )
    size = sum(file.stat().st_size for file in files.values())
    check_size(text, size, LIMITS.unpacked, " unpacked")
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as target:
        for name, file in files.items():
            target.writestr(entry(name, file.stat().st_mode), file.read_bytes())
        if manifest:
            target.writestr(entry(MANIFEST, 0o644), manifest)
    check_size(text, len(written.getvalue()), LIMITS.packed)
    return written.getvalue()


def entry(name: str, mode: int) -> ZipInfo:
    """Return a file's place in a zip, without its time: the same files give the same bytes."""
    made = ZipInfo(name)
    made.external_attr = mode << 16
    made.compress_type = ZIP_DEFLATED
    return made


def check_size(text: str, size: int, most: int, how: str = "") -> None:
    """SubmissionError if this is more than a server takes."""
    if size > most:
        raise SubmissionError(f"{text}: {mb(size)}{how}; a submission has at most {mb(most)}")


def mb(size: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
