"""The typed columns of a dataset: a game's view as Arrow types, by the types of its keys."""

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_record

from engine.game import AnyGame

if TYPE_CHECKING:
    import pyarrow as pa

PREFIX: Final = "view_"
"""Before the name of each key of a view."""
REST: Final = "view_rest"
"""Keys that a view has beyond its type, as with some variants: an object as JSON text."""
ELSEWHERE: Final = ("legal", "viewer")
"""Keys of a view that other columns hold."""
PLAIN: Final = {str: "string", int: "int64", bool: "bool_", float: "float64"}


def view_columns(game: AnyGame) -> dict[str, Any]:
    """The type of each key of a game's view that has a column of its own, in the view's order."""
    hints = get_type_hints(game.view_type)
    return {key: hint for key, hint in hints.items() if key not in ELSEWHERE}


def view_fields(game: AnyGame) -> "list[pa.Field]":
    """The fields of a game's view."""
    import pyarrow as pa

    fields = [pa.field(PREFIX + key, arrow_type(hint)) for key, hint in view_columns(game).items()]
    return [*fields, pa.field(REST, pa.string())]


def arrow_type(hint: Any) -> "pa.DataType":
    """The Arrow type of a Python type; JSON text for objects without a fixed form."""
    import pyarrow as pa

    hint = bare(hint)
    if is_json(hint):
        return pa.string()
    if hint in PLAIN:
        return getattr(pa, PLAIN[hint])()
    if is_record(hint):
        fields = get_type_hints(hint).items()
        return pa.struct([pa.field(key, arrow_type(value)) for key, value in fields])
    return pa.list_(arrow_type(get_args(hint)[0]))


def bare(hint: Any) -> Any:
    """A type without None, and a literal as the type of its values."""
    if get_origin(hint) in (Union, UnionType):
        members = [member for member in get_args(hint) if member is not NoneType]
        return bare(members[0]) if len(members) == 1 else Any
    if get_origin(hint) is Literal:
        return type(get_args(hint)[0])
    return hint


def is_json(hint: Any) -> bool:
    """Whether values of a type are stored as JSON text."""
    is_list = get_origin(hint) in (list, tuple)
    return not (is_list or hint in PLAIN or is_record(hint))


def written_view(view: Mapping[str, Any], columns: Mapping[str, Any]) -> dict[str, Any]:
    """A view as the values of its columns."""
    row = {PREFIX + key: value_of(view.get(key), hint) for key, hint in columns.items()}
    rest = {key: view[key] for key in view if key not in columns and key not in ELSEWHERE}
    return {**row, REST: json.dumps(rest, ensure_ascii=False) if rest else None}


def value_of(value: Any, hint: Any) -> Any:
    """A value in the form that its Arrow type takes."""
    hint = bare(hint)
    if value is None or hint in PLAIN:
        return value
    if is_json(hint):
        return json.dumps(value, ensure_ascii=False)
    if is_record(hint):
        return {key: value_of(value.get(key), one) for key, one in get_type_hints(hint).items()}
    return [value_of(item, get_args(hint)[0]) for item in value]
