"""The store: matches, tokens, bots, challenges and tournaments that outlive the process.

    store = open_store("sqlite:///arena.db", create=True)
    store.attach(asyncio.get_running_loop())
    store.matches.begin(NewMatch.of(match, room_id="r1", room={...}), then)
    store.matches.append(match_id, n, dump(step_line(record)), then)    # then(None) when kept
    store.matches.finish(match_id, dump(result_line(match)), then)
    store.close()

Match writes return at once; `then` is called in the event loop after the commit, with None or a
StoreError. Everything else waits for the database: from the event loop, use asyncio.to_thread.
May import: match, errors.
"""

from arena.errors import StoreError
from arena.store.audit import Act
from arena.store.bots import Bots, BotVersion, NewVersion, StoredBot
from arena.store.challenges import QueueLimits, StoredChallenge
from arena.store.database import now_ms
from arena.store.events import EventRow, Events
from arena.store.match_rows import Filter, Finish, NewMatch, RunningMatch, StoredMatch
from arena.store.matches import Matches
from arena.store.players import Seated, StoredPlayer
from arena.store.store import Store, open_store
from arena.store.tokens import ROLES, Role, Token, Tokens
from arena.store.tournaments import StoredResult, StoredTournament, Tournaments
from arena.store.writer import UnwrittenError

__all__ = [
    "ROLES", "Act", "BotVersion", "Bots", "EventRow", "Events", "Filter", "Finish", "Matches",
    "NewMatch", "NewVersion", "QueueLimits", "Role", "RunningMatch", "Seated", "Store",
    "StoreError", "StoredBot", "StoredChallenge", "StoredMatch", "StoredPlayer", "StoredResult",
    "StoredTournament", "Token", "Tokens", "Tournaments", "UnwrittenError", "now_ms", "open_store",
]  # fmt: skip
