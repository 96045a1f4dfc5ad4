"""The runners: a bot plays the same match in process, over a socket, and as a child."""

import asyncio
import logging
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

import arena
from arena.match.result import MatchResult
from arena.table.spec import RoomSpec
from arena.testing import running_server
from bots import Bot, Turn, websocket
from bots.errors import RunnerError
from bots.files import bot_in
from bots.stock import FirstBot, RandomBot
from bots.wire import Conversation, packaged_game, written
from engine.game import AnyGame, Event, Outcome, Seat
from engine.rng import Deals
from tests.arena.clients import until
from tests.bots.frames import ACK, OVER, STATE

ROOT = Path(__file__).parents[2]
SEED = "11"
SHORT = {"target": 4}

TOLD_BOT = '''
from bots import Bot

class Told(Bot):
    """Chooses by all it was ever told, so that a difference in any call shows in its moves."""

    def start(self, game, seat, seats, config, rng):
        self.rng, self.heard = rng, [game.name, seat, seats, config]

    def watch(self, events):
        self.heard.append(tuple(events))

    def act(self, turn):
        self.heard += [turn.legal, dict(turn.view), tuple(turn.events)]
        pick = sum(map(ord, repr(self.heard))) + int(self.rng.random() * 1000)
        return turn.legal[pick % len(turn.legal)]
'''


def moves(result: MatchResult) -> list[dict[Seat, str]]:
    """Who chose what, step by step."""
    return [
        {seat: action.choice for seat, action in record.moves.items()}
        for record in result.match.records
    ]


@pytest.fixture
def told_file(tmp_path: Path) -> Path:
    file = tmp_path / "told.py"
    file.write_text(TOLD_BOT, encoding="utf-8")
    return file


def in_process(file: Path) -> MatchResult:
    bots: list[Any] = [bot_in(str(file))() for _ in range(3)]
    return arena.play("tigerdragon", bots, seed=SEED, config=SHORT)


async def over_sockets(bots: Sequence[Bot], **spec: Any) -> tuple[MatchResult, list[Outcome]]:
    """The same match at a real server, every seat a client."""
    room = RoomSpec("r", seats=len(bots), config=SHORT, deals=Deals.seed(SEED), **spec)
    async with running_server(rooms=[room]) as server, asyncio.timeout(60):
        seats = []
        for number, bot in enumerate(bots):
            run = websocket.run(server.url, "r", bot, player_id=f"p{number}", seed=SEED)
            seats.append(asyncio.create_task(run))
            chair = server.lobby.rooms["r"].seats[number]
            await until(lambda chair=chair: not chair.free)  # type: ignore[misc]  # bound now
        outcomes = await asyncio.gather(*seats)
        return await server.lobby.rooms["r"].finished, outcomes


async def test_a_bot_makes_the_same_choices_in_process_and_over_sockets(told_file: Path) -> None:
    expected = in_process(told_file)
    result, outcomes = await over_sockets([bot_in(str(told_file))() for _ in range(3)])
    assert moves(result) == moves(expected)
    assert result.faults == ()
    assert outcomes == [expected.outcome] * 3


def test_a_bot_makes_the_same_choices_as_a_child(told_file: Path) -> None:
    child = f"cmd:{shlex.quote(sys.executable)} -m bots.stdio {told_file}:Told --seed {SEED}"
    result = arena.play("tigerdragon", [child] * 3, seed=SEED, config=SHORT)
    assert moves(result) == moves(in_process(told_file))
    assert result.faults == ()


class Diary(Bot):
    """Writes down how it is called."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.seen: list[Event] = []
        self.turned: list[Event] = []

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        self.calls.append(f"start {game.name} {seat} of {seats} to {config.target}")

    def watch(self, events: Sequence[Event]) -> None:
        self.calls.append("watch")
        self.seen += events

    async def act(self, turn: Turn) -> tuple[str, dict[str, Any]]:
        self.calls.append("act")
        self.turned += turn.events
        assert turn.deadline is not None
        return turn.legal[0], {"note": "the first"}

    def end(self, outcome: Outcome) -> None:
        self.calls.append(f"end {outcome.winner}")


async def test_a_bot_is_called_as_at_a_table_of_this_process() -> None:
    diary = Diary()
    result, _ = await over_sockets([diary, FirstBot()])
    assert diary.calls[0] == "start tigerdragon 0 of 2 to 4"
    assert diary.calls[-1] == f"end {result.outcome.winner}"
    assert diary.calls.count("watch") == result.steps + 1
    assert diary.calls.count("act") == sum(0 in record.moves for record in result.match.records)
    assert diary.turned == diary.seen[: len(diary.turned)]
    assert {record.info[0]["note"] for record in result.match.records if record.info} == {
        "the first"
    }


class Slow(RandomBot):
    """Thinks in a thread of its own."""

    quick = False


async def test_a_slow_bot_thinks_beside_its_connection() -> None:
    result, _ = await over_sockets([Slow(), RandomBot()])
    assert result.faults == ()


# -- bots that fail


class Failing(Bot):
    """Fails wherever it is told to."""

    quick = True

    def __init__(self, *where: str) -> None:
        self.where = where

    def fail(self, place: str) -> None:
        if place in self.where:
            raise LookupError(f"no {place}")

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        self.fail("start")

    def watch(self, events: Sequence[Event]) -> None:  # noqa: ARG002
        self.fail("watch")

    def act(self, turn: Turn) -> str:
        self.fail("act")
        return turn.legal[0]

    def end(self, outcome: Outcome) -> None:  # noqa: ARG002
        self.fail("end")


async def test_a_bot_that_raises_says_so_and_its_author_reads_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Conversation(Failing("watch", "act", "end"))
    assert await talk.hear(ACK) == {"type": "ready"}
    failed = {"choice": "", "fault": "LookupError: no act"}
    assert await talk.hear(STATE) == {"type": "action", **failed, "request_id": 1}
    assert await talk.hear(OVER) is None
    assert talk.outcome == Outcome((2, 10), (2, 1), 1)
    assert [record.exc_text and record.exc_text.splitlines()[-1] for record in caplog.records] == [
        "LookupError: no watch",
        "LookupError: no act",
        "LookupError: no watch",
        "LookupError: no end",
    ]
    assert "legal were 7,8" in caplog.text


async def test_a_bot_that_cannot_start_ends_the_conversation() -> None:
    with pytest.raises(RunnerError, match="could not start: LookupError: no start"):
        await Conversation(Failing("start")).hear(ACK)


async def test_a_state_sent_again_is_watched_once() -> None:
    diary = Diary()
    talk = Conversation(diary)
    await talk.hear(ACK)
    waiting = {**STATE, "request_id": None}
    await talk.hear(waiting)
    await talk.hear(waiting)
    await talk.hear({**ACK, "seats": []})
    assert diary.calls == ["start tigerdragon 0 of 2 to 10", "watch"]


async def test_the_last_steps_events_come_with_the_end() -> None:
    diary = Diary()
    talk = Conversation(diary)
    await talk.hear(ACK)
    await talk.hear(OVER)
    assert diary.calls[1:] == ["watch", "end 1"]


async def test_refusals_are_reported(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    talk = Conversation(FirstBot())
    await talk.hear(ACK)
    await talk.hear({"type": "error", "message": "illegal action", "code": "x", "detail": "a 9"})
    await talk.hear({"type": "action_ack", "status": "defaulted", "reason": "no answer"})
    await talk.hear({"type": "action_ack", "status": "accepted", "reason": ""})
    await talk.hear({"type": "ready_changed", "seats": []})
    assert caplog.messages == [
        "the server refused a message: illegal action (a 9)",
        "the default move was played: no answer",
    ]


async def test_a_state_before_the_join_is_refused() -> None:
    with pytest.raises(RunnerError, match="before it let the bot in"):
        await Conversation(FirstBot()).hear(STATE)


@pytest.mark.parametrize(
    ("answer", "row"),
    [
        ("7", {"choice": "7"}),
        (("7", {"n": 1}), {"choice": "7", "info": {"n": 1}}),
        (7, {"choice": "7"}),
        (None, {"choice": "None"}),
        (("7", {"n": {1}}), {"choice": "7", "info": {"note": "left out: ..."}}),
    ],
)
def test_whatever_a_bot_answers_can_be_sent(answer: Any, row: dict[str, Any]) -> None:
    got = written(answer)
    assert orjson.dumps(got)
    if "left out" in str(row):
        assert got["info"]["note"].startswith("left out: ")
    else:
        assert got == row


@pytest.mark.parametrize("name", ["chess", "testing", "..os", "game"])
def test_a_game_that_is_not_here_is_named(name: str) -> None:
    with pytest.raises(RunnerError, match=f"plays '{name}'"):
        packaged_game(name)


# -- at a server


async def test_a_full_room_says_so_in_one_line() -> None:
    async with running_server(rooms=[RoomSpec("r", seats=2, bots=("first", "first"))]) as server:
        with pytest.raises(RunnerError, match=r"not let in: .* has begun \(all 2 seats"):
            await websocket.run(server.url, "r", FirstBot(), player_id="p", token="t" * 9)


async def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(RunnerError, match=r"^http://127\.0\.0\.1:9: no server answers there$"):
        await websocket.run("http://127.0.0.1:9", "r", FirstBot(), player_id="p")


async def test_a_server_of_another_kind_is_named() -> None:
    async with running_server() as server:
        url = f"{server.url}/elsewhere"
        with pytest.raises(RunnerError, match=f"^{url}: 404"):
            await websocket.run(url, "r", FirstBot(), player_id="p")


async def test_a_room_that_closes_ends_the_run() -> None:
    async with running_server() as server:
        run = websocket.run(server.url, "r", FirstBot(), player_id="p", game="tigerdragon")
        seated = asyncio.create_task(run)
        rooms = server.lobby.rooms
        await until(lambda: "r" in rooms and rooms["r"].peers)
        server.lobby.close_all()
        with pytest.raises(RunnerError, match="ended the connection with code 1001"):
            await seated
