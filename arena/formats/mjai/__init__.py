"""mjai: the exchange format of riichi bots, one JSON object an event.

`export_mjai` turns a replayed match into lines of that format and `import_mjai` turns them back;
`python -m arena.formats.mjai COMMAND` lets a bot that speaks it sit at a table (the spec
`mjai:COMMAND`).
"""

from arena.formats.mjai.reading import MjaiGame, import_mjai
from arena.formats.mjai.writing import export_mjai

__all__ = ["MjaiGame", "export_mjai", "import_mjai"]
