"""What moderators see of a server: who is connected, what is played, what waits, what it holds."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from arena.hosting.quotas import opener_of
from arena.store import Store
from arena.store.sizes import store_sizes

if TYPE_CHECKING:
    from arena.api.watch import Watch
    from arena.hosting.lobby import Lobby
    from arena.hosting.websockets import SocketPeer
    from arena.ladder.service import LadderService
    from arena.room.room import Room

SHOWN: Final = 200
"""Rows of a list on the page."""
WORST: Final = 20
"""Bots whose faults are listed, and owners whose archives are."""

Row = dict[str, Any]


class Overview:
    """Puts together what moderators see."""

    def __init__(
        self,
        lobby: "Lobby",
        watch: "Watch",
        peers: "set[SocketPeer]",
        store: Store | None,
        ladder: "LadderService | None",
    ) -> None:
        self._lobby = lobby
        self._watch = watch
        self._peers = peers
        self._store = store
        self._ladder = ladder

    async def all(self) -> Row:
        """Return the state of the server."""
        rooms = list(self._lobby.rooms.values())
        kept = await asyncio.to_thread(self._stored)
        names = kept.pop("names")
        return {
            "problems": self._watch.problems,
            "warnings": self._watch.warnings(),
            "drained": bool(self._lobby.maintenance) and not self._lobby.running,
            "connections": [connection_row(peer) for peer in list(self._peers)[:SHOWN]],
            "rooms": [room_row(room, names) for room in rooms[:SHOWN]],
            "queues": [
                {"name": queue.name, "waiting": queue.waiting, "limit": queue.limit}
                for queue in self._watch.queues
            ],
            **kept,
        }

    def _stored(self) -> Row:
        if self._store is None:
            return {"faults": [], "storage": None, "accounts": [], "retired": [], "names": {}}
        tokens = self._store.tokens.all()
        accounts = [
            {
                "name": token.name, "role": token.role, "created": token.created,
                "revoked": token.revoked, "banned": token.banned, "ban_reason": token.ban_reason,
            }
            for token in tokens
        ]  # fmt: skip
        return {
            "faults": self._faults(),
            "storage": asdict(store_sizes(self._store.database, WORST)),
            "accounts": accounts,
            "retired": [bot.name for bot in self._store.bots.all() if bot.retired is not None],
            "names": {opener_of(token.id): token.name for token in tokens},
        }

    def _faults(self) -> list[Row]:
        """Return the players of the ladder with the most faults per game."""
        if self._ladder is None:
            return []
        keys = ("name", "owner", "games", "faults")
        rows = [
            {**{key: row[key] for key in keys}, "game": game}
            for game in self._ladder.ladder.games
            for row in self._ladder.board.rows(game)
            if row["faults"]
        ]
        return sorted(rows, key=lambda row: -row["faults"] / row["games"])[:WORST]


def connection_row(peer: "SocketPeer") -> Row:
    """A connection as moderators see it."""
    account = peer.joined_as if peer.joined_as.id else peer.account
    return {
        "account": account.name,
        "name": peer.player_id,
        "address": peer.address,
        "room": peer.room.room_id if peer.room else "",
        "seat": peer.seat if peer.seat >= 0 else None,
    }


def room_row(room: "Room", names: Mapping[str, str]) -> Row:
    """A room as moderators see it; `names` has those of accounts that open rooms."""
    return {
        "room_id": room.room_id, "game": room.game.name, "state": room.state,
        "players": [seat.player_id for seat in room.seats], "spectators": room.spectators,
        "rated": room.spec.rated, "match_id": room.match_id,
        "opener": names.get(room.opener, room.opener),
    }  # fmt: skip
