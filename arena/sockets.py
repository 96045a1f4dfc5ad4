"""WebSockets as peers."""

import asyncio
from contextlib import suppress

from aiohttp import WSMsgType, web
from aiohttp.client_exceptions import ClientConnectionResetError

from arena.desk import Desk
from arena.lobby import Lobby
from arena.peer import Peer
from arena.settings import Settings


class SocketPeer(Peer):
    """A player or spectator at a WebSocket."""

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, limit: int
    ) -> None:
        super().__init__()
        self._socket = socket
        self._transport = transport
        self._limit = limit
        self._closing: asyncio.Task[bool] | None = None

    def push(self, frame: bytes) -> None:
        """Write at once; a peer that leaves too much unread is given up."""
        if self._closing is not None:
            return
        if self._transport.get_write_buffer_size() > self._limit:
            self.close(1008, "too much was left unread")
            return
        # `send_frame` hands the frame to the transport before it first waits, so one step of it
        # is enough: nobody at the table waits for this peer to read.
        sending = self._socket.send_frame(frame, WSMsgType.TEXT)
        try:
            sending.send(None)
        except (StopIteration, ClientConnectionResetError):
            return
        sending.close()

    async def write(self, frame: bytes) -> None:
        """Write and wait until the transport can take more."""
        with suppress(ClientConnectionResetError):
            await self._socket.send_frame(frame, WSMsgType.TEXT)

    def close(self, code: int, reason: str) -> None:
        """Close in the background; a second close changes nothing."""
        if self._closing is None:
            if self.mailbox is not None:
                self.mailbox.close()
            closing = self._socket.close(code=code, message=reason.encode())
            self._closing = asyncio.get_running_loop().create_task(closing)


async def converse(request: web.Request, lobby: Lobby, settings: Settings) -> web.StreamResponse:
    """Serve one WebSocket until it ends."""
    socket = web.WebSocketResponse(
        max_msg_size=settings.max_frame,
        heartbeat=settings.heartbeat_seconds,
        compress=False,
        decode_text=False,
        timeout=2.0,
    )
    await socket.prepare(request)
    transport = request.transport
    assert transport is not None  # it is there as long as nobody has closed it
    peer = SocketPeer(socket, transport, settings.send_buffer)
    desk = Desk(peer, lobby, settings, request.match_info.get("room_id", ""))
    desk.expect_join()
    try:
        await listen(socket, desk)
    finally:
        desk.gone()
    return socket


async def listen(socket: web.WebSocketResponse, desk: Desk) -> None:
    """Hand frames to the desk, one after the other, until the connection ends."""
    text, binary = WSMsgType.TEXT, WSMsgType.BINARY
    while True:
        message = await socket.receive()
        if message.type is text:
            desk.text(message.data)
        elif message.type is binary:
            desk.binary()
        else:
            return
