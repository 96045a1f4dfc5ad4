"""A player (or spectator) that knows the wire alone: flat JSON objects in text frames.

python plain_client.py ws://127.0.0.1:8001/ws/room1 NAME [spectator]
"""

import asyncio
import json
import sys

import aiohttp


async def main(url: str, name: str, role: str = "player") -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        join = {"type": "join", "room_id": "room1", "player_id": name, "role": role}
        await socket.send_str(json.dumps(join))
        async for frame in socket:
            message = json.loads(frame.data)
            if message["type"] == "state" and message["legal"]:
                choice = message["legal"].split(",")[0]
                await socket.send_str(json.dumps({"type": "action", "choice": choice}))
            elif message["type"] == "round_result":
                print(f"round {message['round']}: seat {message['winner']} {message['scores']}")
            elif message["type"] == "error":
                print(f"error: {message['message']}", file=sys.stderr)
            elif message["type"] == "game_over":
                print(f"game over: seat {message['winner']} {message['scores']}")
                return


asyncio.run(main(*sys.argv[1:]))
