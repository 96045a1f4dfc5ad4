"""Exact ends of rounds agree with trying everything by the rules; `make tactics` tries 1,000."""

import pytest
from goita import endgame as goita_endgame

import arena
from bots import tigerdragon_endgame
from bots.texas42_endgame import can_make
from bots.tigerdragon_endgame import best, ending
from tests.bots.endings import (
    goita_endings,
    texas42_endings,
    tigerdragon_endings,
    tried_hand,
    tried_pieces,
    tried_round,
)

SOME = 60


def test_the_end_of_a_round_of_tiger_and_dragon_is_exact() -> None:
    for state in tigerdragon_endings(SOME, seed=1):
        assert best(ending(state)) == tried_round(state)


def test_the_last_tricks_of_texas_42_are_exact() -> None:
    states = [*texas42_endings(SOME, seed=1, most=10)]
    made = [can_make(state) for state in states]
    assert made == [tried_hand(state) for state in states]
    assert 10 < sum(made) < SOME - 10


def test_the_end_of_a_round_of_goita_is_exact() -> None:
    states = [*goita_endings(SOME, seed=1)]
    leads = [goita_endgame.lead(goita_endgame.ending(state)) for state in states]
    assert leads == [tried_pieces(state) for state in states]
    assert min(leads) < 0 < max(leads)


@pytest.mark.parametrize(("variants", "exact"), [((), True), (("must-defend",), False)])
def test_search_knows_exact_ends_unless_a_variant_has_a_say(
    variants: tuple[str, ...], exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str] = []
    after = tigerdragon_endgame.after

    def noted(end: tigerdragon_endgame.Ending, choice: str) -> tuple[int, ...]:
        used.append(choice)
        return after(end, choice)

    monkeypatch.setattr(tigerdragon_endgame, "after", noted)
    bots = ["tigerdragon-search", "counter", "counter", "counter"]
    config = {"target": 4}
    result = arena.play("tigerdragon", bots, seed=3, config=config, variants=variants)
    assert result.faults == ()
    assert bool(used) == exact
