"""A sentence where a folder of the user's own hides one of our packages.

`bots`, `engine` and `protocol` are names that people have for folders, too. Python looks into the
current folder first with `python -m` and `python -c`, and into a script's folder with a script.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

NAMES: Final = ("bots", "engine", "protocol")
HERE: Final = Path(__file__).resolve().parents[1]


def check_own_packages() -> None:
    """ImportError if Python would import another package under the name of one of ours."""
    for name in NAMES:
        spec = find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        found = Path(places[0]) if places else Path(spec.origin or "") if spec is not None else None
        if found is None or found.resolve() != HERE / name:
            other = f"{found} hides it" if found is not None else "it is not there"
            raise ImportError(
                f"Table Arena has a package `{name}`, but {other}; rename your folder, start from "
                "another folder, or use the command `arena` or `python -P`",
                name=name,
            )


check_own_packages()
