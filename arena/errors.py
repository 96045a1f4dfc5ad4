"""What the house raises.

ArenaError
 ├── UnknownNameError  no game, bot or check of this name; the nearest one is named
 ├── SpecError         a bot spec that cannot be read or used
 ├── SubmissionError   a bot's files that cannot be taken
 ├── BoxError          the sandbox cannot be had here
 ├── ServerError       a server does not answer or refuses what is asked of it
 ├── TableError        bots that do not fit the table
 ├── PluginError       what was loaded cannot serve as a plugin
 ├── MatchError        a match that nobody can finish
 ├── LogError          a match log that cannot be read or does not hold
 ├── LinkError         a link to a match that cannot be read or does not hold
 ├── StoreError        a store that cannot be opened, read or written as asked
 │    ├── NotStoredError  nothing of that name or id is there
 │    └── DatabaseError   the database behind it failed; its words are for the operator
 ├── NotYetError       a match that is seen late, and nothing of it is old enough
 ├── TournamentError   a tournament that cannot be run or gone on with
 └── CertificateError  a certificate that cannot be made or does not hold
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

SHOWN: Final = 64
"""Characters of an unknown name that are compared and shown; it may be a stranger's."""


class ArenaError(Exception):
    """Root of everything the house raises on purpose; its text is one clear line."""

    @property
    def public(self) -> str:
        """What a client is told: the text, unless it says how this machine is set up."""
        return str(self)


class UnknownNameError(ArenaError):
    """Nothing is registered under this name."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        name = name[:SHOWN]
        close = get_close_matches(name.lower(), names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(names) or 'none'}"
        super().__init__(f"no {kind} {name!r}; {hint}")


class SpecError(ArenaError):
    """A bot spec cannot be read, or what it names cannot be used."""


class SubmissionError(ArenaError):
    """A bot's files cannot be taken as they are."""


class BoxError(ArenaError):
    """This machine cannot keep a bot in the sandbox."""


class ServerError(ArenaError):
    """A server does not answer, or refuses what is asked of it."""


class TableError(ArenaError):
    """These bots cannot sit at this table."""


class PluginError(ArenaError):
    """What was loaded cannot serve as a plugin."""


class MatchError(ArenaError):
    """A match cannot be finished; it has no result."""


class LogError(ArenaError):
    """A match log cannot be read, or what it says is not what the rules say."""


class LinkError(ArenaError):
    """A link to a match cannot be read, or no such match can be played."""


class StoreError(ArenaError):
    """A store cannot be opened, read or written as asked."""


class NotStoredError(StoreError):
    """Nothing of that name or id is in the store."""


class DatabaseError(StoreError):
    """The database failed; its own words name hosts, users and files."""

    @property
    def public(self) -> str:
        """That it failed; the operator's log says how."""
        return "the store failed; the operator's log says why"


class NotYetError(ArenaError):
    """A match that is seen late, and of which nothing is old enough to be seen."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it is seen {seconds:g} s late, and nothing of it is that old yet")


class TournamentError(ArenaError):
    """A tournament that cannot be run, or one that cannot be gone on with."""


class CertificateError(ArenaError):
    """A certificate cannot be made, or does not hold."""
