"""`arena packages`: what submissions may require, and its installation for the sandbox."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from arena.children.sandbox.packages import COMMAND, allowed_names, installed
from arena.cli.output import say
from arena.errors import ArenaError


def packages(
    install: Annotated[
        bool, typer.Option("--install", help="Install all of them anew, read-only for bots.")
    ] = False,
) -> None:
    """List the packages that submissions may require, or install them.

    The settings box_packages and box_packages_folder say which, and where.

    Example: arena packages --install
    """
    from arena.settings import read_settings

    settings = read_settings()
    names, folder = allowed_names(settings.box_packages), settings.box_packages_folder
    if not names:
        say('submissions may require nothing; set box_packages = ["numpy"] in arena.toml')
        return
    if install:
        if folder is None:
            raise ArenaError('where to? set box_packages_folder = "packages" in arena.toml')
        install_all(settings.box_packages, folder)
    found = installed(folder)
    for name in names:
        say(f"{name} {found.get(name, f'is not installed: {COMMAND}' if folder else '')}".rstrip())


def install_all(requirements: tuple[str, ...], folder: Path) -> None:
    """Install packages into a fresh folder and put it in the place of the old one."""
    if find_spec("pip") is None:
        raise ArenaError("pip is not installed; run: python -m ensurepip")
    fresh, old = (folder.with_name(f"{folder.name}.{end}") for end in ("new", "old"))
    for left in (fresh, old):
        remove(left)
    folder.parent.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--target", str(fresh), "--", *requirements], check=False)
    if done.returncode:
        remove(fresh)
        raise ArenaError(f"pip failed with code {done.returncode}; nothing was changed")
    set_modes(fresh, files=0o444, folders=0o555)
    if folder.exists():
        folder.rename(old)
    fresh.rename(folder)
    remove(old)


def set_modes(folder: Path, *, files: int, folders: int) -> None:
    """Set the modes of a folder and of all that is in it."""
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            os.chmod(os.path.join(path, name), files | _runs(Path(path, name)))
        os.chmod(path, folders)


def _runs(file: Path) -> int:
    return 0o111 if file.stat().st_mode & 0o100 else 0


def remove(folder: Path) -> None:
    """Remove a folder that may be read-only."""
    if folder.is_dir():
        set_modes(folder, files=0o644, folders=0o755)
        shutil.rmtree(folder)
