"""A class from a CSV file to the gradebook: real sandboxed bots, a deadline, copies reported."""

import asyncio
import csv
import io
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import aiohttp
import pytest

from arena.ladder.gradebook import Result, gradebook_csv
from arena.ladder.similar import similar_pairs
from arena.store import now_ms
from arena.store.classes import Member
from tests.arena.ladder.ladder_servers import (
    PATIENCE,
    ladder_server_with_tokens,
    store_of,
    zipped,
)
from tests.arena.server_with_tokens import ServerWithTokens

STUDENTS = 30
FLAT_BOT = (Path(__file__).parents[3] / "examples" / "flat_bot.sh").read_text("utf-8")
OPERATORS = ("+", "-", "*", "|", "&", "^", "<", ">", "==", "!=")
LATER = 86_400_000
SETS: dict[str, Any] = {
    "public": {"opponents": ["random"], "deals": 1, "seed": "class"},
    "hidden": {"opponents": ["first"], "deals": 1},
}
RULES: dict[str, Any] = {"game": "tigerdragon", "config": {"target": 1}, "seats": 2}


def expression(rng: Random, depth: int) -> str:
    """A sum that nobody else would write."""
    if depth == 0:
        return rng.choice(("seen", "turn", str(rng.randrange(100))))
    parts = (expression(rng, depth - 1), expression(rng, depth - 1))
    return f"({parts[0]} {rng.choice(OPERATORS)} {parts[1]})"


def source(number: int) -> str:
    """A quick bot of one's own in shell, which starts sooner than Python."""
    rng = Random(number)
    sums = "".join(f"        seen=$(({expression(rng, 4)}))\n" for _ in range(3))
    return FLAT_BOT.replace("        printf", f"{sums}        printf")


def body(text: str) -> dict[str, str]:
    """The body of a submission."""
    files = {"bot.sh": text, "bot.toml": '[bot]\ncommand = "sh bot.sh"\ndetail = "flat"\n'}
    return {"filename": "bot.zip", "archive": zipped(**files)}


async def new_class(here: ServerWithTokens, students: int, **assignment: Any) -> tuple[str, str]:
    """Olga's class with its members signed in, and an assignment: both ids."""
    _, made = await here.call("POST", "/api/classes", "olga", {"name": "AI 101"})
    lines = "".join(f"s{n:02d},Student {n},{'AB'[n % 2]}\n" for n in range(students))
    path = f"/api/classes/{made['id']}"
    status, members = await here.call(
        "POST", f"{path}/members", "olga", {"csv": f"name,label,group\n{lines}"}
    )
    assert status == 201, members
    here.tokens |= {row["name"]: row["token"] for row in members}
    wanted = {"name": "First bot", "deadline": now_ms() + LATER, **RULES, **SETS, **assignment}
    status, work = await here.call("POST", f"{path}/assignments", "olga", wanted)
    assert status == 201, work
    return made["id"], work["id"]


async def all_scored(here: ServerWithTokens, work: str, number: int) -> None:
    """Wait until so many submissions are scored."""
    classes = store_of(here).classes
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await asyncio.to_thread(classes.submissions, work)
            if len(found) == number and all(one.state != "queued" for one in found):
                return
            await asyncio.sleep(0.1)


async def test_thirty_accounts_thirty_submissions_a_deadline_and_the_gradebook(
    tmp_path: Path,
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        _, work = await new_class(here, STUDENTS)
        path = f"/api/assignments/{work}"
        copy = source(7).replace("seen", "counted").replace("turn", "now")
        for number in range(STUDENTS):
            text = f"# all my own work\n{copy}" if number == 21 else source(number)
            status, sent = await here.call(
                "POST", f"{path}/submissions", f"s{number:02d}", body(text)
            )
            assert (status, sent["version"]) == (201, 1), sent
        await all_scored(here, work, STUDENTS)
        status, _ = await here.call("PATCH", path, "olga", {"deadline": now_ms()})
        assert status == 200
        status, late = await here.call("POST", f"{path}/submissions", "s03", body(source(99)))
        assert (status, "deadline has passed" in late["error"]["message"]) == (409, True)
        _, text = await here.call("GET", f"{path}/gradebook.csv", "olga")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["name"] for row in rows] == [f"s{n:02d}" for n in range(STUDENTS)]
        assert {row["state"] for row in rows} == {"scored"}
        assert (rows[4]["label"], rows[4]["group"], rows[4]["versions"]) == ("Student 4", "A", "1")
        assert all(row["public_places"] and row["hidden_points"] for row in rows)
        assert {row["name"]: row["similar_to"] for row in rows if row["similar_to"]} == {
            "s07": "s21 100%",
            "s21": "s07 100%",
        }
        _, pairs = await here.call("GET", f"{path}/similar", "olga")
        assert pairs == [{"one": "s07", "other": "s21", "share": 1.0}]
        _, board = await here.call("GET", f"{path}/board", "s00")
        assert [row["rank"] for row in board] == list(range(1, STUDENTS + 1))
        leads = [row["public"]["places"] for row in board]
        assert leads == sorted(leads, reverse=True)


async def test_an_assignment_is_its_class_s_and_hidden_scores_its_organiser_s(
    tmp_path: Path,
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        class_id, work = await new_class(here, 1)
        path = f"/api/assignments/{work}"
        await here.call("POST", f"{path}/submissions", "s00", body(source(1)))
        await all_scored(here, work, 1)
        for address in (f"/api/classes/{class_id}", path, f"{path}/board", f"{path}/submissions"):
            for who, status in (("", 401), ("ben", 404), ("s00", 200), ("olga", 200), ("ada", 200)):
                assert (await here.call("GET", address, who))[0] == status, (address, who)
        for address in ("gradebook.csv", "similar", "files.zip"):
            for who, status in (("", 401), ("ben", 404), ("s00", 403)):
                assert (await here.call("GET", f"{path}/{address}", who))[0] == status
        _, seen = await here.call("GET", path, "s00")
        assert (seen["public_set"]["seed"], seen["hidden_set"]) == ("class", None)
        (mine,) = (await here.call("GET", f"{path}/submissions", "s00"))[1]
        assert mine["public"]["deals"] == 1
        assert mine["hidden"] is None
        early = {"released": True}
        assert (await here.call("PATCH", path, "olga", early))[0] == 409
        over = {"released": True, "deadline": now_ms()}
        assert (await here.call("PATCH", path, "olga", over))[0] == 200
        (mine,) = (await here.call("GET", f"{path}/submissions", "s00"))[1]
        assert mine["hidden"]["deals"] == 1
        assert (await here.call("GET", path, "s00"))[1]["hidden_set"]["seed"]
        assert (await here.call("DELETE", f"/api/classes/{class_id}/members/s00", "olga"))[0] == 204
        assert (await here.call("GET", path, "s00"))[0] == 404


async def test_versions_are_kept_and_only_so_many_are_taken_a_day(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        await here.server.server.ladder.stop()  # type: ignore[union-attr]  # it has one
        _, work = await new_class(here, 1, submissions_a_day=2)
        path = f"/api/assignments/{work}/submissions"
        for number, version in ((1, 1), (1, 1), (2, 2)):
            _, sent = await here.call("POST", path, "s00", body(source(number)))
            assert sent["version"] == version
        status, refused = await here.call("POST", path, "s00", body(source(3)))
        assert (status, "2 versions within 24 hours" in refused["error"]["message"]) == (409, True)
        _, kept = await here.call("GET", path, "s00")
        assert [(one["version"], one["counts"]) for one in kept] == [(1, False), (2, True)]
        assert (await here.call("POST", path, "olga", body(source(4))))[0] == 403
        classes = store_of(here).classes
        first = await asyncio.to_thread(classes.submissions, work)
        with ZipFile(io.BytesIO(classes.archive(first[0].id))) as archive:
            assert archive.read("bot.sh").decode() == source(1)


async def test_a_deadline_is_a_deadline(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        await here.server.server.ladder.stop()  # type: ignore[union-attr]  # it has one
        _, work = await new_class(here, 1, deadline=now_ms() - 1)
        path = f"/api/assignments/{work}"
        assert not (await here.call("GET", path, "s00"))[1]["open"]
        assert (await here.call("POST", f"{path}/submissions", "s00", body(source(1))))[0] == 409
        moved = {"deadline": now_ms() + LATER}
        assert (await here.call("PATCH", path, "olga", moved))[1]["open"]
        assert (await here.call("POST", f"{path}/submissions", "s00", body(source(1))))[0] == 201


async def test_the_organiser_downloads_what_counts(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        await here.server.server.ladder.stop()  # type: ignore[union-attr]  # it has one
        _, work = await new_class(here, 2)
        path = f"/api/assignments/{work}"
        await here.call("POST", f"{path}/submissions", "s01", body(source(1)))
        async with (
            aiohttp.ClientSession() as session,
            session.get(
                f"{here.server.url}{path}/files.zip",
                headers={"Authorization": f"Bearer {here.tokens['olga']}"},
            ) as response,
        ):
            archive = ZipFile(io.BytesIO(await response.read()))
        assert archive.namelist() == ["s01/bot.zip"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("../x,a,b", "line 1: '../x' cannot be an account's name"),
        ("name\nann\nann", "line 3: ann stands there twice"),
        ("ann,a,b,c", "line 1: expected name,label,group"),
        ("\n", "expected lines of name,label,group"),
        ("counter", "'counter' cannot be"),
        (f"ann,{'x' * 101}", "line 1: expected name,label,group of 100 characters each"),
    ],
)
async def test_a_bad_line_of_the_csv_makes_no_account(tmp_path: Path, text: str, why: str) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        _, made = await here.call("POST", "/api/classes", "olga", {"name": "x"})
        path = f"/api/classes/{made['id']}/members"
        before = len(store_of(here).tokens.all())
        status, answer = await here.call("POST", path, "olga", {"csv": text})
        assert (status, why in answer["error"]["message"]) == (400, True), answer
        assert len(store_of(here).tokens.all()) == before
        assert (await here.call("POST", path, "anna", {"csv": "zoe"}))[0] == 403
        assert (await here.call("POST", "/api/classes", "anna", {"name": "x"}))[0] == 403


async def test_an_organiser_looks_after_their_own_classes_alone(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        _, fresh = await here.call(
            "POST", "/api/tokens", "ada", {"name": "otto", "role": "organiser"}
        )
        class_id, work = await new_class(here, 1)
        for method, address, given in (
            ("POST", f"/api/classes/{class_id}/members", {"csv": "zoe"}),
            ("PATCH", f"/api/assignments/{work}", {"deadline": 1}),
            ("GET", f"/api/assignments/{work}/gradebook.csv", None),
        ):
            assert (await here.call(method, address, fresh["token"], given))[0] == 404
        assert (await here.call("GET", "/api/classes", fresh["token"]))[1] == []


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"config": {"targt": 1}}, "targt"),
        ({"seats": 9}, "9"),
        ({"public": {"opponents": ["./bot.py"]}}, "./bot.py"),
    ],
)
async def test_an_assignment_that_cannot_be_played_is_refused(
    tmp_path: Path, changed: dict[str, Any], why: str
) -> None:
    async with ladder_server_with_tokens(tmp_path, ladder_games=["tigerdragon"]) as here:
        _, made = await here.call("POST", "/api/classes", "olga", {"name": "x"})
        wanted = {"name": "x", "deadline": now_ms() + LATER, **RULES, **SETS, **changed}
        status, answer = await here.call(
            "POST", f"/api/classes/{made['id']}/assignments", "olga", wanted
        )
        assert (status, why in answer["error"]["message"]) == (400, True), answer


def python_source(number: int) -> str:
    """The same in Python."""
    rng = Random(number)
    sums = "".join(f"        seen = {expression(rng, 4)}  # so far\n" for _ in range(3))
    return f"class Mine(Bot):\n    def act(self, turn):\n{sums}        return turn.legal[0]\n"


def test_copies_with_other_names_are_alike_and_what_all_share_does_not_count() -> None:
    renamed = python_source(5).replace("seen", "total").replace("# so far", "")
    files = {f"s{n}": ("bot.py", python_source(n).encode()) for n in (1, 2, 5, 11)}
    files["copy"] = ("bot.py", renamed.encode())
    files["torn"] = ("bot.py", b"def (((")
    files["none"] = ("bot.zip", b"no zip")
    pairs = similar_pairs(files)
    assert [(pair.one, pair.other, pair.share) for pair in pairs] == [("copy", "s5", 1.0)]


def test_half_a_copy_is_reported_by_its_share() -> None:
    half = python_source(5).splitlines()[:4] + python_source(77).splitlines()[4:]
    files = {f"s{n}": ("bot.py", python_source(n).encode()) for n in (1, 2, 5)}
    pairs = similar_pairs({**files, "half": ("bot.py", "\n".join(half).encode())})
    assert [(pair.one, pair.other) for pair in pairs] == [("half", "s5")]
    assert 0.6 <= pairs[0].share < 0.8


def test_a_label_is_no_formula_in_a_spreadsheet() -> None:
    member = Member(1, "ann", "=HYPERLINK(1)", "-2")
    line = gradebook_csv([Result(member, [])], []).splitlines()[1]
    assert line.startswith("ann,'=HYPERLINK(1),'-2,0,")
