"""bot.toml: how a submitted bot is started, what it speaks and which packages it needs."""

import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.errors import SpecError
from arena.plugins.bot_specs import MJAI_PROTOCOLS
from protocol.messages import Detail

MANIFEST: Final = "bot.toml"
MANIFEST_LIMIT: Final = 16 * 1024
PACKAGE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
MOST_REQUIRED: Final = 32


@dataclass(frozen=True, slots=True)
class Manifest:
    """The table [bot] of a bot.toml, checked."""

    command: tuple[str, ...] = ()
    """The program and its arguments; empty where a bot.py is started as usual."""
    detail: Detail = "full"
    protocol: str = ""
    """One of MJAI_PROTOCOLS; empty for our own."""
    requires: tuple[str, ...] = ()
    """Packages of the operator's list, by their normalised names."""


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


def read_manifest(manifest: Path) -> Manifest:
    """What a bot.toml says; SpecError says what is wrong with it."""
    bot = bot_table(manifest)
    detail, protocol = bot.get("detail", "full"), bot.get("protocol", "")
    if detail not in ("full", "flat"):
        raise SpecError(f"{MANIFEST}: [bot] detail: full or flat, got {detail!r}")
    if protocol != "" and (not isinstance(protocol, str) or protocol not in MJAI_PROTOCOLS):
        known = ", ".join(MJAI_PROTOCOLS)
        raise SpecError(f"{MANIFEST}: [bot] protocol: one of {known}, got {protocol!r}")
    if protocol and "detail" in bot:
        raise SpecError(f"{MANIFEST}: [bot] detail is for our own protocol, not for {protocol}")
    return Manifest(_command(bot), "flat" if detail == "flat" else "full", protocol, _requires(bot))


def _command(bot: dict[str, Any]) -> tuple[str, ...]:
    if "command" not in bot:
        return ()
    command = bot["command"]
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except (ValueError, TypeError) as error:
        raise wrong_manifest(error) from None
    if not words or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise SpecError(f"{MANIFEST}: [bot] command: expected a program and its arguments")
    return tuple(words)


def _requires(bot: dict[str, Any]) -> tuple[str, ...]:
    names = bot.get("requires", [])
    if not isinstance(names, list) or len(names) > MOST_REQUIRED:
        raise SpecError(f'{MANIFEST}: [bot] requires: expected a list, such as ["numpy"]')
    for name in names:
        if not isinstance(name, str) or not PACKAGE_NAME.fullmatch(name):
            raise SpecError(
                f'{MANIFEST}: [bot] requires: expected names of packages, such as ["numpy"], '
                f"got {str(name)[:80]!r}"
            )
    return tuple(dict.fromkeys(map(normalised, names)))


def normalised(name: str) -> str:
    """A package's name as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
