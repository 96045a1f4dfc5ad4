"""The presets that the suite of all games does not play keep the contract too."""

import pytest

from engine.sichuan import Sichuan
from engine.sichuan.config import PRESETS
from engine.testing import CHECKS


class Contract(Sichuan):
    """Winners play on."""

    presets = {"contract": {**PRESETS["contract"], "deals": 1}}  # noqa: RUF012


class TextbookStreams(Sichuan):
    """Void tiles may be kept, and every seat has its own draws."""

    presets = {"sbr": {**PRESETS["sbr"], "deals": 1, "draws": "streams"}}  # noqa: RUF012


@pytest.mark.long
@pytest.mark.parametrize("check", ["offers", "apply", "replay", "views", "redeal", "masks"])
@pytest.mark.parametrize(
    "game", [Contract(), TextbookStreams()], ids=lambda game: type(game).__name__
)
def test_other_presets_keep_the_contract(game: Sichuan, check: str) -> None:
    CHECKS[check](game, "conformance")
