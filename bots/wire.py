"""A bot's side of the conversation with a server: frames in, replies out, whatever carries them."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from inspect import isawaitable, iscoroutinefunction
from secrets import token_hex
from typing import Any

from bots.bot import Bot, watches
from bots.errors import RunnerError
from bots.installed import installed_game
from bots.turn import WireTurn
from engine.game import AnyGame, Event, Game, Outcome, Seat
from engine.rng import stream
from protocol.codec import encode

log = logging.getLogger(__name__)

Frame = Mapping[str, Any]
Reply = dict[str, Any]
FindGame = Callable[[str], AnyGame]


def packaged_game(name: str) -> AnyGame:
    """Return the game of `engine/<name>` or of an installed package; RunnerError if none has it."""
    try:
        found = vars(import_module(f"engine.{name}")) if name.isidentifier() else {}
    except ImportError:
        found = {}
    for item in found.values():
        if isinstance(item, type) and issubclass(item, Game) and getattr(item, "name", "") == name:
            game: AnyGame = item()
            return game
    return installed_game(name)


def written(answer: Any) -> dict[str, Any]:
    """A bot's answer as the keys of an action; whatever it is, it can be sent and judged."""
    choice, info = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
    row = {"choice": choice if isinstance(choice, str) else repr(choice)}
    if info is None:
        return row
    try:
        encode(info)
    except TypeError as error:
        info = {"note": f"left out: {error}"}
    return {**row, "info": info}


class Conversation:
    """Plays one match at the full level: calls the bot as a table in this process would.

    The bot's random numbers follow from `seed` and its seat, so that the same bot with the same
    seed makes the same choices here and there.
    """

    def __init__(
        self, bot: Bot, *, seed: str | None = None, find_game: FindGame = packaged_game
    ) -> None:
        self.bot = bot
        self.outcome: Outcome | None = None
        """How the match ended; None while it has not."""
        self._seed = token_hex(16) if seed is None else seed
        self._find_game = find_game
        self._game: AnyGame | None = None
        self.seat: Seat = -1
        self._seq = -1
        self._events: list[Event] = []
        # A bot that thinks long must not keep its own connection from answering heartbeats.
        in_place = bot.quick or iscoroutinefunction(bot.act)
        self._thread = None if in_place else ThreadPoolExecutor(1, "bot")

    async def hear(self, frame: Frame) -> Reply | None:
        """Take one frame from the server; what is to be sent back, if anything."""
        match frame["type"]:
            case "join_ack":
                return await self._joined(frame)
            case "state":
                return await self._state(frame)
            case "game_over":
                await self._over(frame)
            case "error":
                self._error(frame)
            case "action_ack" if frame["status"] == "defaulted":
                log.warning("the default move was played: %s", frame["reason"])
        return None

    async def _joined(self, ack: Frame) -> Reply | None:
        if self._game is not None:
            return None  # a snapshot of a match this bot is in already
        if "game" not in ack:
            raise RunnerError(
                "these are frames of the flat level, which leave out what a Bot is told; "
                "start it with cmd: instead of flat:, or join with detail full"
            )
        game = self._find_game(ack["game"])
        self._game, self.seat = game, ack["seat"]
        rng = stream(self._seed, "bot", self.seat)
        config = game.config(ack["config"])
        # A server of another version may not say.
        self.bot.variants = tuple(ack.get("variants", ()))
        try:
            await self._call(self.bot.start, game, self.seat, ack["players"], config, rng)
        except Exception as error:  # without a start there is nothing to play with
            log.exception("the bot failed to start")
            raise RunnerError(f"could not start: {type(error).__name__}: {error}") from error
        return {"type": "ready"}

    async def _state(self, frame: Frame) -> Reply | None:
        if frame["seq"] > self._seq:
            self._seq = frame["seq"]
            await self._watch(frame)
        return None if frame["request_id"] is None else await self._act(frame)

    async def _watch(self, frame: Frame) -> None:
        if self._game is None:
            raise RunnerError("the server sent a state before it let the bot in")
        events = [self._game.read_event(row) for row in frame["events"]]
        self._events += events
        if not watches(self.bot):
            return
        try:
            await self._call(self.bot.watch, events)
        except Exception:  # what it missed is in its turn's events
            log.exception("the bot failed while watching step %s", frame["seq"])

    async def _act(self, frame: Frame) -> Reply | None:
        events, self._events = self._events, []
        deadline = frame["deadline_ms"]
        seconds = None if deadline is None else deadline / 1000
        view = frame["view"]
        turn = WireTurn(self.seat, tuple(view["legal"]), view, events, seconds)
        try:
            answer = await self._call(self.bot.act, turn)
        except Exception as error:  # its author reads why, and nobody waits for an answer
            log.exception("the bot failed at step %s; legal were %s", frame["seq"], frame["legal"])
            failed = {"choice": "", "fault": f"{type(error).__name__}: {error}"[:300]}
            return {"type": "action", **failed, "request_id": frame["request_id"]}
        return {"type": "action", **written(answer), "request_id": frame["request_id"]}

    async def _over(self, frame: Frame) -> None:
        await self._watch({**frame, "seq": self._seq + 1})
        points, places = tuple(frame["deltas"]), tuple(frame["placements"])
        self.outcome = Outcome(points, places, frame["winner"])
        try:
            await self._call(self.bot.end, self.outcome)
        except Exception:  # the match is over; nobody is hurt
            log.exception("the bot failed at the end of the match")

    def _error(self, frame: Frame) -> None:
        detail = frame.get("detail")
        text = f"{frame['message']} ({detail})" if detail else str(frame["message"])
        if self._game is None:
            raise RunnerError(f"not let in: {text}")
        # Others' claims may close a request while its answer is on the way: nobody's fault.
        outrun = frame.get("code") in ("stale_action", "not_your_turn")
        level = logging.DEBUG if outrun else logging.WARNING
        log.log(level, "the server refused a message: %s", text)

    async def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._thread is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, function, *arguments)
        answer = function(*arguments)
        return await answer if isawaitable(answer) else answer

    def close(self) -> None:
        """Let the bot's thread go."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
