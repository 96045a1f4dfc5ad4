"""Sichuan keeps the contract of every game, by each preset in matches of one deal."""

import pytest

from engine.sichuan import Sichuan
from engine.sichuan.config import PRESETS
from engine.testing import CHECKS


class OneDeal(Sichuan):
    """Every preset cut short, so that all of them are looked at."""

    presets = {name: {**options, "deals": 1} for name, options in PRESETS.items()}  # noqa: RUF012


class Contract(OneDeal):
    """Winners play on."""

    presets = {"contract": OneDeal.presets["contract"]}  # noqa: RUF012


@pytest.mark.parametrize("check", CHECKS)
def test_blood_battle_keeps_the_contract(check: str) -> None:
    CHECKS[check](OneDeal(), "conformance")


@pytest.mark.parametrize("check", ["offers", "apply", "views", "imagine", "redeal", "masks"])
def test_staying_winners_keep_the_contract(check: str) -> None:
    CHECKS[check](Contract(), "conformance")
