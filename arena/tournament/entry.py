"""Who may be entered by a request: house bots and submitted bots, by their names alone."""

import os
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final

import structlog

from arena.errors import TournamentError, UnknownNameError
from arena.plugins.manager import Plugins
from arena.store import Bots, BotVersion
from arena.store.bots import PRIVATE
from arena.tournament.plan import Entrant, split_name

if TYPE_CHECKING:
    from collections.abc import Sequence

log = structlog.get_logger()
BOXED: Final = "box:"


def entered(texts: "Sequence[str]", game: str, plugins: Plugins, bots: Bots) -> list[str]:
    """Names, or `name=bot`, as the plan reads them; a submitted bot is played in the sandbox."""
    return [_entered(text, game, plugins, bots) for text in texts]


def _entered(text: str, game: str, plugins: Plugins, bots: Bots) -> str:
    name, bot = split_name(text)
    if bot in plugins.bots:
        return text
    version = playing(bot, game, bots)
    if version is None:
        known = {*plugins.bots, *(found.name for found in bots.all() if found.retired is None)}
        raise UnknownNameError("bot", bot[:64], known)
    return f"{name or bot}={BOXED}{put_down(version, bots)}"


def playing(name: str, game: str, bots: Bots) -> BotVersion | None:
    """The version of a submitted bot that plays; TournamentError if it plays something else."""
    found = bots.named(name)
    if found is None or found.retired is not None:
        return None
    versions = bots.versions(found.id, "active", banned=False)
    fitting = [version for version in versions if game in version.games]
    if not fitting:
        reason = f"plays {', '.join(versions[-1].games)}" if versions else "is not admitted"
        raise TournamentError(f"bots: {name} {reason}; it cannot play {game}")
    return fitting[-1]


def put_down(version: BotVersion, bots: Bots) -> Path:
    """A version as a file that workers find, written once: where it lies follows from its id."""
    name = f"{version.id}-{version.hash[:16]}"
    return bots.write_out(version.id, folder() / name / Path(version.filename).name)


def folder() -> Path:
    """Where submitted bots lie while tournaments play them: ours, and closed to others."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    found = Path(gettempdir()) / f"table-arena-bots-{user}"
    found.mkdir(mode=PRIVATE, exist_ok=True)
    state = found.lstat()
    if found.is_symlink() or state.st_uid != user or state.st_mode & 0o077:
        log.error("folder_open_to_others", folder=str(found), remedy=f"rm -r {found}")
        raise TournamentError("submitted bots cannot be played; the operator's log says why")
    return found


def put_back(entrants: "Sequence[Entrant]", bots: Bots) -> None:
    """Write the files of submitted bots again that were taken away since a tournament began."""
    for entrant in entrants:
        number = submitted_version(entrant.spec)
        version = None if number is None else bots.version(number)
        if version is not None:
            put_down(version, bots)


def submitted_version(spec: str) -> int | None:
    """The id of the submitted version that a plan's spec stands for, None for anything else."""
    path = Path(spec.removeprefix(BOXED))
    number = path.parent.name.partition("-")[0]
    ours = spec.startswith(BOXED) and path.parent.parent == folder() and number.isdigit()
    return int(number) if ours else None
