"""Tenhou's JSON logs (tenhou.net/6), which viewers and reviewers of riichi read: both ways.

`write_tenhou6` writes a replayed match, `tenhou6_lines` turns a log into mjai lines.
"""

from arena.formats.tenhou6.reading import tenhou6_lines
from arena.formats.tenhou6.writing import write_tenhou6

__all__ = ["tenhou6_lines", "write_tenhou6"]
