"""Compile the rules with mypyc: `python tools/compiled.py build|remove`.

The same source runs interpreted and compiled. `build` puts one extension module beside each
compiled source of this checkout, where Python prefers it; `remove` takes them away again. A build
remembers the sources it was made of: `stale` names those that have changed since.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shlex import split
from shutil import copy2, which
from sysconfig import get_config_var
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "compiled"
SOURCES: Final = BUILD / "sources.json"
"""The sources of the last build in this checkout, each with its digest."""
GROUP: Final = "engine.compiled"
"""All compiled modules share one library, so that they call each other directly.

It lies in engine/, which the sandbox shows to a bot; beside the packages it would be missing there.
"""
INTERPRETED: Final = (
    "__init__.py",  # the game classes, below `Game`
    "config.py",  # options: read once per match
    "events.py",  # below `Event`
    "errors.py",
    "game.py",  # `Game` and `Event`: plugins inherit from them, which compiled classes forbid
    "generate.py",  # makes the tables, never imported by a match
    "schema.py",
    "settlement.py",  # a house with a settlement of its own inherits from it
    "views.py",  # schemas are made of the annotations of views, which compiling erases
)
"""Files of engine/ that stay interpreted."""
OPTIONS: Final = ("mahjong/variants.py", "texas42/variants.py", "tigerdragon/variants.py")
"""Further ones: schemas are made of the annotations of the variants' options too."""
BEYOND_THE_ENGINE: Final = (
    "bots/mahjong_danger.py",
    "bots/mahjong_outlook.py",
    "bots/mahjong_playouts.py",
    "bots/playouts.py",
    "bots/riichi_placement.py",
    "bots/taiwan_danger.py",
    "bots/texas42_endgame.py",
    "bots/texas42_hand.py",
    "bots/texas42_likely.py",
    "bots/texas42_play.py",
    "bots/texas42_playouts.py",
    "bots/turn.py",
    "arena/match/clock.py",
    "arena/match/match.py",
    "arena/match/wire_frames.py",
    "arena/local/actions.py",
    "arena/local/loop.py",
    "arena/local/tables.py",
    "arena/sdk/stoppable_match.py",  # below `Match`, and so compiled with it
    "arena/sdk/ask.py",
)
TABLE_INTERPRETED: Final = (
    "__init__.py",
    "participant.py",  # peers inherit from it
    "spec.py",  # read once per room
    "undo.py",  # has a starred expression that mypyc cannot compile
)
"""Files of arena/table/ that stay interpreted."""
SUFFIXES: Final = (".so", ".pyd")


class CannotCompileError(Exception):
    """What is missing for a build, as text."""


def compiled_sources(root: Path = ROOT) -> list[str]:
    """Return the files that a build compiles, relative to the root."""
    engine = [
        file.relative_to(root).as_posix()
        for file in sorted((root / "engine").rglob("*.py"))
        if file.name not in INTERPRETED
        and file.parent != root / "engine" / "testing"
        and not file.as_posix().endswith(OPTIONS)
    ]
    table = [
        file.relative_to(root).as_posix()
        for file in sorted((root / "arena" / "table").glob("*.py"))
        if file.name not in TABLE_INTERPRETED
    ]
    return [*engine, *BEYOND_THE_ENGINE, *table]


def check_compiler() -> None:
    """CannotCompileError unless there is a C compiler; Windows finds its own."""
    command = split(get_config_var("CC") or "cc")[0]
    if sys.platform != "win32" and which(command) is None:
        raise CannotCompileError(
            f"no C compiler: {command} was not found. Install one (Debian: apt install gcc "
            "python3-dev; macOS: xcode-select --install), or use the arena interpreted, as it is"
        )


def compile_modules(sources: list[str], into: Path, group: str = GROUP) -> list[Path]:
    """Compile sources below the current folder; the extension modules, relative to `into`."""
    check_compiler()
    try:
        mypycify = import_module("mypyc.build").mypycify
        setuptools = import_module("setuptools")
        build_ext = import_module("setuptools.command.build_ext").build_ext
    except ImportError as missing:
        raise CannotCompileError(f"{missing}; pip install mypy setuptools") from missing
    # `make types` checks strictly; here other packages may be missing, and need not be known.
    options = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports"]
    modules = mypycify(
        [*options, *sources],
        opt_level="2",
        debug_level="0",
        target_dir=str(into / "c"),
        group_name=group,
    )
    command = build_ext(setuptools.Distribution({"name": group, "ext_modules": modules}))
    command.build_lib, command.build_temp = str(into / "lib"), str(into / "temp")
    command.ensure_finalized()
    command.run()
    return [Path(name).relative_to(into) for name in command.get_outputs()]


def build() -> None:
    """Compile this checkout in place."""
    remove()
    sources = compiled_sources()
    for made in compile_modules(sources, BUILD):
        copy2(BUILD / made, ROOT / made.relative_to("lib"))
    SOURCES.write_text(json.dumps({name: digest(name) for name in sources}), encoding="utf-8")


def remove() -> None:
    """Take the extension modules of this checkout away: it runs interpreted."""
    for file in extension_modules():
        file.unlink()
    SOURCES.unlink(missing_ok=True)


def extension_modules() -> Iterator[Path]:
    """Every extension module of this checkout."""
    for folder in ("arena", "bots", "engine"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in SUFFIXES:
                yield file


def stale() -> list[str]:
    """Return the compiled sources that have changed since the build; all if nobody knows."""
    if not any(extension_modules()):
        return []
    if not SOURCES.exists():
        return compiled_sources()
    made_of: dict[str, str] = json.loads(SOURCES.read_text(encoding="utf-8"))
    return [name for name, was in made_of.items() if digest(name) != was]


def digest(name: str) -> str:
    """Return the digest of a source; of nothing where it is gone."""
    file = ROOT / name
    return sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def main(words: list[str]) -> int:
    """Exit code 0 when this checkout runs as asked."""
    if words == ["remove"]:
        remove()
        sys.stdout.write("interpreted: no extension modules are left in this checkout\n")
        return 0
    if words != ["build"]:
        sys.stderr.write("usage: python tools/compiled.py build|remove\n")
        return 2
    try:
        build()
    except CannotCompileError as error:
        sys.stderr.write(f"not compiled: {error}\n")
        return 1
    sys.stdout.write("compiled: build again after a change (make compiled), or make interpreted\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
