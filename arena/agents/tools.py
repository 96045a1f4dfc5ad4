"""The tools of the MCP server: each a thin door to the tables of agents, answers in plain words."""

from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from secrets import token_hex
from typing import Annotated, Any, Final

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import CallToolResult, TextContent
from pydantic import Field

from arena.agents.agent_table import AgentTable
from arena.agents.agent_tables import (
    REASON_CHARACTERS,
    WAIT_SECONDS,
    AgentError,
    AgentTables,
    Caller,
)
from arena.agents.replay_text import PAGE, replay_lines
from arena.agents.table_text import choices, table_text
from arena.errors import ArenaError
from arena.hosting.match_finder import MatchFinder
from arena.plugins.guides import GameGuide
from engine.errors import GameError
from engine.game import AnyGame

MOST_ROOMS: Final = 50
INSTRUCTIONS: Final = """\
Play table games with hidden tiles against bots and other players.
1. list_games, then game_rules of the game you want.
2. sit_down(game=...): you get a table handle. Without more, house bots take the other seats.
3. Whenever it is your decision, read the choices and call act(table, choice, reason). act waits for
   your next decision and shows it; if it comes back before that, call wait_for_turn.
4. When the match is over you see the result; replay shows the whole match with everybody's reasons.
Your reasons are saved with your moves and shown to others only after the match.
"""
Table = Annotated[str, Field(description="The table handle from sit_down.", max_length=64)]
Seconds = Annotated[
    float, Field(description="How long to wait for your next decision.", ge=0, le=WAIT_SECONDS)
]
Tool = Callable[..., Awaitable[CallToolResult]]
FindCaller = Callable[[Context[Any, Any]], Caller]


def new_server(tables: AgentTables, finder: MatchFinder, caller: FindCaller) -> MCPServer[Any]:
    """Return the MCP server of these tables; `caller` says who calls a tool."""
    made: MCPServer[Any] = MCPServer(
        "table-arena", title="Table Arena", instructions=INSTRUCTIONS, log_level="WARNING",
        subscriptions=False,
    )  # fmt: skip
    tools = Tools(tables, finder, caller)
    for tool in (
        tools.list_games, tools.game_rules, tools.list_tables, tools.sit_down, tools.look,
        tools.wait_for_turn, tools.act, tools.leave, tools.replay,
    ):  # fmt: skip
        made.add_tool(refusing(tool), structured_output=False)
    return made


class Tools:
    """What an agent may call; the docstrings are what it reads about each."""

    def __init__(self, tables: AgentTables, finder: MatchFinder, caller: FindCaller) -> None:
        self._tables = tables
        self._lobby = tables.lobby
        self._plugins = tables.lobby.plugins
        self._finder = finder
        self._caller = caller

    async def list_games(self) -> CallToolResult:
        """List the games that can be played here, with the number of players."""
        games = self._plugins.games.values()
        rows = [
            {"game": game.name, "title": game.title, "players": list(game.seats),
             "usual_players": game.default_seats, "house_bot": self._plugins.house_bot(game.name)}
            for game in games
        ]  # fmt: skip
        lines = [f"{game.name}: {game.title}, {_players(game.seats)} players" for game in games]
        return answered("\n".join(lines), {"games": rows})

    async def game_rules(
        self, game: Annotated[str, Field(description="A name from list_games.", max_length=64)]
    ) -> CallToolResult:
        """Read the rules of a game: how it is played, how it is won, what the choices mean."""
        found = self._plugins.game(game)
        guide = self._plugins.guides.get(found.name)
        text = guide.rules_text() if guide is not None else plain_rules(found)
        return answered(text, {"game": found.name, "rules": text})

    async def list_tables(self, ctx: Context[Any, Any]) -> CallToolResult:
        """List your own tables with their handles, and the rooms of others with free seats."""
        own = self._tables.of(self._caller(ctx))
        mine = [
            {"table": one.handle, "room": one.room.room_id, "game": one.room.game.name,
             "your_turn": bool(one.peer.legal), "over": one.peer.over is not None}
            for one in own
        ]  # fmt: skip
        rooms: list[dict[str, Any]] = []
        for room in list(self._lobby.rooms.values()):
            free = sum(seat.free for seat in room.seats)
            if room.shown_state == "waiting" and free and len(rooms) < MOST_ROOMS:
                rooms.append({"room": room.room_id, "game": room.game.name, "free_seats": free})
        lines = [f"Your tables: {len(mine)}."]
        for row in mine:
            state = "over" if row["over"] else "your turn" if row["your_turn"] else "not your turn"
            lines.append(f"  table {row['table']}: {row['game']}, room {row['room']}, {state}")
        lines.append(f"Rooms with free seats: {len(rooms)}.")
        lines += [f"  {row['room']}: {row['game']}, {row['free_seats']} free" for row in rooms]
        return answered("\n".join(lines), {"your_tables": mine, "rooms": rooms})

    async def sit_down(
        self,
        ctx: Context[Any, Any],
        game: Annotated[
            str, Field(description="A name from list_games; not needed to join a room that exists.")
        ] = "",
        room: Annotated[
            str,
            Field(
                description="A room to join or to come back to; a new room gets this name. "
                "ladder:GAME@slow plays a rated match with long clocks.",
                max_length=64,
            ),
        ] = "",
        opponents: Annotated[
            str,
            Field(description="For a new room: 'bots' fills it with house bots, 'players' waits."),
        ] = "bots",
        short: Annotated[
            bool, Field(description="For a new room: play a short match, if the game has one.")
        ] = False,
        name: Annotated[
            str, Field(description="The name to play under; your account's if left out.")
        ] = "",
    ) -> CallToolResult:
        """Sit down at a table: open a new room, join one, or come back to your seat in one."""
        caller = self._caller(ctx)
        wanted: dict[str, Any] = {"room_id": room or f"agent-{token_hex(4)}", "profile": "slow"}
        if room not in self._lobby.rooms and not room.startswith("ladder:"):
            found = self._plugins.game(game or self._lobby.settings.default_game)
            wanted |= {"game": found.name, "config": dict(found.short) if short else {}}
            if opponents not in ("bots", "players"):
                raise AgentError(f"opponents is 'bots' or 'players', not {opponents[:32]!r}")
            wanted |= {"num_ai_players": 0} if opponents == "players" else {}
        known_as = name or caller.account.name or "agent"
        table = self._tables.sit_down(caller, wanted, known_as)
        await table.wait(1.0)
        return self._shown(table, f"Your table handle is {table.handle}. Use it in every call.")

    async def look(self, ctx: Context[Any, Any], table: Table) -> CallToolResult:
        """Look at the table: everything you may know, in words, and as data (`view`)."""
        found = self._tables.find(self._caller(ctx), table)
        return self._shown(found, with_view=True)

    async def wait_for_turn(
        self, ctx: Context[Any, Any], table: Table, seconds: Seconds = 30.0
    ) -> CallToolResult:
        """Wait until you must decide or the match is over, and read what happened meanwhile."""
        found = self._tables.find(self._caller(ctx), table)
        await found.wait(seconds)
        return self._shown(found)

    async def act(
        self,
        ctx: Context[Any, Any],
        table: Table,
        choice: Annotated[str, Field(description="One of the choices on offer.", max_length=256)],
        reason: Annotated[
            str,
            Field(
                description=f"Why, in at most {REASON_CHARACTERS} characters; shown to others only "
                "after the match.",
                max_length=4000,
            ),
        ] = "",
        decision: Annotated[
            int | None,
            Field(
                description="The number of the decision you answer, to be sure it is still open."
            ),
        ] = None,
        wait_seconds: Seconds = 30.0,
    ) -> CallToolResult:
        """Make your decision, then wait for your next one."""
        found = self._tables.find(self._caller(ctx), table)
        self._tables.act(found, choice, reason, decision)
        await found.wait(wait_seconds)
        return self._shown(found)

    async def leave(self, ctx: Context[Any, Any], table: Table) -> CallToolResult:
        """Leave a table for good; a house bot plays on if a match is running."""
        found = self._tables.find(self._caller(ctx), table)
        said = self._tables.leave(found)
        return answered(said, {"table": found.handle, "left": True})

    async def replay(
        self,
        ctx: Context[Any, Any],
        match_id: Annotated[str, Field(description="The id of a finished match.", max_length=64)],
        line: Annotated[int, Field(description=f"Where to begin; {PAGE} a call.", ge=0)] = 0,
    ) -> CallToolResult:
        """Read a finished match from the beginning, hidden hands and players' reasons included."""
        lines = await replay_lines(self._finder, self._caller(ctx).account, match_id)
        page, more = lines[line : line + PAGE], max(0, len(lines) - line - PAGE)
        text = "\n".join(page) or f"The match has {len(lines)} lines."
        if more:
            text += f"\n({more} more lines: call replay with line {line + PAGE})"
        return answered(text, {"match_id": match_id, "line": line, "lines": len(lines)})

    # -- shared by the tools

    def _shown(
        self, table: AgentTable, first: str = "", *, with_view: bool = False
    ) -> CallToolResult:
        """Return what has happened and the table, in words and as data."""
        peer, guide = table.peer, self._plugins.guides.get(table.room.game.name)
        news = list(peer.news)
        peer.news.clear()
        parts = [first] if first else []
        if news:
            parts.append("\n".join(["What happened:", *(f"  {text}" for text in news)]))
        parts.append(table_text(table, guide))
        data = table_data(table, guide, news)
        if with_view:
            data["view"] = peer.state.get("view")
        return answered("\n\n".join(parts), data)


def refusing(tool: Tool) -> Tool:
    """Return a tool whose refusals are answers: the bare sentence, marked as an error."""

    @wraps(tool)
    async def answering(*given: Any, **named: Any) -> CallToolResult:
        try:
            return await tool(*given, **named)
        except (ArenaError, GameError) as error:
            said = getattr(error, "public", str(error))
            return CallToolResult(content=[TextContent(type="text", text=said)], is_error=True)

    return answering


def table_data(table: AgentTable, guide: GameGuide | None, news: list[str]) -> dict[str, Any]:
    """Return the table as data, without the view."""
    peer = table.peer
    over = peer.over
    return {
        "table": table.handle,
        "room": table.room.room_id,
        "match_id": table.room.match_id,
        "game": table.room.game.name,
        "seat": peer.seat_number,
        "players": peer.names,
        "over": over is not None or bool(peer.gone),
        "result": {"points": over["deltas"], "places": over["placements"]} if over else None,
        "your_turn": bool(peer.legal),
        "decision": peer.state.get("request_id"),
        "choices": [{"choice": one, "meaning": text} for one, text in choices(table, guide)],
        "seconds_left": table.seconds_left,
        "happened": news,
    }


def answered(text: str, data: dict[str, Any]) -> CallToolResult:
    """Return a tool's answer, in words and as data."""
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def plain_rules(game: AnyGame) -> str:
    """Return what is known of a game that has no guide: its own description and its options."""
    said = (type(game).__doc__ or "").strip()
    options = ", ".join(game.schemas["config"]["properties"])
    return f"{game.title}\n\n{said}\n\nOptions: {options or 'none'}."


def _players(seats: Sequence[int]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{min(seats)} to {max(seats)}"
