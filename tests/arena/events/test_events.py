"""Events: clients are led from table to table, whatever their organiser decides meanwhile."""

import asyncio
from pathlib import Path

from tests.arena.clients import clients
from tests.arena.events.event_servers import (
    act,
    enter_hall,
    event,
    event_server,
    play,
    set_up,
    standings,
    until_event,
)
from tests.arena.ladder.ladder_servers import add_active_bot

FOUR = ("anna", "ben", "cara", "dan")


async def test_clients_are_led_from_table_to_table_over_one_connection(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=FOUR)
        playing = play(here, *FOUR)
        await until_event(here, lambda row: all(one["here"] for one in row["members"]))
        await act(here, "start")
        assert await asyncio.gather(*playing) == [3, 3, 3, 3]
        row = await event(here)
        assert (row["state"], len(row["played"])) == ("finished", 3)
        met = [tuple(sorted(t["entrants"])) for r in row["played"] for t in r["tables"]]
        assert len(set(met)) == 6, "a Swiss of three rounds among four repeats no pair"
        assert [matches for _, matches, _ in await standings(here)] == [3, 3, 3, 3]


async def test_a_flat_client_reads_one_match_after_another(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna"], bots=["first"], rounds=2, format="round-robin")
        async with clients(here.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            for _ in range(2):
                ack = await anna.find("join_ack", "error")
                assert ack["room_id"].startswith("event:cup:r")
                assert ack["player_id"] == "anna", "the account's name, whatever it called itself"
                assert (await anna.play())["type"] == "game_over"
            assert await anna.closed() == 1000
            kinds = {frame["type"] for frame in anna.heard}
            assert kinds == {"join_ack", "state", "round_result", "game_over"}


async def test_a_stranger_is_not_let_in_and_others_do_not_direct(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna", "ben"])
        async with clients(here.server, 2, "event:cup") as (cara, nobody):
            refused = await cara.join("anna", token=here.tokens["cara"], detail="full")
            assert (refused["code"], refused["detail"]) == (
                "not_allowed",
                "cara is no entrant of cup",
            )
            assert (await nobody.join("anna", detail="full"))["code"] == "unauthorized"
        for who, status in [("", 401), ("anna", 403), ("oscar", 403), ("ada", 200)]:
            body = {"act": "start"}
            assert (await here.call("POST", "/api/events/cup/acts", who, body))[0] == status
        for who, status in [("", 401), ("anna", 403), ("oscar", 403)]:
            body = {"name": "dan"}
            assert (await here.call("POST", "/api/events/cup/entrants", who, body))[0] == status


async def test_a_table_with_a_submitted_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR, trust_boxed_bots=True) as here:
        add_active_bot(here, "mine", "ben")
        await set_up(here, entrants=["anna"], bots=["mine"], rounds=1)
        async with clients(here.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            assert await anna.turn() is not None
    async with event_server(tmp_path, FOUR, here.tokens, trust_boxed_bots=True) as again:
        async with clients(again.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            assert (await anna.play())["type"] == "game_over"
            assert await anna.closed() == 1000
        assert (await event(again))["state"] == "finished"
