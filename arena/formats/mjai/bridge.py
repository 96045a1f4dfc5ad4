"""A bot that speaks mjai, at a riichi table: told what its seat sees, its answers looked up."""

import asyncio
import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from arena.formats.mjai.answers import WrongAnswerError, choice_for, fallback, may_reach, parse
from arena.formats.mjai.talk import TALKS, Talk, Trace
from arena.formats.mjai.tiles import Line
from arena.formats.mjai.writing import Teller
from bots import Bot, Turn
from bots.errors import RunnerError
from bots.stdio import run
from bots.wire import Conversation, Frame, Reply
from engine.game import AnyGame, Event, Outcome, Seat

USAGE: Final = (
    "usage: python -m arena.formats.mjai [--turns|--batch] [--trace] COMMAND [ARGUMENT...]"
)
SEAT_WORD: Final = "{seat}"
"""Stands for the seat's number in the command line of a bot."""


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
        self._seat: Seat = -1
        self._reached = False
        """Whether the bot has heard of its own reach before the table did."""

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
        text = self._told.answer()
        try:
            answer = parse(text, self._seat)
            if not may_reach(answer, turn.legal):
                return choice_for(answer, turn.legal, turn.view["drawn"], riichi=False)
            text = self._reach()
            discard = parse(text, self._seat)
            return choice_for(discard, turn.legal, turn.view["drawn"], riichi=True)
        except WrongAnswerError as error:
            return f"{text[:120]} ({error})"

    def _reach(self) -> str:
        """Let the bot hear of its reach, and take the discard that declares it."""
        self._reached = True
        self._told.tell({"type": "reach", "actor": self._seat}, decides=True)
        return self._told.answer()

    def end(self, outcome: Outcome) -> None:  # noqa: ARG002
        """Let the program go."""
        self._told.close()


class BridgeConversation(Conversation):
    """The bridge's side of our protocol: a wrong answer is refused once, then played by default."""

    def __init__(self, bot: MjaiBot) -> None:
        super().__init__(bot)
        self._mjai = bot
        self._asked: Frame | None = None

    async def hear(self, frame: Frame) -> Reply | None:
        """Take one frame; a refused answer is followed by one that will do."""
        if frame["type"] == "join_ack":
            self._mjai.names = [row["name"] or str(row["seat"]) for row in frame["seats"]]
        if frame["type"] == "state":
            self._asked = frame if frame["request_id"] is not None else None
        reply = await super().hear(frame)
        asked = self._asked
        if frame["type"] != "error" or asked is None:
            return reply
        self._asked = None
        choice = fallback(asked["view"]["legal"])
        return {"type": "action", "choice": choice, "request_id": asked["request_id"]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bridge over stdin and stdout with the program it is given."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    habit, trace = "lines", None
    while words and words[0].startswith("--"):
        option = words.pop(0)
        if option in ("--turns", "--batch"):
            habit = option[2:]
        elif option == "--trace":
            trace = _to_stderr
        else:
            words = []
    if not words:
        sys.stderr.write(f"{USAGE}\n")
        return 2
    conversation = BridgeConversation(MjaiBot(words, habit, trace))
    try:
        asyncio.run(run(conversation, sys.stdin.buffer, sys.stdout.buffer))
    except RunnerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
