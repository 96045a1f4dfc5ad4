"""Recorded games in the mjlog format: read, walls rebuilt, turned into moves, and verified.

A log names every draw, discard, call and payment. `import_mjlog` gives games whose deals and
moves our engine replays; `verify` replays one and lists whatever comes out differently.
`write_mjlog` writes a match in the format.
"""

from arena.formats.mjlog.games import LoggedGame, import_mjlog, read_game
from arena.formats.mjlog.verify import Verdict, verify
from arena.formats.mjlog.writing import write_mjlog

__all__ = ["LoggedGame", "Verdict", "import_mjlog", "read_game", "verify", "write_mjlog"]
