"""Names to show: any script is taken, nothing that disturbs the text around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import read_join
from protocol.display_name import LONGEST, display_name
from protocol.errors import ProtocolError

NAMES = [
    "小明",
    "Ōta Yūki",
    "Ольга",
    "नेहा",
    "محمد",
    "Zoë O'Neil",
    "R2-D2",
    "李·白".replace("·", "."),
    "ゆい 3",
]
HOSTILE = {
    "empty": "",
    "spaces": "   ",
    "line break": "ann\nbob",
    "escape": "\x1b[31mred",
    "bell": "ann\a",
    "override": "ann\u202egpj.exe",
    "isolate": "\u2066ann\u2069",
    "zero width": "an\u200bn",
    "joiner": "an\u200dn",
    "byte order mark": "\ufeffann",
    "filler": "\u3164",
    "markup": "<img src=x>",
    "quotes": 'ann" onload="',
    "formula": "=1+1",
    "comma": "ann,bob",
    "path": "../ann",
    "emoji": "ann 🀄",
    "tower of marks": "a" + "\u0301" * 9,
    "mark alone": "\u0301ann",
    "variation selector": "an\ufe0fn",
    "private use": "\ue000",
    "surrogate": "\ud800",
    "no-break space": "ann\u00a0bob",
    "two spaces": "ann  bob",
    "too long": "x" * (LONGEST + 1),
    "very long": "x" * 100_000,
}


@pytest.mark.parametrize("name", NAMES)
def test_any_script_is_taken(name: str) -> None:
    assert display_name(name) == name


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_what_could_disturb_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="1 to 32 letters"):
        display_name(name)


def test_two_ways_to_write_a_letter_are_one_name() -> None:
    assert display_name("Zoe\u0308") == display_name("Zoë")


@given(st.text(max_size=40))
def test_whatever_is_taken_is_printed_and_taken_again(text: str) -> None:
    try:
        name = display_name(text)
    except ValueError:
        return
    assert name.isprintable()
    assert display_name(name) == name
    assert not set(name) & set('<>&"/\\\n,=')


def test_a_join_says_what_is_wrong_with_the_name_to_show() -> None:
    join = {"room_id": "r", "player_id": "p", "role": "player", "display": "a\u202eb"}
    with pytest.raises(ProtocolError) as refused:
        read_join(join)
    assert refused.value.detail.startswith("display: 1 to 32 letters")
    assert "\u202e" not in refused.value.detail
    assert read_join({**join, "display": "小明"}).display == "小明"
