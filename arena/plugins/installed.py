"""Packages of installed plugins: which modules they are, and where these lie."""

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from bots.installed import GROUP


@cache
def plugin_packages() -> dict[str, Path]:
    """Return the top-level packages with a plugin by name: their folders, or the single file.

    They are found without being imported, in an editable project, too.
    """
    found: dict[str, Path] = {}
    for point in entry_points(group=GROUP):
        name = point.module.partition(".")[0]
        try:
            spec = find_spec(name)
        except (ImportError, ValueError):  # broken; loading the plugin reports it
            continue
        if spec is not None and spec.origin is not None and spec.has_location:
            file = Path(spec.origin).resolve()
            found[name] = file.parent if spec.submodule_search_locations else file
    return found
