"""Who plays next, and where."""

from collections import Counter
from random import Random

from arena.ladder.challenges import by_turns
from arena.ladder.pairing import Entrant, arrange, choose_table
from arena.store import StoredChallenge

HOUSE = [Entrant(f"house:{name}", name, f"house:{name}", 50, mu) for name, mu in
         [("weak", 10.0), ("middle", 25.0), ("strong", 35.0)]]  # fmt: skip


def bot(name: str, games: int = 1, mu: float = 25.0, owner: str = "") -> Entrant:
    return Entrant(f"bot:{name}", name, owner or name, games, mu)


def names(table: list[Entrant]) -> list[str]:
    return [entrant.name for entrant in table]


def test_nobody_plays_where_there_is_no_bot() -> None:
    assert choose_table([], HOUSE, 4, Random(1)) == []


def test_the_bot_with_the_fewest_games_comes_first_then_those_nearest_in_rating() -> None:
    bots = [bot("old", 9), bot("new", 1, 20), bot("near", 9, 21), bot("far", 9, 40)]
    assert names(choose_table(bots, HOUSE, 3, Random(1))) == ["new", "near", "old"]


def test_two_bots_of_one_owner_never_sit_together() -> None:
    bots = [bot("a", 1, owner="ann"), bot("b", 1, owner="ann"), bot("c", 5, 30.0)]
    for seed in range(20):
        table = choose_table(bots, HOUSE, 4, Random(seed))
        assert len({entrant.owner for entrant in table}) == 4
        assert {"a", "b"} & set(names(table))
        assert "c" in names(table)


def test_house_bots_take_what_is_left_and_every_fourth_match_a_seat_of_their_own() -> None:
    bots = [bot(name, 4) for name in "abcde"]
    assert sum(one.identity.startswith("house") for one in choose_table(bots, HOUSE, 4, Random(1)))
    bots = [bot(name, 5) for name in "abcde"]
    table = choose_table(bots, HOUSE, 4, Random(1))
    assert not [one for one in table if one.identity.startswith("house")]
    assert names(choose_table([bot("a", 1, 34.0)], HOUSE, 3, Random(1))) == [
        "a",
        "strong",
        "middle",
    ]


def test_clients_who_wait_are_seated_and_meet_no_bot_of_theirs() -> None:
    waiting = [Entrant("token:1", "ann", "1", 3)]
    table = choose_table([bot("hers", owner="1"), bot("other")], HOUSE, 4, Random(1), waiting)
    assert names(table)[:2] == ["ann", "other"]
    assert "hers" not in names(table)


def test_everybody_comes_to_every_seat_equally_often() -> None:
    sat: dict[str, Counter[int]] = {name: Counter() for name in "abcd"}
    rng = Random(1)
    for _ in range(40):
        table = [Entrant(name, name, name, seats=sat[name]) for name in "abcd"]
        for seat, entrant in arrange(table, range(4), rng).items():
            sat[entrant.name][seat] += 1
    assert all(count == 10 for seats in sat.values() for count in seats.values())


def test_challenges_are_played_owner_by_owner() -> None:
    def asked(owner: int, deals: int) -> StoredChallenge:
        return StoredChallenge("x", owner, "tigerdragon", "a", None, "b", None, deals, "seed")

    queue = [asked(1, 1), asked(1, 2), asked(2, 3), asked(3, 4)]
    order = [(c.owner, c.deals) for c in by_turns(queue, served=[3, 1])]
    assert order == [(2, 3), (3, 4), (1, 1), (1, 2)]
