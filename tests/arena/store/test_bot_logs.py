"""What bots wrote to stderr, by match and seat."""

import pytest

from arena.store import Store, open_store
from arena.store.bot_logs import NewBotLog
from arena.store.prune import prune
from tests.arena.store import stored_matches
from tests.arena.store.bot_rows import version


def match_of(store: Store, seed: str) -> str:
    return stored_matches.store_match(store, seed).match.header.match_id


def bot(store: Store) -> int:
    return store.bots.submit("brave", None, version()).bot_id


def test_logs_come_back_by_seat_and_by_bot(store: Store) -> None:
    mine = bot(store)
    match = match_of(store, "1")
    store.bot_logs.keep(NewBotLog(match, 2, mine, ["1\tone", "2\t\x00two"]))
    store.bot_logs.keep(NewBotLog(match, 2, mine, ["written twice"]))
    store.bot_logs.keep(NewBotLog("nowhere", 0, mine, ["1\tlost"]))
    store.flush()
    assert store.bot_logs.of_match(match) == {2: "1\tone\n2\t\x00two\n"}
    assert [(log.match_id, log.seat) for log in store.bot_logs.of_bot(mine)] == [(match, 2)]
    assert store.bot_logs.of_match("nowhere") == {}


def test_the_oldest_logs_of_a_bot_make_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.bot_logs.KEPT", 2)
    mine = bot(store)
    matches = [match_of(store, str(number)) for number in range(3)]
    for now, match in enumerate(matches):
        monkeypatch.setattr("arena.store.bot_logs.now_ms", lambda now=now: now)
        store.bot_logs.keep(NewBotLog(match, 0, mine, ["1\tx"]))
        store.flush()
    assert [log.match_id for log in store.bot_logs.of_bot(mine)] == matches[:0:-1]


def test_logs_are_pruned_with_their_matches(store: Store) -> None:
    match = match_of(store, "1")
    store.bot_logs.keep(NewBotLog(match, 0, bot(store), ["1\tx"]))
    store.flush()
    assert prune(store, 2**62, keep_rated=True) == 1
    assert store.bot_logs.of_match(match) == {}


def test_a_version_s_words_at_the_gate_are_those_of_the_last_time(url: str) -> None:
    with open_store(url) as store:
        made = store.bots.submit("brave", None, version())
        assert store.bots.bot_log(made.id) == ""
        store.bots.keep_bot_log(made.id, ["1:1\tfirst"])
        store.bots.keep_bot_log(made.id, ["1:1\tsecond"])
        assert store.bots.bot_log(made.id) == "1:1\tsecond\n"
