"""Options: presets first, then fields, everything checked by name."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config import Config, as_json, in_range, read
from engine.errors import ConfigError
from engine.tigerdragon import TigerDragon


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Config):
    preset: str = "plain"
    size: int = 3
    rate: float = 0.5
    open: bool = False
    name: str = "x"
    mode: Literal["a", "b", 3] = "a"
    limit: int | None = None
    steps: tuple[int, ...] = (1, 2)

    def __post_init__(self) -> None:
        in_range(self, "size", 1, 9)


PRESETS: dict[str, dict[str, Any]] = {"plain": {}, "big": {"size": 9, "open": True}}


def options(**given: Any) -> Options:
    return read(Options, PRESETS, given)


def test_first_preset_is_the_default() -> None:
    assert options() == Options(preset="plain")


def test_preset_comes_first_and_then_the_fields() -> None:
    assert options(preset="big", size=4) == Options(preset="big", size=4, open=True)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("size", "4", 4), ("size", 4, 4), ("rate", "0.25", 0.25), ("rate", 2, 2.0),
        ("open", "true", True), ("open", "false", False), ("open", True, True),
        ("name", "7", "7"), ("mode", "b", "b"), ("mode", "3", 3), ("mode", 3, 3),
        ("limit", None, None), ("limit", "none", None), ("limit", "5", 5), ("limit", 5, 5),
        ("steps", "3,4", (3, 4)), ("steps", [3], (3,)), ("steps", "", ()), ("steps", (), ()),
    ],
)  # fmt: skip
def test_text_and_json_values_are_read_as_the_field_wants(
    name: str, given: Any, value: Any
) -> None:
    got = getattr(options(**{name: given}), name)
    assert got == value
    assert type(got) is type(value)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("size", "four", "expected int, got 'four'"),
        ("size", True, "expected int"),
        ("size", 1.5, "expected int"),
        ("size", None, "expected int"),
        ("size", 10, "expected 1 to 9, got 10"),
        ("size", 0, "expected 1 to 9, got 0"),
        ("rate", "fast", "expected float"),
        ("rate", None, "expected float"),
        ("open", "yes", "expected true or false"),
        ("open", 1, "expected true or false"),
        ("name", 7, "expected str"),
        ("mode", "c", "expected one of a, b, 3"),
        ("limit", "few", "expected int"),
        ("steps", 3, "expected a list"),
        ("steps", "1,x", "expected int"),
        ("siez", 3, "no such option; did you mean 'size'?"),
        ("zzz", 3, "no such option; known: preset, size"),
        ("preset", "bgi", "unknown preset 'bgi'; did you mean 'big'?"),
        ("preset", "zzz", "unknown preset 'zzz'; known: plain, big"),
    ],
)
def test_misfit_is_refused_by_name(name: str, given: Any, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        options(**{name: given})
    assert caught.value.field == name
    assert str(caught.value).startswith(f"{name}: ")
    assert message in str(caught.value)


def test_normal_form_names_every_field_the_preset_first() -> None:
    row = as_json(options(preset="big"))
    assert list(row) == ["preset", "size", "rate", "open", "name", "mode", "limit", "steps"]
    assert (row["preset"], row["size"]) == ("big", 9)


@given(
    st.builds(
        Options,
        preset=st.sampled_from(["plain", "big"]),
        size=st.integers(1, 9),
        rate=st.floats(allow_nan=False),
        open=st.booleans(),
        name=st.text(),
        mode=st.sampled_from(["a", "b", 3]),
        limit=st.none() | st.integers(),
        steps=st.lists(st.integers()).map(tuple),
    )
)
def test_normal_form_reads_back(config: Options) -> None:
    assert read(Options, PRESETS, as_json(config)) == config


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"target": "--5"}, "target"),
        ({"target": "²"}, "target"),
        ({"teams": []}, "teams"),
        ({"teams": 1}, "teams"),
        ({"first": True}, "first"),
    ],
)
def test_odd_values_are_refused_by_name(options: dict[str, object], field: str) -> None:
    with pytest.raises(ConfigError) as refused:
        TigerDragon().config(options)
    assert refused.value.field == field


def test_number_stands_for_a_text_choice_of_the_same_digits() -> None:
    assert TigerDragon().config({"first": 2}).first == "2"
