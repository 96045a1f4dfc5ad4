"""Rule options: read by name, checked, and written back in one normal form."""

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Base of every game's options; check combinations in `__post_init__`."""

    preset: str


C = TypeVar("C", bound=Config)
T = TypeVar("T")
Presets = Mapping[str, Mapping[str, Any]]
_HINTS: dict[type, Mapping[str, Any]] = {}


def read(kind: type[C], presets: Presets, options: Mapping[str, Any]) -> C:
    """The preset first, then the given fields; anything unknown or misfit is a ConfigError."""
    name = str(options.get("preset", next(iter(presets))))
    if name not in presets:
        raise ConfigError("preset", f"unknown preset {name!r}{nearest(name, presets)}")
    return fill(kind, {"preset": name, **presets[name], **options})


def fill(kind: type[T], options: Mapping[str, Any]) -> T:
    """An options dataclass from its fields by name; an unknown or misfit one is a ConfigError."""
    hints = type_hints(kind)
    values: dict[str, Any] = {}
    for key, value in options.items():
        if key not in hints:
            raise ConfigError(key, f"no such option{nearest(key, hints)}")
        values[key] = convert(key, value, hints[key])
    return kind(**values)


def type_hints(kind: type) -> Mapping[str, Any]:
    """The types of an options class's fields by name; found once, since that takes long."""
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def as_json(config: Config) -> dict[str, Any]:
    """The full normal form: every field by name, the preset first."""
    return {field.name: getattr(config, field.name) for field in fields(config)}


def nearest(name: str, known: Mapping[str, Any]) -> str:
    """A hint for a mistyped name: the nearest one, or all of them."""
    close = get_close_matches(name, known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(known)}"


def convert(key: str, value: Any, hint: Any) -> Any:
    """The value as its field's type; text such as `10` or `true` is read, nothing is guessed."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _convert_optional(key, value, get_args(hint))
    if origin is Literal:
        return _one_of(key, value, get_args(hint))
    if origin is tuple:
        return _sequence(key, value, get_args(hint)[0])
    if hint is bool:
        return _flag(key, value)
    if hint is int and _is_number(value):
        return int(value)
    if hint is float and isinstance(value, int | float | str):
        try:
            return float(value)
        except ValueError:
            pass
    if hint is str and isinstance(value, str):
        return value
    raise ConfigError(key, f"expected {hint.__name__}, got {value!r}")


def _is_number(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (
        isinstance(value, str) and value.isascii() and value.removeprefix("-").isdecimal()
    )


def _flag(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise ConfigError(key, f"expected true or false, got {value!r}")


def _convert_optional(key: str, value: Any, kinds: tuple[Any, ...]) -> Any:
    if value is None or value == "none":
        return None
    (hint,) = (kind for kind in kinds if kind is not type(None))
    return convert(key, value, hint)


def _one_of(key: str, value: Any, allowed: tuple[Any, ...]) -> Any:
    for option in allowed:
        if not isinstance(value, bool) and str(option) == str(value):
            return option
    raise ConfigError(key, f"expected one of {', '.join(map(str, allowed))}, got {value!r}")


def _sequence(key: str, value: Any, hint: Any) -> tuple[Any, ...]:
    if isinstance(value, str):
        value = value.split(",") if value else []
    if not isinstance(value, list | tuple):
        raise ConfigError(key, f"expected a list, got {value!r}")
    return tuple(convert(key, item, hint) for item in value)


def in_range(config: Config, name: str, low: int, high: int) -> None:
    """A ConfigError that names the field unless low <= value <= high."""
    value = getattr(config, name)
    if not low <= value <= high:
        raise ConfigError(name, f"expected {low} to {high}, got {value}")
