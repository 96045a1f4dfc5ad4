"""WebSockets as peers."""

import asyncio
from contextlib import suppress
from typing import Final

from aiohttp import WSMessage, WSMsgType, web
from aiohttp.client_exceptions import ClientConnectionResetError

from arena.hosting.lobby import Lobby
from arena.hosting.quotas import Quota, QuotaError
from arena.match.visibility import Account
from arena.room.connection import Connection
from arena.room.peer import Frames, Peer
from arena.settings import Settings

PING_SECONDS: Final = 1.0
"""The time in which one connection may send as many pings and pongs as messages at once."""


UNREAD: Final = 64 * 1024
"""Bytes on their way to a spectator beyond which the frames go through its mailbox."""


def text_frame(payload: bytes) -> bytes:
    """Return a text as one unmasked WebSocket frame (RFC 6455, 5.2)."""
    size = len(payload)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


class SocketPeer(Peer):
    """A player or spectator at a WebSocket."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, limit: int
    ) -> None:
        super().__init__()
        self._socket = socket
        self._transport = transport
        self._limit = limit
        self._close_task: asyncio.Task[bool] | None = None

    def push(self, frame: bytes) -> None:
        """Write at once; a peer that leaves too much unread is given up."""
        if self.closing or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > self._limit:
            self.close(1008, "too much was left unread")
            return
        self._transport.write(text_frame(frame))

    def push_batch(self, batch: Frames) -> bool:
        """Write the frames of a batch at once; False for a peer that has not read the last ones.

        A server's frames are not masked, so that all peers are sent the same bytes.
        """
        if self.closing or self._transport.is_closing():
            return True
        if self._transport.get_write_buffer_size() > UNREAD:
            return False
        if batch.packed is None:
            batch.packed = b"".join(map(text_frame, batch.frames))
        self._transport.write(batch.packed)
        return True

    async def write(self, frame: bytes) -> None:
        """Write and wait until the transport can take more."""
        with suppress(ClientConnectionResetError):
            await self._socket.send_frame(frame, WSMsgType.TEXT)

    def close(self, code: int, reason: str) -> None:
        """Close in the background; a second close changes nothing."""
        if not self.closing:
            self.closing = True
            if self.mailbox is not None:
                self.mailbox.close()
            closing = self._socket.close(code=code, message=reason.encode())
            self._close_task = asyncio.get_running_loop().create_task(closing)

    async def closed(self) -> None:
        """Wait until a close of ours is over: the other end has read it, or had its time."""
        if self._close_task is not None:
            await self._close_task
            # What was read meanwhile has started aiohttp's heartbeat anew, in the next tick; its
            # timer would keep the connection in memory.
            await asyncio.sleep(0)
            self._socket._cancel_heartbeat()


async def converse(
    request: web.Request,
    lobby: Lobby,
    settings: Settings,
    peers: set[SocketPeer],
    account: Account,
) -> web.StreamResponse:
    """Serve one account's WebSocket until it ends; meanwhile it is one of these peers."""
    socket = web.WebSocketResponse(
        # Twice the limit is still read, so that the peer can be told; what is larger is cut off.
        max_msg_size=2 * settings.max_frame,
        heartbeat=settings.heartbeat_seconds,
        compress=False,
        autoping=False,  # `listen` answers pings, as many as it counts
        decode_text=False,
        timeout=2.0,
    )
    try:
        await socket.prepare(request)
    except ConnectionError:
        return web.Response()  # gone before the handshake was over; nobody will read this
    transport = request.transport
    if transport is None:
        return socket  # gone right after it
    peer = SocketPeer(socket, transport, settings.send_buffer)
    peer.account = account
    peer.address = request.remote
    connection = Connection(peer, lobby, settings, request.match_info.get("room_id", ""))
    connection.expect_join()
    peers.add(peer)
    try:
        await listen(socket, connection, settings)
    finally:
        peers.discard(peer)
        connection.gone()
    await peer.closed()
    return socket


async def listen(socket: web.WebSocketResponse, connection: Connection, settings: Settings) -> None:
    """Hand frames to the connection, one after the other, until the connection ends.

    Once this side closes, the rest is left to the close itself: it reads on until the other end
    has closed too. A connection closed with frames unread would be reset, and the code lost.
    """
    text, binary, control = WSMsgType.TEXT, WSMsgType.BINARY, (WSMsgType.PING, WSMsgType.PONG)
    pings = Quota(settings.burst, PING_SECONDS, "pings of one connection")
    while not connection.peer.closing:
        message = await socket.receive()
        if message.type is text:
            if len(message.data) > settings.max_frame:
                connection.too_large(len(message.data))
            else:
                connection.text(message.data)
        elif message.type is binary:
            connection.binary()
        elif message.type in control:
            try:
                pings.take("")
            except QuotaError as error:
                connection.peer.close(1008, str(error))
            else:
                await answer_ping(socket, message)
        else:
            return


async def answer_ping(socket: web.WebSocketResponse, message: WSMessage) -> None:
    """Send the pong that a ping asks for; a pong itself asks for nothing."""
    if message.type is WSMsgType.PING:
        with suppress(ClientConnectionResetError):
            await socket.pong(message.data)
