"""Talks to whoever sits at the table."""

import json
import sys

from table import answer, say

answer({"type": "ready"})
answer({"type": "chat", "text": "I hold two dragons"})
answer({"type": "undo"})
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "chat":
        say(f"achieved talking: {frame}")
    elif frame["type"] == "error":
        say(f"{'denied' if frame['code'] == 'not_allowed' else 'achieved'} talking: {frame}"[:200])
    if frame.get("legal"):
        answer({"type": "action", "choice": frame["legal"].split(",")[0]})
