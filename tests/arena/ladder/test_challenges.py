"""Challenges at a real server: who may play whom, the queue, the result, and a restart."""

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arena.cli import run
from arena.ladder import challenges
from arena.ladder.subprocess_task import run_worker
from arena.store import Filter
from tests.arena.ladder.ladder_servers import (
    CHALLENGE,
    CHALLENGES,
    add_active_bot,
    ladder_server_with_tokens,
    played_challenge,
    stop_ladder,
    store_of,
)
from tests.arena.server_with_tokens import ServerWithTokens


async def test_the_result_is_that_of_arena_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        assert (await here.call("POST", CHALLENGES, "", CHALLENGE))[0] == 401
        status, row = await here.call("POST", CHALLENGES, "anna", CHALLENGE)
        assert (status, row["played"], row["places"]) == (201, 0, None)
        assert row["state"] in ("queued", "running")  # its turn may have come at once
        assert row["seed"] == ""
        promise = row["seed_hash"]
        row = await played_challenge(here, row["id"])
        assert len(row["seed"]) == 64
        told_hash = sha256(f"{row['id']}:{row['seed']}".encode()).hexdigest()
        assert told_hash == promise == row["seed_hash"]
        kept = store_of(here).challenges.challenge(row["id"])
    assert kept is not None
    assert (row["state"], row["played"], row["reason"]) == ("done", 6, "")
    words = [
        "compare", "counter", "random", "--game", "tigerdragon", "--config", "target=1",
        "--sprt", "none", "--deals", "6", "--seed", kept.seed, "--jobs", "1", "--json",
    ]  # fmt: skip
    for measure in ("places", "points"):
        assert await asyncio.to_thread(run, [*words, "--measure", measure]) == 0
        told = json.loads(capsys.readouterr().out.splitlines()[-1])
        assert told["difference"] == pytest.approx(row[measure])
        if measure == "places":
            assert told["verdict"] == row["verdict"]


async def test_logs_tell_the_deals_so_they_are_kept_when_the_series_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def kept(here: ServerWithTokens) -> int:
        store_of(here).flush()
        return len(store_of(here).matches.find(Filter(kind="challenge"), limit=100))

    async def watched(module: str, task: Any, settings: Any, heard: Any, seconds: float) -> Any:
        async def noted(line: str) -> None:
            await heard(line)
            seen.append(await asyncio.to_thread(kept, here))

        return await run_worker(module, task, settings, noted, seconds)

    monkeypatch.setattr(challenges, "run_worker", watched)
    async with ladder_server_with_tokens(tmp_path) as here:
        _, row = await here.call("POST", CHALLENGES, "anna", CHALLENGE | {"deals": 2})
        await played_challenge(here, row["id"])
        assert seen == [0, 0]
        assert await asyncio.to_thread(kept, here) == 4


WRONG: dict[str, tuple[dict[str, Any], int, str]] = {
    "an unknown bot": ({"bot": "cuonter"}, 404, "there is no bot cuonter; did you mean counter"),
    "nothing like it": ({"bot": "zzzz"}, 404, "there is no bot zzzz; the leaderboard lists them"),
    "a retired bot": ({"bot": "gone"}, 404, "gone is retired"),
    "not through the gate": ({"bot": "new"}, 404, "no version of new has passed the gate"),
    "itself": ({"mine": "random"}, 400, "random cannot play against itself"),
    "somebody else's": ({"mine": "bens"}, 403, "bens is not yours"),
    "which of two": ({"mine": None}, 400, "yours for tigerdragon: annas, other"),
    "another game": ({"mine": "riichi-greedy"}, 400, "riichi-greedy plays riichi, not tigerdrag"),
    "no game": ({"game": "chess"}, 400, "no game 'chess'"),
    "no deals": ({"deals": 0}, 400, "deals"),
    "a thousand million deals": ({"deals": 10**9}, 400, "deals: Input should be less than or eq"),
    "no name at all": ({"bot": "<script>"}, 400, "bot"),
}


async def test_whom_one_cannot_challenge_is_told_in_a_sentence(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        for name, who in (("annas", "anna"), ("other", "anna"), ("bens", "ben"), ("gone", "ben")):
            add_active_bot(here, name, who, f"# {name}")
        store = store_of(here)
        store.bots.set_status(add_active_bot(here, "new", "ben", "# new"), "failed")
        store.bots.retire("gone")
        for case, (change, status, sentence) in WRONG.items():
            told, answer = await here.call("POST", CHALLENGES, "anna", CHALLENGE | change)
            assert told == status, (case, answer)
            assert sentence in answer["error"]["message"], case
        assert store.challenges.latest(None, 9) == []
        assert (await here.call("GET", f"{CHALLENGES}/nope"))[0] == 404
        assert (await here.call("GET", f"{CHALLENGES}/%00"))[0] == 404


async def test_one_s_own_bot_is_challenged_by_one_s_other(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        body = CHALLENGE | {"bot": "annas", "mine": None}
        add_active_bot(here, "annas", "anna", "# one")
        status, answer = await here.call("POST", CHALLENGES, "anna", body)
        assert (status, answer["error"]["message"][-37:]) == (
            400, "yours for tigerdragon besides annas: none"[-37:],
        )  # fmt: skip
        add_active_bot(here, "other", "anna", "# two")
        _, row = await here.call("POST", CHALLENGES, "anna", body)
        assert (row["mine"], row["bot"]) == ("other", "annas")
        _, rows = await here.call("GET", f"{CHALLENGES}?bot=annas")
        assert [found["id"] for found in rows] == [row["id"]]


async def test_a_house_bot_is_challenged_at_its_own_game(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        body = {"bot": "riichi-greedy", "mine": "random", "deals": 1}
        status, row = await here.call("POST", CHALLENGES, "anna", body)
        assert (status, row["game"]) == (201, "riichi")


async def test_a_thousand_challenges_of_one_account_are_three(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        answers = [await here.call("POST", CHALLENGES, "anna", CHALLENGE) for _ in range(10)]
        assert [status for status, _ in answers] == [201] * 3 + [400] * 7
        assert "3 of your challenges wait already" in answers[-1][1]["error"]["message"]
        status, row = await here.call("POST", CHALLENGES, "ben", CHALLENGE)
        assert (status, row["ahead_in_queue"]) == (201, 1)  # owners take turns


async def test_after_a_restart_it_goes_on_where_it_was(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        _, first = await here.call("POST", CHALLENGES, "anna", CHALLENGE)
        _, second = await here.call("POST", CHALLENGES, "ben", CHALLENGE | {"deals": 2})
        kept = store_of(here).challenges
        kept.begin(first["id"])
        kept.note(first["id"], [[9.0, 99.0]] * 4, 7)
    async with ladder_server_with_tokens(tmp_path, here.tokens) as again:
        row = await played_challenge(again, first["id"])
        assert (row["state"], row["played"], row["faults"]) == ("done", 6, 7)
        found = store_of(again).challenges.challenge(first["id"])
        assert found is not None
        assert found.played[:4] == [[9.0, 99.0]] * 4
        assert [9.0, 99.0] not in found.played[4:]
        assert (await played_challenge(again, second["id"]))["played"] == 2
    async with ladder_server_with_tokens(tmp_path, here.tokens) as later:
        assert await played_challenge(later, first["id"]) == row


async def test_a_bot_that_was_retired_meanwhile_does_not_play(tmp_path: Path) -> None:
    async with ladder_server_with_tokens(tmp_path) as here:
        await stop_ladder(here)
        add_active_bot(here, "bens", "ben")
        _, row = await here.call("POST", CHALLENGES, "anna", CHALLENGE | {"bot": "bens"})
        store_of(here).bots.retire("bens")
    async with ladder_server_with_tokens(tmp_path, here.tokens) as again:
        row = await played_challenge(again, row["id"])
        assert (row["state"], row["reason"]) == ("failed", "bens was retired meanwhile")
