"""Events: clients are led from table to table, whatever their organiser decides meanwhile."""

import asyncio
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bots.errors import RunnerError
from bots.stock import FirstBot
from bots.websocket import EventGuest
from bots.wire import packaged_game
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
from tests.arena.server_with_tokens import ServerWithTokens

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


async def test_a_no_show_forfeits_and_a_house_bot_plays_for_the_others_sake(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna", "ben"], rounds=1, no_show="forfeit", no_show_minutes=0)
        playing = play(here, "anna")
        await until_event(here, lambda row: row["members"][0]["here"])
        await act(here, "start")
        assert await asyncio.gather(*playing) == [1]
        row = await event(here)
        assert row["played"][0]["absent"] == ["ben"]
        (deal,) = row["played"][0]["tables"][0]["deals"]
        assert deal["ranks"][deal["seats"].index("ben")] == 2
        _, match = await here.call("GET", f"/api/matches/{deal['match_id']}")
        _, told = await here.call("GET", "/api/tournaments/cup")
        faults = [(fault["bot"], fault["kind"]) for fault in told["faults"]]
        assert ("ben", "absent") in faults
        marked = {one["name"]: (one["house_moves"] > 0, one["forfeit"]) for one in match["players"]}
        assert marked == {"anna": (False, False), "ben": (True, True)}


async def test_a_no_show_is_played_for_or_sits_out(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        more = {"entrants": ["anna"], "bots": ["first"], "rounds": 1, "no_show_minutes": 0}
        await set_up(here, id="bye", no_show="bye", **more)
        await here.call("POST", "/api/events/bye/acts", "olga", {"act": "start"})
        await set_up(here, no_show="bot", **more)
        await act(here, "start")
        row = await until_event(here, lambda row: row["state"] == "finished")
        assert row["played"][0]["absent"] == ["anna"]
        _, row = await here.call("GET", "/api/events/bye")
        assert (row["state"], row["played"]) == ("running", []), "nobody is there to play with"


async def test_a_late_entry_plays_from_the_next_round_and_who_withdraws_does_not(
    tmp_path: Path,
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna", "ben"], rounds=3, open=True)
        async with clients(here.server, 2, "event:cup") as (anna, ben):
            await enter_hall(anna, here.tokens["anna"])
            await enter_hall(ben, here.tokens["ben"])
            await until_event(here, lambda row: all(one["here"] for one in row["members"]))
            await act(here, "start")
            late = play(here, "cara", "dan")
            await until_event(here, lambda row: sum(one["here"] for one in row["members"]) == 4)
            status, _ = await here.call("DELETE", "/api/events/cup/entrants/dan", "dan")
            assert status == 204
            await asyncio.gather(anna.play(), ben.play())
            await until_event(here, lambda row: len(row["played"]) == 2)
            row = await event(here)
            players = {name for table in row["played"][1]["tables"] for name in table["entrants"]}
            assert "dan" not in players
            assert len(row["played"][0]["tables"]) == 1
            await act(here, "cancel")
            assert (await asyncio.gather(*late))[1] == 0


async def test_a_voided_table_is_played_again_over_the_same_connections(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna", "ben"], rounds=1)
        async with clients(here.server, 2, "event:cup") as (anna, ben):
            await enter_hall(anna, here.tokens["anna"])
            await enter_hall(ben, here.tokens["ben"])
            await until_event(here, lambda row: all(one["here"] for one in row["members"]))
            await act(here, "start")
            first = (await anna.find("join_ack"), await anna.find("state"))
            await ben.find("state")
            row = await act(here, "void-table", reason="wrong clock")
            assert row["history"][-1]["what"] == "table 1 of round 1 voided: wrong clock"
            again = (await anna.find("join_ack"), await anna.find("state"))
            assert again == first, "the same table, the same deal"
            await ben.find("join_ack")
            if again[1]["legal"]:
                await anna.send("action", choice=again[1]["legal"].split(",")[0])
            anna_end, ben_end = await asyncio.gather(anna.play(), ben.play())
            assert anna_end == ben_end
        row = await until_event(here, lambda row: row["state"] == "finished")
        assert row["played"][0]["tables"][0]["attempt"] == 1
        found = (await here.call("GET", "/api/matches?kind=event"))[1]["matches"]
        assert sorted(match["status"] for match in found) == ["finished", "void"]


async def test_a_table_of_a_finished_event_is_voided_and_played_with_fresh_deals(
    tmp_path: Path,
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, bots=["first", "random"], rounds=1, seed="c")
        await act(here, "start")
        before = await until_event(here, lambda row: row["state"] == "finished")
        earlier = await standings(here)
        recounted: list[str] = []
        events = here.server.server.events
        assert events is not None
        events.on_void.append(recounted.append)
        await act(here, "void-table", fresh=True)
        assert recounted == ["tigerdragon"], "ratings follow"
        after = await until_event(here, lambda row: row["state"] == "finished")
        ids = [row["played"][0]["tables"][0]["deals"][0]["match_id"] for row in (before, after)]
        assert ids[0] != ids[1]
        status = [(await here.call("GET", f"/api/matches/{one}"))[1]["status"] for one in ids]
        assert status == ["void", "finished"]
        deal = after["played"][0]["tables"][0]["deals"][0]
        told = {name: points for name, _, points in await standings(here)}
        assert told == dict(zip(deal["seats"], deal["points"], strict=True)), "those of the rerun"
        assert await standings(here) != earlier
        logs = [(await here.call("GET", f"/api/matches/{one}/replay"))[0] for one in ids]
        assert logs[1] == 200


async def test_a_paused_event_begins_no_match(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna"], bots=["first"], rounds=2)
        async with clients(here.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            await anna.turn()
            await act(here, "pause")
            await anna.send("action", choice=anna.heard[-1]["legal"].split(",")[0])
            await anna.play()
            row = await until_event(
                here, lambda row: row["played"][0]["tables"][0]["state"] == "played"
            )
            assert (row["state"], len(row["played"])) == ("paused", 1)
            await act(here, "resume")
            assert (await anna.find("join_ack"))["room_id"] == "event:cup:r2t1"


async def test_a_knock_out_ends_with_one_table(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=FOUR, bots=["random"], format="knock-out", fill="first")
        playing = play(here, *FOUR)
        await until_event(here, lambda row: all(one["here"] for one in row["members"]))
        await act(here, "start")
        await asyncio.gather(*playing)
        row = await event(here)
        assert [len(each["tables"]) for each in row["played"]] == [3, 2, 1]
        final = row["played"][-1]["tables"][0]["deals"][0]
        winner = final["seats"][final["ranks"].index(1)]
        assert (row["state"], row["ranking"][0], len(row["ranking"])) == ("finished", winner, 5)


async def test_a_league_goes_on_for_some_rounds_more(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        more = {"format": "league", "rounds": 1, "breaks": [{"after": 1, "minutes": 60}]}
        await set_up(here, bots=["first", "random", "counter"], **more)
        status, _ = await here.call("POST", "/api/events/cup/acts", "olga", {"act": "pause"})
        assert status == 400
        await act(here, "extend", rounds=2)
        await act(here, "start")
        row = await until_event(here, lambda row: row["due"] is not None and row["played"])
        assert (row["round"], row["rounds"]) == (1, 3)
        assert row["due"] - row["now"] > 3_000_000, "the break"


async def test_nobody_looks_at_a_deal_that_others_still_play(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna", "ben"], bots=["first", "random"], rounds=1, seed="a2")
        async with clients(here.server, 2, "event:cup") as players:
            for player, name in zip(players, ("anna", "ben"), strict=True):
                await enter_hall(player, here.tokens[name])
            await until_event(here, lambda row: all(one["here"] for one in row["members"]))
            await act(here, "start")
            row = await until_event(here, lambda row: row["played"])
            tables = row["played"][0]["tables"]
            alone = [t for t in tables if not {"anna", "ben"} <= {*t["entrants"]}]
            playing = [p for p, n in zip(players, ("anna", "ben"), strict=True) if n in
                       alone[0]["entrants"]]  # fmt: skip
            for player in playing:
                await player.play()
            match_id = alone[0]["deals"][0]["match_id"]
            await until_event(
                here, lambda row: any(t["state"] == "played" for t in row["played"][0]["tables"])
            )
            for who in ("", "anna", "cara"):
                assert (await here.call("GET", f"/api/matches/{match_id}/replay", who))[0] in (
                    403,
                    404,
                )
            await asyncio.gather(*(player.play() for player in players if player not in playing))
        await until_event(here, lambda row: row["state"] == "finished")
        assert (await here.call("GET", f"/api/matches/{match_id}/replay", "cara"))[0] == 200


async def test_what_is_wrong_with_an_event_is_said_at_once(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"entrants": ["zoe"]}, "entrants: there is no account zoe"),
            ({"bots": ["ghost"]}, "no bot 'ghost'"),
            ({"bots": ["first"], "fill": "first"}, "fill: first takes part itself"),
            ({"seats": 9}, "seats: tigerdragon has tables of"),
            ({"config": {"target": -1}}, "target"),
            ({"format": "knock-out", "advance": 2}, "advance: fewer than the 2 of a table"),
            ({"roundz": 3}, "roundz"),
            ({"rated": True, "seed": "mine"}, "seed: whoever gives it knows the deals"),
        ]
        for wanted, said in wrong:
            body = {"id": "cup", "game": "tigerdragon", "seats": 2, **wanted}
            status, row = await here.call("POST", "/api/events", "olga", body)
            assert (status, said in row["error"]["message"]) == (400, True), row
        await set_up(here)
        status, row = await here.call(
            "POST", "/api/events", "olga", {"id": "cup", "game": "riichi"}
        )
        assert (status, "cup already" in row["error"]["message"]) == (400, True)
        for who, status in [("", 401), ("anna", 403)]:
            body = {"game": "tigerdragon"}
            assert (await here.call("POST", "/api/events", who, body))[0] == status
        body = {"room_id": "event:cup:r1t1", "game": "tigerdragon"}
        assert (await here.call("POST", "/rooms", "ada", body))[0] == 403


async def test_matches_of_a_rated_event_are_on_the_ladder_of_their_rules(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, bots=["first", "counter", "defender", "random"], rounds=1, rated=True,
                     seed="")  # fmt: skip
        await act(here, "start")
        row = await until_event(here, lambda row: row["state"] == "finished")
        store = here.server.server.store
        assert store is not None
        ((ladder, many),) = store.matches.ladders().items()
        assert (ladder.startswith("tigerdragon:"), many) == (True, 2)
        deals = [table["deals"][0]["match_id"] for table in row["played"][0]["tables"]]
        roots = set()
        for match_id in deals:
            log = store.matches.replay(match_id)
            assert log is not None
            roots.add(json.loads(log.splitlines()[-1])["deals"]["seed"])
        assert len(roots) == 1, "duplicate deals, rated"


async def test_an_event_that_is_not_there_is_no_room_to_be_opened(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        async with clients(here.server, 1, "event:gone") as (anna,):
            refused = await anna.join("anna", token=here.tokens["anna"], detail="full")
            assert refused["code"] == "room_not_found"
        assert here.server.lobby.rooms == {}
        guest = EventGuest(FirstBot(), None, packaged_game, None)
        with pytest.raises(RunnerError, match="not let in: room not found"):
            await guest.hear(refused)
        await guest.hear({"type": "event", "table": None})
        await guest.hear(refused)
        assert guest.over, "it ended while this client was away"


async def test_who_joins_a_table_itself_is_told_to_join_the_event(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna"], bots=["first"], rounds=1)
        async with clients(here.server, 2, "event:cup") as (anna, _):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            await anna.turn()
            async with clients(here.server, 1, "event:cup:r1t1") as (again,):
                token = here.tokens["anna"]
                ack = await again.join("x", "x", token=token, takeover=True)
                assert ack["type"] == "join_ack"
                await again.play()
                assert await again.closed() == 1001


async def test_a_round_waits_for_its_time_and_for_who_is_missing(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        start = "2027-03-01T10:00:00Z"
        more = {"no_show_minutes": 10, "rounds": 2, "start": start}
        await set_up(here, entrants=["anna"], bots=["first", "random"], **more)
        service = here.server.server.events
        assert service is not None
        runner = service.find("cup")
        assert runner is not None
        due = round(datetime.fromisoformat(start).timestamp() * 1000)

        def at(minutes: float) -> None:
            runner._clock = lambda: due + round(minutes * 60_000)
            runner.wake()

        at(-1)
        assert (await event(here))["state"] == "registration"
        at(0)
        await until_event(here, lambda row: row["state"] == "running")
        at(9.9)
        assert (await event(here))["played"] == [], "anna has ten minutes"
        at(10.1)
        row = await until_event(here, lambda row: row["state"] == "finished")
        assert [each["byes"] for each in row["played"]] == [["anna"], ["anna"]]


async def test_a_second_connection_takes_a_seat_over_only_if_it_says_so(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna"], bots=["first"], rounds=1)
        async with clients(here.server, 2, "event:cup") as (anna, again):
            token = here.tokens["anna"]
            await enter_hall(anna, token)
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            await anna.turn()
            closed = asyncio.ensure_future(anna.closed())
            refused = await again.join("anna", "x", token=token)
            assert refused["message"] == "this player_id belongs to another token"
            assert (await again.join("anna", "x", token=token, takeover=True))["seat"] >= 0
            assert await closed == 1008
            await again.play()
            assert await again.closed() == 1000


async def test_who_sits_elsewhere_leaves_before_joining_an_event(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, entrants=["anna"], bots=["first"], rounds=1)
        async with clients(here.server, 1, path="/ws") as (anna,):
            token = here.tokens["anna"]
            await anna.join("anna", "elsewhere", token=token, detail="full", game="tigerdragon")
            refused = await anna.join("anna", "event:cup", token=token, detail="full")
            assert refused["code"] == "already_joined"
            await anna.send("leave")
            await anna.find("left")
            await anna.send(
                "join", room_id="event:cup", player_id="anna", role="player", token=token,
                detail="full",
            )  # fmt: skip
            assert (await anna.find("event"))["state"] == "registration"


async def maintain(here: ServerWithTokens, reason: str = "") -> None:
    """Begin maintenance for a reason, or end it."""
    method, body = ("POST", {"reason": reason}) if reason else ("DELETE", None)
    assert (await here.call(method, "/api/admin/maintenance", "ada", body))[0] < 300


async def test_tables_wait_for_the_end_of_maintenance_and_nobody_need_do_anything(
    tmp_path: Path,
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        wanted = {"entrants": ["anna"], "bots": ["first"], "format": "round-robin"}
        await set_up(here, rounds=1, deals=2, **wanted)
        async with clients(here.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            state = await anna.turn()
            assert state is not None
            await maintain(here, "new disk")
            await anna.send("action", choice=state["legal"].split(",")[0])
            assert (await anna.play())["type"] == "game_over", "what runs is played to its end"
            row = await until_event(
                here, lambda row: row["played"][0]["tables"][0]["deals"][0]["ranks"]
            )
            assert row["waits"] == "no new table opens during maintenance: new disk"
            table = row["played"][0]["tables"][0]
            assert (table["state"], table["stopped"]) == ("waiting", "")
            await maintain(here)
            assert (await anna.play())["type"] == "game_over"
            assert await anna.closed() == 1000
        row = await event(here)
        assert (row["state"], row["waits"]) == ("finished", "")


async def test_maintenance_outlives_a_restart_and_the_event_goes_on_after_it(
    tmp_path: Path,
) -> None:
    async with event_server(tmp_path, FOUR) as here:
        await set_up(here, bots=["first", "random"], rounds=1, start="2001-01-01T00:00:00Z")
        await maintain(here, "new disk")
    async with event_server(tmp_path, FOUR, here.tokens) as again:
        row = await until_event(again, lambda row: row["state"] != "registration")
        assert (row["state"], row["waits"]) == (
            "running",
            "no new table opens during maintenance: new disk",
        )
        await maintain(again)
        await until_event(again, lambda row: row["state"] == "finished")


async def test_a_banned_account_and_its_bots_are_drawn_no_more(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR, trust_boxed_bots=True) as here:
        add_active_bot(here, "mine", "ben")
        await set_up(here, entrants=["anna", "ben"], bots=["mine", "first"])
        await here.call("POST", "/api/admin/accounts/ben/ban", "ada", {"reason": "cheats"})
        row = await until_event(here, lambda row: row["members"][1]["withdrawn"])
        assert [one["withdrawn"] for one in row["members"]] == [False, True, True, False]
        assert row["history"][-1]["what"] == "ben, mine withdrawn: the account is banned"


async def test_a_table_that_was_drawn_with_a_banned_bot_is_forfeited_by_it(tmp_path: Path) -> None:
    async with event_server(tmp_path, FOUR, trust_boxed_bots=True) as here:
        add_active_bot(here, "mine", "ben")
        await set_up(here, entrants=["anna"], bots=["mine"], rounds=1, deals=2)
        async with clients(here.server, 1, "event:cup") as (anna,):
            await enter_hall(anna, here.tokens["anna"])
            await until_event(here, lambda row: row["members"][0]["here"])
            await act(here, "start")
            state = await anna.turn()
            assert state is not None
            await here.call("POST", "/api/admin/accounts/ben/ban", "ada", {"reason": "cheats"})
            await anna.send("action", choice=state["legal"].split(",")[0])
            for _ in range(2):
                assert (await anna.play())["type"] == "game_over"
            assert await anna.closed() == 1000
        (table,) = (await event(here))["played"][0]["tables"]
        first, second = table["deals"]
        _, running = await here.call("GET", f"/api/matches/{first['match_id']}")
        moved = {one["name"]: one["house_moves"] for one in running["players"]}
        assert moved["anna"] == 0
        assert moved["mine"] > 0  # from the ban on a house bot played the running match
        assert second["ranks"][second["seats"].index("mine")] == 2
        _, match = await here.call("GET", f"/api/matches/{second['match_id']}")
        assert {one["name"]: one["forfeit"] for one in match["players"]} == {
            "anna": False, "mine": True,
        }  # fmt: skip
