"""What the docs page tells of the protocol: every message from its model, samples from a match."""

from typing import Any, Final

from arena.local.loop import play_match, resolve
from arena.match.match import Advance, Match
from arena.match.result import new_match
from arena.match.wire_frames import Frames, event_rows
from arena.plugins.manager import Plugins
from engine.game import AnyGame, Viewer
from engine.rng import Deals
from protocol.codec import encode
from protocol.messages import CLIENT, FLAT_SERVER, FULL_SERVER, Message
from protocol.schema import schemas

Row = dict[str, Any]
GROUPS: Final = {
    "client": ("Client to server", CLIENT),
    "server_flat": ("Server to client, flat level", FLAT_SERVER),
    "server_full": ("Server to client, full level", FULL_SERVER),
}
ROOM: Final = "lunch"
SEAT: Final = 0
FAR: Final = 6
"""Which decision of the seat is shown, or its last: something should have happened by then."""


# -- the reference


def reference() -> list[Row]:
    """Every message by direction and level: what it is for, and its keys."""
    made = schemas()
    return [
        {"group": group, "title": title,
         "messages": [described(name, models[name], made[group][name]) for name in models]}
        for group, (title, models) in GROUPS.items()
    ]  # fmt: skip


def described(name: str, model: type[Message], schema: Row) -> Row:
    """One message: its purpose and its keys."""
    needed = schema.get("required", [])
    keys = [
        {"name": key, "type": kind(rule, schema), "needed": key in needed or key == "type"}
        for key, rule in schema["properties"].items()
    ]
    more = schema.get("additionalProperties", False) is True
    return {
        "type": name,
        "does": (model.__doc__ or "").replace("`", ""),
        "keys": keys,
        "more": more,
    }


def kind(rule: Row, schema: Row) -> str:
    """A JSON Schema's type in words."""
    if "const" in rule:
        return f'"{rule["const"]}"'
    if "enum" in rule:
        return " or ".join(f'"{value}"' for value in rule["enum"])
    if "anyOf" in rule:
        return " or ".join(kind(each, schema) for each in rule["anyOf"])
    if "$ref" in rule:
        return f"a {rule['$ref'].rsplit('/', 1)[1]}"
    if rule.get("type") == "array":
        return f"list of {kind(rule['items'], schema)}" if rule.get("items") else "list"
    return bounded(rule)


def bounded(rule: Row) -> str:
    """A plain type with its limits."""
    text = str(rule.get("type", "anything"))
    if "pattern" in rule:
        return f"{text} like {rule['pattern']}"
    return f"{text}, at most {rule['maxLength']} characters" if "maxLength" in rule else text


# -- samples


def samples(game: AnyGame, plugins: Plugins) -> list[Row]:
    """Real messages of a short match, as one seat gets and sends them at both levels."""
    table, players = resolve(game, ["random"] * game.default_seats, plugins)
    match = new_match(table, [p.name for p in players], Deals.seed("sample"), config=game.short)
    taken = Taker(match)
    play_match(match, [p.bot for p in players if p.bot], "sample", taken.watch)
    return taken.rows()


class Taker:
    """Watches a match and keeps the messages worth showing."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.frames = Frames(match, ROOM)
        self._asked = 0
        self._events: list[Row] = []
        self._found: dict[tuple[str, str], Row] = {}

    def watch(self, advance: Advance) -> None:
        """A step was taken."""
        self._events = event_rows(advance.events, Viewer.player(SEAT))
        for result in advance.results:
            self._keep("server_flat", self.frames.round_result(result, full=False))
            self._keep("server_full", self.frames.round_result(result, full=True))
        if advance.over:
            self._keep("server_flat", self.frames.game_over(full=False))
            self._keep("server_full", self.frames.game_over(full=True, events=self._events))
        elif SEAT in self.match.pending:
            self._asked += 1
            if self._asked <= FAR:
                self._state()

    def _state(self) -> None:
        request = self.match.pending[SEAT]
        flat: Row = {"type": "action", "choice": request.legal[0]}
        full = {**flat, "request_id": request.id, "info": {"note": "the first choice"}}
        self._keep("client", flat)
        self._keep("client", full, "full")
        self._keep("server_flat", self.frames.flat_state(Viewer.player(SEAT)))
        state = self.frames.asked_state(SEAT, self._events, 10_000, 60_000)
        self._keep("server_full", state)

    def _keep(self, group: str, message: Row, note: str = "") -> None:
        self._found[group, message["type"] + note] = message

    def rows(self) -> list[Row]:
        """The samples in the order of a conversation."""
        join: Row = {
            "type": "join", "room_id": ROOM, "player_id": "me", "role": "player",
            "game": self.match.game.name,
        }  # fmt: skip
        found = {("client", "join"): join, ("client", "joinfull"): {**join, "detail": "full"}}
        found |= self._found
        return [
            {"group": group, "type": message["type"], "text": encode(message).decode()}
            for group in GROUPS
            for (own, _), message in found.items()
            if own == group
        ]
