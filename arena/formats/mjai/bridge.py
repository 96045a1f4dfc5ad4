"""A bot that speaks mjai, at a riichi table: told what its seat sees, its answers looked up."""

import asyncio
import os
import sys
from collections.abc import Sequence
from queue import SimpleQueue
from random import Random
from threading import Event as Flag
from threading import Thread
from typing import Any, BinaryIO, Final

from arena.formats.mjai.answers import WrongAnswerError, check_reach, choice_for, fallback, parse
from arena.formats.mjai.talk import GOODBYE_SECONDS, TALKS, Talk, Trace
from arena.formats.mjai.tiles import Line
from arena.formats.mjai.writing import Teller
from bots import Bot, Turn
from bots.errors import RunnerError
from bots.stdio import run
from bots.wire import Conversation, Frame, Reply
from engine.game import AnyGame, Event, Outcome, Seat

USAGE: Final = (
    "usage: python -m arena.formats.mjai [--turns|--acts|--batch] [--trace] COMMAND [ARGUMENT...]"
)
SEAT_WORD: Final = "{seat}"
"""Stands for the seat's number in the command line of a bot."""
CALLS: Final = ("chi", "pon", "daiminkan", "ankan", "kakan")
BETWEEN: Final = ("dora", "reach_accepted")
"""What may be told between a call and the discard after it."""
HABITS: Final = tuple(f"--{habit}" for habit in TALKS if habit != "lines")


class MjaiBot(Bot):
    """Plays a seat of riichi with a program that speaks mjai."""

    name = "mjai"
    games = ("riichi",)
    quick = True  # it blocks, but nothing else is to be done in its process

    def __init__(
        self, argv: Sequence[str], habit: str = "lines", trace: Trace | None = None
    ) -> None:
        self.names = ["0", "1", "2", "3"]
        """Who sits where, for the bot to know."""
        self._argv, self._habit, self._trace = argv, habit, trace
        self._teller = Teller()
        self._talk: Talk | None = None
        self._text = ""
        """Its last answer, for the reason why it is refused."""
        self._seat: Seat = -1
        self._reached = False
        """Whether the bot has heard of its own reach before the table did."""
        self._following: list[Line] = []
        """What the bot has said in advance: the discard after its call or reach."""

    def start(self, game: AnyGame, seat: Seat, seats: int, config: Any, rng: Random) -> None:  # noqa: ARG002
        """Start the program and tell it where it sits."""
        self._seat = seat
        argv = [word.replace(SEAT_WORD, str(seat)) for word in self._argv]
        self._talk = TALKS[self._habit](argv, self._trace)
        self._talk.open(
            {
                "type": "start_game",
                "id": seat,
                "names": self.names,
                "kyoku_first": 4 if config.length == "tonpuu" else 0,
                "aka_flag": config.red_fives > 0,
            }
        )

    def watch(self, events: Sequence[Event]) -> None:
        """Tell the program what its seat sees."""
        for line in self._teller.lines(events):
            own = line.get("actor") == self._seat
            if own and line["type"] == "reach" and self._reached:
                continue
            if own and line["type"] == "dahai":
                self._reached = False
            if line["type"] not in BETWEEN and not (own and line["type"] in CALLS):
                self._following = []  # it came otherwise
            self._told.tell(line, decides=self._decides(line))

    def _decides(self, line: Line) -> bool:
        """Return whether a line can be answered with more than `none` by this seat."""
        own = line.get("actor") == self._seat
        return line["type"] in (("tsumo", "chi", "pon") if own else ("dahai", "kakan", "ankan"))

    @property
    def _told(self) -> Talk:
        assert self._talk is not None, "started before anything happens"
        return self._talk

    def act(self, turn: Turn) -> str:
        """The program's answer as a choice; one that is wrong goes on as it is, with the reason."""
        self._text = ""
        try:
            answer = self._next()
            reached = answer["type"] == "reach"
            if reached:
                check_reach(turn.legal, turn.view, self._seat)
                answer = self._reach()
            return choice_for(answer, turn.legal, turn.view["drawn"], riichi=reached)
        except WrongAnswerError as error:
            self._following = []
            return f"{self._text[:120]} ({error})"

    def _next(self) -> Line:
        """What the program said in advance, or says now."""
        if not self._following:
            self._text = self._told.answer()
            self._following = parse(self._text, self._seat)
        return self._following.pop(0)

    def _reach(self) -> Line:
        """Let the bot hear of its reach, and take the discard that declares it."""
        self._reached = True
        self._told.tell({"type": "reach", "actor": self._seat}, decides=True)
        return self._next()

    def kill(self) -> None:
        """Kill the program here and now, and this process if it has its own group."""
        if self._talk is not None:
            self._talk.kill_all()

    def end(self, outcome: Outcome) -> None:  # noqa: ARG002
        """Let the program go."""
        self.close()

    def close(self) -> None:
        """Let the program go, if it has been started and is not gone yet."""
        talk, self._talk = self._talk, None
        if talk is not None:
            talk.close()


class BridgeConversation(Conversation):
    """The bridge's side of our protocol: a wrong answer is refused once, then played by default."""

    def __init__(self, bot: MjaiBot) -> None:
        super().__init__(bot)
        self._mjai = bot
        self._asked: Frame | None = None

    async def hear(self, frame: Frame) -> Reply | None:
        """Take one frame; a refused answer is followed by one that will do."""
        if frame["type"] == "join_ack":
            if frame["game"] not in self._mjai.games:
                raise RunnerError(f"mjai is for riichi; this table plays {frame['game']}")
            self._mjai.names = [row["name"] or str(row["seat"]) for row in frame["seats"]]
        if frame["type"] == "state":
            self._asked = frame if frame["request_id"] is not None else None
        reply = await super().hear(frame)
        asked = self._asked
        # An answer that others' claims outran is refused as well: nobody waits for another one.
        if asked is None or frame.get("code") != "illegal_action":
            return reply
        self._asked = None
        choice = fallback(asked["view"]["legal"])
        return {"type": "action", "choice": choice, "request_id": asked["request_id"]}


class Input:
    """The lines of stdin, read ahead so that its end is noticed while the bot thinks.

    Its end means that the house has gone or wants no more answers; a bot that still thinks then
    would stay for ever, and this process with it.
    """

    def __init__(self, source: BinaryIO, bot: MjaiBot) -> None:
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._source, self._bot = source, bot
        self.done = Flag()
        """Set once nothing is left to be put in order."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while line := self._source.readline():
            self._lines.put(line)
        self._lines.put(b"")
        if not self.done.wait(GOODBYE_SECONDS):
            self._bot.kill()
            os._exit(1)

    def readline(self) -> bytes:
        """Return the next line; empty at the end."""
        return self._lines.get()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bridge over stdin and stdout with the program it is given."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    habit, trace = "lines", None
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option in HABITS:
            habit = option[2:]
        elif option == "--trace":
            trace = _to_stderr
        else:
            words = []
    if not words:
        sys.stderr.write(f"{USAGE}\n")
        return 2
    bot = MjaiBot(words, habit, trace)
    # A file of its own: Python cannot close sys.stdin at its end while a thread reads from it.
    source = Input(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), bot)
    try:
        asyncio.run(run(BridgeConversation(bot), source, sys.stdout.buffer))
    except RunnerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        bot.close()
        source.done.set()
    return 0


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
