"""JSON Schemas from type hints, a check against them, and values built back from JSON."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import (
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

T = TypeVar("T")
Schema = dict[str, Any]

PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
    object: {},
}


def of(hint: Any) -> Schema:
    """The JSON Schema of a type: TypedDicts and dataclasses become objects."""
    if hint in PLAIN:
        return dict(PLAIN[hint])
    if is_typeddict(hint) or is_dataclass(hint):
        return _object(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return of(args[0])
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [of(arg) for arg in args]}
    if origin is tuple and args[-1] is not Ellipsis:
        places = [of(arg) for arg in args]
        size = len(places)
        return {"type": "array", "prefixItems": places, "minItems": size, "maxItems": size}
    if origin in (list, tuple):
        return {"type": "array", "items": of(args[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": of(args[1])}
    raise TypeError(f"no JSON Schema for {hint!r}")


def _object(hint: Any) -> Schema:
    hints = get_type_hints(hint, include_extras=True)
    kind = getattr(hint, "type", None)
    properties: dict[str, Schema] = {"type": {"const": kind}} if isinstance(kind, str) else {}
    names = [item.name for item in fields(hint)] if is_dataclass(hint) else list(hints)
    properties |= {name: of(hints[name]) for name in names}
    optional = {name for name in names if get_origin(hints[name]) is NotRequired}
    return {
        "title": hint.__name__,
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def violations(value: Any, schema: Schema, where: str = "value") -> list[str]:
    """What in a plain JSON value breaks the schema; empty if nothing does."""
    if "anyOf" in schema:
        tries = [violations(value, option, where) for option in schema["anyOf"]]
        return [] if [] in tries else min(tries, key=len)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where}: {value!r} not in {schema['enum']}"]
    if "const" in schema:
        return [] if value == schema["const"] else [f"{where}: {value!r} != {schema['const']!r}"]
    if not _is_type(value, schema.get("type")):
        return [f"{where}: {value!r} is no {schema['type']}"]
    return list(_inside(value, schema, where))


def _inside(value: Any, schema: Schema, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{where}.{name}: missing"
        for name, item in value.items():
            yield from _member(name, item, schema, f"{where}.{name}")
    elif isinstance(value, list):
        places = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        if len(value) != len(places):
            yield f"{where}: {len(value)} items, expected {len(places)}"
        for index, (item, place) in enumerate(zip(value, places, strict=False)):
            yield from violations(item, place, f"{where}[{index}]")


def _member(name: str, item: Any, schema: Schema, where: str) -> Iterator[str]:
    rest = schema.get("additionalProperties", True)
    place = schema.get("properties", {}).get(name, rest)
    if place is False:
        yield f"{where}: not allowed"
    elif isinstance(place, dict):
        yield from violations(item, place, where)


def _is_type(value: Any, name: str | None) -> bool:
    match name:
        case None:
            return True
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case _:
            kinds = {"string": str, "boolean": bool, "array": list, "object": dict}
            return isinstance(value, kinds.get(name, type(None)))


def build(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from the plain object it was written as."""
    hints = get_type_hints(kind)
    return kind(
        **{name: _value(hints[name], item) for name, item in data.items() if name != "type"}
    )


def _value(hint: Any, item: Any) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if item is None else _value(next(a for a in args if a is not type(None)), item)
    if origin is list:
        return [_value(args[0], part) for part in item]
    if origin is tuple:
        kinds = args if args[-1] is not Ellipsis else (args[0],) * len(item)
        return tuple(_value(kind, part) for kind, part in zip(kinds, item, strict=True))
    return build(hint, item) if is_dataclass(hint) and isinstance(hint, type) else item
