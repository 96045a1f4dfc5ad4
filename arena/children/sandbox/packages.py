"""Packages that a submission may require: the operator's list, and where they are installed."""

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import Final

from arena.children.sandbox.manifest import MANIFEST, PACKAGE_NAME, normalised
from arena.children.sandbox.program import Program
from arena.errors import SpecError
from arena.settings import Settings

COMMAND: Final = "arena packages --install"


def allowed_names(requirements: Iterable[str]) -> list[str]:
    """The names in a list such as ["numpy", "mahjong>=2"]; a SpecError names what has none."""
    names = []
    for requirement in requirements:
        found = PACKAGE_NAME.match(requirement.strip())
        if found is None:
            raise SpecError(f"box_packages: {requirement!r} begins with no name of a package")
        names.append(normalised(found[0].rstrip("._-")))
    return sorted(set(names))


def installed(folder: Path | None) -> dict[str, str]:
    """The versions of the packages in a folder by name; none where there is no folder."""
    if folder is None or not folder.is_dir():
        return {}
    found = distributions(path=[str(folder)])
    return {normalised(item.metadata["Name"]): item.version for item in found}


def check_required(requires: Iterable[str], offered: Iterable[str]) -> None:
    """SpecError unless all of these packages may be required."""
    names = sorted(offered)
    for name in requires:
        if name not in names:
            here = f"this server offers {', '.join(names)}" if names else "this server offers none"
            raise SpecError(f"{MANIFEST}: [bot] requires: {name} cannot be had; {here}")


def site_of(program: Program, settings: Settings) -> str:
    """The folder of packages for a program, empty if it needs none; SpecError if it lacks some.

    Where no folder is set, packages are those of this Python's own environment: so an author
    checks a bot with what is installed beside the arena.
    """
    folder = settings.box_packages_folder
    if program.requires and program.kind == "exec":
        raise SpecError(
            f'{MANIFEST}: [bot] requires is for Python: leave command out, or write "python FILE"'
        )
    here = installed(folder)
    for name in program.requires:
        if name in here or (folder is None and _in_environment(name)):
            continue
        how = f"pip install {name}" if folder is None else COMMAND
        raise SpecError(f"{MANIFEST}: [bot] requires {name}, which is not installed: {how}")
    # A bot of mjai.app names nothing: there it finds whatever its image has.
    wanted = program.requires or program.note
    return str(folder.resolve()) if folder is not None and folder.is_dir() and wanted else ""


def _in_environment(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
