"""Schemas from type hints, the check against them, and values built back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

import jsonschema
import pytest

from engine.schema import build, of, violations


@dataclass(frozen=True, slots=True)
class Tile:
    suit: str
    number: int


@dataclass(frozen=True, slots=True)
class Drawn:
    type = "drawn"
    seat: int
    tiles: tuple[Tile, ...]
    pair: tuple[int, str]
    last: Tile | None = None


class Seen(TypedDict):
    phase: Literal["a", "b"]
    hand: list[str] | None
    rate: float
    over: bool
    note: NotRequired[str]
    points: Mapping[str, int]
    extra: Any


SEEN = {
    "phase": "a", "hand": ["8"], "rate": 1, "over": False, "points": {"x": 1}, "extra": [None],
}  # fmt: skip
DRAWN = {
    "type": "drawn", "seat": 1, "tiles": [{"suit": "m", "number": 5}], "pair": [1, "x"],
    "last": None,
}  # fmt: skip


@pytest.mark.parametrize("value", [SEEN, {**SEEN, "note": "n"}, {**SEEN, "hand": None}])
def test_fitting_view_has_no_violations(value: Any) -> None:
    assert violations(value, of(Seen)) == []
    jsonschema.validate(value, of(Seen))


def test_fitting_event_has_no_violations() -> None:
    assert violations(DRAWN, of(Drawn)) == []
    jsonschema.validate(DRAWN, of(Drawn))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"phase": "c"}, "value.phase: 'c' not in"),
        ({"hand": [8]}, "value.hand[0]: 8 is no string"),
        ({"hand": "8"}, "value.hand: '8' is no array"),
        ({"rate": "1"}, "value.rate: '1' is no number"),
        ({"rate": True}, "value.rate: True is no number"),
        ({"over": 0}, "value.over: 0 is no boolean"),
        ({"points": {"x": True}}, "value.points.x: True is no integer"),
        ({"note": None}, "value.note: None is no string"),
        ({"mood": 1}, "value.mood: not allowed"),
    ],
)
def test_misfit_in_a_view_is_named(change: dict[str, Any], where: str) -> None:
    value = {**SEEN, **change}
    assert violations(value, of(Seen))[0].startswith(where)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, of(Seen))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"type": "lost"}, "value.type: 'lost' != 'drawn'"),
        ({"pair": [1]}, "value.pair: 1 items, expected 2"),
        ({"pair": ["x", 1]}, "value.pair[0]: 'x' is no integer"),
        ({"tiles": [{"suit": "m"}]}, "value.tiles[0].number: missing"),
        ({"last": 5}, "value.last: 5 is no"),
    ],
)
def test_misfit_in_an_event_is_named(change: dict[str, Any], where: str) -> None:
    assert violations({**DRAWN, **change}, of(Drawn))[0].startswith(where)


def test_missing_key_is_named_unless_optional() -> None:
    assert violations({}, of(Seen)) == [
        f"value.{key}: missing" for key in ("phase", "hand", "rate", "over", "points", "extra")
    ]


def test_type_without_a_schema_is_an_error() -> None:
    with pytest.raises(TypeError, match="no JSON Schema"):
        of(complex)


def test_event_is_built_back_with_its_nested_values() -> None:
    assert build(Drawn, DRAWN) == Drawn(1, (Tile("m", 5),), (1, "x"))
    again = build(Drawn, {**DRAWN, "last": {"suit": "p", "number": 1}})
    assert again.last == Tile("p", 1)
