"""The spectators of one room: each frame is built and encoded once a level, then queued."""

from collections.abc import Sequence

from arena.frames import Frames, event_rows
from arena.peer import Peer
from arena.spectators import Item, Mailbox, StateItem
from engine.game import PUBLIC, Event, RoundResult
from protocol.codec import encode


class Gallery:
    """Those who watch a room, from the public's viewpoint."""

    def __init__(self) -> None:
        self._peers: dict[Peer, Mailbox] = {}

    def __len__(self) -> int:
        return len(self._peers)

    def add(self, peer: Peer) -> None:
        """A new spectator, with a mailbox of its own."""
        peer.mailbox = self._peers[peer] = Mailbox(peer.write, merge=peer.full)

    def remove(self, peer: Peer) -> None:
        """A spectator who has gone."""
        mailbox = self._peers.pop(peer, None)
        peer.mailbox = None
        if mailbox:
            mailbox.close()

    def close(self) -> None:
        """Send every spectator away."""
        for peer in list(self._peers):
            peer.close(1001, "the room is closing")

    def tell(self, frame: bytes, *, full_only: bool) -> None:
        """The same frame for everybody, or for readers of the full level."""
        for peer, mailbox in self._peers.items():
            if peer.full or not full_only:
                mailbox.put(frame)

    def snapshot(self, peer: Peer, frames: Frames) -> None:
        """The table as it is now, for one who has just come."""
        self._peers[peer].put(_state(frames, (), full=peer.full))

    def step(self, frames: Frames, events: Sequence[Event], results: Sequence[RoundResult]) -> None:
        """What a step led to, for each level that somebody reads."""
        for full in {peer.full for peer in self._peers}:
            items = step_items(frames, events, results, full=full)
            for peer, mailbox in self._peers.items():
                if peer.full == full:
                    for item in items:
                        mailbox.put(item)


def step_items(
    frames: Frames, events: Sequence[Event], results: Sequence[RoundResult], *, full: bool
) -> list[Item]:
    """Closed rounds first, then the state or the end of the match."""
    items: list[Item] = [encode(frames.round_result(result, full=full)) for result in results]
    if frames.match.over:
        items.append(encode(frames.game_over(full=full, events=event_rows(events, PUBLIC))))
    else:
        items.append(_state(frames, events, full=full))
    return items


def _state(frames: Frames, events: Sequence[Event], *, full: bool) -> StateItem:
    if full:
        return StateItem.of(frames.full_state(PUBLIC, event_rows(events, PUBLIC)))
    return StateItem.of(frames.flat_state(PUBLIC))
