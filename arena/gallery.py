"""The spectators of one room: each frame is built and encoded once a viewpoint, then queued."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from arena.frames import Frames, event_rows
from arena.peer import Peer
from arena.spectators import Item, Mailbox, StateItem, merged
from engine.game import PUBLIC, Event, RoundResult, Viewer
from protocol.codec import encode


@dataclass(slots=True)
class Feed:
    """One viewpoint at one level of detail, and those who watch it."""

    viewer: Viewer
    full: bool
    held: bool
    """Whether nothing is shown before the round is over."""
    boxes: dict[Peer, Mailbox] = field(default_factory=dict)
    waiting: list[tuple[Mailbox, Item]] = field(default_factory=list)

    def put(self, items: Iterable[Item], boxes: Iterable[Mailbox] | None = None) -> None:
        """Queue items for everybody here or for some, at once or for the end of the round."""
        chosen = list(self.boxes.values()) if boxes is None else list(boxes)
        for item in items:
            for box in chosen:
                if self.held:
                    self.waiting.append((box, item))
                else:
                    box.put(item)

    def release(self) -> None:
        """The round is over: what was held may be seen."""
        waiting, self.waiting = self.waiting, []
        for box in self.boxes.values():
            for item in merged(item for other, item in waiting if other is box):
                box.put(item)

    def drop(self, peer: Peer) -> None:
        """Somebody has gone, and what was held for them with them."""
        box = self.boxes.pop(peer)
        self.waiting = [(other, item) for other, item in self.waiting if other is not box]
        box.close()


class Gallery:
    """Those who watch a room, from one viewpoint each."""

    def __init__(self) -> None:
        self._feeds: dict[tuple[Viewer, bool, bool], Feed] = {}
        self._feed_of: dict[Peer, Feed] = {}

    def __len__(self) -> int:
        return len(self._feed_of)

    def __contains__(self, peer: object) -> bool:
        return peer in self._feed_of

    def add(self, peer: Peer, viewer: Viewer = PUBLIC, *, held: bool = False) -> None:
        """A new spectator, with a mailbox of its own."""
        key = (viewer, peer.full, held)
        feed = self._feeds.setdefault(key, Feed(*key))
        peer.mailbox = feed.boxes[peer] = Mailbox(peer.write, merge=peer.full)
        self._feed_of[peer] = feed

    def remove(self, peer: Peer) -> None:
        """A spectator who has gone."""
        peer.mailbox = None
        feed = self._feed_of.pop(peer, None)
        if feed is None:
            return
        feed.drop(peer)
        if not feed.boxes:
            del self._feeds[feed.viewer, feed.full, feed.held]

    def close(self) -> None:
        """Send every spectator away."""
        for peer in list(self._feed_of):
            peer.close(1001, "the room is closing")

    def tell(self, frame: bytes, *, full_only: bool) -> None:
        """The same frame for everybody, or for readers of the full level."""
        for peer, feed in self._feed_of.items():
            if feed.full or not full_only:
                feed.boxes[peer].put(frame)

    def snapshot(self, peer: Peer, frames: Frames) -> None:
        """The table as it is now, for one who has just come."""
        feed = self._feed_of[peer]
        items: list[Item] = [_state(frames, (), feed)]
        if frames.match.over and feed.full:
            items.append(encode(frames.game_over(full=feed.full)))
        feed.put(items, [feed.boxes[peer]])

    def snapshots(self, frames: Frames) -> None:
        """The table as it is now, for everybody."""
        for peer in self._feed_of:
            self.snapshot(peer, frames)

    def results(self, frames: Frames, results: Sequence[RoundResult]) -> None:
        """Closed rounds, after which all that was held may be seen."""
        for feed in self._feeds.values():
            feed.put([encode(frames.round_result(result, full=feed.full)) for result in results])
            feed.release()

    def step(self, frames: Frames, events: Sequence[Event]) -> None:
        """What a step led to, once a viewpoint and level that somebody watches."""
        for feed in self._feeds.values():
            feed.put([_state(frames, events, feed)])

    def over(self, frames: Frames, events: Sequence[Event]) -> None:
        """The end of the match: nothing is held any more."""
        for feed in self._feeds.values():
            rows = event_rows(events, feed.viewer)
            feed.put([encode(frames.game_over(full=feed.full, events=rows))])
            feed.release()


def _state(frames: Frames, events: Sequence[Event], feed: Feed) -> StateItem:
    if feed.full:
        return StateItem.of(frames.full_state(feed.viewer, event_rows(events, feed.viewer)))
    return StateItem.of(frames.flat_state(feed.viewer))
