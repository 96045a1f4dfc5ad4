"""A game's view as records of typed fields: the part of JSON Schema that our schemas use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["text", "integer", "number", "truth", "list", "map", "optional", "record", "any"]


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a value: `of` is what a list, a map or an optional holds, `name` a record's."""

    kind: Kind
    of: "Shape | None" = None
    name: str = ""
    words: tuple[str, ...] = ()
    """The texts there are, where only certain ones are possible."""

    @property
    def inner(self) -> "Shape":
        """Return what a list, a map or an optional holds."""
        assert self.of is not None
        return self.of


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a record; one that is not `required` may be missing."""

    key: str
    shape: Shape
    required: bool


@dataclass(frozen=True, slots=True)
class Record:
    """An object with fixed keys."""

    name: str
    fields: tuple[Field, ...]


SIMPLE: Mapping[str, Kind] = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "truth",
}
ANY = Shape("any")


class Records:
    """Collects the records of a schema, those that a record needs before it."""

    def __init__(self) -> None:
        self.found: dict[str, Record] = {}

    def shape(self, schema: Mapping[str, Any]) -> Shape:
        """Return the type that a schema describes."""
        if "enum" in schema or "const" in schema:
            return _constant(schema.get("enum", [schema.get("const")]))
        if "anyOf" in schema:
            return self._union(schema["anyOf"])
        kind = str(schema.get("type"))
        if kind == "array":
            return Shape("list", self._item(schema))
        if kind != "object":
            return Shape(SIMPLE[kind]) if kind in SIMPLE else ANY
        if "properties" not in schema:
            return Shape("map", self.shape(schema.get("additionalProperties") or {}))
        return self._record(schema)

    def _item(self, schema: Mapping[str, Any]) -> Shape:
        """Return what a list holds; a tuple of one type is a list of that type."""
        if schema.get("items"):
            return self.shape(schema["items"])
        kinds = {self.shape(item) for item in schema.get("prefixItems", ())}
        return kinds.pop() if len(kinds) == 1 else ANY

    def _union(self, schemas: list[Mapping[str, Any]]) -> Shape:
        """Return a type or null as an optional; other unions may be anything."""
        some = [schema for schema in schemas if schema.get("type") != "null"]
        if len(some) != 1:
            return ANY
        return Shape("optional", self.shape(some[0])) if len(some) < len(schemas) else ANY

    def _record(self, schema: Mapping[str, Any]) -> Shape:
        required = set(schema.get("required", ()))
        fields = tuple(
            Field(key, self.shape(value), key in required)
            for key, value in schema["properties"].items()
        )
        self.found[schema["title"]] = Record(schema["title"], fields)
        return Shape("record", name=schema["title"])


def _constant(values: list[Any]) -> Shape:
    texts = all(isinstance(value, str) for value in values)
    return Shape("text", words=tuple(values)) if texts else ANY


def records(schema: Mapping[str, Any]) -> list[Record]:
    """Return the records of a schema in the order in which they need each other, it itself last."""
    collected = Records()
    collected.shape(schema)
    return list(collected.found.values())
