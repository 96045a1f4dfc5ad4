"""The judge: takes the answers to a match's requests, and says what is wrong with the others."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

from arena.chair import Chair
from arena.match import Fault, Match, Refusal, Request, normal
from arena.peer import Peer
from arena.play import checked_info, crash, illegal
from arena.substitutes import Substitutes
from engine.game import Seat
from protocol.codec import encode
from protocol.errors import (
    GAME_OVER,
    ILLEGAL_ACTION,
    INVALID_CHOICE,
    MISSING_CHOICE,
    NOT_YOUR_TURN,
    STALE_ACTION,
    ProtocolError,
)

NOTES_A_STEP = 16
"""Faults kept for one step; a flood must not fill the log."""


class Judge:
    """Compares answers with what was asked; every answer is acknowledged, refused or noted."""

    def __init__(
        self,
        match: Match,
        substitutes: Substitutes,
        *,
        show: Callable[[Chair], None],
        complete: Callable[[], None],
    ) -> None:
        self.match = match
        self.substitutes = substitutes
        self.asking = False
        """Whether the open requests have been told; until then nobody can answer them."""
        self.read_at = 0.0
        """When the last answer was read; 0 if the step owes nothing to one."""
        self._show = show
        self._complete = complete
        self._loop = asyncio.get_running_loop()
        self._notes = 0
        self._unsaved: list[tuple[Chair, Peer, dict[str, Any]]] = []
        """Acknowledgements of moves that are not saved yet, with the connections they are for."""

    def new_step(self) -> None:
        """A step has been applied: its requests are not yet told."""
        self.asking = False
        self._notes = 0

    def is_open(self, seat: Seat, request_id: int) -> bool:
        """Whether this request still waits for its answer."""
        request = self.match.pending.get(seat)
        return self.asking and request is not None and request.id == request_id

    # -- from bots of this process

    def bot_replied(
        self, chair: Chair, request: Request, answer: Any, error: BaseException | None
    ) -> None:
        """Take what a bot of this process answered, or what became of it."""
        seat = chair.seat
        if not self.is_open(seat, request.id):
            self._note_late(chair, answer)
            return
        chair.late = False
        if error is not None:
            self.default(chair, crash(chair.seat, request.legal, error))
            return
        choice, info = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
        if not isinstance(choice, str) or request.find(choice) is None:
            self.default(chair, illegal(chair.seat, request.legal, choice))
            return
        self._take(chair, choice, info)

    # -- from peers

    def act(self, chair: Chair, data: dict[str, Any]) -> None:
        """Take a player's action frame; a ProtocolError says why not."""
        self.read_at = perf_counter()
        if self.match.over:
            raise ProtocolError(GAME_OVER)
        choice, request_id = data.get("choice"), data.get("request_id")
        if chair.late and request_id is None:
            self._too_late(chair, choice)
            return
        request = self._request(chair, choice)
        if request_id is not None and request_id != request.id:
            self._refuse_stale(chair, request_id, choice)
        if isinstance(fault := data.get("fault"), str):
            self.default(chair, Fault(chair.seat, "crash", fault[:300], legal=request.legal))
            return
        if not isinstance(choice, str):
            self._note(chair, "answered without a choice", choice, request.legal)
            raise ProtocolError(MISSING_CHOICE, "choice: expected a string")
        refusal = self._take(chair, choice, data.get("info"))
        if refusal is not None:
            self._refuse_illegal(chair, request, choice)

    def _request(self, chair: Chair, choice: Any) -> Request:
        if chair.substitute is not None:
            detail = "a house bot plays this seat; join again to take it back"
            raise ProtocolError(NOT_YOUR_TURN, detail)
        request = self.match.pending.get(chair.seat) if self.asking else None
        if request is None:
            self._note(chair, f"answered {choice!r} out of turn", choice)
            raise ProtocolError(NOT_YOUR_TURN, f"seat {chair.seat} has nothing to decide now")
        return request

    def _take(self, chair: Chair, choice: str, info: Any) -> Refusal | None:
        elapsed_ms, lag_ms = chair.clock.read(self._loop.time())
        request_id = self.match.n + 1
        house = chair.substitute is not None
        if info is not None:
            info = checked_info(info)
        taken = self.match.answer(
            chair.seat, choice, info, ms=elapsed_ms, lag_ms=lag_ms, house=house
        )
        if isinstance(taken, Refusal):
            return taken
        if not house:
            chair.clock.charge(elapsed_ms)
            chair.late = False
            chair.strikes = 0
            self._acknowledge_once_saved(chair, request_id, "accepted", "", elapsed_ms, lag_ms)
        if not self.match.pending:
            self._complete()
        return None

    def default(self, chair: Chair, fault: Fault) -> None:
        """Play the default move for a seat that gave none."""
        self.read_at = 0.0
        request = self.match.pending[chair.seat]
        elapsed_ms, lag_ms = chair.clock.read(self._loop.time())
        if chair.substitute is None:
            chair.clock.charge(elapsed_ms)
        self.match.fault(chair.seat, fault, ms=elapsed_ms, lag_ms=lag_ms)
        self._acknowledge_once_saved(
            chair, request.id, "defaulted", fault.reason, elapsed_ms, lag_ms
        )
        if fault.kind in ("timeout", "crash"):
            self.substitutes.strike(chair)
        if not self.match.pending:
            self._complete()

    # -- refusals

    def _too_late(self, chair: Chair, choice: Any) -> None:
        chair.late = False
        self._note_late(chair, choice)
        detail = "the default move was played; here is the table now"
        if chair.peer is not None:
            chair.peer.refuse(ProtocolError(STALE_ACTION, detail, flat=NOT_YOUR_TURN))
        if self.asking:
            self._show(chair)

    def _refuse_stale(self, chair: Chair, request_id: Any, choice: Any) -> None:
        chair.late = False
        self._note_late(chair, choice)
        self._acknowledge(chair, None, "stale", STALE_ACTION.message)
        raise ProtocolError(
            STALE_ACTION,
            f"request_id {request_id!r}; the open one is {self.match.n + 1}",
            flat=NOT_YOUR_TURN,
        )

    def _refuse_illegal(self, chair: Chair, request: Request, choice: str) -> None:
        fault = illegal(chair.seat, request.legal, choice)
        self._note(chair, fault.reason, choice, request.legal)
        known = self.match.game.known(normal(choice))
        sentence = ILLEGAL_ACTION if known else INVALID_CHOICE
        self._acknowledge(chair, request.id, "rejected", sentence.message)
        self.substitutes.illegal(chair)
        raise ProtocolError(sentence, fault.reason)

    def _acknowledge(self, chair: Chair, request_id: int | None, status: str, reason: str) -> None:
        """Report at once that an answer changed nothing."""
        if chair.peer is not None and chair.peer.full:
            chair.peer.send(encode(action_ack(request_id, status, reason, 0, 0)))

    def _acknowledge_once_saved(
        self,
        chair: Chair,
        request_id: int,
        status: str,
        reason: str,
        elapsed_ms: int,
        lag_ms: int,
    ) -> None:
        """Report a move when its step has been saved.

        A step is saved as a whole. An earlier acknowledgement would be broken by a crash, and in
        a claim step its moment would depend on who else can claim.
        """
        if chair.peer is not None and chair.peer.full:
            ack = action_ack(request_id, status, reason, elapsed_ms, lag_ms)
            self._unsaved.append((chair, chair.peer, ack))

    def step_saved(self) -> None:
        """Acknowledge the moves of the step that has just been saved."""
        saved, self._unsaved = self._unsaved, []
        for chair, peer, ack in saved:
            if chair.peer is peer:  # one that came back is shown the table instead
                peer.send(encode(ack))

    # -- faults that play no move

    def garbage(self, chair: Chair, reason: str, received: str) -> None:
        """Note a frame that was no answer at all."""
        request = self.match.pending.get(chair.seat)
        self._note(chair, reason, received, request.legal if request else ())

    def _note_late(self, chair: Chair, answer: Any) -> None:
        text = str(answer)[:200]
        fault = Fault(chair.seat, "timeout", f"answered {text!r} too late", received=text)
        self._keep(fault)

    def _note(self, chair: Chair, reason: str, received: Any, legal: tuple[str, ...] = ()) -> None:
        text = received if isinstance(received, str) else repr(received)
        self._keep(Fault(chair.seat, "illegal", reason[:300], received=text[:200], legal=legal))

    def _keep(self, fault: Fault) -> None:
        if self._notes < NOTES_A_STEP and not self.match.over:
            self._notes += 1
            self.match.note(fault)


def action_ack(
    request_id: int | None, status: str, reason: str, elapsed_ms: int, lag_ms: int
) -> dict[str, Any]:
    """Return the frame that says what became of an answer."""
    return {
        "type": "action_ack",
        "request_id": request_id,
        "status": status,
        "reason": reason,
        "elapsed_ms": elapsed_ms,
        "lag_ms": lag_ms,
    }
