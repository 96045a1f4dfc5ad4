"""The user a server runs as: one that serves others is never root."""

import os
import sys
from typing import Final

from arena.children.sandbox.entry_commands import dropping
from arena.settings import Settings, SettingsError

ROOT_WARNING: Final = (
    'set run_as = "arena" in arena.toml (or another user), or start the server as that user'
)


def is_root() -> bool:
    """Return whether this process may do everything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def leave_root(settings: Settings) -> None:
    """Start this command again as the user `run_as`; refuse to serve others as root.

    It is started anew, not changed: nothing that root has opened or read goes along.
    """
    if not is_root():
        return
    if settings.run_as:
        start_again(settings.run_as)
    if why := serves_others(settings):
        raise SettingsError(
            f"this server serves others ({why}) and must not run as root: set"
            ' run_as = "arena" in arena.toml or ARENA_RUN_AS=arena (useradd --system arena makes'
            " the user), or start it as that user, as deploy/arena.service and the container do"
        )


def serves_others(settings: Settings) -> str:
    """Return what lets strangers reach a server or hand in bots; nothing if nobody can."""
    if settings.behind_proxy:
        return "it is behind a proxy"
    if not settings.private:
        return f"it listens on {settings.host}"
    return "people can sign up" if settings.sign_up else ""


def start_again(name: str) -> None:
    """Replace this process by the same command, run by another user."""
    import pwd  # only where there are users: not on Windows

    try:
        user = pwd.getpwnam(name)
    except KeyError:
        raise SettingsError(
            f"setting run_as: no user {name!r} here; useradd --system {name} makes one"
        ) from None
    if user.pw_uid == 0:
        raise SettingsError(f"setting run_as: {name!r} is root; name an ordinary user")
    words, _ = dropping(user.pw_uid, gid=user.pw_gid)
    os.environ.update(HOME=user.pw_dir, USER=name, LOGNAME=name)
    # Not from the working folder, which may not be the operator's.
    words += [sys.executable, "-P", "-m", "arena.cli", *sys.argv[1:]]
    os.execv(words[0], words)
