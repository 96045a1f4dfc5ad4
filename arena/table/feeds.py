"""Spectators by viewpoint: each frame is built and encoded once for all who see the same."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from arena.match.wire_frames import Frames, event_rows
from arena.table.effects import AddSpectator, Close, Item, Outbox, Post, RemoveSpectator, StateItem
from arena.table.participant import Participant
from engine.game import PUBLIC, Event, RoundResult, Viewer
from protocol.codec import encode


def merged(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the same items, with states in a row made one that has all their events."""
    for is_state, group in groupby(items, lambda item: isinstance(item, StateItem)):
        if not is_state:
            yield from group
            continue
        states = [item.state for item in group if isinstance(item, StateItem)]
        latest = states[-1]
        if "events" in latest:
            latest = {**latest, "events": [row for state in states for row in state["events"]]}
        yield StateItem.of(latest)


@dataclass(slots=True)
class Feed:
    """One viewpoint at one level of detail, and those who watch it."""

    viewer: Viewer
    full: bool
    held: bool
    """Whether nothing is shown before the round is over."""
    at_once: bool
    """Whether its spectators want every frame as soon as there is one."""
    out: Outbox
    peers: tuple[Participant, ...] = ()
    waiting: list[tuple[Sequence[Participant], Item]] = field(default_factory=list)

    def put(self, item: Item, peers: Sequence[Participant] | None = None) -> None:
        """Queue an item for everybody here or for some, at once or for the end of the round."""
        to = self.peers if peers is None else peers
        if self.held:
            self.waiting.append((to, item))
        else:
            self.out.add(Post(to, item, self.at_once))

    def release(self) -> None:
        """Show what was held: the round is over."""
        waiting, self.waiting = self.waiting, []
        if not waiting:
            return
        for peer in self.peers:
            for item in merged(item for to, item in waiting if peer in to):
                self.out.add(Post((peer,), item, self.at_once))

    def state(self, frames: Frames, events: Sequence[Event]) -> StateItem:
        """Return the table as this viewpoint sees it."""
        if self.full:
            return StateItem.of(frames.full_state(self.viewer, event_rows(events, self.viewer)))
        return StateItem.of(frames.flat_state(self.viewer))


class Feeds:
    """Those who watch a table, from one viewpoint each."""

    def __init__(self, out: Outbox) -> None:
        self._out = out
        self._feeds: dict[tuple[Viewer, bool, bool, bool], Feed] = {}
        self._feed_of: dict[Participant, Feed] = {}

    def __len__(self) -> int:
        return len(self._feed_of)

    def __contains__(self, peer: object) -> bool:
        return peer in self._feed_of

    def add(self, peer: Participant, viewer: Viewer = PUBLIC, *, held: bool = False) -> None:
        """Let a spectator in."""
        key = (viewer, peer.full, held, peer.at_once)
        feed = self._feeds.setdefault(key, Feed(*key, self._out))
        feed.peers = (*feed.peers, peer)
        self._feed_of[peer] = feed
        self._out.add(AddSpectator(peer))

    def remove(self, peer: Participant) -> None:
        """Forget a spectator who has gone."""
        feed = self._feed_of.pop(peer, None)
        if feed is None:
            return
        feed.peers = tuple(other for other in feed.peers if other is not peer)
        if not feed.peers:
            del self._feeds[feed.viewer, feed.full, feed.held, feed.at_once]
        self._out.add(RemoveSpectator(peer))

    def close(self) -> None:
        """Send every spectator away."""
        for peer in self._feed_of:
            self._out.add(Close(peer, 1001, "the room is closing"))

    def tell(self, frame: bytes) -> None:
        """Send the same frame to everybody at the full level, held or not."""
        for feed in self._feeds.values():
            if feed.full:
                self._out.add(Post(feed.peers, frame, feed.at_once))

    def snapshot(self, peer: Participant, frames: Frames) -> None:
        """Show the table as it is now to one who has just come."""
        feed = self._feed_of[peer]
        feed.put(feed.state(frames, ()), (peer,))
        if frames.match.over and feed.full:
            feed.put(encode(frames.game_over(full=True)), (peer,))

    def snapshots(self, frames: Frames) -> None:
        """Show the table as it is now to everybody."""
        for peer in self._feed_of:
            self.snapshot(peer, frames)

    def results(self, frames: Frames, results: Sequence[RoundResult]) -> None:
        """Show closed rounds, after which all that was held may be seen."""
        for feed in self._feeds.values():
            for result in results:
                feed.put(encode(frames.round_result(result, full=feed.full)))
            feed.release()

    def step(self, frames: Frames, events: Sequence[Event]) -> None:
        """Show what a step led to."""
        for feed in self._feeds.values():
            feed.put(feed.state(frames, events))

    def over(self, frames: Frames, events: Sequence[Event]) -> None:
        """Show the end of the match: nothing is held any more."""
        for feed in self._feeds.values():
            rows = event_rows(events, feed.viewer)
            feed.put(encode(frames.game_over(full=feed.full, events=rows)))
            feed.release()
