"""Classes: groups of accounts with assignments, and every version that was submitted to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from arena.errors import NotStoredError, StoreError
from arena.store.database import Database, now_ms
from arena.store.idempotent_insert import insert_new
from arena.store.tables import assignments, class_members, classes, submissions, tokens
from arena.store.tokens import DAY_MS, create_token, hashed, new_secret, read_tokens
from arena.store.writer import Writer

SubmissionState = Literal["queued", "scored", "failed"]
MOST_MEMBERS: Final = 500


@dataclass(frozen=True, slots=True)
class Class:
    """A group of accounts that an organiser looks after."""

    id: str
    name: str
    owner: int | None
    created: int


@dataclass(frozen=True, slots=True)
class Member:
    """An account in a class; only the organiser sees the label and the group."""

    token_id: int
    name: str
    label: str
    section: str


@dataclass(frozen=True, slots=True)
class NewMember:
    """A line of the CSV file that a class is made from."""

    name: str
    label: str = ""
    """A person's name or number, for the gradebook."""
    section: str = ""
    """A group within the class."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a class is asked to submit, and how it is scored."""

    id: str
    class_id: str
    name: str
    game: str
    deadline: int
    submissions_a_day: int
    rules: Mapping[str, Any]
    """`config`, `variants` and `seats` of its matches."""
    public_set: Mapping[str, Any]
    """`opponents`, `deals` and `seed`: known to all."""
    hidden_set: Mapping[str, Any]
    """The same, known to the organiser alone."""
    created: int
    released: int | None
    """When members could see their hidden scores, if they can."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A version that was submitted; its content is read on its own."""

    id: int
    assignment_id: str
    owner: int
    number: int
    filename: str
    hash: str
    created: int
    state: SubmissionState
    problem: str
    public_score: Mapping[str, Any] | None
    hidden_score: Mapping[str, Any] | None


class Classes:
    """The classes of a store; every call waits for the database."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    # -- classes and members

    def add(self, new: Class) -> None:
        """Keep a new class."""
        row = {column.name: getattr(new, column.name) for column in classes.c}
        self._writer.run(lambda c: insert_new(c, classes, [row]))

    def find(self, class_id: str) -> Class:
        """Return a class; NotStoredError if there is none."""
        found = self._database.read(lambda c: _classes(c, classes.c.id == class_id))
        if not found:
            raise NotStoredError(f"there is no class {class_id!r}")
        return found[0]

    def all(self, account_id: int | None = None) -> list[Class]:
        """Return all classes, or those that an account looks after or is in."""
        if account_id is None:
            return self._database.read(lambda c: _classes(c, classes.c.id != ""))
        mine = select(class_members.c.class_id).where(class_members.c.token_id == account_id)
        where = (classes.c.owner == account_id) | classes.c.id.in_(mine)
        return self._database.read(lambda c: _classes(c, where))

    def members(self, class_id: str) -> list[Member]:
        """Return the members of a class, by name."""
        return self._database.read(lambda c: _members(c, class_id))

    def remove_member(self, class_id: str, name: str) -> None:
        """Take an account out of a class; what it submitted stays."""
        mine = select(tokens.c.id).where(tokens.c.name == name)
        place = (class_members.c.class_id == class_id) & class_members.c.token_id.in_(mine)
        self._writer.change(delete(class_members).where(place))

    # -- assignments

    def add_assignment(self, new: Assignment) -> None:
        """Keep a new assignment."""
        row = {column.name: getattr(new, column.name) for column in assignments.c}
        self._writer.run(lambda c: insert_new(c, assignments, [row]))

    def change_assignment(self, assignment_id: str, **values: Any) -> None:
        """Set a deadline, or release the hidden scores."""
        mine = assignments.c.id == assignment_id
        self._writer.change(update(assignments).where(mine).values(**values))

    def assignment(self, assignment_id: str) -> Assignment:
        """Return an assignment; NotStoredError if there is none."""
        query = select(assignments).where(assignments.c.id == assignment_id)
        found = self._database.read(lambda c: c.execute(query).first())
        if found is None:
            raise NotStoredError(f"there is no assignment {assignment_id!r}")
        return Assignment(*found)

    def assignments(self, class_id: str) -> list[Assignment]:
        """Return the assignments of a class, the oldest first."""
        query = select(assignments).where(assignments.c.class_id == class_id)
        query = query.order_by(assignments.c.created, assignments.c.id)
        return [Assignment(*row) for row in self._database.read(lambda c: c.execute(query).all())]

    # -- submissions

    def submit(
        self, assignment_id: str, owner: int, filename: str, archive: bytes, digest: str
    ) -> Submission:
        """Keep a version to be scored; StoreError after the deadline, or too often on one day."""
        return self._writer.run(
            lambda c: _submit(c, assignment_id, owner, filename, archive, digest), durable=True
        )

    def waiting(self, limit: int) -> list[Submission]:
        """Return submissions that are not scored yet, the oldest first, not of banned accounts."""
        banned = select(tokens.c.id).where(tokens.c.banned.is_not(None))
        where = (submissions.c.state == "queued") & submissions.c.owner.not_in(banned)
        return self._database.read(lambda c: _submissions(c, where)[:limit])

    def close_submission(
        self,
        number: int,
        state: SubmissionState,
        problem: str,
        scores: Mapping[str, Mapping[str, Any]],
    ) -> None:
        """Keep what a submission scored, or why it could not be scored."""
        values: dict[str, Any] = {"state": state, "problem": problem}
        values |= {f"{name}_score": dict(score) for name, score in scores.items()}
        mine = submissions.c.id == number
        self._writer.change(update(submissions).where(mine).values(**values))

    def submissions(self, assignment_id: str, owner: int | None = None) -> list[Submission]:
        """Return every version submitted to an assignment, or one account's, the oldest first."""
        where = submissions.c.assignment_id == assignment_id
        if owner is not None:
            where &= submissions.c.owner == owner
        return self._database.read(lambda c: _submissions(c, where))

    def archive(self, number: int) -> bytes:
        """Return the content of a submission."""
        query = select(submissions.c.archive).where(submissions.c.id == number)
        content: bytes = self._database.read(lambda c: c.execute(query).scalar_one())
        return content


KEPT: Final = [column for column in submissions.c if column.name != "archive"]


def _classes(connection: Connection, where: ColumnElement[bool]) -> list[Class]:
    query = select(classes).where(where).order_by(classes.c.created.desc(), classes.c.id)
    return [Class(*row) for row in connection.execute(query)]


def _members(connection: Connection, class_id: str) -> list[Member]:
    columns = (tokens.c.id, tokens.c.name, class_members.c.label, class_members.c.section)
    query = select(*columns).join(tokens, tokens.c.id == class_members.c.token_id)
    query = query.where(class_members.c.class_id == class_id).order_by(tokens.c.name)
    return [Member(*row) for row in connection.execute(query)]


def _submissions(connection: Connection, where: ColumnElement[bool]) -> list[Submission]:
    query = select(*KEPT).where(where).order_by(submissions.c.id)
    return [Submission(*row) for row in connection.execute(query)]


def add_members(connection: Connection, class_id: str, new: Sequence[NewMember]) -> dict[str, str]:
    """Add accounts to a class, making those that are not there; return the new ones' tokens."""
    if len(_members(connection, class_id)) + len(new) > MOST_MEMBERS:
        raise StoreError(f"a class has at most {MOST_MEMBERS} members")
    made: dict[str, str] = {}
    for member in new:
        found = read_tokens(connection, tokens.c.name == member.name)
        if not found:
            made[member.name] = new_secret()
            create_token(connection, member.name, "player", hashed(made[member.name]))
            found = read_tokens(connection, tokens.c.name == member.name)
        place = {"class_id": class_id, "token_id": found[0].id}
        mine = (class_members.c.class_id == class_id) & (class_members.c.token_id == found[0].id)
        connection.execute(delete(class_members).where(mine))
        row = {**place, "label": member.label, "section": member.section}
        connection.execute(insert(class_members).values(**row))
    return made


def _submit(
    connection: Connection,
    assignment_id: str,
    owner: int,
    filename: str,
    archive: bytes,
    digest: str,
) -> Submission:
    found = connection.execute(select(assignments).where(assignments.c.id == assignment_id)).one()
    now = now_ms()
    if now >= found.deadline:
        raise StoreError("the deadline has passed; nothing more is taken")
    mine = (submissions.c.assignment_id == assignment_id) & (submissions.c.owner == owner)
    kept = _submissions(connection, mine)
    if kept and kept[-1].hash == digest:
        return kept[-1]  # the same content again is the same version
    today = [one for one in kept if one.created > now - DAY_MS]
    if len(today) >= found.submissions_a_day:
        raise StoreError(
            f"{found.submissions_a_day} versions within 24 hours are the most; the oldest of "
            f"these was sent {(now - today[0].created) // 60_000} minutes ago"
        )
    latest = select(func.max(submissions.c.number)).where(mine)
    row = {
        "assignment_id": assignment_id, "owner": owner, "filename": filename, "hash": digest,
        "number": (connection.scalar(latest) or 0) + 1, "archive": archive, "created": now,
        "state": "queued", "problem": "",
    }  # fmt: skip
    connection.execute(insert(submissions).values(**row))
    return _submissions(connection, mine)[-1]
