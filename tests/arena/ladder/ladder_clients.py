"""Clients that play on a ladder, for tests."""

from tests.arena.clients import Client

ROOM = "ladder:tigerdragon"


async def play(client: Client) -> None:
    """Answer with the first choice until the match is over."""
    while (frame := await client.find("state", "game_over"))["type"] == "state":
        if frame["request_id"] is not None:
            choice = frame["view"]["legal"][0]
            await client.send("action", choice=choice, request_id=frame["request_id"])


async def takes_part(client: Client, name: str, token: str) -> None:
    ack = await client.join(name, ROOM, detail="full", token=token)
    assert ack["type"] == "join_ack"
    await client.send("ready")
    await play(client)
