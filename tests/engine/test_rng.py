"""Seeds, streams, the shuffle and given deals."""

from collections import Counter
from hmac import new
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DealError
from engine.rng import Deals, deal_seed, seed_hash, series_match_id, shuffle, stream


def test_stream_depends_on_seed_and_path_alone() -> None:
    assert stream("s", "round", 3).random() == stream("s", "round", 3).random()
    paths: list[tuple[str | int, ...]] = [("round", 3), ("round", 4), ("first",), ()]
    firsts = {stream("s", *path).random() for path in paths}
    assert len(firsts | {stream("t", "round", 3).random()}) == 5


def test_path_of_a_number_and_of_its_text_differ() -> None:
    assert stream("s", 1).random() != stream("s", "1").random()
    assert stream("s", "a", "b").random() != stream("s", "ab").random()


def test_stream_never_changes_between_versions() -> None:
    assert int(stream("pinned", "round", 1).random() * 10**9) == 294216446


def test_shuffle_never_changes_between_versions() -> None:
    items = list("abcdefgh")
    shuffle(items, stream("pinned"))
    assert "".join(items) == "badceghf"


@given(st.lists(st.integers()), st.text())
def test_shuffle_keeps_every_item(items: list[int], seed: str) -> None:
    shuffled = list(items)
    shuffle(shuffled, stream(seed))
    assert Counter(shuffled) == Counter(items)


def test_shuffle_gives_every_order_about_equally_often() -> None:
    orders: Counter[str] = Counter()
    rng = stream("fair")
    for _ in range(6000):
        items = list("abc")
        shuffle(items, rng)
        orders["".join(items)] += 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_seed_hash_hides_the_seed_and_binds_it_to_the_match() -> None:
    assert seed_hash("m", "7") == seed_hash("m", "7")
    assert len({seed_hash("m", "7"), seed_hash("m", "8"), seed_hash("n", "7")}) == 3
    assert len(seed_hash("m", "7")) == 64


def test_every_deal_of_a_series_has_a_secret_of_its_own() -> None:
    seeds = {deal_seed(root, deal) for root in ("a", "b", "a:1") for deal in range(50)}
    assert len(seeds) == 150
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


def test_matches_of_a_series_have_ids_that_share_nothing() -> None:
    ids = {series_match_id("a", block, turn) for block in range(50) for turn in range(4)}
    assert len(ids) == 200
    assert not ids & {deal_seed("a", deal)[:16] for deal in range(50)}


def test_deals_and_ids_of_a_series_never_change_between_versions() -> None:
    # The keyed hash in words, so that anybody can check a deal against a published seed.
    assert deal_seed("root", 3) == new(b"root", b"deal:3", "sha256").hexdigest()
    assert series_match_id("root", 3, 1) == new(b"root", b"match:3:1", "sha256").hexdigest()[:16]


def test_seed_deals_every_round_from_the_seed() -> None:
    deals = Deals.seed(7)
    assert (deals.root, deals.given_for(1), deals.given_for(99)) == ("7", None, None)
    assert deals.stream("round", 1).random() == stream("7", "round", 1).random()


def test_given_deals_come_first_and_then_an_error() -> None:
    deals = Deals.given(["a", "b"])
    assert [deals.given_for(1), deals.given_for(2)] == ["a", "b"]
    with pytest.raises(DealError, match="round 3: only 2 deals were given"):
        deals.given_for(3)
    with pytest.raises(DealError, match="no seed"):
        deals.stream("first")


def test_given_deals_may_repeat() -> None:
    deals = Deals.given(["a", "b"], "repeat")
    assert [deals.given_for(n) for n in range(1, 6)] == ["a", "b", "a", "b", "a"]


def test_given_deals_may_go_on_with_a_seed() -> None:
    deals = Deals.given(["a"], 7)
    assert (deals.given_for(1), deals.given_for(2), deals.root) == ("a", None, "7")


def test_no_given_deals_at_all_are_refused() -> None:
    with pytest.raises(DealError, match="the list is empty"):
        Deals.given([])


@pytest.mark.parametrize(
    "deals",
    [Deals.seed("x"), Deals.given([1]), Deals.given([1, 2], "repeat"), Deals.given([1], "x")],
    ids=str,
)
def test_deals_survive_json(deals: Deals) -> None:
    assert Deals.from_json(deals.as_json()) == deals


def test_deals_from_json_need_a_then_only_sometimes() -> None:
    assert Deals.from_json({"given": [1]}) == Deals.given([1])
    assert Deals.from_json({"seed": 7}) == Deals.seed("7")


@pytest.mark.parametrize("data", [{}, {"seed": None}, {"given": "8,7"}, {"walls": []}], ids=str)
def test_deals_of_another_shape_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(DealError, match="expected"):
        Deals.from_json(data)
