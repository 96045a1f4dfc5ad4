"""Own accounts, seasons, classes and sizes, on both databases."""

import io
import json
from zipfile import ZipFile

import pytest

from arena.errors import StoreError
from arena.store import Act, NewVersion, Seated, Store, now_ms
from arena.store.account_export import write_export
from arena.store.account_removal import remove_account
from arena.store.classes import Assignment, Class, NewMember, add_members
from arena.store.moderation import send_message
from arena.store.seasons import FinalBoard, close_season
from arena.store.sizes import oldest_queued, store_sizes, waiting_submissions
from tests.arena.store.stored_matches import store_match


def account(store: Store, name: str) -> int:
    store.tokens.create(name)
    found = store.tokens.named(name)
    assert found is not None
    return found.id


def test_a_token_is_rotated_and_recovered(store: Store) -> None:
    ann, changes = account(store, "ann"), store.account_changes
    secret = changes.rotate(ann)
    assert store.tokens.find(secret) is not None
    assert not changes.has_recovery(ann)
    assert changes.recover("ann", "") is None
    code = changes.new_recovery(ann)
    assert changes.has_recovery(ann)
    assert changes.recover("ann", "guess") is None
    assert changes.recover("ann", "") is None
    fresh = changes.recover("ann", code)
    assert fresh is not None
    assert store.tokens.find(fresh) is not None
    assert store.tokens.find(secret) is None
    assert changes.recover("ann", code) is None
    store.tokens.revoke("ann")
    with pytest.raises(StoreError, match="no token any more"):
        changes.rotate(ann)


def test_names_that_were_given_up_stay_their_last_holders(store: Store) -> None:
    ann, ben, changes = account(store, "ann"), account(store, "ben"), store.account_changes
    changes.rename(ann, "anita")
    for taken in ("ann", "ANN", "Anita"):
        with pytest.raises(StoreError, match="choose another name"):
            changes.rename(ben, taken)
    with pytest.raises(StoreError, match="another account"):
        store.tokens.create("ann")
    changes.rename(ann, "ann")
    changes.rename(ann, "ann")
    with pytest.raises(StoreError, match="a name is 1 to 64"):
        changes.rename(ann, "a b")


def test_a_removed_account_is_nowhere_and_its_results_stay(store: Store) -> None:
    ann, ben = account(store, "ann"), account(store, "ben")
    version = store.bots.submit("annbot", ann, NewVersion(["x"], "h", "ann.py", b"ann"))
    send_to(store, "ann")
    seats = [Seated("ann", f"token:{ann}", ann), Seated("ben", f"token:{ben}", ben)]
    match_id = store_match(store, rated=True, seats=seats).match.header.match_id
    row = {"identity": f"token:{ann}", "name": "ann", "owner": "ann", "rank": 1}
    board = FinalBoard("tigerdragon", [row], [{"prize": "a cup", **row}])
    number = store.writer.run(lambda c: close_season(c, "One", 0, 5, [board]))
    for _ in range(2):  # it may be run again
        remove_account(store, ann)
    assert store.tokens.named("ann") is None
    assert store.bots.archive(version.id) == b""
    assert store.messages.to(ann) == []
    found = store.matches.match(match_id)
    assert found is not None
    assert [player.name for player in found.players] == [f"deleted-{ann}", "ben"]
    assert found.players[0].rank is not None
    text = store.matches.replay(match_id)
    assert text is not None
    assert '"ann"' not in text
    season = store.seasons.season(number)
    assert season is not None
    assert season.boards[0].prizes[0]["name"] == f"deleted-{ann}"


def send_to(store: Store, name: str) -> None:
    act = Act("ada", "message", name)
    store.audit.perform(act, lambda c: send_message(c, name, "ada", "hello"))


def test_messages_are_read_once(store: Store) -> None:
    ann = account(store, "ann")
    send_to(store, "ann")
    assert (store.messages.unread(ann), store.messages.to(ann)[0].text) == (1, "hello")
    store.messages.mark_read(ann)
    assert store.messages.unread(ann) == 0


def test_seasons_follow_one_another(store: Store) -> None:
    assert store.seasons.start_of_current() == 0
    first = store.writer.run(lambda c: close_season(c, "One", 0, 10, []))
    again = store.writer.run(lambda c: close_season(c, "One", 0, 10, []))
    assert first == again  # the same write twice
    with pytest.raises(StoreError, match="a season One already"):
        store.writer.run(lambda c: close_season(c, "One", 10, 20, []))
    store.writer.run(lambda c: close_season(c, "Two", 10, 20, []))
    assert store.seasons.start_of_current() == 20
    assert [season.name for season in store.seasons.all()] == ["Two", "One"]
    assert store.seasons.season(99) is None


def new_class(store: Store) -> int:
    """A class with one member and an open assignment: the member's id."""
    store.classes.add(Class("c", "AI", None, 1))
    made = store.writer.run(lambda c: add_members(c, "c", [NewMember("zoe", "Zoe", "A")]))
    assert store.tokens.find(made["zoe"]) is not None
    work = Assignment("w", "c", "First", "x", now_ms() + 10**9, 2, {}, {}, {}, 1, None)
    store.classes.add_assignment(work)
    return store.classes.members("c")[0].token_id


def test_a_class_keeps_every_version(store: Store) -> None:
    zoe, classes = new_class(store), store.classes
    for content in (b"one", b"one", b"two"):
        classes.submit("w", zoe, "bot.py", content, content.decode())
    with pytest.raises(StoreError, match="2 versions within 24 hours"):
        classes.submit("w", zoe, "bot.py", b"three", "three")
    kept = classes.submissions("w", zoe)
    assert [(one.number, classes.archive(one.id)) for one in kept] == [(1, b"one"), (2, b"two")]
    assert waiting_submissions(store.database) == 2
    score = {"places": 1.0, "points": 2.0, "deals": 1, "faults": 0}
    classes.close_submission(kept[0].id, "scored", "", {"public": score, "hidden": score})
    assert [one.number for one in classes.waiting(9)] == [2]
    assert classes.submissions("w")[0].hidden_score == score
    again = store.writer.run(lambda c: add_members(c, "c", [NewMember("zoe", "Z", "B")]))
    assert again == {}
    assert [(one.label, one.section) for one in classes.members("c")] == [("Z", "B")]
    assert [one.id for one in classes.all(zoe)] == ["c"]
    classes.remove_member("c", "zoe")
    assert classes.all(zoe) == []


def test_all_data_of_an_account_is_written_out(store: Store) -> None:
    zoe = new_class(store)
    store.classes.submit("w", zoe, "bot.py", b"mine", "h")
    store.bots.submit("bot", zoe, NewVersion(["x"], "h", "bot.py", b"code"))
    written = io.BytesIO()
    write_export(store, zoe, "zoe", written)
    with ZipFile(written) as archive:
        told = json.loads(archive.read("account.json"))
        assert archive.read("bots/bot/v1/bot.py") == b"code"
        assert archive.read("submissions/w/v1/bot.py") == b"mine"
    assert told["account"]["name"] == "zoe"
    assert "hidden_score" not in told["submissions"][0]


def test_sizes_tell_what_the_store_holds(store: Store) -> None:
    ann = account(store, "ann")
    store.bots.submit("bot", ann, NewVersion(["x"], "h", "bot.py", b"12345"))
    store_match(store)
    sizes = store_sizes(store.database, 5)
    assert sizes.bytes > 0
    assert dict(sizes.matches) == {"finished": 1}
    assert dict(sizes.archives) == {"ann": 5}
    number, since = oldest_queued(store.database)
    assert number == 1
    assert since is not None
