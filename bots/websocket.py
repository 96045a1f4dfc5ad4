"""The WebSocket runner: a bot of this process at a server's table."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import aiohttp

from bots.bot import Bot
from bots.errors import RunnerError
from bots.wire import Conversation, FindGame, Frame, packaged_game
from engine.game import Outcome, Seat
from protocol.codec import encode

EVENT_PATIENCE = 60.0
"""Seconds that a client of an event waits for a server that is away."""
RETRY_SECONDS = 0.3


async def run(
    url: str,
    room_id: str,
    bot: Bot,
    *,
    player_id: str,
    token: str | None = None,
    game: str | None = None,
    seed: str | None = None,
    find_game: FindGame = packaged_game,
    seated: Callable[[Seat], None] | None = None,
) -> Outcome:
    """Sit down in a room, play one match to its end and leave; RunnerError says why not.

    `game` is what a room opened by this join will play; `token` is an account's, or a seat's to
    return to it; `seed` is where the bot's random numbers come from; `seated` is given the seat
    once the match is over.
    """
    join: dict[str, Any] = {
        "type": "join",
        "room_id": room_id,
        "player_id": player_id,
        "role": "player",
        "detail": "full",
        "bot": (bot.name or type(bot).__name__)[:64],
    }
    if game is not None:
        join["game"] = game
    if token is not None:
        join |= {"token": token, "takeover": True}
    conversation = Conversation(bot, seed=seed, find_game=find_game)
    try:
        outcome = await _connect(f"{url.rstrip('/')}/ws/{room_id}", join, conversation)
    except aiohttp.ClientConnectorError:
        raise RunnerError(f"{url}: no server answers there") from None
    except (aiohttp.ClientError, ConnectionError) as error:
        raise RunnerError(f"{url}: {error}") from None
    finally:
        conversation.close()
    if seated is not None:
        seated(conversation.seat)
    return outcome


async def run_event(
    url: str,
    event: str,
    bot: Bot,
    *,
    token: str,
    seed: str | None = None,
    find_game: FindGame = packaged_game,
    played: Callable[[Outcome, Seat], None] | None = None,
    patience: float = EVENT_PATIENCE,
) -> int:
    """Play all matches of an event, `event:ID`, over one connection; return how many ended.

    The server leads the bot from table to table. A lost connection is opened again for `patience`
    seconds; `played` is given each outcome and the seat it was played from.
    """
    name = (bot.name or type(bot).__name__)[:64]
    join: dict[str, Any] = {
        "type": "join", "room_id": event, "player_id": name, "role": "player", "detail": "full",
        "bot": name, "token": token, "takeover": True,
    }  # fmt: skip
    guest = EventGuest(bot, seed, find_game, played)
    address, lost_at = f"{url.rstrip('/')}/ws/{event}", 0.0
    loop = asyncio.get_running_loop()
    while True:
        try:
            if await guest.attend(address, join):
                return guest.matches
            lost_at = loop.time()
        except (aiohttp.ClientError, ConnectionError):
            lost_at = lost_at or loop.time()
            if loop.time() - lost_at > patience:
                raise RunnerError(f"{url}: no server answers there") from None
        await asyncio.sleep(RETRY_SECONDS)


class EventGuest:
    """A bot at an event: one conversation per match, over one connection after the other."""

    def __init__(
        self,
        bot: Bot,
        seed: str | None,
        find_game: FindGame,
        played: Callable[[Outcome, Seat], None] | None,
    ) -> None:
        self.matches = 0
        self._bot = bot
        self._seed = seed
        self._find_game = find_game
        self._played = played
        self._conversation: Conversation | None = None
        self._let_in = False
        self.over = False

    async def attend(self, url: str, join: Frame) -> bool:
        """Play until the connection ends; return whether the event is over."""
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url, max_msg_size=0) as socket,
        ):
            await socket.send_str(encode(join).decode())
            frames: asyncio.Queue[Any] = asyncio.Queue()
            reader = asyncio.create_task(_read(socket, frames))
            try:
                while not self.over and (frame := await frames.get()) is not None:
                    reply = await self.hear(frame)
                    if reply is not None:
                        with suppress(aiohttp.ClientConnectionResetError):
                            await socket.send_str(encode(reply).decode())
            finally:
                reader.cancel()
                self._end_match()
            return self.over or socket.close_code == 1000

    async def hear(self, frame: Frame) -> Any:
        """Take one frame; a news item that names a table begins a new match."""
        if frame["type"] == "event":
            self._let_in = True
            if frame["table"] is not None:
                self._end_match()
                self._conversation = Conversation(
                    self._bot, seed=self._seed, find_game=self._find_game
                )
            return None
        conversation = self._conversation
        if conversation is None:
            if frame["type"] == "error":
                self._refused(frame)
            return None
        reply = await conversation.hear(frame)
        if conversation.outcome is not None:
            self.matches += 1
            if self._played is not None:
                self._played(conversation.outcome, conversation.seat)
            self._end_match()
        return reply

    def _refused(self, frame: Frame) -> None:
        """A join was refused: the event is over by now, or it never let us in."""
        if not self._let_in:
            raise RunnerError(f"not let in: {frame['message']} ({frame.get('detail', '')})")
        self.over = frame["code"] == "room_not_found"

    def _end_match(self) -> None:
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None


async def _connect(url: str, join: Frame, conversation: Conversation) -> Outcome:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(url, max_msg_size=0) as socket,
    ):
        await socket.send_str(encode(join).decode())
        return await _play(socket, conversation)


async def _play(socket: aiohttp.ClientWebSocketResponse, conversation: Conversation) -> Outcome:
    """Read all the time, so that heartbeats are answered while the bot thinks."""
    frames: asyncio.Queue[Any] = asyncio.Queue()
    reader = asyncio.create_task(_read(socket, frames))
    try:
        while (frame := await frames.get()) is not None:
            reply = await conversation.hear(frame)
            if reply is not None:
                with suppress(aiohttp.ClientConnectionResetError):  # the reader will say why
                    await socket.send_str(encode(reply).decode())
            if conversation.outcome is not None:
                return conversation.outcome
    finally:
        reader.cancel()
    raise RunnerError(f"the server ended the connection with code {socket.close_code}")


async def _read(socket: aiohttp.ClientWebSocketResponse, frames: asyncio.Queue[Any]) -> None:
    async for message in socket:
        if message.type is aiohttp.WSMsgType.TEXT:
            frames.put_nowait(message.json())
    frames.put_nowait(None)
