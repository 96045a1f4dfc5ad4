"""Frames for spectators: together in one write, the same bytes for all, or each at once."""

import asyncio

import pytest

from arena.hosting.websockets import text_frame
from arena.room.broadcast import MOST_BYTES, SECONDS, Broadcast
from arena.room.mailbox import Mailbox
from arena.room.peer import Frames
from tests.arena.clients import until
from tests.arena.held_loop import RecordingPeer


class Spectator(RecordingPeer):
    """A peer that counts writes, and may have too much unread."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[list[bytes]] = []
        self.shared: list[Frames] = []
        self.slow = False
        self.mailbox = Mailbox(self.write, merge=False)

    def push_batch(self, batch: Frames) -> bool:
        if self.slow:
            return False
        self.writes.append(batch.frames)
        self.shared.append(batch)
        return True

    async def write(self, frame: bytes) -> None:
        self.writes.append([frame])


def everybody(_peer: object) -> bool:
    return True


async def test_frames_of_a_moment_go_out_in_one_write_that_all_share() -> None:
    broadcast, peers = Broadcast(everybody), (Spectator(), Spectator())
    for frame in (b"1", b"2", b"3"):
        broadcast.post(peers, frame, at_once=False)
    assert not peers[0].writes
    await asyncio.sleep(2 * SECONDS)
    await until(lambda: peers[1].writes)
    assert peers[0].writes == peers[1].writes == [[b"1", b"2", b"3"]]
    assert peers[0].shared[0] is peers[1].shared[0]


async def test_who_wants_every_frame_at_once_gets_it() -> None:
    broadcast, peer = Broadcast(everybody), Spectator()
    for frame in (b"1", b"2"):
        broadcast.post((peer,), frame, at_once=True)
    assert peer.writes == [[b"1"], [b"2"]]


async def test_many_bytes_do_not_wait() -> None:
    broadcast, peer = Broadcast(everybody), Spectator()
    to = (peer,)
    broadcast.post(to, b"x" * (MOST_BYTES - 1), at_once=False)
    assert not peer.writes
    broadcast.post(to, b"x", at_once=False)
    assert [len(frames) for frames in peer.writes] == [2]


async def test_who_reads_slowly_gets_the_frames_in_order_from_the_mailbox() -> None:
    broadcast, peer = Broadcast(everybody), Spectator()
    to, peer.slow = (peer,), True
    broadcast.post(to, b"1", at_once=True)
    peer.slow = False
    broadcast.post(to, b"2", at_once=True)  # the mailbox is not idle yet: no overtaking
    await until(lambda: len(peer.writes) == 2)
    assert peer.writes == [[b"1"], [b"2"]]
    broadcast.post(to, b"3", at_once=True)
    assert peer.shared[-1].frames == [b"3"]


async def test_who_has_gone_gets_nothing_more() -> None:
    here = True
    broadcast, peer = Broadcast(lambda _peer: here), Spectator()
    broadcast.post((peer,), b"1", at_once=False)
    here = False
    broadcast.flush()
    assert not peer.writes


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, "8100"),
        (125, "817d"),
        (126, "817e007e"),
        (65535, "817effff"),
        (65536, "817f0000000000010000"),
    ],
)
def test_a_text_frame_is_as_the_standard_has_it(size: int, head: str) -> None:
    assert text_frame(b"x" * size) == bytes.fromhex(head) + b"x" * size
