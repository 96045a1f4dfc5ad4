"""Who plays next, and where."""

from collections import Counter
from random import Random

from arena.ladder.challenges import by_turns
from arena.ladder.pairing import Entrant, arrange, choose_table
from arena.store import StoredChallenge

HOUSE = [Entrant(f"house:{name}", name, f"house:{name}", 50, mu) for name, mu in
         [("weak", 1000.0), ("middle", 1500.0), ("strong", 1900.0)]]  # fmt: skip


def bot(name: str, games: int = 1, rating: float = 1500.0, owner: str = "") -> Entrant:
    return Entrant(f"bot:{name}", name, owner or name, games, rating)


def names(table: list[Entrant]) -> list[str]:
    return [entrant.name for entrant in table]


def test_nobody_plays_where_there_is_no_bot() -> None:
    assert choose_table([], HOUSE, 4, Random(1)) == []


def test_the_bot_with_the_fewest_games_comes_first_with_neighbours_and_some_of_the_field() -> None:
    field = [bot(f"b{n}", 9, 1000 + 50 * n) for n in range(20)]
    rng, near, far = Random(1), 0, 0
    for _ in range(300):
        first, *others = choose_table([bot("new", 1, 1500), *field], HOUSE, 4, rng)
        assert first.name == "new"
        gaps = [abs(other.rating - 1500) for other in others]
        near += sum(gap <= 150 for gap in gaps)
        far += sum(gap > 150 for gap in gaps)
    # One in three is drawn from all twenty, of whom thirteen are far.
    assert 0.15 < far / (near + far) < 0.28


def test_whom_a_bot_met_most_recently_is_passed_over_while_there_are_others() -> None:
    field = [bot(f"b{n}", 9) for n in range(9)]
    met = tuple(f"bot:b{n}" for n in range(6))
    first = Entrant("bot:new", "new", "new", 1, recent=met)
    for seed in range(50):
        assert set(names(choose_table([first, *field], HOUSE, 4, Random(seed)))[1:]) == {
            "b6", "b7", "b8",
        }  # fmt: skip
    few = [first, bot("b0", 9), bot("b1", 9)]
    assert set(names(choose_table(few, HOUSE, 3, Random(1)))) == {"new", "b0", "b1"}


def test_two_bots_of_one_owner_never_sit_together() -> None:
    bots = [bot("a", 1, owner="ann"), bot("b", 1, owner="ann"), bot("c", 5, 1600.0)]
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
    assert names(choose_table([bot("a", 1, 1880.0)], HOUSE, 3, Random(1))) == [
        "a",
        "strong",
        "middle",
    ]


def test_a_client_is_seated_first_and_meets_no_bot_of_its_own() -> None:
    client = Entrant("token:1", "ann", "1", 3)
    table = choose_table([bot("hers", owner="1"), bot("other")], HOUSE, 4, Random(1), client)
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
