"""The front desk: what a connection is told before it has joined."""

import pytest

from arena.table.spec import RoomSpec
from arena.testing import running_server
from tests.arena.clients import clients

ACTION = '{"type":"action","choice":"1"}'


async def error_of(server_path: str, spec: RoomSpec, *, players: int) -> str:
    """What an unjoined connection is told when it acts beside so many players."""
    async with running_server(rooms=[spec]) as server, clients(server, 3, server_path) as three:
        for number in range(players):
            await three[number].join(f"p{number}", spec.room_id)
        await three[2].raw(ACTION)
        message: str = (await three[2].find("error"))["message"]
        return message


@pytest.mark.parametrize(
    ("path", "players", "message"),
    [
        ("room1", 0, "game not started"),
        ("room1", 2, "spectator cannot act"),
        ("elsewhere", 0, "game not started"),
    ],
    ids=["before the start", "while others play", "no room there yet"],
)
async def test_action_without_a_join_is_answered_by_the_rooms_own_checks(
    path: str, players: int, message: str
) -> None:
    spec = RoomSpec("room1", seats=2, clock=None)
    assert await error_of(path, spec, players=players) == message
