"""Riichi bots with the habits of those that people have: what their files look like."""

from typing import Final

TSUMOGIRI: Final = """
import json
import sys

class Bot:
    def __init__(self, actor_id):
        self.actor_id = actor_id

    def react(self, events):
        last = json.loads(events)[-1]
        if last["type"] == "tsumo":
            return json.dumps({"type": "dahai", "pai": last["pai"], "actor": self.actor_id,
                               "tsumogiri": True}, separators=(",", ":"))
        return json.dumps({"type": "none"}, separators=(",", ":"))

bot = Bot(int(sys.argv[1]))
while True:  # it ends by an exception when its input does
    line = sys.stdin.readline().strip()
    sys.stdout.write(bot.react(line) + "\\n")
    sys.stdout.flush()
"""
"""The simplest of mjai.app's: looks at the last event of a list alone."""

CALLING: Final = """
import json, sys
from helper import loneliest

class Base:
    def __init__(self, player_id):
        self.player_id, self.hand, self.called = player_id, [], 0

    def start(self):
        while line := sys.stdin.readline():
            for event in json.loads(line):
                self.see(event)
            sys.stdout.write(self.think(event) + "\\n")
            sys.stdout.flush()

    def see(self, event):
        kind, own = event["type"], event.get("actor") == self.player_id
        if kind == "start_kyoku":
            self.hand, self.called = list(event["tehais"][self.player_id]), 0
        elif kind == "tsumo" and own:
            self.hand.append(event["pai"])
        elif kind == "dahai" and own:
            self.hand.remove(event["pai"])
        elif own and kind in ("pon", "chi", "daiminkan", "ankan"):
            self.called += 1
            for tile in event["consumed"]:
                self.hand.remove(tile)

class Rules(Base):
    def think(self, event):
        kind, own = event["type"], event.get("actor") == self.player_id
        if own and kind in ("tsumo", "pon"):
            tile = loneliest(self.hand)
            drawn = kind == "tsumo" and tile == event["pai"]
            return json.dumps({"type": "dahai", "actor": self.player_id, "pai": tile,
                               "tsumogiri": drawn, "meta": {"shanten": 3}})
        if kind == "dahai" and not own and self.hand.count(event["pai"]) >= 2 and not self.called:
            if event["pai"] in ("P", "F", "C"):
                return json.dumps({"type": "pon", "actor": self.player_id, "pai": event["pai"],
                                   "target": event["actor"], "consumed": [event["pai"]] * 2})
        return json.dumps({"type": "none"})

if __name__ == "__main__":
    sys.stderr.write("ready\\n")
    Rules(player_id=int(sys.argv[1])).start()
"""
"""A rule-based bot: a class that keeps its hand, calls, adds fields and writes to stderr."""

HELPER: Final = """
import os

def loneliest(hand):
    assert os.path.exists("weights.txt")  # beside it, as where mjai.app starts it
    return min(hand, key=lambda tile: (hand.count(tile), tile in "ESWNPFC" and -1 or 0, tile))
"""

UNFLUSHED: Final = """
import json, sys
seat = sys.argv[1]
for line in iter(input, ""):
    last = json.loads(line)[-1]
    if last["type"] == "tsumo":
        print(json.dumps({"type": "dahai", "actor": seat, "pai": last["pai"]}))
    else:
        print('{"type": "none"}')
"""
"""Never flushes, and writes its actor as text: mjai.app runs it with `python -u`."""

LISTS: Final = """
import json, sys
for line in sys.stdin:
    event = json.loads(line)
    if event["type"] == "tsumo" and event["actor"] == int(sys.argv[1]):
        print(json.dumps([{**event, "type": "dahai", "tsumogiri": True}]), flush=True)
    else:
        print(json.dumps([]), flush=True)
"""
"""Answers every line with a list."""

CAN_ACT: Final = """
import json, sys
for line in sys.stdin:
    event = json.loads(line)
    if event["can_act"] and event["type"] == "tsumo":
        print(json.dumps([{**event, "type": "dahai", "tsumogiri": True}]), flush=True)
    elif event["can_act"]:
        print('[{"type": "none"}]', flush=True)
"""
"""Answers only where it can act."""
