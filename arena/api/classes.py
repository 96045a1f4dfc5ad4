"""Classes: accounts from a CSV file, assignments, submissions and what came of them."""

import asyncio
import binascii
import csv
import re
from base64 import b64decode
from dataclasses import asdict
from io import StringIO
from secrets import token_hex
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

from aiohttp import web

from arena.api.auth import require
from arena.api.bots import BODY_LIMIT
from arena.api.class_models import (
    AssignmentChange,
    AssignmentRow,
    ClassBoardRow,
    ClassDetails,
    ClassRow,
    FreshMember,
    NewAssignment,
    NewClass,
    NewMembers,
    NewSubmission,
    OpponentSet,
    SimilarRow,
    SubmissionRow,
)
from arena.api.endpoint import Endpoint, is_id
from arena.api.files import sent
from arena.api.ladder import ladder_of
from arena.api.responses import RefusedError
from arena.errors import DatabaseError, NotStoredError, StoreError
from arena.hosting.accounts import Access
from arena.hosting.moderation import Moderation
from arena.ladder.gradebook import board_of, gradebook_csv, results_of, similar_submissions
from arena.ladder.notes import plain
from arena.ladder.submission import new_version
from arena.match.result import fresh_seed
from arena.match.visibility import Account, manages
from arena.plugins.bot_specs import house_name
from arena.store import Store, now_ms
from arena.store.classes import Assignment, Class, NewMember, Submission, add_members
from arena.tournament.plan import make_plan

if TYPE_CHECKING:
    from arena.ladder.service import LadderService

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
LABEL: Final = 100
"""Characters of a label and of a group."""


class ClassEndpoints:
    """The endpoints of classes."""

    def __init__(
        self, access: Access, service: "LadderService | None", moderation: Moderation | None
    ) -> None:
        self._access = access
        self._service = service
        self._moderation = moderation

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints of this group."""
        path, one, work = "/api/classes", "/api/classes/{class_id}", "/api/assignments/{id}"
        organiser = self._organiser
        return [
            Endpoint("GET", path, self.all, "Classes you look after or are in.", list[ClassRow]),
            Endpoint(
                "POST", path, self.add, "Create a class; for organisers.", ClassRow,
                takes=NewClass, status=201, allow=organiser,
            ),
            Endpoint("GET", one, self.one, "A class with its assignments.", ClassDetails),
            Endpoint(
                "POST", f"{one}/members", self.add_members,
                "Add accounts from CSV, creating those that are new; for its organiser.",
                list[FreshMember], takes=NewMembers, status=201, allow=organiser,
            ),
            Endpoint(
                "DELETE", f"{one}/members/{{name}}", self.remove_member,
                "Take an account out of a class; for its organiser.", status=204,
            ),
            Endpoint(
                "POST", f"{one}/assignments", self.assign,
                "Give a class an assignment; for its organiser.", AssignmentRow,
                takes=NewAssignment, status=201, allow=organiser,
            ),
            Endpoint("GET", work, self.assignment, "An assignment; for its class.", AssignmentRow),
            Endpoint(
                "PATCH", work, self.change,
                "Move a deadline, or release the hidden scores; for its organiser.", AssignmentRow,
                takes=AssignmentChange, allow=organiser,
            ),
            Endpoint(
                "POST", f"{work}/submissions", self.submit, "Submit a version; for members.",
                SubmissionRow, takes=NewSubmission, status=201, most=BODY_LIMIT,
                allow=lambda request: require(request, self._access, "player"),
            ),
            Endpoint(
                "GET", f"{work}/submissions", self.submissions, "Your versions; for members.",
                list[SubmissionRow],
            ),
            Endpoint(
                "GET", f"{work}/board", self.board, "The private leaderboard; for its class.",
                list[ClassBoardRow],
            ),
            Endpoint(
                "GET", f"{work}/gradebook.csv", self.gradebook,
                "The gradebook as CSV; for its organiser.", media="text/csv",
            ),
            Endpoint(
                "GET", f"{work}/similar", self.similar,
                "Versions that are alike; for its organiser.", list[SimilarRow],
            ),
            Endpoint(
                "GET", f"{work}/files.zip", self.files,
                "The versions that count, as a zip file; for its organiser.",
                media="application/zip",
            ),
        ]  # fmt: skip

    # -- classes

    async def all(self, request: web.Request) -> Any:
        """Return the caller's classes."""
        account = require(request, self._access, "player")
        whose = None if account.may("admin") else account.id
        found = await asyncio.to_thread(self._store().classes.all, whose)
        return [class_row(each, account) for each in found]

    async def add(self, request: web.Request, wanted: NewClass) -> Any:
        """Create a class that the caller looks after."""
        account = self._organiser(request)
        new = Class(token_hex(4), plain(wanted.name), account.id or None, now_ms())
        await asyncio.to_thread(self._store().classes.add, new)
        return class_row(new, account)

    async def one(self, request: web.Request) -> Any:
        """Return a class with its assignments."""
        account, found = await self._class(request, request.match_info["class_id"])
        return await asyncio.to_thread(self._details, account, found)

    def _details(self, account: Account, found: Class) -> dict[str, Any]:
        classes, own = self._store().classes, manages(account, found.owner)
        members = classes.members(found.id) if own else []
        return {
            **class_row(found, account),
            "members": [
                {"name": one.name, "label": one.label, "group": one.section} for one in members
            ],
            "assignments": [assignment_row(one, own=own) for one in classes.assignments(found.id)],
        }

    async def add_members(self, request: web.Request, wanted: NewMembers) -> Any:
        """Add the accounts of a CSV file; all of them or none."""
        account, found = await self._managed(request, request.match_info["class_id"])
        new = read_members(wanted.csv, {*self._ladder().lobby.plugins.bots, "house"})
        assert self._moderation is not None
        made = await self._told(
            self._moderation.perform(
                account,
                "add_members",
                found.id,
                lambda c: add_members(c, found.id, new),
                names=[member.name for member in new],
            )
        )
        self._access.forget()
        return [
            {
                "name": one.name,
                "label": one.label,
                "group": one.section,
                "token": made.get(one.name),
            }
            for one in new
        ]

    async def remove_member(self, request: web.Request) -> None:
        """Take an account out of a class."""
        _, found = await self._managed(request, request.match_info["class_id"])
        name = request.match_info["name"]
        if is_id(name):
            await asyncio.to_thread(self._store().classes.remove_member, found.id, name)

    # -- assignments

    async def assign(self, request: web.Request, wanted: NewAssignment) -> Any:
        """Give a class an assignment."""
        _, found = await self._managed(request, request.match_info["class_id"])
        new = await asyncio.to_thread(self._new_assignment, found.id, wanted)
        await asyncio.to_thread(self._store().classes.add_assignment, new)
        return assignment_row(new, own=True)

    def _new_assignment(self, class_id: str, wanted: NewAssignment) -> Assignment:
        """Return an assignment whose matches can be played; an ArenaError says why not."""
        rules: dict[str, Any] = {"config": wanted.config, "variants": wanted.variants}
        if wanted.seats is not None:
            rules["seats"] = wanted.seats
        plugins = self._ladder().lobby.plugins
        for test_set in (wanted.public, wanted.hidden):
            for name in test_set.opponents:
                bots = [f"mine={house_name(name, plugins)}", f"other={name}"]
                asked = {"game": wanted.game, "bots": bots, "format": "compare", "deals": 1}
                make_plan({**asked, **rules}, plugins)
        return Assignment(
            token_hex(4), class_id, plain(wanted.name), wanted.game, wanted.deadline,
            wanted.submissions_a_day, rules, kept_set(wanted.public), kept_set(wanted.hidden),
            now_ms(), None,
        )  # fmt: skip

    async def assignment(self, request: web.Request) -> Any:
        """Return an assignment."""
        account, found, owner = await self._work(request)
        return assignment_row(found, own=manages(account, owner))

    async def change(self, request: web.Request, wanted: AssignmentChange) -> Any:
        """Move a deadline, or release the hidden scores."""
        found = await self._managed_work(request)
        values: dict[str, Any] = {}
        if wanted.deadline is not None:
            values["deadline"] = wanted.deadline
        if wanted.released and now_ms() < values.get("deadline", found.deadline):
            raise RefusedError(409, "released: the deadline has not passed yet")
        if wanted.released is not None:
            values["released"] = now_ms() if wanted.released else None
        classes = self._store().classes
        if values:
            await asyncio.to_thread(lambda: classes.change_assignment(found.id, **values))
        return assignment_row(await asyncio.to_thread(classes.assignment, found.id), own=True)

    # -- submissions

    async def submit(self, request: web.Request, new: NewSubmission) -> Any:
        """Keep a version of the caller's bot, to be scored."""
        account, found, _ = await self._work(request, members_only=True)
        service = self._ladder()
        try:
            archive = b64decode(new.archive, validate=True)
        except (binascii.Error, ValueError):
            raise RefusedError(400, "archive: expected base64") from None

        def kept() -> Submission:
            service.check_sandbox()
            version = new_version(found.game, new.filename, archive)
            return self._store().classes.submit(
                found.id, account.id, new.filename, archive, version.hash
            )

        one = await self._told(asyncio.to_thread(kept))
        service.scoring.call()
        return submission_row(one, found, counts=True)

    async def submissions(self, request: web.Request) -> Any:
        """Return every version that the caller has submitted, the newest last."""
        account, found, _ = await self._work(request)
        own = await asyncio.to_thread(self._store().classes.submissions, found.id, account.id)
        return [submission_row(one, found, counts=one is own[-1]) for one in own]

    # -- results

    async def board(self, request: web.Request) -> Any:
        """Return the private leaderboard."""
        account, found, owner = await self._work(request)
        results = await asyncio.to_thread(results_of, self._store(), found)
        return board_of(results, hidden=manages(account, owner) or found.released is not None)

    async def gradebook(self, request: web.Request) -> web.Response:
        """Return the gradebook."""
        found = await self._managed_work(request)

        def made() -> str:
            results = results_of(self._store(), found)
            return gradebook_csv(results, similar_submissions(self._store(), results))

        text = await asyncio.to_thread(made)
        headers = {"Content-Disposition": f'attachment; filename="gradebook-{found.id}.csv"'}
        return web.Response(text=text, content_type="text/csv", charset="utf-8", headers=headers)

    async def similar(self, request: web.Request) -> Any:
        """Return the versions that are alike."""
        found, store = await self._managed_work(request), self._store()
        pairs = await asyncio.to_thread(
            lambda: similar_submissions(store, results_of(store, found))
        )
        return [asdict(pair) for pair in pairs]

    async def files(self, request: web.Request) -> web.StreamResponse:
        """Send the versions that count, a folder per member."""
        found, store = await self._managed_work(request), self._store()
        with TemporaryFile() as file:

            def write() -> None:
                with ZipFile(file, "w") as archive:
                    for result in results_of(store, found):
                        if (counted := result.counted) is not None:
                            path = f"{result.member.name}/{counted.filename}"
                            archive.writestr(path, store.classes.archive(counted.id))

            await asyncio.to_thread(write)
            return await sent(request, file, f"submissions-{found.id}.zip")

    # -- who may

    def _organiser(self, request: web.Request) -> Account:
        return require(request, self._access, "organiser")

    async def _class(self, request: web.Request, class_id: str) -> tuple[Account, Class]:
        """Return the caller, and a class that they look after or are in."""
        account = require(request, self._access, "player")
        if not is_id(class_id):
            raise RefusedError(404, "there is no such class")
        found = await self._told(asyncio.to_thread(self._store().classes.find, class_id))
        if not manages(account, found.owner) and not await self._is_member(account, found.id):
            raise RefusedError(404, f"there is no class {class_id!r}")
        return account, found

    async def _is_member(self, account: Account, class_id: str) -> bool:
        members = await asyncio.to_thread(self._store().classes.members, class_id)
        return account.id in {member.token_id for member in members}

    async def _managed(self, request: web.Request, class_id: str) -> tuple[Account, Class]:
        """Return the caller, who looks after a class, and the class."""
        account, found = await self._class(request, class_id)
        if not manages(account, found.owner):
            raise RefusedError(403, "this is for the class's organiser, or an admin")
        return account, found

    async def _work(
        self, request: web.Request, *, members_only: bool = False
    ) -> tuple[Account, Assignment, int | None]:
        """Return the caller, an assignment of one of their classes, and the class's organiser."""
        number = request.match_info["id"]
        require(request, self._access, "player")
        if not is_id(number):
            raise RefusedError(404, "there is no such assignment")
        found = await self._told(asyncio.to_thread(self._store().classes.assignment, number))
        account, owned = await self._class(request, found.class_id)
        if members_only and not await self._is_member(account, found.class_id):
            raise RefusedError(403, "this is for the members of the class")
        return account, found, owned.owner

    async def _managed_work(self, request: web.Request) -> Assignment:
        account, found, owner = await self._work(request)
        if not manages(account, owner):
            raise RefusedError(403, "this is for the class's organiser, or an admin")
        return found

    async def _told(self, work: Any) -> Any:
        """Wait for the store; what it refuses is told with the status that fits."""
        try:
            return await work
        except NotStoredError as error:
            raise RefusedError(404, error.public) from None
        except DatabaseError:
            raise
        except StoreError as error:
            raise RefusedError(409, error.public) from None

    def _ladder(self) -> "LadderService":
        return ladder_of(self._service)

    def _store(self) -> Store:
        return self._ladder().store


def read_members(text: str, taken: set[str]) -> list[NewMember]:
    """Return the lines of a CSV file; RefusedError names the first one that does not fit."""
    found: dict[str, NewMember] = {}
    for number, cells in enumerate(csv.reader(StringIO(text)), 1):
        row = [plain(cell) for cell in cells]
        if not any(row) or (number == 1 and row[0].lower() == "name"):
            continue
        name, label, section = (*row, "", "")[:3]
        if not NAME.fullmatch(name) or name.lower() in taken:
            raise RefusedError(
                400, f"csv: line {number}: {name[:64]!r} cannot be an account's name"
            )
        if name in found:
            raise RefusedError(400, f"csv: line {number}: {name} stands there twice")
        if len(row) > 3 or max(len(label), len(section)) > LABEL:
            sentence = f"csv: line {number}: expected name,label,group of {LABEL} characters each"
            raise RefusedError(400, sentence)
        found[name] = NewMember(name, label, section)
    if not found:
        raise RefusedError(400, "csv: expected lines of name,label,group")
    return list(found.values())


def kept_set(given: OpponentSet) -> dict[str, Any]:
    """Return a test set as it is kept, its seed chosen."""
    seed = given.seed or fresh_seed()
    return {"opponents": given.opponents, "deals": given.deals, "seed": seed}


def class_row(found: Class, account: Account) -> dict[str, Any]:
    """A class as it is listed."""
    return {
        "id": found.id, "name": found.name, "created": found.created,
        "manages": manages(account, found.owner),
    }  # fmt: skip


def assignment_row(found: Assignment, *, own: bool) -> dict[str, Any]:
    """An assignment as its organiser or a member sees it."""
    shown = own or found.released is not None
    return {
        "id": found.id, "class_id": found.class_id, "name": found.name, "game": found.game,
        "deadline": found.deadline, "open": now_ms() < found.deadline,
        "submissions_a_day": found.submissions_a_day, "rules": dict(found.rules),
        "public_set": dict(found.public_set),
        "hidden_set": dict(found.hidden_set) if shown else None,
        "released": found.released,
    }  # fmt: skip


def submission_row(one: Submission, of: Assignment, *, counts: bool) -> dict[str, Any]:
    """A version as its author sees it."""
    return {
        "version": one.number, "filename": one.filename, "created": one.created,
        "state": one.state, "problem": one.problem, "public": one.public_score,
        "hidden": one.hidden_score if of.released is not None else None, "counts": counts,
    }  # fmt: skip
