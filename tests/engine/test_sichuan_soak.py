"""Three hundred deals, every tile and point counted at every step."""

import pytest

from tests.soak_sichuan import Soak


@pytest.mark.long
def test_three_hundred_matches_of_one_deal_break_nothing() -> None:
    soak = Soak()
    for number in range(300):
        soak.play(number, deals=1)
    assert str(soak) == "sichuan: 300 matches, 300 deals, 0 violations"
    assert soak.wins > 300
    assert soak.kongs > 30
