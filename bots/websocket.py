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
