"""A table driven by hand, on a clock that the test holds: no event loop, socket or sleep."""

import json
from collections import defaultdict
from typing import Any

from arena.match.clock import NEVER, LagMeter
from arena.plugins.bot_specs import Player
from arena.table import effects
from arena.table.effects import Effect
from arena.table.participant import Participant
from arena.table.spec import RoomSpec
from arena.table.table import Table
from bots.stock import FirstBot
from engine.game import AnyGame
from engine.tigerdragon import TigerDragon
from protocol.messages import Join


class HeldTable:
    """A table, the time, and everything that it asked for."""

    def __init__(
        self,
        spec: RoomSpec,
        *,
        game: AnyGame | None = None,
        house: int = 0,
        saves: bool = False,
    ) -> None:
        game = game or TigerDragon()
        seats = spec.seats or game.default_seats
        bot = Player("first", bot=FirstBot(), kind=FirstBot)
        players: list[Player | None] = [None] * (seats - house) + [bot.seated()] * house
        self.now = 100.0
        self.lag = LagMeter()
        self.table = Table(
            spec, game, players, self.lag, saves=saves, new_substitute=FirstBot
        )  # fmt: skip
        self.done: list[Effect] = []
        self.frames: dict[Participant, list[dict[str, Any]]] = defaultdict(list)
        self.unsaved: list[effects.Save] = []
        self.bots_answer = True

    # -- people

    def join(self, name: str, role: str = "player", **more: Any) -> Participant:
        who = Participant()
        join = Join(room_id="r", player_id=name, role=role, **{"detail": "full", **more})
        self.table.join(who, join, self.now)
        self.carry_out()
        return who

    def begin(self, *names: str, **more: Any) -> list[Participant]:
        """Let players join and be ready."""
        people = [self.join(name, **more) for name in names]
        for person in people:
            self.table.set_ready(self.table.seats[person.seat], self.now)
            self.carry_out()
        return people

    def act(self, who: Participant, choice: str = "", **more: Any) -> None:
        legal = self.table.match.pending[who.seat].legal
        try:
            self.table.act(who, {"choice": choice or legal[0], **more}, self.now)
        finally:
            self.carry_out()

    def leave(self, who: Participant) -> None:
        self.table.leave(who, self.now)
        self.carry_out()

    def types(self, who: Participant) -> list[str]:
        """Return the types of the frames that somebody was sent."""
        return [frame["type"] for frame in self.frames[who]]

    # -- time

    def wait(self, seconds: float) -> None:
        """Let time pass; the table is woken exactly when it asked to be."""
        until = self.now + seconds
        while (due := self.table.out.due) <= until:
            self.now = max(self.now, due)
            self.table.wake(self.now)
            self.carry_out()
        self.now = until

    def commit(self) -> None:
        """Report everything that was handed over as saved."""
        waiting, self.unsaved = self.unsaved, []
        for save in waiting:
            self.table.saved(save.ticket, self.now)
            self.carry_out()

    def settle(self) -> None:
        """Report commits until nothing waits for one."""
        while self.unsaved:
            self.commit()

    # -- what the table asks for

    def carry_out(self) -> None:
        while True:
            while wanted := self.table.out.take():
                for effect in wanted:
                    self.done.append(effect)
                    self._do(effect)
            if not self.table.go_on(self.now):
                return

    def _do(self, effect: Effect) -> None:
        match effect:
            case effects.Send(to, frame):
                self.frames[to].append(json.loads(frame))
            case effects.Post(to, item):
                frame = item if isinstance(item, bytes) else item.frame
                for who in to:
                    self.frames[who].append(json.loads(frame))
            case effects.StartBot(seat, bot):
                self.table.bot_started(seat, bot, None, self.now)
            case effects.AskBot(seat, bot, request_id, turn) if self.bots_answer:
                answer = turn.legal[0]
                self.table.bot_replied(seat, bot, request_id, answer, None, self.now)
            case effects.Save():
                self.unsaved.append(effect)
            case _:
                pass

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the effects of a kind that the table asked for."""
        return [effect for effect in self.done if isinstance(effect, kind)]

    @property
    def idle(self) -> bool:
        """Whether the table waits for nothing but people."""
        return self.table.out.due == NEVER
