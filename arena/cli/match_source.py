"""Where a command finds a match: a file, a link, the address of its page, or its id at a server."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

from arena.cli.output import remark
from arena.cli.remote import ask_text, is_address, own_address, usual_server
from arena.cli.saved_logins import saved_token
from arena.errors import ArenaError, LogError, ServerError
from arena.match.link import Link, is_link, read_link
from arena.match.log import MatchLog, log_lines, parse_log, read_log, split_lines
from arena.match.rebuild import link_match
from arena.plugins.manager import Plugins, load_plugins
from engine.game import AnyGame

PAGE: Final = re.compile(r"/(?:m|match|api/matches)/([A-Za-z0-9._:@-]{1,64})(?:/replay)?/?")
"""The path of a match at a server: its page, or its place in the API."""
MATCH_ID: Final = re.compile(r"[A-Za-z0-9_:@-]{1,64}")
FORMS: Final = "a log file, a match id, the address of a match, or a link"


@dataclass(frozen=True, slots=True)
class Source:
    """What a word names; `server` is where ids are looked up."""

    text: str
    plugins: Plugins
    server: str = ""

    def link(self) -> Link | None:
        """Return the match of a link, None if the word is something else."""
        if Path(self.text).exists() or self._page() or not is_link(self.text):
            return None
        return read_link(self.text, self.plugins.game)

    def log(self) -> tuple[MatchLog, AnyGame]:
        """Return the log of the match and its game; a dropped last line is mentioned."""
        found = self.link()
        try:
            log = self._fetched() if found is None else link_log(found)
        except LogError as error:
            raise LogError(f"{self.text}: {error}") from None
        if log.torn:
            remark(f"{self.text}: the last line is incomplete and was dropped")
        return log, self.plugins.game(log.header["game"])

    def _fetched(self) -> MatchLog:
        if page := self._page():
            return fetch_log(*page)
        if Path(self.text).exists() or not MATCH_ID.fullmatch(self.text):
            return self._file()
        server = self.server or usual_server()
        if not server:
            raise LogError(
                "no such file; to look it up as a match id, add --server URL or run arena login"
            )
        try:
            return fetch_log(server, self.text)
        except ServerError as error:
            raise LogError(f"no such file; {server} says: {error}") from None

    def _file(self) -> MatchLog:
        if is_address(self.text):
            raise LogError("not the address of a match; it ends in /m/ID or /match/ID")
        if not Path(self.text).exists():
            raise LogError(f"no such file; expected {FORMS}")
        if Path(self.text).is_dir():
            raise LogError(f"a folder; expected {FORMS}")
        return read_log(self.text)

    def _page(self) -> tuple[str, str] | None:
        """Return the server and the id in the address of a match."""
        if not is_address(self.text):
            return None
        parts = urlsplit(self.text)
        found = PAGE.fullmatch(parts.path)
        return (f"{parts.scheme}://{parts.netloc}", found[1]) if found else None


def open_source(text: str, plugin: list[Path] | None, server: str = "") -> Source:
    """Return what a word of a command line names."""
    return Source(text, load_plugins(plugin or ()), server)


def fetch_log(server: str, name: str) -> MatchLog:
    """Return the log of a match at a server."""
    path = f"/api/matches/{quote(name)}/replay"
    return parse_log(split_lines(ask_text(own_address(server), path, saved_token(server))))


def link_log(link: Link) -> MatchLog:
    """Return a log of a link's match; a link does not contain the players' names."""
    match = link_match(link)
    if not match.over:
        raise ArenaError(f"the link stops after step {match.n}; a whole match is needed here")
    return parse_log(log_lines(match))
