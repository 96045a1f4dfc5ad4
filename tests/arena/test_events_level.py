"""The level `events`: the table once, then only what happened and what is asked."""

from typing import Any

import pytest

from arena.table.effects import Post, StateItem
from arena.table.spec import RoomSpec
from engine.game import Viewer
from engine.riichi import Riichi
from engine.rng import Deals
from protocol.codec import encode
from protocol.messages import Step
from tests.arena.held_clock import HeldTable


def table(**more: Any) -> HeldTable:
    return HeldTable(
        RoomSpec("r", deals=Deals.seed(1), match_id="m", seats=4, **more), game=Riichi()
    )


def test_each_step_is_its_events_and_the_request() -> None:
    held = table()
    people = held.begin("ann", "bob", "cyd", "dan", detail="events")
    for _ in range(40):
        (seat, *_) = held.table.match.pending
        held.act(people[seat], request_id=held.table.match.n + 1)
    for seat, who in enumerate(people):
        steps = [frame for frame in held.frames[who] if frame["type"] == "step"]
        assert [frame["seq"] for frame in steps] == list(range(held.table.match.n + 1))
        assert "state" not in held.types(who)
        for frame in steps:
            Step.model_validate(frame)
            assert all("text" not in event for event in frame["events"])
        asked = [frame for frame in steps if frame["request_id"] is not None]
        assert asked
        assert all(frame["legal"] for frame in asked)
        dealt = [row for row in steps[0]["events"] if row["type"] == "dealt"]
        assert [bool(row["hand"]) for row in dealt] == [other == seat for other in range(4)]


def test_a_step_says_what_the_full_level_says() -> None:
    frames = []
    for detail in ("full", "events"):
        held = table()
        people = held.begin("ann", "bob", "cyd", "dan", detail=detail)
        for _ in range(30):
            (seat, *_) = held.table.match.pending
            held.act(people[seat])
        kinds = ("state", "step")
        frames.append([row for row in held.frames[people[1]] if row["type"] in kinds])
    full, lean = frames
    said = ("text", "opens_round")
    for state, step in zip(full, lean, strict=True):
        own = [{k: v for k, v in row.items() if k not in said} for row in state["events"]]
        assert own == step["events"]
        assert state["view"]["legal"] == step["legal"]
        for key in ("seq", "request_id", "deadline_ms", "bank_ms", "match_id"):
            assert state[key] == step[key]
    assert sum(map(len, map(encode, lean))) < sum(map(len, map(encode, full))) / 5


def test_who_comes_back_is_shown_the_table() -> None:
    held = table(takeover_ms=60_000)
    people = held.begin("ann", "bob", "cyd", "dan", detail="events")
    held.leave(people[2])
    again = held.join("cyd", detail="events", token=held.table.seats[2].token)
    (state,) = (frame for frame in held.frames[again] if frame["type"] == "state")
    assert state["view"] == held.table.match.view(Viewer.player(2))


@pytest.mark.parametrize("detail", ["full", "events"])
def test_a_spectator_is_shown_views(detail: str) -> None:
    held = table()
    held.begin("ann", "bob", "cyd", "dan", detail="events")
    eve = held.join("eve", "spectator", detail=detail)
    held.wait(1.0)
    items = [post.item for post in held.of(Post) if eve in post.to]
    states = [item.state for item in items if isinstance(item, StateItem)]
    assert states
    assert all("view" in state for state in states)
