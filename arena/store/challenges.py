"""Challenges: series of two bots that were asked for, kept from the queue to the result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, delete, func, or_, select, update

from arena.errors import StoreError
from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_new
from arena.store.tables import challenges
from arena.store.writer import Writer

ChallengeState = Literal["queued", "running", "done", "failed"]
OPEN: Final = ("queued", "running")
WITHDRAWN: Final = "withdrawn"
KEPT: Final = 100
"""Challenges of one owner that are over; the oldest make way for a new one."""


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A series that was asked for, and how far it is."""

    id: str
    owner: int | None
    game: str
    mine: str
    mine_version: int | None
    """None for a house bot."""
    bot: str
    bot_version: int | None
    deals: int
    seed: str
    state: ChallengeState = "queued"
    played: Sequence[Sequence[float]] = field(default_factory=list)
    """By deal how far `mine` was ahead: in places, in points."""
    faults: int = 0
    reason: str = ""
    """Why it failed."""
    created: int = field(default_factory=now_ms)
    started: int | None = None
    finished: int | None = None


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """The limits of waiting challenges."""

    own: int
    """Of one owner."""
    all: int


class Challenges:
    """The challenges of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    def number_waiting(self) -> int:
        """Return how many challenges wait."""
        query = select(func.count()).select_from(challenges).where(challenges.c.state == "queued")
        return self._database.read(lambda c: c.scalar(query)) or 0

    def add(self, new: StoredChallenge, limits: QueueLimits) -> None:
        """Put a challenge into the queue; StoreError where too many wait already.

        Its owner's oldest are forgotten, so that the table does not grow for ever.
        """
        self._writer.run(lambda c: _add(c, new, limits))

    def begin(self, challenge_id: str) -> None:
        """It is being played from now on."""
        self._set(challenge_id, state="running", started=now_ms())

    def note(self, challenge_id: str, played: Sequence[Sequence[float]], faults: int) -> None:
        """Save a challenge's progress."""
        self._set(challenge_id, played=[list(deal) for deal in played], faults=faults)

    def close(self, challenge_id: str, state: ChallengeState, reason: str = "") -> None:
        """Nothing more will come of it."""
        self._set(challenge_id, state=state, reason=reason, finished=now_ms())

    def withdraw(self, challenge_id: str) -> bool:
        """Take a challenge out of the queue; False if it does not wait any more."""
        waits = (challenges.c.id == challenge_id) & (challenges.c.state == "queued")
        values = {"state": "failed", "reason": WITHDRAWN, "finished": now_ms()}
        change = update(challenges).where(waits).values(**values)
        return self._writer.run(lambda c: c.execute(change).rowcount) == 1

    def put_back(self) -> int:
        """Queue again what an earlier run of the server was playing; how many they were."""
        again = update(challenges).where(challenges.c.state == "running").values(state="queued")
        return self._writer.run(lambda c: c.execute(again).rowcount)

    def _set(self, challenge_id: str, **values: Any) -> None:
        change = update(challenges).where(challenges.c.id == challenge_id)
        self._writer.change(change.values(**values))

    # -- reading

    def challenge(self, challenge_id: str) -> StoredChallenge | None:
        """One challenge."""
        found = self._where(challenges.c.id == challenge_id)
        return found[0] if found else None

    def waiting(self) -> list[StoredChallenge]:
        """Those in the queue, the oldest first."""
        return self._where(challenges.c.state == "queued")[::-1]

    def latest(self, bot: str | None, limit: int) -> list[StoredChallenge]:
        """The newest first: all, or those that a bot takes part in."""
        condition = or_(challenges.c.mine == bot, challenges.c.bot == bot)
        return self._where(challenges.c.id != "" if bot is None else condition, limit)

    def served(self) -> list[int | None]:
        """Owners in the order they were last served."""
        last = func.max(challenges.c.started)
        begun = challenges.c.started.is_not(None)
        query = select(challenges.c.owner).where(begun).group_by(challenges.c.owner).order_by(last)
        return self._database.read(lambda c: list(c.scalars(query)))

    def _where(
        self, condition: ColumnElement[bool], limit: int | None = None
    ) -> list[StoredChallenge]:
        return self._database.read(lambda c: _read(c, condition, limit))


def _read(
    connection: Connection, condition: ColumnElement[bool], limit: int | None
) -> list[StoredChallenge]:
    order = (challenges.c.created.desc(), challenges.c.id.desc())
    query = select(challenges).where(condition).order_by(*order).limit(limit)
    return [StoredChallenge(*row) for row in connection.execute(query)]


def _add(connection: Connection, new: StoredChallenge, limits: QueueLimits) -> None:
    queued = [c for c in _read(connection, challenges.c.state == "queued", None) if c.id != new.id]
    own = sum(waiting.owner == new.owner for waiting in queued)
    if own >= limits.own:
        raise StoreError(f"{own} of your challenges wait already; let them be played first")
    if len(queued) >= limits.all:
        raise StoreError(f"{len(queued)} challenges wait already; come back later")
    row = {column.name: getattr(new, column.name) for column in challenges.c}
    insert_new(connection, challenges, [row])
    _forget_oldest(connection, new.owner)


def _forget_oldest(connection: Connection, owner: int | None) -> None:
    own = select(challenges.c.id).where(challenges.c.owner == owner)
    over = own.where(challenges.c.state.not_in(OPEN))
    newest = over.order_by(challenges.c.finished.desc(), challenges.c.id.desc())
    begun = own.where(challenges.c.started.is_not(None))
    # It says when the owner was served last: whoever withdraws many shall not come first by that.
    served = connection.scalar(begun.order_by(challenges.c.started.desc()).limit(1))
    too_many = [found for found in list(connection.scalars(newest))[KEPT:] if found != served]
    if too_many:
        connection.execute(delete(challenges).where(challenges.c.id.in_(too_many)))
