"""What bots wrote to stderr, and the matches of challenges, on their way into the store."""

import json
import shutil
from pathlib import Path

import structlog

from arena.errors import StoreError
from arena.match.stderr_logs import newest
from arena.store import NewMatch, Seated, Store, StoredChallenge
from arena.store.bot_logs import NewBotLog

log = structlog.get_logger()


class Keeper:
    """Keeps the matches of one challenge, and what its bots wrote to stderr."""

    def __init__(self, store: Store, challenge: StoredChallenge, folder: Path) -> None:
        self._store = store
        self._room_id = f"challenge:{challenge.id}"
        self._folder = folder
        self._sides = {
            challenge.mine: self._side(challenge.mine, challenge.mine_version),
            challenge.bot: self._side(challenge.bot, challenge.bot_version),
        }

    def _side(self, name: str, version_id: int | None) -> Seated:
        """Who sits under a name; waits for the database."""
        version = None if version_id is None else self._store.bots.version(version_id)
        if version is None:
            return Seated(name, f"house:{name}")
        bot = self._store.bots.with_id(version.bot_id)
        return Seated(name, f"bot:{bot.id}", bot.owner, version.id)

    def keep(self, match_id: str) -> None:
        """Take a match and its logs from their files into the store."""
        file, logs = self._folder / f"{match_id}.jsonl", self._folder / match_id
        lines = file.read_text(encoding="utf-8").split("\n")[:-1]
        seats = [self._sides[name] for name in json.loads(lines[0])["players"]]
        new = NewMatch.of_log(lines, room_id=self._room_id, seats=seats, kind="challenge")
        self._store.matches.keep_log(new, lines, unless_kept)
        for seat, player in enumerate(seats):
            written = logs / f"{seat}.log"
            if written.exists():
                text = written.read_text(encoding="utf-8").split("\n")[:-1]
                keep_bot_log(self._store, match_id, seat, player, text)
        file.unlink()
        shutil.rmtree(logs, ignore_errors=True)


def keep_bot_log(store: Store, match_id: str, seat: int, player: Seated, lines: list[str]) -> None:
    """Keep the end of what a submitted bot wrote to stderr in a match, if it wrote anything."""
    kind, _, bot_id = player.identity.partition(":")
    if lines and kind == "bot":
        store.bot_logs.keep(NewBotLog(match_id, seat, int(bot_id), newest(lines)), unless_kept)


def unless_kept(error: StoreError | None) -> None:
    """What could not be written is the operator's to know; nobody at the table is to blame."""
    if error is not None:
        log.warning("match_not_kept", reason=str(error))
